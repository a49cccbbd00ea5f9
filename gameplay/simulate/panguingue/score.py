"""Tells what a scorer writes of a deal of Panguingue (detail `score`); the card movements are not told."""

from typing import TYPE_CHECKING, Final

from gameplay.simulate.panguingue.table import ENDLESS, Table

if TYPE_CHECKING:
    from random import Random

    from gameplay.engine.panguingue.rules import Rules
    from gameplay.simulate.panguingue.seat import Event

WRITES_STAYS: Final = 0.1
"""How many deals have their stays written down."""
GIVEN_UP: Final = (0.02, 10, 30)
"""How many deals the players give up, and between which turns."""

_WRITTEN: Final = frozenset({"drop", "meld", "layoff", "foul", "misdeal", "exhausted"})


def panguingue_events(rules: "Rules", seats: int, first: int, rng: "Random") -> "list[Event]":
    """Give the events of one deal; raises the engine's `Refusal` for a wrong number of seats."""
    events = _until_given_up(Table(rules, seats, first, rng).play(), rng)
    written = _WRITTEN | {"stay"} if rng.random() < WRITES_STAYS else _WRITTEN
    return [event for event in events if event["type"] in written]


def _until_given_up(events: "list[Event]", rng: "Random") -> "list[Event]":
    """PG-11: at this detail players may say that nobody wins, at any time."""
    share, first, last = GIVEN_UP
    turns = [place for place, event in enumerate(events) if event["type"] == "discard"]
    turn = rng.randint(first, last)
    if rng.random() < share and turn < len(turns):
        return [*events[: turns[turn]], {"type": "exhausted"}]
    if events[-1].get("reason") == ENDLESS:
        return [*events[:-1], {"type": "exhausted"}]
    return events

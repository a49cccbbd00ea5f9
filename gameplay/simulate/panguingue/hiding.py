"""What nobody wrote down of a deal of Panguingue: cards become unknown where rules allow it (PG-4, PG-6)."""

from typing import TYPE_CHECKING, Final

from gameplay.engine.cards import UNKNOWN

if TYPE_CHECKING:
    from random import Random

    from gameplay.engine.panguingue.rules import Rules
    from gameplay.simulate.panguingue.seat import Event

BLIND: Final = 0.1
"""How many deals tell no hand and no draw from the stock."""
PARTLY: Final = 0.1
"""How many tell some hands, some cards and some draws."""
_HIDDEN: Final = 0.3
"""How much of it stays unknown in those."""
_UNNAMED_TOPS: Final = 0.5
"""How many deals leave out which card a seat takes from the pile."""


def hidden(rules: "Rules", events: "list[Event]", rng: "Random") -> "list[Event]":
    """Give the events as somebody writes them who may not have seen every card."""
    chance = rng.random()
    share = 1.0 if chance < BLIND else _HIDDEN if chance < BLIND + PARTLY else 0.0
    names_tops = rng.random() >= _UNNAMED_TOPS
    may_hide_draws = rules.keeps_drawn and not rules.needs_plucked
    # The top of the pile must be known to be forced on somebody, and named when it is drawn.
    may_hide_upcard = names_tops and not rules.is_forcing
    written = []
    for event in events:
        if event["type"] == "deal" and share:
            written.append(_dealt(event, share, rng, may_hide_upcard=may_hide_upcard))
        elif event["type"] != "draw":
            written.append(event)
        elif event["from"] == "stock":
            written.append(_drawn(event, rng) if may_hide_draws and rng.random() < share else event)
        else:
            written.append(event if names_tops else _without_card(event))
    return written


def _dealt(event: "Event", share: float, rng: "Random", *, may_hide_upcard: bool) -> "Event":
    upcard = UNKNOWN if may_hide_upcard and rng.random() < _HIDDEN else event["upcard"]
    hands = [
        None if rng.random() < share else [UNKNOWN if rng.random() < share else card for card in hand]
        for hand in event["hands"]
    ]
    if any(hands) or rng.random() < _HIDDEN:
        return event | {"upcard": upcard, "hands": hands}
    return {"type": "deal", "upcard": upcard}


def _drawn(event: "Event", rng: "Random") -> "Event":
    return _without_card(event) if rng.random() < 1 - _HIDDEN else event | {"card": UNKNOWN}


def _without_card(event: "Event") -> "Event":
    return {key: value for key, value in event.items() if key != "card"}

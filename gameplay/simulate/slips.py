"""Slips of the scorer, taken back at once by an undo (rule R); changes nothing of what stands."""

from typing import TYPE_CHECKING, Any, Final

from gameplay.engine.live import Live, begin
from gameplay.engine.replay import replay
from gameplay.engine.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from gameplay.engine.offers import Offer

SLIP: Final = 0.05
"""How many deals have a slip of the scorer."""

_STAFF: Final = frozenset({"misdeal", "foul", "exhausted", "drawn", "flag", "undo", "deal"})
"""What nobody writes by mistake."""


def with_slip(record: "Mapping[str, Any]", rng: "Random") -> list[dict[str, Any]]:
    """Give a record's events, one of them written for another seat first if that could stand for a moment."""
    events: list[dict[str, Any]] = record["events"]
    places = [place for place, event in enumerate(events) if "seat" in event]
    rng.shuffle(places)
    for place in places:
        slip = _of_another_seat(events[place], len(record["seats"]), rng)
        verdict = replay({**record, "events": [*events[:place], slip]})
        if isinstance(verdict, Outcome) and not verdict.is_over:
            return [*events[:place], slip, {"type": "undo"}, *events[place:]]
    return events


def with_wrong_move(record: "Mapping[str, Any]", rng: "Random") -> list[dict[str, Any]]:
    """Give a record's events (detail `play`) with a legal move written that was not made, and taken back.

    Or with a good one taken back and written again.
    """
    events: list[dict[str, Any]] = record["events"]
    place = rng.randrange(len(events))
    live = begin({**record, "events": events[:place]})
    assert isinstance(live, Live)  # noqa: S101 - what is simulated is legal
    offers = [offer for offer in live.legal() if offer.type not in _STAFF]
    rng.shuffle(offers)
    for event in (*(_picked(offer, rng) for offer in offers), events[place]):
        verdict = live.check(event)
        if isinstance(verdict, Outcome) and not verdict.is_over:
            return [*events[:place], event, {"type": "undo"}, *events[place:]]
    return events


def _picked(offer: "Offer", rng: "Random") -> dict[str, Any]:
    """Make an event of an offer by chance; where more cards are open than it names, it may not be legal."""
    event: dict[str, Any] = {"type": offer.type}
    event |= {key: rng.choice(values) for key, values in offer.values.items() if values}
    return event | {"cards": list(rng.choice(offer.cards))} if offer.cards else event


def _of_another_seat(event: dict[str, Any], seats: int, rng: "Random") -> dict[str, Any]:
    return event | {"seat": (event["seat"] + rng.randrange(1, seats)) % seats}

"""Slips of the scorer, taken back at once by an undo (rule R); changes nothing of what stands."""

from typing import TYPE_CHECKING, Any

from gameplay.engine.replay import replay
from gameplay.engine.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random


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


def _of_another_seat(event: dict[str, Any], seats: int, rng: "Random") -> dict[str, Any]:
    return event | {"seat": (event["seat"] + rng.randrange(1, seats)) % seats}

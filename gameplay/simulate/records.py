"""A run of simulated deals at one table as records (rule R), pot and first seat carried; writes no file."""

from typing import TYPE_CHECKING, Any, Final

from gameplay.engine.replay import header, replay
from gameplay.engine.verdict import Fault, Outcome
from gameplay.errors import RuleBroken
from gameplay.next_deal import LastDeal, next_first
from gameplay.simulate.deals import play_events, score_events

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

SEATS: Final = {"panguingue": (4, 8), "pan": (3, 6)}
"""Fewest and most players at a table where nobody says how many."""


def records(
    *,
    game: str,
    profile: str,
    deals: int,
    rng: "Random",
    detail: str = "score",
    seats: int | None = None,
    rules: "Mapping[str, Any] | None" = None,
) -> "Iterator[dict[str, Any]]":
    """Give so many records; players come and go unless `seats` fixes their number.

    Raises RuleBroken for a profile, option or number of seats that there is not.
    """
    last: LastDeal | None = None
    for number in range(1, deals + 1):
        players = rng.randint(*SEATS[game]) if seats is None else seats
        record = {"pdr": 1, "game": game, "id": f"d-{number}", "detail": detail, "profile": profile}
        record |= {"rules": dict(rules or {}), "seats": [f"p{place}" for place in range(1, players + 1)]}
        record |= {"pot": last.pot if last else 0, "events": []}
        last = _dealt(record, last, rng)
        yield record


def _dealt(record: dict[str, Any], last: LastDeal | None, rng: "Random") -> LastDeal:
    """Play the deal into the record; return what the next one takes from it."""
    head = header(record)
    if isinstance(head, Fault):
        raise RuleBroken(head)
    first = None
    if head.game == "panguingue":
        first = record["first"] = next_first(head.profile, head.options["rotation"], head.seats, last)
    if head.detail == "score":
        record["events"] = score_events(seats=len(head.seats), first=first, rng=rng, **_rules_of(record))
    else:
        more, events = play_events(
            seats=len(head.seats), first=first, pot=head.pot, rng=rng, **_rules_of(record)
        )
        record |= more | {"events": events}
    verdict = replay(record)
    assert isinstance(verdict, Outcome), verdict  # noqa: S101 - what is simulated is legal
    return LastDeal(head.seats, first, verdict.winner, verdict.outcome, verdict.pot)


def _rules_of(record: dict[str, Any]) -> dict[str, Any]:
    return {key: record[key] for key in ("game", "profile", "rules")}

"""What headers and events amount to: the one derivation that writing, verifying and rebuilding agree on.

It reads and writes no table, and knows no clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gameplay.engine.replay import replay
from gameplay.engine.verdict import Fault, MatchOutcome, Outcome
from gameplay.records import record_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gameplay.session_log import MatchFacts

ENGINE_VERSION = 1
"""Counts the changes of the engine that change what derived rows say; they carry it (L-89)."""


class DealColumns(NamedTuple):
    """What replaying a deal says, in the order of the columns of its derived row."""

    outcome: str
    is_over: bool
    winner: int | None
    loser: int | None
    units: list[int]
    pot: int


def replay_deal(header: Mapping[str, Any], events: Sequence[Any]) -> Outcome | Fault:
    """Replay a stored deal."""
    verdict = replay(record_of(header, events))
    if isinstance(verdict, MatchOutcome):
        raise TypeError("a deal's header made a match")
    return verdict


def deal_columns(outcome: Outcome) -> DealColumns:
    """Return the derived columns of an outcome."""
    return DealColumns(
        outcome.outcome, outcome.is_over, outcome.winner, outcome.loser, list(outcome.units), outcome.pot
    )


def match_outcome(match: MatchFacts, losers: Sequence[str | None]) -> MatchOutcome:
    """Return letters, eliminations and stakes of a match from the losers of its deals in order (PL-9).

    `losers` are members' ids, None for a drawn deal. What happened at the table is not argued with: a deal
    that the match had no room for gives no letter: its loser was out already, or the match was over, or it
    was played by others before a void revived the match.
    """
    record: dict[str, Any] = {
        "pdr": 1,
        "game": "pan-match",
        "word": match.word,
        "match_end": match.match_end,
        "match_stake": match.match_stake,
        "seats": match.members,
    }
    seats = {member: seat for seat, member in enumerate(match.members)}
    losses = [seats.get(loser) if loser else None for loser in losers]
    verdict = replay(record | {"losses": losses})
    while isinstance(verdict, Fault) and verdict.event is not None:
        del losses[verdict.event]
        verdict = replay(record | {"losses": losses})
    if not isinstance(verdict, MatchOutcome):
        raise TypeError("a stored match does not replay")
    return verdict

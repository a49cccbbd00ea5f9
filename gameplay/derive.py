"""What headers and events amount to: the one derivation that writing, verifying and rebuilding agree on.

It reads and writes no table, and knows no clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gameplay.engine.replay import replay
from gameplay.engine.verdict import Fault, MatchOutcome, Outcome
from gameplay.records import record_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

ENGINE_VERSION = 1
"""Counts the changes of the engine that change what derived rows say; they carry it (L-89)."""


class SessionFacts(NamedTuple):
    """What a session stream says: the book posted into, whether it is closed, which deals are void."""

    book: str | None
    is_closed: bool
    void_deals: frozenset[str]


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


def session_facts(events: Iterable[Mapping[str, Any]]) -> SessionFacts:
    """Return what a session's events (type and payload in one mapping) amount to."""
    book, is_closed, void = None, False, set()
    for event in events:
        match event["type"]:
            case "opened" | "reopened":
                book, is_closed = event["book"], False
            case "closed":
                is_closed = True
            case "voided":
                void.add(event["deal"])
    return SessionFacts(book, is_closed, frozenset(void))


def status_of(facts: SessionFacts, *, is_sealed: bool) -> str:
    """Return where a session stands; `is_sealed` tells whether its current book has a settlement."""
    if not facts.is_closed:
        return "open"
    return "settled" if is_sealed else "closing"

"""What a session's events amount to: seats, rules, matches, voids, whether it is closed.

It reads and writes no table, and knows no clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(slots=True)
class MatchFacts:
    """One match as its session's events tell it; who lost which deal stands in the deals.

    Its deals are those numbered from `from_number` to `through_number` (None while it runs). It ends decided
    by its letters, or undecided when a manager ends it.
    """

    match: str
    members: list[str]
    word: str
    match_end: str
    match_stake: int
    from_number: int
    through_number: int | None = None
    is_ended: bool = False
    is_decided: bool = False


@dataclass(slots=True)
class SessionFacts:
    """The state of a session. `chairs` says who sits where now; chairs count from 1."""

    book: str | None = None
    rules: str | None = None
    is_closed: bool = False
    void_deals: set[str] = field(default_factory=set)
    chairs: dict[int, str] = field(default_factory=dict)
    matches: dict[str, MatchFacts] = field(default_factory=dict)

    @property
    def running_match(self) -> MatchFacts | None:
        """The match that the next deal belongs to, if one is running."""
        return next((match for match in self.matches.values() if not match.is_ended), None)

    def status(self, *, is_sealed: bool) -> str:
        """Return where the session stands; `is_sealed` tells whether its current book has a settlement."""
        if not self.is_closed:
            return "open"
        return "settled" if is_sealed else "closing"


def session_facts(events: Iterable[Mapping[str, Any]]) -> SessionFacts:
    """Return what events (type and payload in one mapping) amount to."""
    facts = SessionFacts()
    for event in events:
        apply_event(facts, event)
    return facts


def apply_event(facts: SessionFacts, event: Mapping[str, Any]) -> None:
    """Carry one event into the state; what is no concern of the state is passed over."""
    match event["type"]:
        case "opened":
            facts.book, facts.rules = event["book"], event["rules"]
        case "rules_revised":
            facts.rules = event["rules"]
        case "reopened":
            facts.book, facts.is_closed = event["book"], False
        case "closed":
            facts.is_closed = True
        case "voided":
            facts.void_deals.add(event["deal"])
        case "seat_taken":
            facts.chairs[event["chair"]] = event["member"]
        case "seat_left":
            facts.chairs.pop(event["chair"], None)
        case "match_started" | "match_ended" | "match_revived":
            _apply_match_event(facts, event)


def _apply_match_event(facts: SessionFacts, event: Mapping[str, Any]) -> None:
    if event["type"] == "match_started":
        facts.matches[event["match"]] = MatchFacts(
            event["match"],
            list(event["members"]),
            event["word"],
            event["match_end"],
            event["match_stake"],
            event["from_number"],
        )
        return
    match = facts.matches[event["match"]]
    match.is_ended = event["type"] == "match_ended"
    match.is_decided = match.is_ended and event["is_decided"]
    match.through_number = event["through_number"] if match.is_ended else None

"""Reads one line into a finished deal, or says why it is none; it knows no club and no database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gameplay.codec import Unreadable, decode
from gameplay.engine.replay import Header, header, record_id, replay
from gameplay.engine.verdict import Code as RuleCode
from gameplay.engine.verdict import Fault, MatchOutcome, Outcome
from gameplay.errors import Code, GameplayError, RuleBroken

DEAL_KEY = "_deal"
"""The private key in which an export names the deal that a record was made of."""
UNREADABLE = Fault(RuleCode.RECORD_INVALID, None, {"rule": "R", "key": "line"})


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A record whose deal the engine has replayed to its end."""

    record: dict[str, Any]
    head: Header
    outcome: Outcome

    @property
    def events(self) -> list[Any]:
        """The events as written, undos included."""
        events: list[Any] = self.record["events"]
        return events

    @property
    def named_deal(self) -> str | None:
        """The public id in `_deal`, if there is one."""
        named = self.record.get(DEAL_KEY)
        return named if type(named) is str else None


def decoded(line: bytes) -> tuple[str | None, Any]:
    """Return the id to echo (rule R) and the JSON value of a line.

    Raises RuleBroken `record.invalid` for what is no JSON at all; a text that is not admitted is left for
    the engine to place.
    """
    try:
        value = decode(line)
    except Unreadable as unreadable:
        if unreadable.value is None:
            raise RuleBroken(UNREADABLE) from None
        value = unreadable.value
    return record_id(value), value


def finished_deal(value: Any) -> FinishedDeal:
    """Return the deal of a record.

    Raises RuleBroken when the engine refuses, GameplayError `import.match` or `import.unfinished`.
    """
    outcome = replay(value)
    if isinstance(outcome, MatchOutcome):
        raise GameplayError(Code.IMPORT_MATCH)
    head = header(value)
    for verdict in (outcome, head):
        if isinstance(verdict, Fault):
            raise RuleBroken(verdict)
    assert isinstance(outcome, Outcome)  # noqa: S101 - tells the type checker what the loop has left
    assert isinstance(head, Header)  # noqa: S101 - as above
    if not outcome.is_over:
        raise GameplayError(Code.IMPORT_UNFINISHED)
    return FinishedDeal(value, head, outcome)


def written(deal: FinishedDeal) -> dict[str, Any]:
    """Return what people wrote into the header: all of it erasable, none of it read by a rule.

    `id`, `meta` as they came, `labels` of the seats, `keys` and `rules` the private keys at the top and
    among the options. A record that lacks one of them lacks it here too.
    """
    record = deal.record
    found: dict[str, Any] = {key: record[key] for key in ("id", "meta") if key in record}
    found["labels"] = list(deal.head.seats)
    if keys := _private(record):
        found["keys"] = keys
    if rules := _private(record.get("rules", {})):
        found["rules"] = rules
    return found


def _private(mapping: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in mapping.items() if key.startswith("_")}

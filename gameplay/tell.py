"""Tells deals in the language of the request, for pages: the words are those of `gameplay.telling`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.utils import translation

from gameplay.engine.walk import opened, walk
from gameplay.records import record_of
from gameplay.telling import account, endings, kinds
from gameplay.telling import because as telling_because
from gameplay.telling import cards as telling_cards
from gameplay.telling.account import Told
from gameplay.telling.cards import SUITS
from gameplay.telling.language import Language
from gameplay.telling.shares import Share

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from gameplay.engine.verdict import Fault, Outcome

__all__ = ["SUITS", "Share", "Told"]

SAY: Final = Language(translation.gettext, translation.ngettext, translation.pgettext)
"""Says marked texts in the language that is active."""


def card(text: str) -> str:
    """Write a card of a record as people do: `5s` is 5♠, `Td` 10♦."""
    return telling_cards.card(text, SAY)


def cards(texts: Iterable[str]) -> str:
    """Write several cards one after the other."""
    return telling_cards.cards(texts, SAY)


def tell(
    events: Sequence[Any], names: Sequence[str], outcome: Outcome | None, header: Mapping[str, Any]
) -> list[Told]:
    """Tell a deal that replays, in order, each event as the table lay; what was undone is told and marked.

    Nothing is told of a deal whose header the rules refuse.
    """
    start = opened(record_of(header, events))
    lines = outcome.lines if outcome else ()
    return list(account.account(walk(*start), names, lines, SAY)) if start else []


def tell_why(fault: Fault, names: Sequence[str], header: Mapping[str, Any], events: Sequence[Any]) -> str:
    """Say why a deal with these events has this fault; events are counted from 1, as pages count them."""
    return telling_because.because(fault, record_of(header, events), names, SAY, counted_from=1)


def tell_outcome(outcome: str, winner: str | None, loser: str | None) -> str:
    """Say how a deal ended, or that it has not."""
    return endings.ending(outcome, winner, loser, SAY)


def units(amount: int) -> str:
    """Write units in words: `1 unit`, `3 units`."""
    return endings.units(amount, SAY)


def tell_kind(kind: str) -> str:
    """Name a kind of entry as the form offers it."""
    return kinds.kind(kind, SAY)

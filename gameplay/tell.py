"""Tells deals in the language of the request, for pages: the words are those of `gameplay.telling`."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from django.utils import translation

from gameplay.engine.record import standing
from gameplay.engine.walk import Step, opened, walk
from gameplay.records import record_of
from gameplay.selectors.picture import Picture, empty_picture
from gameplay.telling import account, endings, kinds
from gameplay.telling import because as telling_because
from gameplay.telling import cards as telling_cards
from gameplay.telling import shares as telling_shares
from gameplay.telling.account import Told
from gameplay.telling.cards import SUITS
from gameplay.telling.language import Language
from gameplay.telling.shares import Round, Share

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from gameplay.engine.verdict import Fault, Line, Outcome
    from gameplay.engine.walk import Table

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
    events: Sequence[Any],
    names: Sequence[str],
    outcome: Outcome | None,
    header: Mapping[str, Any] | None = None,
) -> list[Told]:
    """Tell a deal from its events and outcome, in order; what was undone is told and marked.

    With its header each event is told as the table lay; without it only melds and places are known.
    """
    lines = outcome.lines if outcome else ()
    start = opened(record_of(header, events)) if header is not None else None
    steps = walk(*start) if start else _pictured(events, len(names))
    return list(account.account(steps, names, lines, SAY))


def tell_event(event: Mapping[str, Any], names: Sequence[str], before: Picture) -> str:
    """Say what an event is, as the table lay before it."""
    table = _lain(before, event)
    return account.tell_event(event, names, table, table, SAY)


def shares_by_event(
    lines: Iterable[Line], names: Sequence[str], events: Sequence[Any]
) -> dict[int | None, tuple[Share, ...]]:
    """Return event -> its movements, those that differ in the payer alone put together."""
    picture = empty_picture(len(names))
    for _position, event in standing(list(events))[0]:
        picture.apply(event)
    by_event: dict[int | None, list[Line]] = {}
    for line in lines:
        by_event.setdefault(line.event, []).append(line)
    lain = Round(picture, picture, None)
    return {event: telling_shares.shares(some, names, lain, SAY) for event, some in by_event.items()}


@dataclass(slots=True)
class _Lain:
    """A table of which only melds and places are known."""

    picture: Picture
    game: str
    options: None = None
    pile: tuple[str, ...] = ()
    takeable: tuple[str, ...] = ()
    is_dealt: bool = False
    is_opening: bool = False
    mover: None = None
    moves: int = 0
    outcome: str = "open"

    @property
    def out(self) -> int:
        """How many have gone out."""
        return self.picture.out

    def melds_of(self, seat: int) -> Sequence[tuple[str, ...]]:
        """Give the melds of a seat as they lie."""
        return self.picture.melds_of(seat)

    def plain(self, event: Mapping[str, Any]) -> dict[str, Any]:
        """Give an event as it is."""
        return dict(event)


_OF_PAN: Final = frozenset({"out", "lost", "flag", "drawn", "play", "take"})


def _lain(picture: Picture, event: Mapping[str, Any]) -> Table:
    return cast("Table", _Lain(picture, "pan" if event["type"] in _OF_PAN else "panguingue"))


def _pictured(events: Sequence[Any], seats: int) -> Iterator[Step]:
    """Go through events of which no header is known: each is taken to have been in order."""
    kept: list[tuple[int, Picture]] = []
    picture = empty_picture(seats)
    left = {at for at, _event in standing(list(events))[0]}
    for at, event in enumerate(events):
        before = _lain(picture, event)
        if event["type"] == "undo":
            undone, picture = kept.pop()
            yield Step(at, event, before, _lain(picture, event), undoes=undone)
            continue
        kept.append((at, picture))
        picture = deepcopy(picture)
        picture.apply(event)
        yield Step(at, event, before, _lain(picture, event), is_cancelled=at not in left)


def tell_why(fault: Fault, names: Sequence[str], header: Mapping[str, Any], events: Sequence[Any]) -> str:
    """Say why a deal with these events has this fault; events are counted from 1, as pages count them."""
    return telling_because.because(fault, record_of(header, events), names, SAY, counted_from=1)


def tell_outcome(outcome: str, winner: str | None, loser: str | None) -> str:
    """Say how a deal ended, or that it has not."""
    return endings.ending(outcome, winner, loser, SAY)


def units(amount: int) -> str:
    """Write units in words: `1 unit`, `3 units`."""
    return endings.units(amount, SAY)


def tell_undo(last: str) -> str:
    """Say what an undo takes back."""
    return account.taken_back(last, SAY)


def tell_kind(kind: str) -> str:
    """Name a kind of entry as the form offers it."""
    return kinds.kind(kind, SAY)

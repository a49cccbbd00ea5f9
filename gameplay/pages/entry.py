"""Reads one entry of the logging form into an event of the record format. It judges nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from gameplay.pages.card_text import read_cards
from gameplay.pages.keys import number_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import QueryDict

WITH_CARDS: Final = frozenset({"meld", "layoff"})
WITH_SEAT: Final = frozenset({"drop", "meld", "layoff", "foul", "out", "lost", "flag"})
ALONE: Final = frozenset({"exhausted", "misdeal", "drawn", "undo"})
OFFERED: Final[dict[str, tuple[str, ...]]] = {
    "panguingue": ("meld", "layoff", "drop", "foul", "exhausted", "misdeal"),
    "pan": ("lost", "out", "flag", "drawn"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """What was chosen and typed, as it was; `lent`: cards ticked in melds, as (seat, meld, card)."""

    kind: str
    seat: int | None
    cards: str
    meld: int | None
    lent: tuple[tuple[int, int, str], ...]
    is_claimed: bool

    @property
    def is_complete(self) -> bool:
        """Whether enough was chosen to ask the rules about it."""
        if self.kind in ALONE:
            return True
        if self.kind not in WITH_SEAT or self.seat is None:
            return False
        if self.kind == "layoff" and self.meld is None:
            return False
        return self.kind not in WITH_CARDS or bool(self.cards.strip() or self.lent)

    def event(self) -> dict[str, Any]:
        """Return the event that this is; what is missing is left out, for the rules to say so."""
        event: dict[str, Any] = {"type": self.kind}
        if self.kind in WITH_SEAT and self.seat is not None:
            event["seat"] = self.seat
        if self.kind in WITH_CARDS:
            event |= self._laid()
        return event

    def _laid(self) -> dict[str, Any]:
        laid: dict[str, Any] = {"cards": read_cards(self.cards)}
        if self.kind == "layoff":
            laid["meld"] = self.meld
        borrowed: dict[int, list[str]] = {}
        if self.kind == "meld":
            for seat, meld, card in self.lent:
                if seat == self.seat:
                    borrowed.setdefault(meld, []).append(card)
                    laid["cards"].append(card)
        if borrowed:
            laid["borrow"] = [[meld, cards] for meld, cards in sorted(borrowed.items())]
        if self.is_claimed:
            laid["claimed"] = True
        return laid


EMPTY: Final = Entry("", None, "", None, (), is_claimed=False)


def read_entry(sent: QueryDict, game: str) -> Entry:
    """Read an entry from what a form sent."""
    kind = sent.get("what", "")
    return Entry(
        kind if kind in OFFERED[game] or kind == "undo" else "",
        number_of(sent.get("seat"), most=14),
        sent.get("cards", "").replace("\0", ""),
        _onto(sent),
        tuple(lent for each in sent.getlist("lent")[:60] if (lent := _lent(each))),
        is_claimed=sent.get("claimed") == "on",
    )


def _onto(sent: Mapping[str, str]) -> int | None:
    """Return the meld that is laid off on: chosen as `seat.meld`, so that one list serves all seats."""
    seat, _, meld = sent.get("onto", "").partition(".")
    return number_of(meld, most=20) if seat == sent.get("seat") else None


def _lent(text: str) -> tuple[int, int, str] | None:
    """Read a ticked card: `seat.meld.place.card`; the place only tells two equal cards apart."""
    seat, _, rest = text.partition(".")
    meld, _, rest = rest.partition(".")
    card = rest.rpartition(".")[2]
    at, index = number_of(seat, most=14), number_of(meld, most=20)
    return None if at is None or index is None or len(card) != 2 else (at, index, card)

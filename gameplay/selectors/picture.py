"""PURE: what lies on the table after a deal's events: melds, who has dropped, is fouled, is out.

It judges nothing: the events are those that the engine has accepted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gameplay.engine.panguingue.rules import BOOK, CARDS
from gameplay.engine.record import standing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld as it lies, by its index among the seat's, and what it is worth to each payer (PG-9)."""

    index: int
    cards: tuple[str, ...]
    value: int


@dataclass(slots=True)
class SeatPicture:
    """One seat; `place` is where it went out in Polish Pan, counted from 1."""

    seat: int
    melds: list[tuple[str, ...]] = field(default_factory=list)
    is_dropped: bool = False
    is_fouled: bool = False
    place: int | None = None

    @property
    def melded(self) -> int:
        """How many cards the seat has melded."""
        return sum(map(len, self.melds))

    @property
    def is_playing(self) -> bool:
        """Whether the seat still takes part."""
        return not (self.is_dropped or self.is_fouled or self.place)


@dataclass(slots=True)
class Picture:
    """All seats of a deal, changed event by event."""

    seats: list[SeatPicture]
    out: int = 0

    def melds_of(self, seat: int) -> list[tuple[str, ...]]:
        """Return the melds of a seat as they lie."""
        return self.seats[seat].melds

    def apply(self, event: Mapping[str, Any]) -> None:
        """Carry an event that stands into the picture."""
        seat = self.seats[event["seat"]] if isinstance(event.get("seat"), int) else None
        if seat is None:
            return
        match event["type"]:
            case "drop":
                seat.is_dropped = True
            case "foul":
                seat.is_fouled = True
            case "out":
                self.out += 1
                seat.place = self.out
            case "meld":
                _lend(seat, event.get("borrow", ()))
                seat.melds.append(tuple(event["cards"]))
            case "layoff":
                seat.melds[event["meld"]] += tuple(event["cards"])


def _lend(seat: SeatPicture, borrow: Sequence[Any]) -> None:
    for index, cards in borrow:
        left = list(seat.melds[index])
        for card in cards:
            left.remove(card)
        seat.melds[index] = tuple(left)


def empty_picture(seats: int) -> Picture:
    """Return the table before the first event."""
    return Picture([SeatPicture(seat) for seat in range(seats)])


def picture_of(header: Mapping[str, Any], events: Sequence[Any]) -> Picture:
    """Return the table after a deal's events; what was undone leaves no trace."""
    picture = empty_picture(len(header["seats"]))
    for _, event in standing(list(events))[0]:
        picture.apply(event)
    return picture


def valued(header: Mapping[str, Any], melds: Sequence[tuple[str, ...]]) -> list[Meld]:
    """Return melds of Panguingue with what each is worth under the deal's own rules."""
    rules = BOOK.rules(header["profile"], dict(header["options"]))
    return [
        Meld(index, cards, rules.value(tuple(CARDS[card] for card in cards)))
        for index, cards in enumerate(melds)
    ]

"""The hand and the melds of a seat, and how cards go from one to the other as events; decides no move."""

from typing import TYPE_CHECKING, Any

from gameplay.engine.panguingue.arrange import steps
from gameplay.engine.panguingue.deal import MELDED_TO_WIN
from gameplay.engine.panguingue.rules import CARDS, NAMES, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gameplay.simulate.panguingue.fits import Meld
    from gameplay.simulate.panguingue.loans import Loan

Event = dict[str, Any]


class Seat:
    """A seat with its cards, changed in place."""

    __slots__ = ("hand", "melded", "melds", "rules", "seat")

    def __init__(self, rules: Rules, seat: int, cards: "Iterable[int]") -> None:
        """Take up the dealt cards."""
        self.rules = rules
        self.seat = seat
        self.hand = [0] * len(CARDS)
        for card in cards:
            self.hand[card] += 1
        self.melds: list[Meld] = []
        self.melded = 0

    @property
    def has_won(self) -> bool:
        """PG-11."""
        return self.melded == MELDED_TO_WIN

    def _cards(self) -> list[int]:
        return [card for card, count in enumerate(self.hand) for _ in range(count)]

    def _fits(self, card: int, meld: "Meld") -> bool:
        return self.rules.value(tuple(sorted((*meld, card)))) >= 0

    def _lay(self, cards: "Meld", drawn: int | None = None) -> "Iterator[Event]":
        """Lay a new meld in its best steps; where the drawn card must be in the first, perhaps at once."""
        first, *others = self._steps(cards, (), drawn)
        self._take(first)
        self.melds.append(first)
        yield self._told("meld", first, self.rules.value(first))
        for part in others:
            yield self._added(len(self.melds) - 1, part)

    def _lay_off(self, index: int, cards: "Meld", drawn: int | None = None) -> "Iterator[Event]":
        for part in self._steps(cards, self.melds[index], drawn):
            yield self._added(index, part)

    def _steps(self, cards: "Meld", onto: "Meld", drawn: int | None) -> "tuple[Meld, ...]":
        parts = steps(self.rules, cards, onto)
        return parts if drawn is None or drawn in parts[0] else (cards,)

    def _added(self, index: int, cards: "Meld") -> Event:
        before = self.rules.value(self.melds[index])
        self.melds[index] = tuple(sorted(self.melds[index] + cards))
        self._take(cards)
        gain = self.rules.value(self.melds[index]) - before
        return self._told("layoff", cards, gain) | {"meld": index}

    def _borrow(self, loan: "Loan") -> Event:
        self._take(loan.fresh)
        for index, left in loan.left.items():
            self.melds[index] = left
        self.melds.append(loan.cards)
        borrow = [[index, [NAMES[card] for card in cards]] for index, cards in loan.lent.items()]
        return self._told("meld", loan.cards, loan.units) | {"borrow": borrow}

    def _take(self, cards: "Iterable[int]") -> None:
        for card in cards:
            self.hand[card] -= 1
            self.melded += 1

    def _told(self, kind: str, cards: "Meld", gain: int) -> Event:
        event: Event = {"type": kind, "seat": self.seat, "cards": [NAMES[card] for card in cards]}
        return event | {"claimed": True} if self.rules.claims_required and gain > 0 else event

"""One player of Panguingue at the table: what to lay, borrow, keep and throw; draws no card by itself.

Players lay what they can as soon as they can, the dearest meld first, and never spoil a condition.
"""

from typing import TYPE_CHECKING, Any, Final

from gameplay.engine.panguingue.deal import MELDED_TO_WIN
from gameplay.engine.panguingue.rules import CARDS, NAMES, Rules
from gameplay.simulate.panguingue.fits import Meld, pairs_for, promise, triples_with

if TYPE_CHECKING:
    from collections.abc import Iterable

Event = dict[str, Any]

_NEAR_A_MELD: Final = 3
"""What a card weighs for every meld of one's own beside which it lies one step too far."""


class Player:
    """A seat with its hand and melds, changed in place; `is_fresh` until its first turn."""

    __slots__ = ("hand", "is_fresh", "melded", "melds", "rules", "seat")

    def __init__(self, rules: Rules, seat: int, cards: "Iterable[int]") -> None:
        """Take up the dealt cards."""
        self.rules = rules
        self.seat = seat
        self.hand = [0] * len(CARDS)
        for card in cards:
            self.hand[card] += 1
        self.melds: list[Meld] = []
        self.melded = 0
        self.is_fresh = True

    @property
    def has_won(self) -> bool:
        """PG-11."""
        return self.melded == MELDED_TO_WIN

    def can_use(self, card: int) -> bool:
        """Tell whether a card from the pile could be laid at once."""
        return bool(pairs_for(self.hand, card)) or self._place_for(card) is not None

    def lay(self, drawn: int, *, only_with_drawn: bool) -> list[Event]:
        """Lay all that goes, the drawn card first; `only_with_drawn`: nothing unless that card is used."""
        first = self._lay_card(drawn)
        if first is None and only_with_drawn:
            return []
        laid = [first] if first else []
        if first or self.is_fresh:
            self.is_fresh = False
            laid += self._lay_rest()
        return laid

    def thrown(self, drawn: int, *, keeps_drawn: bool) -> int:
        """Take the discard out of the hand: the least promising card, or a drawn one that may not stay."""
        hand = self.hand
        if not keeps_drawn and hand[drawn]:
            card = drawn
        else:
            card = min((card for card, count in enumerate(hand) if count), key=self._weight)
        hand[card] -= 1
        return card

    def _weight(self, card: int) -> int:
        beside = sum(self._is_beside(card, meld) for meld in self.melds)
        return promise(self.hand, card) + _NEAR_A_MELD * beside

    def _is_beside(self, card: int, meld: Meld) -> bool:
        return self.rules.value((card, *meld)) >= 0 or card - 2 == meld[-1] or card + 2 == meld[0]

    def _lay_rest(self) -> list[Event]:
        laid: list[Event] = []
        card = 0
        while card < len(CARDS) and not self.has_won:
            event = self._lay_card(card) if self.hand[card] else None
            if event is None:
                card += 1
            else:
                laid.append(event)
                card = 0
        return laid

    def _lay_card(self, card: int) -> Event | None:
        """Use a card of the hand in a new meld, on an old one, or with a loan from one's own melds."""
        if self.has_won:
            return None
        if triples := triples_with(self.hand, card):
            return self._meld(max(triples, key=self.rules.value))
        place = self._place_for(card)
        return self._borrow(card) if place is None else self._lay_off(place, card)

    def _meld(self, triple: Meld) -> Event:
        cards = triple
        self._take(triple)
        for card, count in enumerate(self.hand):
            for _ in range(count):
                longer = tuple(sorted((*cards, card)))
                if self.rules.value(longer) >= max(self.rules.value(cards), 0):
                    cards = longer
                    self._take((card,))
        self.melds.append(cards)
        self.melded += len(cards)
        return self._told("meld", cards, self.rules.value(cards))

    def _place_for(self, card: int) -> int | None:
        """Give the meld that a card can be laid on without loss, or at any price if it wins."""
        least = -MELDED_TO_WIN if self.melded == MELDED_TO_WIN - 1 else 0
        for index, meld in enumerate(self.melds):
            value = self.rules.value(tuple(sorted((*meld, card))))
            if value >= 0 and value - self.rules.value(meld) >= least:
                return index
        return None

    def _lay_off(self, index: int, card: int) -> Event:
        before = self.melds[index]
        after = self.melds[index] = tuple(sorted((*before, card)))
        self._take((card,))
        self.melded += 1
        gain = self.rules.value(after) - self.rules.value(before)
        return self._told("layoff", (card,), gain) | {"meld": index}

    def _borrow(self, card: int) -> Event | None:
        """PG-8: make a meld of two cards of the hand and one that an own meld can spare."""
        for index, meld in enumerate(self.melds):
            for lent in sorted(set(meld)) if len(meld) > 3 else ():
                left = list(meld)
                left.remove(lent)
                if self.rules.value(tuple(left)) < self.rules.value(meld):
                    continue
                for pair in pairs_for(self.hand, lent):
                    if card in pair:
                        return self._meld_with_loan(index, tuple(left), lent, pair)
        return None

    def _meld_with_loan(self, index: int, left: Meld, lent: int, pair: tuple[int, int]) -> Event:
        gain = self.rules.value(left) - self.rules.value(self.melds[index])
        cards = tuple(sorted((lent, *pair)))
        self._take(pair)
        self.melds[index] = left
        self.melds.append(cards)
        self.melded += len(pair)
        told = self._told("meld", cards, self.rules.value(cards) + gain)
        return told | {"borrow": [[index, [NAMES[lent]]]]}

    def _take(self, cards: "Iterable[int]") -> None:
        for card in cards:
            self.hand[card] -= 1

    def _told(self, kind: str, cards: Meld, gain: int) -> Event:
        event: Event = {"type": kind, "seat": self.seat, "cards": [NAMES[card] for card in cards]}
        return event | {"claimed": True} if self.rules.claims_required and gain > 0 else event

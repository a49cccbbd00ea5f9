"""One player of Panguingue at the table: what to take, lay, borrow, keep and throw; draws no card by itself.

Players lay what collects most, go out as soon as they can, and spoil a condition only for more.
"""

from collections import Counter
from typing import TYPE_CHECKING, Final

from gameplay.engine.panguingue.arrange import best, collected
from gameplay.engine.panguingue.deal import MELDED_TO_WIN
from gameplay.engine.panguingue.rules import BOOK, Rules
from gameplay.simulate.panguingue.fits import Meld, pairs_for, promise, triples_with
from gameplay.simulate.panguingue.loans import Loan, loans
from gameplay.simulate.panguingue.seat import Event, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gameplay.engine.panguingue.arrange import Arrangement

_NEAR_A_MELD: Final = 3
"""What a card weighs for every meld of one's own beside which it lies one step too far."""
_FITS_THE_NEXT: Final = 5
"""What a card weighs for every meld of the next player that it fits."""
_WORTH_TAKING: Final = 7
"""What a card from the pile must promise to go into the hand."""
_UNPAID: Final = dict.fromkeys(
    (
        *("valle_set", "mixed_valle_set", "nonvalle_set", "low_rope", "high_rope"),
        *("valle_set_extra", "mixed_valle_set_extra", "nonvalle_set_extra"),
    ),
    0,
)


class Player(Seat):
    """A seat with judgement.

    `waits`: for so many turns it lays only what collects. `is_fresh` as long as the hand may hold melds
    without the drawn card.
    """

    __slots__ = ("_bare", "is_fresh", "waits")

    def __init__(self, rules: Rules, seat: int, cards: "Iterable[int]", waits: int) -> None:
        """Take up the dealt cards."""
        super().__init__(rules, seat, cards)
        self._bare = BOOK.rules("classic", rules.options | _UNPAID)
        self.is_fresh = True
        self.waits = waits

    def can_use(self, card: int) -> bool:
        """Tell whether a card from the pile could be laid at once."""
        return bool(pairs_for(self.hand, card)) or self.fits_any(card)

    def fits_any(self, card: int) -> bool:
        """Tell whether a card could be laid off by itself."""
        return any(self._fits(card, meld) for meld in self.melds)

    def wants(self, card: int) -> bool:
        """Tell whether a card from the pile would do the hand good that cannot lay it yet."""
        self.hand[card] += 1
        weight = promise(self.hand, card)
        self.hand[card] -= 1
        return weight >= _WORTH_TAKING

    def takes_gladly(self, card: int) -> bool:
        """Tell whether it would collect for a card that is forced on it (PG-12)."""
        return max((collected(self.rules, (card,), meld) for meld in self.melds), default=0) > 0

    def lay(self, drawn: int, *, only_with_drawn: bool, is_forced: bool) -> "Iterator[Event]":
        """Lay all that goes; `only_with_drawn`: that card first or nothing; `is_forced`: laid off first."""
        uses_drawn = self._is_of_use(drawn)
        if is_forced:
            yield from self._lay_off(self._place_for(drawn), (drawn,))
        elif only_with_drawn:
            if not uses_drawn:
                return
            yield from self._use(drawn)
        if not uses_drawn and not self.is_fresh:
            return
        yield from self._lay_rest()
        while not self.has_won and (loan := self._loan()):
            yield self._borrow(loan)

    def thrown(self, drawn: int, *, keeps_drawn: bool, following: "Sequence[Meld]") -> int:
        """Take the discard out of the hand: the least promising card, or a drawn one that may not stay.

        `following`: the melds of the next player, who should not be helped.
        """
        hand = self.hand
        if not keeps_drawn:
            card = drawn
        else:
            cards = (card for card, count in enumerate(hand) if count)
            card = min(cards, key=lambda card: self._weight(card, following))
        hand[card] -= 1
        return card

    def _weight(self, card: int, following: "Sequence[Meld]") -> int:
        beside = sum(self._is_beside(card, meld) for meld in self.melds)
        helped = sum(self._fits(card, meld) for meld in following)
        return promise(self.hand, card) + _NEAR_A_MELD * beside + _FITS_THE_NEXT * helped

    def _is_beside(self, card: int, meld: Meld) -> bool:
        return self._fits(card, meld) or card - 2 == meld[-1] or card + 2 == meld[0]

    def _is_of_use(self, drawn: int) -> bool:
        """Tell whether a card of the hand can be laid; a loan counts."""
        if self._goes(drawn):
            return True
        return any(drawn in loan.fresh for loan in loans(self.rules, self.hand, self.melds))

    def _goes(self, card: int) -> bool:
        return bool(triples_with(self.hand, card)) or self.fits_any(card)

    def _place_for(self, card: int) -> int:
        """Give the meld on which a card that fits one collects most."""
        return max(range(len(self.melds)), key=lambda at: collected(self.rules, (card,), self.melds[at]))

    def _use(self, drawn: int) -> "Iterator[Event]":
        """Lay the drawn card first: in the best arrangement, else where the rest still collects most."""
        plan = self._arranged()
        for index, cards in enumerate(plan.layoffs):
            if drawn in cards:
                yield from self._lay_off(index, cards, drawn)
                return
        for cards in plan.melds:
            if drawn in cards:
                yield from self._lay(cards, drawn)
                return
        if triples := triples_with(self.hand, drawn):
            yield from self._lay(max(triples, key=self._with_rest), drawn)
        elif self.fits_any(drawn):
            yield from self._lay_off(self._place_for(drawn), (drawn,))
        else:
            found = (loan for loan in loans(self.rules, self.hand, self.melds) if drawn in loan.fresh)
            yield self._borrow(max(found, key=_gain))

    def _with_rest(self, meld: Meld) -> int:
        left = Counter(self._cards())
        left.subtract(meld)
        plan = best(self.rules, left.elements(), [*self.melds, meld])
        return collected(self.rules, meld) + plan.units

    def _arranged(self) -> "Arrangement":
        """Arrange the hand so that it goes out, if it can, else so that it collects most."""
        cards = self._cards()
        plan = best(self.rules, cards, self.melds)
        if plan.left and len(cards) + self.melded == MELDED_TO_WIN and all(map(self._goes, cards)):
            out = best(self._bare, cards, self.melds)
            return plan if out.left else out
        return plan

    def _lay_rest(self) -> "Iterator[Event]":
        plan = self._arranged()
        waits = self.waits > 0 and bool(plan.left)
        self.is_fresh = waits
        self.waits -= 1
        for index, cards in enumerate(plan.layoffs):
            if cards and not (waits and collected(self.rules, cards, self.melds[index]) == 0):
                yield from self._lay_off(index, cards)
        for cards in plan.melds:
            if not (waits and collected(self.rules, cards) == 0):
                yield from self._lay(cards)

    def _loan(self) -> Loan | None:
        """Choose the loan that brings most, if one brings anything: cards out of the hand, or units."""
        found = [loan for loan in loans(self.rules, self.hand, self.melds) if self._is_wise(loan)]
        return max(found, key=_gain, default=None)

    def _is_wise(self, loan: Loan) -> bool:
        if self.melded + len(loan.fresh) == MELDED_TO_WIN:
            return True
        return loan.units >= loan.loss if loan.fresh else loan.units > loan.loss


def _gain(loan: Loan) -> tuple[int, int]:
    return len(loan.fresh), loan.units - loan.loss

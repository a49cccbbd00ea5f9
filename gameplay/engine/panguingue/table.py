"""Where the cards of a deal lie at detail `play`: hands, stock, pile (PG-2, PG-4, PG-6); knows no turn.

A hand is a list of counts by card, the unknown card among them.
"""

from collections.abc import Sequence
from operator import gt
from typing import Final, Self

from gameplay.engine.panguingue.deal import Deal
from gameplay.engine.panguingue.rules import CARDS, HAND_SIZE, NAMES, UNKNOWN_CARD, Rules
from gameplay.engine.verdict import Code, Refusal

_UNKNOWN_HAND: Final = (UNKNOWN_CARD,) * HAND_SIZE


class Table(Deal):
    """A deal of which every card movement is told."""

    __slots__ = ("hands", "pile", "plucked", "stock")

    def __init__(self, rules: Rules, seats: int, pot: int) -> None:
        """Stack the cards; of each on the pile, `plucked` tells whether its seat drew it from the stock."""
        super().__init__(rules, seats, pot)
        self.stock = rules.stack - HAND_SIZE * seats - 1
        self.pile: list[int] = []
        self.plucked: list[bool] = []
        self.hands: list[list[int]] = []

    def deal(self, upcard: int, hands: Sequence[Sequence[int] | None]) -> None:
        """PG-4: ten cards a seat, known or not; the upcard starts the pile."""
        for seat, hand in enumerate(hands):
            if hand is not None and len(hand) != HAND_SIZE:
                raise Refusal(Code.DEAL_HAND_SIZE, "PG-4", seat=seat, cards=len(hand), wanted=HAND_SIZE)
        self.pile.append(upcard)
        self.plucked.append(False)
        located = self.located
        located[upcard] += 1
        for hand in hands:
            counts = [0] * len(NAMES)
            for card in hand or _UNKNOWN_HAND:
                counts[card] += 1
                located[card] += 1
            self.hands.append(counts)
        if any(map(gt, located, self.rules.limits)):
            raise self._too_many(
                next(card for card in CARDS.values() if located[card] > self.rules.limits[card])
            )

    def copy(self) -> Self:
        """Give a deal in the same state that goes on by itself."""
        other = super().copy()
        other.pile = self.pile.copy()
        other.plucked = self.plucked.copy()
        other.hands = [hand.copy() for hand in self.hands]
        return other

    def may_use(self, seat: int, cards: Sequence[int]) -> bool:
        """PG-2, PG-6: whether a seat can use these cards, known ones or unknown ones that lie nowhere."""
        hand, unseen = self.hands[seat], 0
        for card in set(cards):
            missing = cards.count(card) - hand[card]
            if missing > 0:
                unseen += missing
                if self.located[card] + missing > self.rules.limits[card]:
                    return False
        return unseen <= hand[UNKNOWN_CARD]

    def can_refill(self) -> bool:
        """PG-6: whether the pile has cards for a new stock, and may become one."""
        return self.rules.refills and len(self.pile) > 1

    def _refill(self) -> None:
        """PG-6: the pile, all but its top card, becomes the stock; those cards lie nowhere known any more."""
        if not self.can_refill():
            raise Refusal(Code.DRAW_STOCK_EMPTY, "PG-6")
        self.stock = len(self.pile) - 1
        for card in self.pile[:-1]:
            self.located[card] -= 1
        del self.pile[:-1], self.plucked[:-1]

    def _take(self, seat: int, cards: Sequence[int]) -> Sequence[int]:
        """PG-6, *Hands*: a known card goes first, else an unknown one; give those that were unknown."""
        hand = self.hands[seat]
        unseen = []
        for card in cards:
            if hand[card]:
                hand[card] -= 1
            elif hand[UNKNOWN_CARD]:
                hand[UNKNOWN_CARD] -= 1
                unseen.append(card)
            else:
                raise Refusal(Code.HAND_CARD_NOT_HELD, "PG-6", seat=seat, card=NAMES[card])
        return unseen

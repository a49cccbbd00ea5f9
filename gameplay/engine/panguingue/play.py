"""One deal of Panguingue turn by turn, detail `play` (PG-5, PG-6, PG-11 to PG-13).

As in its parents each method is one event, and a deal that refused is of no use any more.
"""

from collections.abc import Sequence

from gameplay.engine.offers import Offer
from gameplay.engine.panguingue import legal
from gameplay.engine.panguingue.deal import Deal, Loans
from gameplay.engine.panguingue.reading import BEFORE, DECLARING, OVER, PLAYING
from gameplay.engine.panguingue.rules import Rules
from gameplay.engine.panguingue.turn import FREE, MUST_MELD, MUST_TAKE, NOTHING, Turn
from gameplay.engine.record import Head
from gameplay.engine.verdict import Code, Refusal


class PlayDeal(Turn):
    """The state of one deal, event by event."""

    __slots__ = ("declared",)

    def __init__(self, rules: Rules, seats: int, pot: int, first: int) -> None:
        """Seat everyone; the cards come with the event `deal` (PG-4)."""
        super().__init__(rules, seats, pot, first)
        self.phase = BEFORE
        self.declared = 0

    # Before the first turn

    def deal(self, upcard: int, hands: Sequence[Sequence[int] | None]) -> None:
        """PG-4: the cards are dealt; then every seat declares."""
        super().deal(upcard, hands)
        self.phase = DECLARING

    def stay(self, seat: int) -> None:
        """PG-5: each declares once, in turn."""
        self._check_declares(seat)
        self._next_declares()

    def drop(self, seat: int) -> None:
        """PG-5: as at detail `score`, but in turn."""
        super().drop(seat)
        if self.phase is not OVER:
            self._next_declares()

    # A turn

    def draw_stock(self, seat: int, card: int) -> None:
        """PG-6: draw from the stock, a card that is named or not."""
        if seat != self.mover or self.drawn != NOTHING:
            raise self._no_draw(seat)
        if self.is_forced:
            raise Refusal(Code.FORCE_MUST_TAKE, "PG-12", seat=seat)
        if not self.stock:
            self._refill()
        self.stock -= 1
        if not self.rules.keeps_drawn:
            self._bind(card, FREE)
        self.drawn = self.stock_card = card
        self.hands[seat][card] += 1
        self.located[card] += 1
        if self.located[card] > self.rules.limits[card]:
            raise self._too_many(card)

    def draw_discard(self, seat: int, named: int) -> None:
        """PG-6, PG-12: draw the top of the pile, as `discard_draw` has it or because of a force."""
        if seat != self.mover or self.drawn != NOTHING:
            raise self._no_draw(seat)
        card = self._top_for(seat, named)
        self.pile.pop()
        self.plucked.pop()
        if self.is_forced:
            self._bind(card, MUST_TAKE)
        elif self.rules.must_meld_discard:
            self._bind(card, MUST_MELD)
        elif not self.rules.keeps_drawn:
            self._bind(card, FREE)
        self.drawn = card
        self.stock_card = NOTHING
        self.hands[seat][card] += 1

    def meld(self, seat: int, cards: Sequence[int], borrow: Loans, claimed: bool) -> None:  # noqa: FBT001 - as in the parent
        """PG-6, PG-7: lay a new meld during one's turn."""
        self._check_plays(seat)
        if self.is_bound:
            lent = sum(loan.count(self.drawn) for _index, loan in borrow)
            self._settle(seat, is_used=cards.count(self.drawn) > lent, is_layoff=False)
        self._lay(seat, cards, borrow, claimed)

    def layoff(self, seat: int, index: int, cards: Sequence[int], claimed: bool) -> None:  # noqa: FBT001 - as in the parent
        """PG-6, PG-7: add to one's own meld during one's turn."""
        self._check_plays(seat)
        if self.is_bound:
            self._settle(seat, is_used=self.drawn in cards, is_layoff=True)
        self._add(seat, index, cards, claimed)

    def discard(self, seat: int, card: int) -> None:
        """PG-6: put a card of the hand on the pile; the turn passes."""
        if seat != self.mover or self.drawn == NOTHING:
            self._check_plays(seat)
        if self.is_bound:
            self._check_discard(seat, card)
        hand = self.hands[seat]
        if hand[card]:
            hand[card] -= 1
        else:
            self._locate(self._take(seat, (card,)))
        self.pile.append(card)
        self.plucked.append(card == self.stock_card)
        self._pass_turn()

    def force(self, seat: int, by: int) -> None:
        """PG-12: another seat makes the mover take the top discard, which fits a meld of the mover."""
        if not self.rules.is_forcing:
            raise Refusal(Code.EVENT_NOT_ALLOWED, "PG-12", event="force")
        if seat != self.mover:
            raise Refusal(Code.TURN_WRONG_SEAT, "PG-6", seat=seat)
        if self.dropped[by] or self.fouled[by]:
            raise Refusal(Code.SEAT_NOT_PLAYING, "PG-13" if self.fouled[by] else "PG-5", seat=by)
        if by == seat or not self.may_be_forced():
            raise Refusal(Code.FORCE_NOT_POSSIBLE, "PG-12", seat=seat)
        self.is_forced = True

    # What the staff call

    def foul(self, seat: int) -> None:
        """PG-13: as at detail `score`; if it was the seat's turn, the turn passes."""
        super().foul(seat)
        self._tie_ring()
        if seat == self.mover and self.phase is not OVER:
            self._pass_turn()

    def exhausted(self) -> None:
        """PG-11: only when the seat to move can draw nothing from the stock."""
        if self.phase is not PLAYING or not self.is_exhausted():
            raise Refusal(Code.DEAL_NOT_EXHAUSTED, "PG-11")
        super().exhausted()

    def refusal(self, event: str) -> Refusal:
        """Say why an event of this game, in good shape, has no reader now (E)."""
        if self.phase is OVER:
            return Refusal(Code.DEAL_OVER, "R", outcome=self.outcome)
        if event == "force" and not self.rules.is_forcing:
            return Refusal(Code.EVENT_NOT_ALLOWED, "PG-12", event=event)
        if self.phase is BEFORE:
            return Refusal(Code.DEAL_EXPECTED, "PG-4", event=event)
        if event == "deal":
            return Refusal(Code.DEAL_REPEATED, "PG-4")
        return Refusal(Code.DECLARE_PENDING, "PG-5", event=event)

    def legal(self) -> tuple[Offer, ...]:
        """Say what may happen next."""
        if self.phase is PLAYING:
            return legal.draws(self) if self.drawn == NOTHING else legal.moves(self)
        if self.phase is DECLARING:
            return legal.declarations(self)
        return legal.UNDEALT if self.phase is BEFORE else legal.OVER

    # The rules behind them

    def _check_declares(self, seat: int) -> None:
        place = (seat - self.first) * self.rules.step % self.seats
        if self.phase is not DECLARING or place < self.declared:
            raise Refusal(Code.DECLARE_TOO_LATE, "PG-5", seat=seat)
        if seat != self.mover:
            raise Refusal(Code.TURN_WRONG_SEAT, "PG-5", seat=seat)

    def _next_declares(self) -> None:
        self.declared += 1
        self.mover = (self.mover + self.rules.step) % self.seats
        if self.declared == self.seats:  # the mover is the first seat again
            self._tie_ring()
            self.phase = PLAYING
            if self.dropped[self.mover]:
                self.mover = self.after[self.mover]


def begin(head: Head) -> Deal:
    """Begin a deal at the detail of its header; without `first` the first seat acts first (R)."""
    seats = len(head.seats)
    if head.detail == "score":
        return Deal(head.rules, seats, head.pot)
    return PlayDeal(head.rules, seats, head.pot, head.first or 0)

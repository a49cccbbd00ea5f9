"""Whose turn it is, and what the drawn card asks of that seat (PG-6, PG-11, PG-12); carries out no event."""

from typing import Final

from gameplay.engine.panguingue.rules import NAMES, UNKNOWN_CARD, Rules
from gameplay.engine.panguingue.table import Table
from gameplay.engine.verdict import Code, Refusal

NOTHING: Final = -1
"""What a seat has drawn before it draws."""

FREE, MUST_MELD, MUST_TAKE = range(3)
"""What the next event of the turn must do with the drawn card: nothing, use it, lay it off."""


class Turn(Table):
    """A deal of which it is known who is to move, what that seat drew, and what binds it.

    `is_bound` tells that the rules ask what becomes of the drawn card; only then `due` and `is_used` count.
    """

    __slots__ = ("after", "drawn", "due", "first", "is_bound", "is_forced", "is_used", "mover", "stock_card")

    def __init__(self, rules: Rules, seats: int, pot: int, first: int) -> None:
        """Nobody has drawn; `first` is to move."""
        super().__init__(rules, seats, pot)
        self.first = first
        self.mover = first
        self.drawn = NOTHING
        self.stock_card = NOTHING
        self.due = FREE
        self.is_bound = self.is_used = self.is_forced = False
        self.after: list[int] = []

    def may_be_forced(self) -> bool:
        """PG-12: whether the top discard is known and fits, by itself, a meld of the seat that is to draw."""
        if self.drawn != NOTHING or not self.pile or self.pile[-1] == UNKNOWN_CARD:
            return False
        top = (self.pile[-1],)
        return any(self.rules.value(meld + top) >= 0 for meld in self.melds[self.mover])

    def is_exhausted(self) -> bool:
        """PG-11: whether the seat to move has not drawn, is not forced, and has no stock to draw from."""
        return self.drawn == NOTHING and not self.is_forced and not self.stock and not self.can_refill()

    def uses(self) -> int | None:
        """PG-6, PG-12: the card that the next meld or layoff must use, if any."""
        needs = self.is_bound and (self.due != FREE or (self.rules.meld_needs_drawn and not self.is_used))
        return self.drawn if needs else None

    def must_lay_off(self) -> bool:
        """PG-12: whether the drawn card was forced upon the seat to move and must be laid off."""
        return self.is_bound and self.due == MUST_TAKE

    def may_discard(self, card: int) -> bool:
        """PG-6: whether the rules of the drawn card let this one go."""
        if not self.is_bound:
            return True
        return self.due == FREE and (self.rules.keeps_drawn or self.is_used or card == self.drawn)

    def may_take_top(self) -> bool:
        """PG-6, PG-12: whether the seat that is to draw may draw from the pile."""
        if self.is_forced or not self.pile:
            return bool(self.pile)
        return not self.rules.no_discard_draw and (self.plucked[-1] or not self.rules.needs_plucked)

    def asks_of_discard(self) -> bool:
        """PG-6: whether a rule will ask what became of a card drawn from the pile."""
        return self.is_forced or self.rules.must_meld_discard or not self.rules.keeps_drawn

    def _tie_ring(self) -> None:
        """PG-6: note for each seat which one comes after it among those that are still playing."""
        seats, step = self.seats, self.rules.step
        after = [0] * seats
        coming = -1
        seat = self.first
        for _ in range(2 * seats):  # against the turn, and twice: the first round finds where to begin
            seat = (seat - step) % seats
            after[seat] = coming
            if not self.dropped[seat] and not self.fouled[seat]:
                coming = seat
        self.after = after

    def _pass_turn(self) -> None:
        self.mover = self.after[self.mover]
        self.drawn = NOTHING
        self.is_bound = self.is_forced = False

    def _check_plays(self, seat: int) -> None:
        if seat != self.mover:
            raise Refusal(Code.TURN_WRONG_SEAT, "PG-6", seat=seat)
        if self.drawn == NOTHING:
            raise Refusal(Code.TURN_DRAW_FIRST, "PG-6", seat=seat)

    def _no_draw(self, seat: int) -> Refusal:
        code = Code.TURN_WRONG_SEAT if seat != self.mover else Code.TURN_ALREADY_DRAWN
        return Refusal(code, "PG-6", seat=seat)

    def _top_for(self, seat: int, named: int) -> int:
        """Give the card that a seat takes from the pile, by the rules of PG-6 and PG-12."""
        if not self.pile:
            raise Refusal(Code.DRAW_PILE_EMPTY, "PG-6", seat=seat)
        if not self.may_take_top():
            raise Refusal(Code.DRAW_DISCARD_FORBIDDEN, "PG-6", seat=seat)
        top = self.pile[-1]
        if named in {UNKNOWN_CARD, top}:
            return top
        if top != UNKNOWN_CARD:
            raise Refusal(Code.DRAW_NOT_TOP, "PG-6", card=NAMES[named], top=NAMES[top])
        self._locate([named])
        return named

    def _bind(self, card: int, due: int) -> None:
        """PG-6: the rules will ask what became of the drawn card, so it must be known."""
        if card == UNKNOWN_CARD:
            raise Refusal(Code.DRAW_CARD_REQUIRED, "PG-6")
        self.is_bound = True
        self.is_used = False
        self.due = due

    def _settle(self, seat: int, *, is_used: bool, is_layoff: bool) -> None:
        """PG-6, PG-12: see to it that a meld or layoff does with the drawn card what it must."""
        if self.due == MUST_TAKE and not (is_layoff and is_used):
            raise Refusal(Code.FORCE_MUST_TAKE, "PG-12", seat=seat)
        if self.due == MUST_MELD and not is_used:
            raise Refusal(Code.DRAW_MUST_MELD, "PG-6", card=NAMES[self.drawn])
        if self.rules.meld_needs_drawn and not (self.is_used or is_used):
            raise Refusal(Code.MELD_NEEDS_DRAWN_CARD, "PG-6", card=NAMES[self.drawn])
        self.due = FREE
        self.is_used = self.is_used or is_used

    def _check_discard(self, seat: int, card: int) -> None:
        if self.due == MUST_TAKE:
            raise Refusal(Code.FORCE_MUST_TAKE, "PG-12", seat=seat)
        if self.due == MUST_MELD:
            raise Refusal(Code.DRAW_MUST_MELD, "PG-6", card=NAMES[self.drawn])
        if not self.may_discard(card):
            raise Refusal(Code.DISCARD_MUST_BE_DRAWN_CARD, "PG-6", card=NAMES[self.drawn])

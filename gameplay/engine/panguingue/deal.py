"""One deal of Panguingue as it goes (PG-5, PG-7, PG-8, PG-11, PG-13); reads no text, keeps no history.

Each method is one event, takes plain numbers, and raises `Refusal` by the rule that is broken. After a
refusal the deal is of no use any more: replay throws it away, so a method may have changed something before.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final, Self

from gameplay.engine.offers import Offer
from gameplay.engine.panguingue import legal, paying
from gameplay.engine.panguingue.reading import OVER, SCORE, plain
from gameplay.engine.panguingue.rules import CARDS, NAMES, RANKS, Rules
from gameplay.engine.purse import Purse
from gameplay.engine.shapes import Ground
from gameplay.engine.verdict import Code, LineReason, Outcome, Refusal

MELDED_TO_WIN: Final = 11

Loans = Sequence[tuple[int, Sequence[int]]]


class Deal:
    """The state of one deal, private to the engine and changed in place."""

    __slots__ = (
        "at",
        "carried",
        "dropped",
        "fouled",
        "is_melded",
        "located",
        "melded",
        "melds",
        "others",
        "outcome",
        "phase",
        "playing",
        "purse",
        "rules",
        "seats",
        "winner",
    )

    def __init__(self, rules: Rules, seats: int, pot: int) -> None:
        """Seat everyone and take the antes, before the first event (PG-4)."""
        self.rules = rules
        self.seats = seats
        self.carried = pot
        self.at = 0
        self.phase: Mapping[str, Any] = SCORE
        self.purse = Purse([0] * seats, pot)
        self.located = [0] * len(NAMES)
        self.melds: list[list[tuple[int, ...]]] = [[] for _ in range(seats)]
        self.melded = [0] * seats
        self.dropped = [False] * seats
        self.fouled = [False] * seats
        self.playing = seats
        self.is_melded = False
        self.outcome = "open"
        self.winner: int | None = None
        self.others: list[list[int]] = []
        paying.take_antes(self)

    # What a seat may do

    def stay(self, seat: int) -> None:
        """PG-5: at detail `score` a stay leaves no trace."""
        self._check_declares(seat)

    def drop(self, seat: int) -> None:
        """PG-5: pay the forfeit and take no further part."""
        self._check_declares(seat)
        self.dropped[seat] = True
        self.others = []
        paying.take_forfeit(self, seat)
        self._leave("PG-5")

    def meld(self, seat: int, cards: Sequence[int], borrow: Loans, claimed: bool) -> None:  # noqa: FBT001 - as written in the record
        """PG-7, PG-8: lay a new meld, part of it perhaps from older ones, and collect (PG-10)."""
        self._check_plays(seat)
        self._lay(seat, cards, borrow, claimed)

    def layoff(self, seat: int, index: int, cards: Sequence[int], claimed: bool) -> None:  # noqa: FBT001 - as above
        """PG-7: add cards to one's own meld and collect what that adds to its value (PG-10)."""
        self._check_plays(seat)
        self._add(seat, index, cards, claimed)

    # What the staff call

    def foul(self, seat: int) -> None:
        """PG-13: pay back all that the seat collected; it plays no more and goes on paying."""
        if self.dropped[seat] or self.fouled[seat]:
            raise Refusal(Code.FOUL_NOT_PLAYING, "PG-13", seat=seat)
        self.fouled[seat] = True
        paying.pay_back(self, seat)
        self._leave("PG-13")

    def exhausted(self) -> None:
        """PG-11: nobody wins; collections stand, and the pot is given back or carried."""
        paying.return_pot(self)
        self._end("exhausted")

    def misdeal(self) -> None:
        """PG-11: everything of this deal is undone."""
        self.purse = Purse([0] * self.seats, self.carried)
        self.melded = [0] * self.seats
        self._end("misdeal")

    # What leaves the engine

    def plain(self, event: Any) -> dict[str, Any]:
        """Check the shape of an event that the quick readers doubt, and strip what no rule reads (R)."""
        return plain(event, Ground(self.seats, CARDS, RANKS, "PG-2"))

    def refusal(self, event: str) -> Refusal:
        """Say why an event of this game, in good shape, has no reader now (E)."""
        if self.phase is OVER:
            return Refusal(Code.DEAL_OVER, "R", outcome=self.outcome)
        return Refusal(Code.EVENT_WRONG_DETAIL, "PG-4", event=event, detail="score")

    def copy(self) -> Self:
        """Give a deal in the same state that goes on by itself."""
        other = copy(self)
        other.purse = Purse(self.purse.units.copy(), self.purse.pot, self.purse.payments.copy())
        other.located = self.located.copy()
        other.melds = [melds.copy() for melds in self.melds]
        other.melded = self.melded.copy()
        other.dropped = self.dropped.copy()
        other.fouled = self.fouled.copy()
        return other

    def legal(self) -> tuple[Offer, ...]:
        """Say what may happen next."""
        return legal.OVER if self.phase is OVER else legal.scored(self)

    def verdict(self) -> Outcome:
        """Freeze the deal as far as it went (R)."""
        return Outcome(
            outcome=self.outcome,
            winner=self.winner,
            loser=None,
            units=tuple(self.purse.units),
            pot=self.purse.pot,
            cards=tuple(self.melded),
            finished=(),
            lines=self.purse.lines,
        )

    # The rules behind them

    def _lay(self, seat: int, cards: Sequence[int], borrow: Loans, claimed: bool) -> None:  # noqa: FBT001 - as above
        melds = self.melds[seat]
        fresh, gains = self._lend(melds, cards, borrow) if borrow else (cards, {})
        laid = tuple(cards)
        value = self._check_meld(laid)
        unseen = self._take(seat, fresh)
        self._count(seat, fresh)
        self.is_melded = True
        melds.append(laid)
        if (value or gains) and (claimed or not self.rules.claims_required):
            is_split = self.rules.splits_gain and len(gains) == 1 and not fresh
            paying.collect_meld(self, seat, value, gains, is_split=is_split)
        if unseen:
            self._locate(unseen)
        if self.melded[seat] == MELDED_TO_WIN:
            self._go_out(seat)

    def _add(self, seat: int, index: int, cards: Sequence[int], claimed: bool) -> None:  # noqa: FBT001 - as above
        before = self._meld_at(self.melds[seat], index)
        if not cards:
            raise Refusal(Code.MELD_TOO_SHORT, "PG-7", least=1)
        after = before + tuple(cards)
        gain = self._check_meld(after) - self.rules.value(before)
        unseen = self._take(seat, cards)
        self._count(seat, cards)
        self.melds[seat][index] = after
        if claimed or not self.rules.claims_required:
            paying.collect(self, seat, gain, LineReason.LAYOFF, index)
        if unseen:
            self._locate(unseen)
        if self.melded[seat] == MELDED_TO_WIN:
            self._go_out(seat)

    def _check_plays(self, seat: int) -> None:
        if self.dropped[seat] or self.fouled[seat]:
            raise Refusal(Code.SEAT_NOT_PLAYING, "PG-13" if self.fouled[seat] else "PG-5", seat=seat)

    def _check_declares(self, seat: int) -> None:
        if self.fouled[seat]:
            raise Refusal(Code.SEAT_NOT_PLAYING, "PG-13", seat=seat)
        if self.is_melded or self.dropped[seat]:
            raise Refusal(Code.DECLARE_TOO_LATE, "PG-5", seat=seat)

    def _check_meld(self, cards: tuple[int, ...]) -> int:
        if len(cards) < 3:
            raise Refusal(Code.MELD_TOO_SHORT, "PG-7", least=3)
        value = self.rules.value(cards)
        if value < 0:
            raise Refusal(Code.MELD_INVALID, "PG-7", cards=[NAMES[card] for card in cards])
        return value

    def _meld_at(self, melds: list[tuple[int, ...]], index: int) -> tuple[int, ...]:
        if not 0 <= index < len(melds):
            raise Refusal(Code.MELD_UNKNOWN, "PG-7", meld=index, melds=len(melds))
        return melds[index]

    def _lend(
        self, melds: list[tuple[int, ...]], cards: Sequence[int], borrow: Loans
    ) -> tuple[list[int], dict[int, int]]:
        """PG-8: take the loans out of their melds.

        Give what comes from the hand, and for each lending meld what that adds to its value (or takes).
        """
        fresh = list(cards)
        lenders: dict[int, list[int]] = {}
        for index, lent in borrow:
            meld = self._meld_at(melds, index)
            for card in lent:
                left = lenders.setdefault(index, list(meld))
                if card not in left or card not in fresh:
                    raise Refusal(Code.BORROW_NOT_THERE, "PG-8", card=NAMES[card], meld=index)
                left.remove(card)
                fresh.remove(card)
        gains = {}
        for index, cards_left in lenders.items():
            before, melds[index] = melds[index], tuple(cards_left)
            value = self.rules.value(melds[index])
            if value < 0:
                named = [NAMES[card] for card in cards_left]
                raise Refusal(Code.BORROW_LEAVES_INVALID, "PG-8", meld=index, cards=named)
            gains[index] = value - self.rules.value(before)
        return fresh, gains

    def _take(self, _seat: int, cards: Sequence[int]) -> Sequence[int]:
        """Take cards out of a hand; give those that lay nowhere known: here, without hands, all."""
        return cards

    def _count(self, seat: int, fresh: Sequence[int]) -> None:
        melded = self.melded[seat] + len(fresh)
        if melded > MELDED_TO_WIN:
            raise Refusal(Code.MELD_TOO_MANY, "PG-7", seat=seat, cards=melded, most=MELDED_TO_WIN)
        self.melded[seat] = melded

    def _locate(self, unseen: Sequence[int]) -> None:
        """PG-2: only the cards of this move can have become too many."""
        for card in unseen:
            self.located[card] += 1
            if self.located[card] > self.rules.limits[card]:
                raise self._too_many(card)

    def _too_many(self, card: int) -> Refusal:
        count, copies = self.located[card], self.rules.limits[card]
        return Refusal(Code.CARD_TOO_MANY, "PG-2", card=NAMES[card], count=count, copies=copies)

    def _go_out(self, seat: int) -> None:
        """PG-11: eleven cards melded win at once."""
        paying.pay_winner(self, seat)
        self._win("won", seat, "PG-11")

    def _leave(self, rule: str) -> None:
        """PG-5, PG-13: when one seat alone is left playing, it takes the pot."""
        self.playing -= 1
        if self.playing == 1:
            last = next(s for s in range(self.seats) if not self.dropped[s] and not self.fouled[s])
            self._win("uncontested", last, rule)

    def _win(self, outcome: str, seat: int, rule: str) -> None:
        self.winner = seat
        paying.pay_pot(self, seat, rule)
        self._end(outcome)

    def _end(self, outcome: str) -> None:
        self.outcome = outcome
        self.phase = OVER

"""One deal of Panguingue as it goes (PG-5, PG-7, PG-8, PG-10, PG-11, PG-13); reads no text, keeps no history.

Each method is one event, takes plain numbers, and raises `Refusal` by the rule that is broken. After a
refusal the deal is of no use any more: replay throws it away, so a method may have changed something before.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gameplay.engine.panguingue.reading import OVER, SCORE, plain
from gameplay.engine.panguingue.rules import CARDS, NAMES, RANKS, Rules
from gameplay.engine.purse import Purse
from gameplay.engine.shapes import Ground
from gameplay.engine.verdict import Code, Line, LineReason, Outcome, Refusal

MELDED_TO_WIN: Final = 11
_COLLECTED: Final = frozenset({LineReason.CONDITION, LineReason.SPLIT, LineReason.LOAN, LineReason.LAYOFF})
_RETURNED: Final = {
    LineReason.ANTE: LineReason.ANTE_RETURNED,
    LineReason.FORFEIT: LineReason.FORFEIT_RETURNED,
}

Loans = Sequence[tuple[int, Sequence[int]]]


class Deal:
    """The state of one deal, private to the engine and changed in place."""

    __slots__ = (
        "_others",
        "at",
        "carried",
        "dropped",
        "fouled",
        "is_melded",
        "located",
        "melded",
        "melds",
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
        self._others: list[list[int]] = []
        self.purse.gather(None, "PG-4", LineReason.ANTE, range(seats), rules.ante)

    # What a seat may do

    def stay(self, seat: int) -> None:
        """PG-5: at detail `score` a stay leaves no trace."""
        self._check_declares(seat)

    def drop(self, seat: int) -> None:
        """PG-5: pay the forfeit and take no further part."""
        self._check_declares(seat)
        self.dropped[seat] = True
        self._others = []
        self.purse.gather(self.at, "PG-5", LineReason.FORFEIT, (seat,), self.rules.drop_forfeit)
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
        for payer, units in self.purse.paid_to(seat, _COLLECTED).items():
            self.purse.pay(Line(self.at, "PG-13", LineReason.PAYBACK, seat, payer, units))
        self._leave("PG-13")

    def exhausted(self) -> None:
        """PG-11: nobody wins; collections stand, and the pot is given back or carried."""
        if self.rules.pot_returns:
            for paid in self.purse.lines:
                if paid.reason in _RETURNED:
                    back = _RETURNED[paid.reason]
                    self.purse.pay(Line(self.at, "PG-11", back, None, paid.payer, paid.units))
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
            self._collect_meld(seat, value, gains, is_split=is_split)
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
            self._collect(seat, gain, LineReason.LAYOFF, index)
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

    def _payers(self, seat: int) -> list[int]:
        """PG-10, PG-11: the other seats that have not dropped; a fouled one goes on paying."""
        if not self._others:
            staying = [other for other in range(self.seats) if not self.dropped[other]]
            self._others = [[other for other in staying if other != each] for each in range(self.seats)]
        return self._others[seat]

    def _collect(self, seat: int, units: int, reason: LineReason, meld: int) -> None:
        if units <= 0:
            return
        if self.rules.droppers_pay:
            payers = [other for other in range(self.seats) if other != seat]
        else:
            payers = self._payers(seat)
        self.purse.collect(self.at, "PG-10", reason, payers, seat, units, meld)

    def _collect_meld(self, seat: int, value: int, gains: Mapping[int, int], *, is_split: bool) -> None:
        """PG-10: a split under `gain` collects the one difference; else each condition that is new."""
        new = len(self.melds[seat]) - 1
        if is_split:
            self._collect(seat, value + sum(gains.values()), LineReason.SPLIT, new)
            return
        self._collect(seat, value, LineReason.CONDITION, new)
        for index, gain in gains.items():
            self._collect(seat, gain, LineReason.LOAN, index)

    def _go_out(self, seat: int) -> None:
        """PG-11: eleven cards melded win at once."""
        for payer in self._payers(seat):
            self.purse.pay(Line(self.at, "PG-11", LineReason.OUT_BONUS, payer, seat, self.rules.out_bonus))
            if self.rules.repeats:
                for index, cards in enumerate(self.melds[seat]):
                    value = self.rules.value(cards)
                    self.purse.pay(Line(self.at, "PG-11", LineReason.REPEAT, payer, seat, value, index))
        self._win("won", seat, "PG-11")

    def _leave(self, rule: str) -> None:
        """PG-5, PG-13: when one seat alone is left playing, it takes the pot."""
        self.playing -= 1
        if self.playing == 1:
            last = next(s for s in range(self.seats) if not self.dropped[s] and not self.fouled[s])
            self._win("uncontested", last, rule)

    def _win(self, outcome: str, seat: int, rule: str) -> None:
        self.winner = seat
        self.purse.pay(Line(self.at, rule, LineReason.POT, None, seat, self.purse.pot))
        self._end(outcome)

    def _end(self, outcome: str) -> None:
        self.outcome = outcome
        self.phase = OVER

"""One deal of Pan as it goes, at detail `score` (PL-8); reads no text, keeps no history.

Each method is one event, takes plain numbers, and raises `Refusal` by the rule that is broken.
"""

from typing import TYPE_CHECKING, Any

from gameplay.engine.pan.reading import OVER, SCORE, SHAPES
from gameplay.engine.pan.rules import Rules
from gameplay.engine.purse import Purse
from gameplay.engine.shapes import Ground, plain
from gameplay.engine.verdict import Code, Line, LineReason, Outcome, Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping


class Deal:
    """The state of one deal, private to the engine and changed in place."""

    __slots__ = ("at", "finished", "ground", "loser", "outcome", "phase", "purse", "rules", "seats")

    def __init__(self, rules: Rules, seats: int, pot: int) -> None:
        """Seat everyone; the pot is carried through unchanged (R)."""
        self.rules = rules
        self.seats = seats
        self.at = 0
        self.phase: Mapping[str, Any] = SCORE
        self.ground = Ground(seats, rules.cards, rules.ranks, "PL-2")
        self.purse = Purse([0] * seats, pot)
        self.finished: list[int] = []
        self.loser: int | None = None
        self.outcome = "open"

    def out(self, seat: int) -> None:
        """PL-8: a seat went out; when one seat alone is left, it is the loser."""
        self._check_in(seat)
        self.finished.append(seat)
        if len(self.finished) == self.seats - 1:
            self._lose("lost", next(s for s in range(self.seats) if s not in self.finished))

    def lost(self, seat: int) -> None:
        """PL-8: the loser is named at once."""
        self._check_in(seat)
        self._lose("lost", seat)

    def flag(self, seat: int) -> None:
        """PL-8: the staff call time on a seat that is still in."""
        if not self.rules.is_timed or seat in self.finished:
            raise Refusal(Code.FLAG_NOT_POSSIBLE, "PL-8", seat=seat)
        self._lose("time", seat)

    def drawn(self) -> None:
        """PL-8: the players agree; nobody pays."""
        self._end("drawn")

    def plain(self, event: Any) -> dict[str, Any]:
        """Check the shape of an event that the quick readers doubt, and strip what no rule reads (R)."""
        return plain(event, SHAPES, self.ground)

    def refusal(self, event: str) -> Refusal:
        """Say why an event of this game, in good shape, has no reader now (E)."""
        if self.phase is OVER:
            return Refusal(Code.DEAL_OVER, "R", outcome=self.outcome)
        return Refusal(Code.EVENT_WRONG_DETAIL, "PL-8", event=event, detail="score")

    def verdict(self) -> Outcome:
        """Freeze the deal as far as it went; at detail `score` nobody knows how many cards are held (R)."""
        return Outcome(
            outcome=self.outcome,
            winner=self.finished[0] if self.finished else None,
            loser=self.loser,
            units=tuple(self.purse.units),
            pot=self.purse.pot,
            cards=(None,) * self.seats,
            finished=tuple(self.finished),
            lines=tuple(self.purse.lines),
        )

    def _check_in(self, seat: int) -> None:
        if seat in self.finished:
            raise Refusal(Code.OUT_REPEATED, "PL-8", seat=seat)

    def _lose(self, outcome: str, loser: int) -> None:
        self.loser = loser
        for payee in range(self.seats):
            if payee != loser:
                stake = self.rules.deal_stake
                self.purse.pay(Line(self.at, "PL-8", LineReason.DEAL_STAKE, loser, payee, stake))
        self._end(outcome)

    def _end(self, outcome: str) -> None:
        self.outcome = outcome
        self.phase = OVER

"""What a deal of Pan is at either detail: its seats, who went out, how it ends and who pays (PL-8).

Knows no event: `score.py` and `play.py` have those. Changed in place, private to the engine.
"""

from collections.abc import Mapping
from typing import Any, Self

from gameplay.engine.pan.reading import OVER, SHAPES
from gameplay.engine.pan.rules import Rules
from gameplay.engine.purse import Purse
from gameplay.engine.shapes import Ground, plain
from gameplay.engine.verdict import Code, Line, LineReason, Outcome, Refusal


class Deal:
    """The state that both details share."""

    __slots__ = ("at", "finished", "ground", "loser", "outcome", "phase", "purse", "rules", "seats")

    def __init__(self, rules: Rules, seats: int, pot: int, phase: Mapping[str, Any]) -> None:
        """Seat everyone; the pot is carried through unchanged (R)."""
        self.rules = rules
        self.seats = seats
        self.at = 0
        self.phase = phase
        self.ground = Ground(seats, rules.cards, rules.ranks, "PL-2")
        self.purse = Purse([0] * seats, pot)
        self.finished: list[int] = []
        self.loser: int | None = None
        self.outcome = "open"

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
        return self._out_of_phase(event)

    def verdict(self) -> Outcome:
        """Freeze the deal as far as it went (R)."""
        return Outcome(
            outcome=self.outcome,
            winner=self.finished[0] if self.finished else None,
            loser=self.loser,
            units=tuple(self.purse.units),
            pot=self.purse.pot,
            cards=self._cards(),
            finished=tuple(self.finished),
            lines=self.purse.lines,
        )

    def copy(self) -> Self:
        """Give a deal that goes on from here by itself."""
        other = object.__new__(type(self))
        other.rules, other.seats, other.ground = self.rules, self.seats, self.ground
        other.at, other.phase, other.outcome, other.loser = self.at, self.phase, self.outcome, self.loser
        other.finished = self.finished.copy()
        other.purse = Purse(self.purse.units.copy(), self.purse.pot, self.purse.payments.copy())
        return other

    def _out_of_phase(self, event: str) -> Refusal:
        raise NotImplementedError

    def _cards(self) -> tuple[int | None, ...]:
        """How many cards each seat holds; nobody knows at detail `score` (R)."""
        return (None,) * self.seats

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

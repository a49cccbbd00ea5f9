"""One deal of Pan as it goes at detail `score` (PL-8); reads no text, keeps no history.

Each method is one event, takes plain numbers, and raises `Refusal` by the rule that is broken.
"""

from gameplay.engine.offers import Offer
from gameplay.engine.pan import legal
from gameplay.engine.pan.deal import Deal
from gameplay.engine.pan.reading import SCORE
from gameplay.engine.pan.rules import Rules
from gameplay.engine.verdict import Code, Refusal


class ScoreDeal(Deal):
    """A deal of which only who went out is written down."""

    __slots__ = ()

    def __init__(self, rules: Rules, seats: int, pot: int) -> None:
        """Seat everyone."""
        super().__init__(rules, seats, pot, SCORE)

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

    def legal(self) -> tuple[Offer, ...]:
        """Give every kind of event that would be taken now (PL-8)."""
        return legal.scored(self) if self.phase is SCORE else legal.OVER

    def _out_of_phase(self, event: str) -> Refusal:
        return Refusal(Code.EVENT_WRONG_DETAIL, "PL-8", event=event, detail="score")

    def _check_in(self, seat: int) -> None:
        if seat in self.finished:
            raise Refusal(Code.OUT_REPEATED, "PL-8", seat=seat)

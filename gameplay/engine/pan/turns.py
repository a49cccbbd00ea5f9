"""Whose move it is in a deal of Pan, the time moves take, and how the last ones end it (PL-5, PL-7, PL-8).

Knows of the cards how many each seat holds and what lies on top of the pile; `play.py` moves them.
"""

from typing import Self

from gameplay.engine.pan.deal import Deal
from gameplay.engine.pan.reading import UNDEALT
from gameplay.engine.pan.rules import Rules
from gameplay.engine.verdict import Code, Refusal


class Turns(Deal):
    """A deal in which seats move in turn.

    `turn` is None as long as anybody may move. `after` and `before` lead from each seat to the next one with
    cards, so that seats that are out are never met. `pile` holds faces, which say what wild jokers stand for.
    """

    __slots__ = ("after", "before", "held", "is_escape", "made", "moves", "pile", "playing", "spent", "turn")

    def __init__(self, rules: Rules, seats: int, pot: int) -> None:
        """Seat everyone, with no cards yet."""
        super().__init__(rules, seats, pot, UNDEALT)
        self.turn: int | None = None
        self.held = [0] * seats
        self.pile: list[int] = []
        self.after = [*range(1, seats), 0]
        self.before = [seats - 1, *range(seats - 1)]
        self.playing = seats
        self.is_escape = False
        self.moves = 0
        self.made = [0] * seats
        self.spent = [0] * seats

    def flag(self, seat: int) -> None:
        """PL-8: the staff call time on a seat."""
        if not self.is_on_the_clock(seat):
            raise Refusal(Code.FLAG_NOT_POSSIBLE, "PL-8", seat=seat)
        self._lose("time", seat)

    def is_on_the_clock(self, seat: int) -> bool:
        """PL-8: whether a seat has cards, and moves still to make in its time."""
        return self.held[seat] > 0 and self.made[seat] < self.rules.timed_moves

    def copy(self) -> Self:
        """Give a deal that goes on from here by itself."""
        other = super().copy()
        other.turn, other.held, other.pile = self.turn, self.held.copy(), self.pile.copy()
        other.after, other.before = self.after.copy(), self.before.copy()
        other.playing, other.is_escape, other.moves = self.playing, self.is_escape, self.moves
        other.made, other.spent = self.made.copy(), self.spent.copy()
        return other

    def _cards(self) -> tuple[int | None, ...]:
        return tuple(self.held)

    def _is_late(self, seat: int, ms: int, counts: int) -> bool:
        """PL-8: time is up for a seat that has not made its moves; a late move does not stand."""
        self.spent[seat] += ms
        if self.spent[seat] > self.rules.ms_allowed and self.made[seat] < self.rules.timed_moves:
            self._lose("time", seat)
            return True
        self.made[seat] += counts
        return False

    def _go_out(self, seat: int) -> None:
        """PL-8: record the place; from now on turns pass the seat by."""
        self.finished.append(seat)
        self.playing -= 1
        self.after[self.before[seat]] = self.after[seat]
        self.before[self.after[seat]] = self.before[seat]

    def _pass_on(self, seat: int) -> None:
        """PL-5, PL-7: count the move and say who is next; the way back never outlasts one step.

        A take of no card turns nothing back: it leaves the opener on top, a heart.
        """
        self.moves += 1
        if self.playing < 2:
            self._finish(seat)
        elif self.moves == self.rules.max_moves:
            self._end("drawn")
        elif not self.rules.spades_back or self.pile[-1] not in self.rules.spades:
            self.turn = self.after[seat]
        elif self.playing == 2 and self.held[seat] and self.rules.lone_pair_moves_again:
            self.turn = seat
        else:
            self.turn = self.before[seat]

    def _finish(self, seat: int) -> None:
        """PL-8: one seat alone holds cards and loses, unless an escape or the limit of moves saves it."""
        if self.is_escape:
            if self.playing:
                self._lose("lost", seat)
            else:
                self._end("drawn")
        elif not self.rules.last_escape:
            self._lose("lost", self.after[seat])
        elif self.moves == self.rules.max_moves:
            self._end("drawn")
        else:
            self.is_escape = True
            self.turn = self.after[seat]

"""Plays a deal of Polish Pan card by card (detail `play`), every card known to the engine; writes no record.

The players know their own cards alone; what the scorer writes of all that is the business of `scorer.py`.
"""

from typing import TYPE_CHECKING, Any, Final

from gameplay.engine.pan.play import PlayDeal
from gameplay.engine.pan.rules import Rules
from gameplay.simulate.pan.player import Move, chosen, moves, opened
from gameplay.simulate.pan.scorer import Scorer

if TYPE_CHECKING:
    from random import Random

AGREED: Final = 0.015
"""How many deals the players agree to draw, at any point."""
_WEARY: Final = (60, 0.02)
"""After how many moves a seat players grow weary, and how many then agree to draw at each move."""
_MOVES_MOST: Final = 1_500
"""After so many moves everybody agrees."""
_PACE: Final = (0.35, 1.0)
"""The share of the time for a move that the quickest and the slowest player need on average."""
_CALLED: Final = 0.5
"""How often the staff call time on a player who thinks too long, before a move is made."""
_SLIP: Final = 0.004
"""How many moves the scorer first writes down wrong."""
_LUCK: Final = (0.2, 1.6)
"""How far the best and the worst player misjudge a move."""


def pan_play(rules: Rules, seats: int, rng: "Random") -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Give the keys that the header has besides (`first`, or none), and the events of one deal, to its end.

    Raises the engine's `Refusal` for a wrong number of seats.
    """
    rules.check_seats(seats)
    hands = _dealt(rules, seats, rng)
    deal = PlayDeal(rules, seats, 0, None)
    deal.deal(hands, None)
    table = _Table(deal, Scorer(rules, hands, rng), rng)
    while deal.outcome == "open":
        table.go_on()
    return table.scorer.header, table.scorer.written()


def _dealt(rules: Rules, seats: int, rng: "Random") -> list[list[int]]:
    """PL-3: deal the shuffled pack one at a time, from any seat."""
    pack = [*range(rules.joker), *[rules.joker] * rules.copies[rules.joker]]
    rng.shuffle(pack)
    start = rng.randrange(seats)
    return [pack[(seat - start) % seats :: seats] for seat in range(seats)]


class _Table:
    """The deal, its players' gifts and clocks, and the scorer beside it."""

    def __init__(self, deal: PlayDeal, scorer: Scorer, rng: "Random") -> None:
        self.deal, self.scorer, self.rng = deal, scorer, rng
        self.luck = [rng.uniform(*_LUCK) for _ in range(deal.seats)]
        self.pace = [rng.uniform(*_PACE) * _usual_ms(deal.rules) for _ in range(deal.seats)]
        self.agrees_after = rng.randrange(10 * deal.seats) if rng.random() < AGREED else _MOVES_MOST

    def go_on(self) -> None:
        """Let the seat to move move, or everybody agree to draw."""
        deal = self.deal
        patience, share = _WEARY
        is_weary = deal.moves > patience * deal.seats and self.rng.random() < share
        if deal.moves >= self.agrees_after or is_weary:
            self.scorer.drawn()
            deal.drawn()
            return
        thought = moves(deal) if deal.pile else [opened(deal.rules, deal.hands[self._mover()], self.rng)]
        move = chosen(deal, thought, self.luck[self._mover()], self.rng) if len(thought) > 1 else thought[0]
        if self.rng.random() < _SLIP:
            self.scorer.slipped(self._mover(), self.rng.choice(thought), deal)
        self._make(move)

    def _make(self, move: Move) -> None:
        deal, seat = self.deal, self._mover()
        ms = self._thinking_time(seat)
        is_late = deal.is_on_the_clock(seat) and deal.spent[seat] + ms > deal.rules.ms_allowed
        if is_late and self.rng.random() < _CALLED:
            self.scorer.flagged(seat)
            deal.flag(seat)
            return
        self.scorer.moved(seat, move, ms, deal)
        if not move.cards:
            deal.take(seat, None, ms)
        elif deal.pile:
            deal.play(seat, [*move.cards], move.stands_for, ms)
        else:
            deal.open(seat, [*move.cards], None, ms)

    def _mover(self) -> int:
        assert self.deal.turn is not None  # noqa: S101 - every hand is known, so the opener's holder is too
        return self.deal.turn

    def _thinking_time(self, seat: int) -> int:
        return round(self.pace[seat] * self.rng.uniform(0.2, 1.8))


def _usual_ms(rules: Rules) -> int:
    return rules.ms_allowed // rules.timed_moves if rules.is_timed else 8_000

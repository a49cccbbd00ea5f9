"""One player of Pan at the table: which play or take to choose; sees no card but its own and the pile.

Players keep fours and threes together, leave no low cards behind under a high pile, take it down rather than
wait, save jokers, and stop whoever is about to go out, with a spade if that turns the move back.
"""

from bisect import bisect_right
from typing import TYPE_CHECKING, Final, NamedTuple

from gameplay.engine.pan.rules import PACKETS, Rules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from gameplay.engine.pan.play import PlayDeal

_TURNS_FOR: Final = {
    "same_or_lower": (0.0, 1.0, 1.8, 1.2, 1.0),
    "same": (0.0, 1.0, 1.9, 2.2, 1.0),
    "openers": (0.0, 1.0, 2.0, 2.9, 1.0),
}
"""By `triple_rule`, how many turns so many cards of a rank take: four go at once, three perhaps."""
_WILD: Final = 0.6
"""The same of each wild joker, which goes with whatever there is."""
_WALL: Final = 0.5
"""How many turns each card of the pile costs that lies above the lowest card one holds."""
_STUCK: Final = 0.2
"""How many turns each card costs, besides, that is below the top."""
_FEW: Final = 3
"""How many cards a seat holds when it is about to go out and must be stopped."""
_STOP: Final = 0.15
"""What each rank is worth in front of a seat that is about to go out."""
_TURN_BACK: Final = 1.0
"""What it is worth to move again, or to pass the move from a seat with few cards to one with many."""
_OUT: Final = 100.0
_OPENS_WITH_FOUR: Final = 0.85


class Move(NamedTuple):
    """A play, bottom to top; `stands_for` is the rank of wild jokers alone. No cards: a take."""

    cards: tuple[int, ...]
    stands_for: int | None = None


TAKE: Final = Move(())


def opened(rules: Rules, hand: list[int], rng: "Random") -> Move:
    """Open with all four of the opening rank, or with the opener alone (PL-4)."""
    others = [card for card in rules.openers if card != rules.opener]
    if all(hand[card] for card in others) and rng.random() < _OPENS_WITH_FOUR:
        rng.shuffle(others)
        return Move((rules.opener, *others))
    return Move((rules.opener,))


def moves(deal: "PlayDeal") -> list[Move]:
    """Give what the seat to move thinks of: plays of every number, rank and suit on top; and the take."""
    assert deal.turn is not None  # noqa: S101 - after the opening somebody is to move
    thought = list(_plays(deal, deal.hands[deal.turn]))
    if len(deal.pile) > 1 or deal.rules.zero_take:
        thought.append(TAKE)
    return thought


def _plays(deal: "PlayDeal", hand: list[int]) -> "Iterator[Move]":
    """PL-5: of each rank from the top upwards the packets that fit; wild jokers alone as the lowest rank."""
    rules, ranks = deal.rules, len(deal.rules.ranks)
    top, jokers = rules.ranks_of[deal.pile[-1]], hand[rules.joker]
    wild = jokers if rules.wild_joker is not None else 0
    for rank in range(top, ranks):
        held = [card for card in range(rank, rules.joker, ranks) if hand[card]]
        for size in _sizes(deal, rank, top):
            if held:
                yield from _packets(rules, held, wild, size)
            if size <= wild and rank <= top + (size == 4):
                yield Move((rules.joker,) * size, rank)
    if not wild:
        yield from (Move((rules.joker,) * size) for size in _sizes(deal, ranks, top) if size <= jokers)


def _sizes(deal: "PlayDeal", rank: int, top: int) -> list[int]:
    fits = (True, deal.rules.triple_fits(rank, top, len(deal.pile)), rank > top)
    return [size for size, fit in zip(PACKETS, fits, strict=True) if fit]


def _packets(rules: Rules, held: list[int], wild: int, size: int) -> "Iterator[Move]":
    """Single cards of every suit; of three and four the one with a spade on top and one without."""
    if size == 1:
        yield from (Move((card,)) for card in held)
    elif len(held) + wild >= size:
        cards = (rules.joker,) * (size - len(held)) + tuple(held[-size:])
        yield Move(cards)
        if rules.spades_back and cards[-1] in rules.spades:
            yield Move((cards[-1], *cards[:-1]))


class View:
    """What the seat to move sees, counted once a turn."""

    def __init__(self, deal: "PlayDeal") -> None:
        """Count hand and pile by rank, jokers above all others, and see whose turn would follow."""
        assert deal.turn is not None  # noqa: S101 - as in `moves`
        rules, seat = deal.rules, deal.turn
        self.deal, self.rules, self.held = deal, rules, deal.held[seat]
        self.ranks, hand = len(rules.ranks), deal.hands[seat]
        self.counts = [sum(hand[rank : rules.joker : self.ranks]) for rank in range(self.ranks)]
        self.counts.append(hand[rules.joker])
        self.pile = [rules.ranks_of[face] for face in deal.pile]
        self.turns_for = _TURNS_FOR[rules.options["triple_rule"]]
        self.next_held, self.before_held = deal.held[deal.after[seat]], deal.held[deal.before[seat]]

    def worth(self, move: Move) -> float:
        """Weigh a move by the turns that going out would take from then on, and by what it does to others."""
        size = len(move.cards)
        if size == self.held:
            return _OUT
        counts, pile = self.counts.copy(), self.pile
        if size:
            for card in move.cards:
                counts[self._rank(card)] -= 1
            rank = move.stands_for
            if rank is None:  # a wild joker has the lowest rank of all in a hand
                rank = max(self.rules.ranks_of[card] for card in move.cards)
            pile = pile + [rank] * size
        else:
            taken = self.deal.takeable()
            for card in taken:
                counts[self._rank(card)] += 1
            pile = pile[: len(pile) - len(taken)]
        return self._pressed(pile[-1]) + self._turned_back(move) - self._turns(counts, pile)

    def _turns(self, counts: list[int], pile: list[int]) -> float:
        """Guess how many turns it takes to go out with such a hand under such a pile."""
        *naturals, jokers = counts
        each = _WILD if self.rules.wild_joker is not None else 1.0
        turns = jokers * each + sum(map(self.turns_for.__getitem__, naturals))
        lowest = next((rank for rank, count in enumerate(naturals) if count), self.ranks)
        wall = len(pile) - bisect_right(pile, lowest)  # no play goes below the top, so a pile is in order
        return turns + _WALL * wall + _STUCK * sum(counts[: pile[-1]])

    def _pressed(self, rank: int) -> float:
        """A high top is a wall in front of a seat with few cards."""
        return _STOP * rank if self.next_held <= _FEW else 0.0

    def _turned_back(self, move: Move) -> float:
        """PL-7: with two left the mover may move again; else it matters who is nearer to going out."""
        if not self.rules.spades_back or not move.cards or move.cards[-1] not in self.rules.spades:
            return 0.0
        if self.deal.playing == 2:
            return _TURN_BACK if self.rules.lone_pair_moves_again else 0.0
        if self.next_held <= _FEW < self.before_held:
            return _TURN_BACK
        return -_TURN_BACK if self.before_held <= _FEW < self.next_held else 0.0

    def _rank(self, card: int) -> int:
        rank = self.rules.ranks_of[card]
        return rank if rank >= 0 else self.ranks


def chosen(deal: "PlayDeal", thought: list[Move], luck: float, rng: "Random") -> Move:
    """Choose the best of some moves; `luck` says how far a player misjudges."""
    view = View(deal)
    return max(thought, key=lambda move: view.worth(move) + rng.gauss(0, luck))

"""Which cards of Panguingue go together, and what a hand promises; decides no move, knows no profile.

A hand is a list of how many copies of each card it holds, by the engine's numbers: suit times ten plus rank.
"""

from typing import Final

from gameplay.engine.panguingue.melds import TRIPLES
from gameplay.engine.panguingue.rules import CARDS

Hand = list[int]
Meld = tuple[int, ...]


def _partners() -> tuple[tuple[tuple[int, int], ...], ...]:
    found: list[list[tuple[int, int]]] = [[] for _ in CARDS]
    for triple in TRIPLES:
        for card in sorted(set(triple)):
            left = list(triple)
            left.remove(card)
            found[card].append((left[0], left[1]))
    return tuple(map(tuple, found))


PARTNERS: Final = _partners()
"""For each card, the pairs that make a meld of three with it."""


def triples_with(hand: Hand, card: int) -> list[Meld]:
    """List the melds of three that a hand can lay with a card that it holds."""
    found = []
    for other, another in PARTNERS[card]:
        if hand[other] > (other == card) and hand[another] > (another == card) + (another == other):
            found.append(tuple(sorted((card, other, another))))
    return found


def pairs_for(hand: Hand, card: int) -> list[tuple[int, int]]:
    """List the pairs of a hand that make a meld with a card from elsewhere."""
    return [
        (other, another)
        for other, another in PARTNERS[card]
        if hand[other] and hand[another] > (another == other)
    ]


def promise(hand: Hand, card: int) -> int:
    """Weigh a card that the hand holds by the melds it is on the way to; a whole meld weighs most."""
    weight = 0
    for other, another in PARTNERS[card]:
        near = hand[other] > (other == card)
        also = hand[another] > (another == card) + (another == other)
        weight += 6 if near and also else near or also
    return weight


def strength(hand: Hand) -> int:
    """Weigh a whole hand."""
    return sum(count * promise(hand, card) for card, count in enumerate(hand) if count)

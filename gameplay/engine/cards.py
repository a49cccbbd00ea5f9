"""Card notation shared by both games (rule R); says nothing of what a card is worth or where it lies."""

from collections.abc import Mapping
from typing import Final

SUITS: Final = "cdhs"
RANKS: Final = "A23456789TJQK"
JOKER: Final = "Jk"
UNKNOWN: Final = "??"

NOTATION: Final = frozenset({rank + suit for rank in RANKS for suit in SUITS} | {JOKER})
"""Every text that is a card; `UNKNOWN` is not one."""


def numbering(ranks: str) -> dict[str, int]:
    """Number the cards of a pack with these ranks: suit times the number of ranks, plus the rank's place.

    One dict is decoder and check in one: a text that it lacks is not a card of this pack.
    """
    return {
        rank + suit: place * len(ranks) + order
        for place, suit in enumerate(SUITS)
        for order, rank in enumerate(ranks)
    }


def names(numbers: Mapping[str, int]) -> tuple[str, ...]:
    """Give the card texts back in the order of their numbers."""
    return tuple(sorted(numbers, key=numbers.__getitem__))

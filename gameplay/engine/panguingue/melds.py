"""Which cards make a meld and what it is worth (PG-3, PG-7, PG-9); knows no seat and no payment."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any, Final

INVALID: Final = -1

_RANKS: Final = 10
_ACE, _THREE, _FIVE, _SEVEN, _JACK, _KING = 0, 2, 4, 6, 7, 9
_VALLES: Final = frozenset({_THREE, _FIVE, _SEVEN})
_SUITS, _SPADES = 4, 3


def _triples() -> Iterator[tuple[int, int, int]]:
    for suit in range(0, _SUITS * _RANKS, _RANKS):
        for low in range(suit, suit + _RANKS - 2):
            yield low, low + 1, low + 2
    for rank in range(_RANKS):
        suits = range(rank, _SUITS * _RANKS, _RANKS)
        if rank in {_ACE, _KING}:
            yield from combinations_with_replacement(suits, 3)
        else:
            yield from ((card, card, card) for card in suits)
            yield from combinations(suits, 3)


TRIPLES: Final = tuple(_triples())
"""Every meld of three cards (PG-7), the same by all rules; any card of a larger meld is in one inside it."""


def meld_value(options: Mapping[str, Any], cards: Sequence[int]) -> int:
    """Give the units of a meld (PG-9), or `INVALID` when these cards are none (PG-7)."""
    if len(cards) < 3:
        return INVALID
    ranks = {card % _RANKS for card in cards}
    suits = {card // _RANKS for card in cards}
    if len(ranks) == 1:
        value = _set_value(options, min(ranks), len(suits), len(cards))
    elif len(suits) == 1 and len(ranks) == len(cards) == max(ranks) - min(ranks) + 1:
        value = _rope_value(options, ranks)
    else:
        return INVALID
    return 2 * value if value > 0 and options["spades_double"] and suits == {_SPADES} else value


def _set_value(options: Mapping[str, Any], rank: int, suits: int, size: int) -> int:
    kind = "valle_set" if rank in _VALLES else "nonvalle_set"
    if suits > 1:
        if not _may_mix(options, rank, suits, size):
            return INVALID
        if rank not in _VALLES:
            return 0
        kind = "mixed_valle_set"
    value: int = options[kind] + (size - 3) * options[f"{kind}_extra"]
    return value


def _may_mix(options: Mapping[str, Any], rank: int, suits: int, size: int) -> bool:
    if rank in {_ACE, _KING}:
        return True
    return suits == size if options["mixed_sets"] == "distinct" else suits >= 3


def _rope_value(options: Mapping[str, Any], ranks: set[int]) -> int:
    value: int = 0
    if _ACE in ranks and _THREE in ranks:
        value += options["low_rope"]
    if _JACK in ranks and _KING in ranks:
        value += options["high_rope"]
    return value

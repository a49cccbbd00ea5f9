"""The one exact division of units among people: largest remainder, equal remainders in turn.

Must not round a share alone (L-1), prefer anybody for the place he stands at (L-2), or touch a fraction.

Decision: equal remainders are served in a rotation, counted among those who tie and not among all, because
a rotation over all favours whoever stands behind a gap. A plain running number as turn is fair over full
rounds of one and the same division; `split_in_turn` is fair after every division, whatever the totals.
"""

from collections.abc import Sequence
from operator import index


class SplitError(ValueError):
    """Weights among which nothing can be divided; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def split(total: int, weights: Sequence[int], turn: int = 0) -> list[int]:
    """Divide `total` units by weight into whole shares that sum to exactly `total` (L-1).

    Each share is its exact value rounded down or up; the units left over go to the largest remainders.
    Of m people whose equal remainders compete for k units, those at `turn`, `turn` + 1, … `turn` + k - 1
    (modulo m, in the order given) get one, so that in m consecutive turns each of them gets exactly k
    (L-2). A negative total is the mirror image of the positive one at the same turn (L-6).

    Raises:
        SplitError: `split.no_weights`, `split.negative_weight`, `split.zero_weights`.
    """
    shares, tied, odd = _parts(abs(index(total)), weights)
    for step in range(odd):
        shares[tied[(turn + step) % len(tied)]] += 1
    return [-share for share in shares] if total < 0 else shares


def split_in_turn(total: int, weights: Sequence[int], turn: int) -> tuple[list[int], int]:
    """Divide like `split`, and give the turn for the next division.

    A positive total moves the turn on by the units that the turn decided; a negative one first moves it
    back by them, so that it takes from those who were served last. Hence, among the same people with
    equal weights, the odd units of any run of totals, of both signs, differ by at most one between any two
    of them at every moment, and permuting them changes nobody's sum by more than one unit (L-2).

    Raises:
        SplitError: as `split`.
    """
    _, tied, odd = _parts(abs(index(total)), weights)
    odd %= len(tied)  # enough for each of them is nothing for a turn to decide
    if total < 0:
        return split(total, weights, turn - odd), turn - odd
    return split(total, weights, turn), turn + odd


def _parts(size: int, weights: Sequence[int]) -> tuple[list[int], list[int], int]:
    """Give the shares without the odd units of a tie, the places that tie, and how many units are theirs."""
    whole = _weight_of_all(weights)
    quotients, remainders = zip(*(divmod(size * weight, whole) for weight in weights), strict=True)
    left = size - sum(quotients)
    if not left:
        return list(quotients), list(range(len(weights))), 0
    edge = sorted(remainders, reverse=True)[left - 1]
    shares = [quotient + (rest > edge) for quotient, rest in zip(quotients, remainders, strict=True)]
    tied = [place for place, rest in enumerate(remainders) if rest == edge]
    return shares, tied, size - sum(shares)


def _weight_of_all(weights: Sequence[int]) -> int:
    """Add up weights that can carry a division."""
    if not weights:
        raise SplitError("split.no_weights")
    if min(index(weight) for weight in weights) < 0:
        raise SplitError("split.negative_weight")
    whole = sum(weights)
    if not whole:
        raise SplitError("split.zero_weights")
    return whole

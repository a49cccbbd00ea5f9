"""The melds that collect most from a known hand, by exact search (PG-7 to PG-10); it lays nothing.

What counts is what the cards of the hand collect when they are laid as well as they can be: new melds, and
additions to melds that lie already. Loans are left out: they use cards that have collected before.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from gameplay.engine.panguingue.deal import MELDED_TO_WIN
from gameplay.engine.panguingue.melds import INVALID
from gameplay.engine.panguingue.rules import CARDS, RANKS, UNKNOWN_CARD, Rules

Cards = tuple[int, ...]

_RANKS: Final = len(RANKS)
_SUITS: Final = len(CARDS) // _RANKS

_END: Final[Cards] = (UNKNOWN_CARD,)
"""Comes after every meld: of two lists that begin alike, the longer one is the smaller."""

_Plan = tuple[int, int, tuple[Cards, ...]]
"""Units and cards, both negative, then the melds in order with `_END`: the smallest plan is the best."""

_NOTHING: Final[_Plan] = (0, 0, (_END,))


class Arrangement(NamedTuple):
    """The best use of a hand: new melds, and for each meld that lies already the cards to add.

    `units` is what all this collects from each payer, `left` what stays in the hand; `steps` tells in which
    parts a meld is laid.
    """

    melds: tuple[Cards, ...]
    layoffs: tuple[Cards, ...]
    units: int
    left: Cards


def best(rules: Rules, hand: Iterable[int], laid: Sequence[Cards] = ()) -> Arrangement:
    """Find what collects most from each payer with the cards of a hand, given one's melds that lie already.

    Of equals the one that uses most cards; then the melds that come first as sorted lists of sorted cards, a
    list before its own beginning; then the layoffs that come first. Unknown cards are left. Raises ValueError
    for more cards than a seat can come to have: eleven, those laid among them.
    """
    held = tuple(sorted(hand))
    if len(held) + sum(map(len, laid)) > MELDED_TO_WIN:
        raise ValueError(len(held))
    known = tuple(card for card in held if card != UNKNOWN_CARD)
    search = _Search(rules)
    (units, _, melds), layoffs = min(_plans(search, known, laid))
    left = _without(held, (card for cards in (*melds[:-1], *layoffs) for card in cards))
    return Arrangement(melds[:-1], layoffs, -units, left)


def collected(rules: Rules, cards: Cards, onto: Cards = ()) -> int:
    """Give what laying cards collects from each payer, in the best steps; `INVALID` if it is no meld."""
    if rules.value(tuple(sorted(onto + cards))) == INVALID:
        return INVALID
    return max(_paid(rules, parts, onto) for parts in _ways(cards, onto))


def steps(rules: Rules, cards: Cards, onto: Cards = ()) -> tuple[Cards, ...]:
    """Tell in which parts cards are laid so that they collect most, in as few as that takes.

    What a meld loses is not given back (PG-10): a set of one suit collects before other suits join it, and
    once more when it grows after that. The first part is a meld, or a layoff if the cards go `onto` one; the
    others are layoffs.
    """
    ways = _ways(cards, onto)
    return max(ways, key=lambda parts: (_paid(rules, parts, onto), -len(parts)))


def _paid(rules: Rules, parts: Sequence[Cards], onto: Cards) -> int:
    """PG-10: what laying parts one after the other collects; `INVALID` if one of them may not be laid so."""
    units, before = 0, rules.value(onto) if onto else 0
    for part in parts:
        onto = tuple(sorted(onto + part))
        value = rules.value(onto)
        if value == INVALID:
            return INVALID
        units += max(0, value - before)
        before = value
    return units


def _ways(cards: Cards, onto: Cards) -> Iterator[tuple[Cards, ...]]:
    """Give the ways that may collect most: at once, or some of one suit, as few others as may join, the rest.

    Within one suit, and once a set is mixed, values never fall as a meld grows, so steps there are of no use.
    """
    yield (cards,)
    suits = {card // _RANKS for card in onto + cards}
    for suit in suits if len(suits) > 1 else ():
        own = tuple(card for card in cards if card // _RANKS == suit)
        if any(card // _RANKS != suit for card in onto) or len(onto) + len(own) < 3:
            continue
        others = _without(cards, own)
        joining = _first_of_suits(others)
        for size in range(max(0, 3 - len(onto)), len(own) + 1):
            yield _told((own[:size], own[size:] + others))
            for few in (joining[:1], joining[:2]):
                yield _told((own[:size], few, own[size:] + _without(others, few)))


def _first_of_suits(cards: Cards) -> Cards:
    return tuple({card // _RANKS: card for card in cards}.values())


def _told(parts: Sequence[Cards]) -> tuple[Cards, ...]:
    return tuple(tuple(sorted(part)) for part in parts if part)


def _plans(
    search: "_Search", cards: Cards, laid: Sequence[Cards]
) -> Iterator[tuple[_Plan, tuple[Cards, ...]]]:
    """Give for every choice of layoffs the best melds beside them."""
    if not laid:
        yield search.plan(cards), ()
        return
    for units, added in search.layoffs(cards, laid[0]):
        for (also, used, melds), others in _plans(search, _without(cards, added), laid[1:]):
            yield (also - units, used - len(added), melds), (added, *others)


class _Search:
    """Plans by the cards that they are made of; the lowest card is either left or in a meld."""

    __slots__ = ("_plans", "_rules")

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._plans: dict[Cards, _Plan] = {}

    def plan(self, cards: Cards) -> _Plan:
        """Give the best plan of sorted cards.

        The same meld added to two sorted lists keeps their order: the best of a rest is best in the whole.
        """
        if len(cards) < 3:
            return _NOTHING
        found = self._plans.get(cards)
        if found is None:
            found = self._plans[cards] = min((self.plan(cards[1:]), *self._with_lowest(cards)))
        return found

    def layoffs(self, cards: Cards, meld: Cards) -> Iterator[tuple[int, Cards]]:
        """Give what may be added to a meld, nothing among it, and what that collects."""
        yield 0, ()
        for added in _additions(cards, meld):
            if added and (units := collected(self._rules, added, meld)) != INVALID:
                yield units, added

    def _with_lowest(self, cards: Cards) -> Iterator[_Plan]:
        for meld in _melds_from(cards):
            units = collected(self._rules, meld)
            if units != INVALID:
                also, used, melds = self.plan(_without(cards, meld))
                yield also - units, used - len(meld), tuple(sorted((meld, *melds)))


def _melds_from(cards: Cards) -> Iterator[Cards]:
    """Give all that may be a meld with the lowest of sorted cards: ropes, and cards of its rank."""
    lowest = cards[0]
    rope = (lowest, *_run(cards, lowest, 1))
    yield from (rope[:size] for size in range(3, len(rope) + 1))
    alike = [card for card in cards[1:] if card % _RANKS == lowest % _RANKS]
    for others in _choices(alike) if len(alike) >= 2 else ():
        if len(others) >= 2:
            yield (lowest, *others)


def _additions(cards: Cards, meld: Cards) -> Iterator[Cards]:
    """Give all that may be added to a meld: cards of the rank of a set, or both ends of a rope."""
    low, high = min(meld), max(meld)
    if low % _RANKS == high % _RANKS:
        yield from _choices([card for card in cards if card % _RANKS == low % _RANKS])
        return
    below, above = _run(cards, low, -1), _run(cards, high, 1)
    for down, up in product(range(len(below) + 1), range(len(above) + 1)):
        yield tuple(sorted(below[:down] + above[:up]))


def _run(cards: Cards, start: int, step: int) -> Cards:
    """Give the cards that follow one card in its suit without a gap."""
    run = []
    card = start + step
    while card in cards and card // _RANKS == start // _RANKS:
        run.append(card)
        card += step
    return tuple(run)


def _choices(cards: Sequence[int]) -> Iterator[Cards]:
    """Give every bag of cards that these hold, each once."""
    counts = Counter(cards)
    for chosen in product(*(range(count + 1) for count in counts.values())):
        yield tuple(card for card, count in zip(counts, chosen, strict=True) for _ in range(count))


def _without(cards: Cards, taken: Iterable[int]) -> Cards:
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)

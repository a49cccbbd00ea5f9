"""What a player can borrow from melds that lie, and what that collects (PG-8, PG-10); chooses nothing."""

from typing import TYPE_CHECKING, NamedTuple

from gameplay.simulate.panguingue.fits import PARTNERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gameplay.engine.panguingue.rules import Rules
    from gameplay.simulate.panguingue.fits import Hand, Meld


class Loan(NamedTuple):
    """A meld of three: `fresh` cards of the hand, the others by meld index; `left` is what those melds keep.

    `units` is what it collects from each payer, `loss` what the melds that lend are worth less.
    """

    cards: "Meld"
    fresh: "Meld"
    lent: dict[int, list[int]]
    left: "dict[int, Meld]"
    units: int
    loss: int


def loans(rules: "Rules", hand: "Hand", melds: "Sequence[Meld]") -> "Iterator[Loan]":
    """Give for each three cards the loan that takes the fewest, and every split of one meld in two."""
    seen = set()
    for spare in _spares(rules, melds):
        for pair in PARTNERS[spare]:
            cards = tuple(sorted((spare, *pair)))
            if cards not in seen:
                seen.add(cards)
                yield from _with_hand(rules, hand, melds, cards)
                yield from _splits(rules, melds, cards)


def _spares(rules: "Rules", melds: "Sequence[Meld]") -> list[int]:
    """Give the cards that some meld can do without."""
    return [
        card
        for meld in melds
        if len(meld) > 3
        for card in dict.fromkeys(meld)
        if rules.value(_without(meld, (card,))) >= 0
    ]


def _with_hand(rules: "Rules", hand: "Hand", melds: "Sequence[Meld]", cards: "Meld") -> "Iterator[Loan]":
    fresh = tuple(card for place, card in enumerate(cards) if hand[card] > cards[:place].count(card))
    if 0 < len(fresh) < 3 and (lent := _lent(rules, melds, cards, _without(cards, fresh))):
        yield _valued(rules, melds, cards, fresh, lent)


def _splits(rules: "Rules", melds: "Sequence[Meld]", cards: "Meld") -> "Iterator[Loan]":
    for index, meld in enumerate(melds):
        if len(meld) >= 6 and (lent := _lent(rules, (meld,), cards, cards)):
            yield _valued(rules, melds, cards, (), {index: lent[0]})


def _lent(
    rules: "Rules", melds: "Sequence[Meld]", cards: "Meld", lacking: "Sequence[int]"
) -> dict[int, list[int]] | None:
    """Find for each card that is lacking the first meld that can spare it, besides what it lends already."""
    if rules.value(cards) < 0:
        return None
    lent: dict[int, list[int]] = {}
    for card in lacking:
        for index, meld in enumerate(melds):
            given = [*lent.get(index, ()), card]
            if card in meld and rules.value(_without(meld, given)) >= 0:
                lent[index] = given
                break
        else:
            return None
    return lent


def _valued(
    rules: "Rules", melds: "Sequence[Meld]", cards: "Meld", fresh: "Meld", lent: dict[int, list[int]]
) -> Loan:
    left = {index: _without(melds[index], given) for index, given in lent.items()}
    gains = [rules.value(kept) - rules.value(melds[index]) for index, kept in left.items()]
    value = rules.value(cards)
    if rules.splits_gain and not fresh and len(gains) == 1:
        units = max(0, value + gains[0])
    else:
        units = value + sum(max(0, gain) for gain in gains)
    return Loan(cards, fresh, lent, left, units, -sum(min(0, gain) for gain in gains))


def _without(meld: "Meld", given: "Sequence[int]") -> "Meld":
    """Give what is left of a meld; no meld at all if it does not hold so many copies of a card."""
    left = list(meld)
    for card in given:
        if card not in left:
            return ()
        left.remove(card)
    return tuple(left)

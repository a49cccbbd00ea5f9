"""What may happen next in a deal of Panguingue, as far as hands are known (PG-4 to PG-13); changes nothing.

It reads the same state and asks the same rules as the events do; the tests try every event against it.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

from gameplay.engine.cards import UNKNOWN
from gameplay.engine.offers import Cards, Offer
from gameplay.engine.panguingue.melds import TRIPLES
from gameplay.engine.panguingue.rules import CARDS, NAMES, RANKS, UNKNOWN_CARD

if TYPE_CHECKING:
    from gameplay.engine.panguingue.deal import Deal
    from gameplay.engine.panguingue.play import PlayDeal

_RANKS: Final = len(RANKS)

OVER: Final[tuple[Offer, ...]] = ()
_MISDEAL: Final = Offer("misdeal", {})
_EXHAUSTED: Final = Offer("exhausted", {})
UNDEALT: Final = (Offer("deal", {}), _MISDEAL)


def scored(deal: "Deal") -> tuple[Offer, ...]:
    """At detail `score`: what may be written down; which cards is open."""
    playing = _playing(deal)
    declaring = () if deal.is_melded else (Offer("stay", {"seat": playing}), Offer("drop", {"seat": playing}))
    layoffs = (
        Offer("layoff", {"seat": (seat,), "meld": tuple(range(len(deal.melds[seat])))})
        for seat in playing
        if deal.melds[seat]
    )
    return (*declaring, Offer("meld", {"seat": playing}), *layoffs, *_staff(deal), _EXHAUSTED)


def declarations(deal: "PlayDeal") -> tuple[Offer, ...]:
    """PG-5: one seat stays or drops."""
    return Offer("stay", {"seat": (deal.mover,)}), Offer("drop", {"seat": (deal.mover,)}), _MISDEAL


def draws(deal: "PlayDeal") -> tuple[Offer, ...]:
    """PG-6, PG-12: the seat to move draws, another one may force it first, or the deal is exhausted."""
    exhausted = (_EXHAUSTED,) if deal.is_exhausted() else ()
    return (*_stock(deal), *_pile(deal), *_forces(deal), *_staff(deal), *exhausted)


def moves(deal: "PlayDeal") -> tuple[Offer, ...]:
    """PG-6 to PG-8: after the draw the seat to move melds, lays off or discards."""
    usable = [card for card in CARDS.values() if deal.may_use(deal.mover, (card,))]
    melds = () if deal.must_lay_off() else _melds(deal, usable)
    return (*melds, *_layoffs(deal, usable), *_discards(deal, usable), *_staff(deal))


def _playing(deal: "Deal") -> tuple[int, ...]:
    return tuple(seat for seat in range(deal.seats) if not deal.dropped[seat] and not deal.fouled[seat])


def _staff(deal: "Deal") -> tuple[Offer, ...]:
    return Offer("foul", {"seat": _playing(deal)}), _MISDEAL


def _forces(deal: "PlayDeal") -> Iterator[Offer]:
    if deal.rules.is_forcing and deal.may_be_forced():
        by = tuple(seat for seat in _playing(deal) if seat != deal.mover)
        yield Offer("force", {"seat": (deal.mover,), "by": by})


def _stock(deal: "PlayDeal") -> Iterator[Offer]:
    if not deal.is_forced and (deal.stock or deal.can_refill()):
        back = () if deal.stock else deal.pile[:-1]
        yield from _draw(deal, "stock", _hidden(deal, back), must_be_named=not deal.rules.keeps_drawn)


def _pile(deal: "PlayDeal") -> Iterator[Offer]:
    if not deal.may_take_top():
        return
    top = deal.pile[-1]
    if top == UNKNOWN_CARD:
        yield from _draw(deal, "discard", _hidden(deal), must_be_named=deal.asks_of_discard())
    else:
        yield from _draw(deal, "discard", (NAMES[top],), must_be_named=False)


def _draw(deal: "PlayDeal", source: str, cards: Cards, *, must_be_named: bool) -> Iterator[Offer]:
    """PG-6: a card that need not be named may be left out, and in a draw from the stock be `??`."""
    needs = ("card",) if must_be_named else ()
    if source == "stock" and not must_be_named:
        cards += (UNKNOWN,)
    if cards or not must_be_named:
        yield Offer("draw", {"seat": (deal.mover,), "from": (source,), "card": cards}, needs=needs)


def _hidden(deal: "PlayDeal", back: Sequence[int] = ()) -> Cards:
    """PG-2: what an unknown card may be: cards of which not every copy is located, or that go `back`."""
    located, limits = deal.located, deal.rules.limits
    return tuple(name for name, card in CARDS.items() if located[card] < limits[card] or card in back)


def _melds(deal: "PlayDeal", usable: Sequence[int]) -> Iterator[Offer]:
    """PG-7, PG-8: the melds of three from the hand: each that the hand can lay holds one; loans are open."""
    uses, held = deal.uses(), set(usable)
    cards = tuple(
        _named(triple)
        for triple in TRIPLES
        if held.issuperset(triple) and (uses is None or uses in triple) and deal.may_use(deal.mover, triple)
    )
    if cards or any(len(meld) > 3 for meld in deal.melds[deal.mover]):
        yield Offer("meld", {"seat": (deal.mover,)}, cards=cards, uses=_name(uses))


def _layoffs(deal: "PlayDeal", usable: Sequence[int]) -> Iterator[Offer]:
    """PG-7: for each own meld the smallest additions; perhaps none of them uses the card that must be."""
    uses = deal.uses()
    for index, meld in enumerate(deal.melds[deal.mover]):
        if additions := _additions(deal, meld, usable):
            cards = tuple(_named(each) for each in additions if uses is None or uses in each)
            yield Offer("layoff", {"seat": (deal.mover,), "meld": (index,)}, cards=cards, uses=_name(uses))


def _discards(deal: "PlayDeal", usable: Sequence[int]) -> Iterator[Offer]:
    if cards := tuple(NAMES[card] for card in usable if deal.may_discard(card)):
        yield Offer("discard", {"seat": (deal.mover,), "card": cards})


def _additions(deal: "PlayDeal", meld: tuple[int, ...], usable: Sequence[int]) -> list[tuple[int, ...]]:
    """Single cards; to a set of one suit perhaps two of other suits, where `mixed_sets` asks for three."""
    value = deal.rules.value
    found: list[tuple[int, ...]] = [(card,) for card in usable if value((*meld, card)) >= 0]
    if meld[0] == meld[-1]:
        others = [card for card in usable if card % _RANKS == meld[0] % _RANKS and card != meld[0]]
        pairs = [
            pair for pair in combinations(others, 2) if (pair[0],) not in found and (pair[1],) not in found
        ]
        found += [pair for pair in pairs if value(meld + pair) >= 0 and deal.may_use(deal.mover, pair)]
    return found


def _named(cards: tuple[int, ...]) -> Cards:
    return tuple(NAMES[card] for card in cards)


def _name(card: int | None) -> str | None:
    return None if card is None else NAMES[card]

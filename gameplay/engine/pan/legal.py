"""What may happen next in a deal of Pan, as far as hands are known (PL-3 to PL-8); changes nothing.

It reads the same state and the same tables as the events do; the tests try every event against it. The
choices of cards in offers to play are complete, and each may be played in any order, the opener lowest.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

from gameplay.engine.cards import JOKER
from gameplay.engine.offers import Cards, Offer
from gameplay.engine.pan.rules import OPENING_RANK, PACKETS, WILD

if TYPE_CHECKING:
    from gameplay.engine.pan.play import PlayDeal
    from gameplay.engine.pan.score import ScoreDeal

OVER: Final[tuple[Offer, ...]] = ()
UNDEALT: Final = (Offer("deal", {}),)
_DRAWN: Final = Offer("drawn", {})


@dataclass(frozen=True, slots=True)
class _Stock:
    """What a seat may have of one rank: `held` cards and `jokers`, and what its unknown cards may be.

    Of those, `hidden` and `hidden_jokers`, there are `unknown` at most.
    """

    held: Cards
    hidden: Cards
    jokers: int
    hidden_jokers: int
    unknown: int

    def choices(self, size: int, jokers: int) -> Iterator[Cards]:
        """Give every choice of so many cards, so many of them jokers, once."""
        unseen_jokers = max(0, jokers - self.jokers)
        if size < jokers or unseen_jokers > min(self.unknown, self.hidden_jokers):
            return
        for naturals in combinations(self.held + self.hidden, size - jokers):
            if unseen_jokers + sum(card in self.hidden for card in naturals) <= self.unknown:
                yield naturals + (JOKER,) * jokers


def scored(deal: "ScoreDeal") -> tuple[Offer, ...]:
    """PL-8: at detail `score`, who may go out or lose."""
    seats = {"seat": tuple(seat for seat in range(deal.seats) if seat not in deal.finished)}
    flags = (Offer("flag", seats),) if deal.rules.is_timed else ()
    return (Offer("out", seats), Offer("lost", seats), *flags, _DRAWN)


def openings(deal: "PlayDeal") -> tuple[Offer, ...]:
    """PL-4: who may open, and how."""
    seats = range(deal.seats) if deal.turn is None else (deal.turn,)
    return (*(offer for seat in seats for offer in _opening(deal, seat)), *_staff(deal))


def moves(deal: "PlayDeal") -> tuple[Offer, ...]:
    """PL-5, PL-6: what the seat to move may play, and what it would take."""
    if deal.turn is None:  # never after the opening; for the type alone
        return OVER
    return (*_plays(deal, deal.turn), *_takes(deal, deal.turn), *_staff(deal))


def _staff(deal: "PlayDeal") -> Iterator[Offer]:
    """PL-8: on whom time can be called; and players may always agree to draw."""
    if late := tuple(seat for seat in range(deal.seats) if deal.is_on_the_clock(seat)):
        yield Offer("flag", {"seat": late})
    yield _DRAWN


def _opening(deal: "PlayDeal", seat: int) -> Iterator[Offer]:
    """PL-4: the opener alone or with its three equals, lowest; a joker never opens."""
    stock = _stock(deal, seat, OPENING_RANK)
    opener = deal.rules.names[deal.rules.opener]
    if opener in stock.held + stock.hidden:
        equals = [deal.rules.names[card] for card in deal.rules.openers if card != deal.rules.opener]
        packets = ((opener, *equals),) if any(stock.choices(4, 0)) else ()
        yield _play(seat, ((opener,), *packets), uses=opener)


def _takes(deal: "PlayDeal", seat: int) -> Iterator[Offer]:
    """PL-6."""
    taken = deal.takeable()
    if taken or deal.rules.zero_take:
        yield Offer("take", {"seat": (seat,)}, cards=(tuple(deal.rules.names[card] for card in taken),))


def _plays(deal: "PlayDeal", seat: int) -> Iterator[Offer]:
    """PL-5: no play ever goes below the top, whatever its number of cards."""
    rules = deal.rules
    for rank in range(rules.ranks_of[deal.pile[-1]], len(rules.ranks)):
        yield from _of_rank(deal, seat, rank)
    rank = rules.ranks_of[rules.joker]
    if rank != WILD:
        jokers = _stock(deal, seat, rank)
        if cards := tuple(choice for size in _fitting(deal, rank) for choice in jokers.choices(size, size)):
            yield _play(seat, cards)


def _play(
    seat: int,
    cards: tuple[Cards, ...],
    stands_for: Cards = (),
    needs: tuple[str, ...] = (),
    uses: str | None = None,
) -> Offer:
    return Offer("play", {"seat": (seat,), "as": stands_for}, needs, cards, uses)


def _fitting(deal: "PlayDeal", rank: int) -> list[int]:
    """PL-5: how many cards of a rank that is not below the top may be played."""
    top = deal.rules.ranks_of[deal.pile[-1]]
    fits = {1: True, 3: deal.rules.triple_fits(rank, top, len(deal.pile)), 4: rank > top}
    return [size for size in PACKETS if fits[size]]


def _of_rank(deal: "PlayDeal", seat: int, rank: int) -> Iterator[Offer]:
    """PL-5: natural cards; with wild jokers, which may say `as`; wild jokers alone, which must."""
    stock, sizes = _stock(deal, seat, rank), _fitting(deal, rank)
    if plain := tuple(choice for size in sizes for choice in stock.choices(size, 0)):
        yield _play(seat, plain)
    if deal.rules.wild_joker is None:
        return
    name = (deal.rules.ranks[rank],)
    mixes = [(size, jokers) for size in sizes for jokers in range(1, size)]
    if mixed := tuple(choice for size, jokers in mixes for choice in stock.choices(size, jokers)):
        yield _play(seat, mixed, name)
    if alone := tuple(choice for size in sizes for choice in stock.choices(size, size)):
        yield _play(seat, alone, name, needs=("as",))


def _stock(deal: "PlayDeal", seat: int, rank: int) -> _Stock:
    rules, hand = deal.rules, deal.hands[seat]
    unknown = hand[rules.unknown]
    naturals = range(rank, rules.joker, len(rules.ranks)) if rank < len(rules.ranks) else ()
    return _Stock(
        held=tuple(rules.names[card] for card in naturals if hand[card]),
        hidden=tuple(rules.names[card] for card in naturals if unknown and not deal.located[card]),
        jokers=hand[rules.joker],
        hidden_jokers=rules.copies[rules.joker] - deal.located[rules.joker],
        unknown=unknown,
    )

"""A deal of Panguingue as people see it: melds, hands, pile and stock in texts; it changes nothing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from gameplay.engine.panguingue.deal import Deal
from gameplay.engine.panguingue.play import PlayDeal
from gameplay.engine.panguingue.reading import DECLARING, PLAYING
from gameplay.engine.panguingue.rules import CARDS, NAMES, UNKNOWN_CARD
from gameplay.engine.panguingue.turn import NOTHING

Cards = tuple[str, ...]

MELD: Final = "meld"
HAND: Final = "hand"
PILE: Final = "pile"


class Place(NamedTuple):
    """Where copies of a card lie: in a meld or hand of a seat, or in the discard pile (PG-2)."""

    kind: str
    seat: int | None
    meld: int | None
    copies: int


class Table:
    """One state of a deal. At detail `score` there are no hands, no pile, no stock and no turn."""

    __slots__ = ("_deal",)

    game: Final = "panguingue"

    def __init__(self, deal: Deal) -> None:
        """Look at a deal that nobody changes any more."""
        self._deal = deal

    def plain(self, event: Any) -> dict[str, Any]:
        """Give what the rules read of an event, or raise the `Refusal` of its shape (R)."""
        return self._deal.plain(event)

    @property
    def options(self) -> Mapping[str, Any]:
        """Every option's value (PG-1)."""
        return self._deal.rules.options

    @property
    def outcome(self) -> str:
        """How the deal stands."""
        return self._deal.outcome

    @property
    def winner(self) -> int | None:
        """The seat that has won."""
        return self._deal.winner

    @property
    def loser(self) -> int | None:
        """Nobody: this game has winners."""
        return None

    @property
    def out(self) -> int:
        """How many have gone out: that is of the other game."""
        return 0

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._deal.seats

    def melds_of(self, seat: int) -> Sequence[Cards]:
        """Give the melds of a seat as they lie, in the order laid."""
        return [tuple(NAMES[card] for card in meld) for meld in self._deal.melds[seat]]

    def melded(self, seat: int) -> int:
        """Count the cards that a seat has melded."""
        return self._deal.melded[seat]

    def value(self, cards: Sequence[str]) -> int:
        """Give the units of a meld (PG-9), or -1 when it is none."""
        units: int = self._deal.rules.value(tuple(CARDS[card] for card in cards))
        return units

    def copies(self, card: str) -> int:
        """Say how many of a card the stack holds (PG-2)."""
        copies: int = self._deal.rules.copies[CARDS[card]]
        return copies

    def is_dropped(self, seat: int) -> bool:
        """Whether a seat has dropped (PG-5)."""
        return self._deal.dropped[seat]

    def is_fouled(self, seat: int) -> bool:
        """Whether a seat's hand is foul (PG-13)."""
        return self._deal.fouled[seat]

    # Detail `play` alone

    @property
    def is_dealt(self) -> bool:
        """Whether the cards have been dealt."""
        return isinstance(self._deal, PlayDeal) and bool(self._deal.hands)

    @property
    def is_declaring(self) -> bool:
        """Whether seats still have to stay or drop."""
        return self._deal.phase is DECLARING

    @property
    def mover(self) -> int | None:
        """The seat to declare or to move, None where nobody is."""
        deal = self._deal
        return deal.mover if isinstance(deal, PlayDeal) and deal.phase in (DECLARING, PLAYING) else None

    @property
    def undeclared(self) -> list[int]:
        """The seats that have not declared, in the order in which they will (PG-5)."""
        deal = self._deal
        if not isinstance(deal, PlayDeal) or deal.phase is not DECLARING:
            return []
        return [
            (deal.first + place * deal.rules.step) % deal.seats for place in range(deal.declared, deal.seats)
        ]

    @property
    def drawn(self) -> str | None:
        """The card that the mover has drawn, `??` if it is not known; None before the draw."""
        deal = self._deal
        return NAMES[deal.drawn] if isinstance(deal, PlayDeal) and deal.drawn != NOTHING else None

    @property
    def is_forced(self) -> bool:
        """Whether the mover must take the top discard (PG-12)."""
        return isinstance(self._deal, PlayDeal) and self._deal.is_forced

    @property
    def pile(self) -> Cards:
        """The discard pile, its top last."""
        return tuple(NAMES[card] for card in self._deal.pile) if isinstance(self._deal, PlayDeal) else ()

    @property
    def is_top_plucked(self) -> bool:
        """Whether the top discard was drawn from the stock in the turn that discarded it (PG-6)."""
        return isinstance(self._deal, PlayDeal) and bool(self._deal.plucked) and self._deal.plucked[-1]

    @property
    def stock(self) -> int:
        """How many cards the stock holds."""
        return self._deal.stock if isinstance(self._deal, PlayDeal) else 0

    @property
    def can_refill(self) -> bool:
        """Whether the pile becomes the stock when that is empty (PG-6)."""
        return isinstance(self._deal, PlayDeal) and self._deal.can_refill()

    def hand(self, seat: int) -> tuple[Cards, int]:
        """Give the known cards of a hand, and how many unknown ones it has."""
        deal = self._deal
        if not isinstance(deal, PlayDeal) or not deal.hands:
            return (), 0
        hand = deal.hands[seat]
        known = (NAMES[card] for card in CARDS.values() for _ in range(hand[card]))
        return tuple(known), hand[UNKNOWN_CARD]

    def places(self, card: str) -> Iterator[Place]:
        """Say where the located copies of a card lie (PG-2)."""
        for seat in range(self.seats):
            for index, meld in enumerate(self.melds_of(seat)):
                if count := meld.count(card):
                    yield Place(MELD, seat, index, count)
            if count := self.hand(seat)[0].count(card):
                yield Place(HAND, seat, None, count)
        if count := self.pile.count(card):
            yield Place(PILE, None, None, count)

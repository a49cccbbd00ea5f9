"""A deal of Pan as people see it: hands, pile and whose move it is in texts; it changes nothing."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gameplay.engine.pan.deal import Deal
from gameplay.engine.pan.play import PlayDeal
from gameplay.engine.pan.reading import OPENING, PLAYING
from gameplay.engine.pan.rules import Rules

Cards = tuple[str, ...]


class Table:
    """One state of a deal. At detail `score` there are no hands, no pile and no turn."""

    __slots__ = ("_deal",)

    game: Final = "pan"

    def __init__(self, deal: Deal) -> None:
        """Look at a deal that nobody changes any more."""
        self._deal = deal

    @property
    def rules(self) -> Rules:
        """The options and what follows from them."""
        return self._deal.rules

    def plain(self, event: Any) -> dict[str, Any]:
        """Give what the rules read of an event, or raise the `Refusal` of its shape (R)."""
        return self._deal.plain(event)

    @property
    def options(self) -> Mapping[str, Any]:
        """Every option's value (PL-1)."""
        return self._deal.rules.options

    @property
    def outcome(self) -> str:
        """How the deal stands."""
        return self._deal.outcome

    @property
    def winner(self) -> int | None:
        """The first seat to go out."""
        return self._deal.finished[0] if self._deal.finished else None

    @property
    def loser(self) -> int | None:
        """The seat that has lost."""
        return self._deal.loser

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._deal.seats

    @property
    def finished(self) -> Sequence[int]:
        """The seats that went out, in order."""
        return self._deal.finished

    @property
    def out(self) -> int:
        """How many have gone out."""
        return len(self._deal.finished)

    def melds_of(self, _seat: int) -> Sequence[Cards]:
        """Give nothing: melds are of the other game."""
        return ()

    @property
    def opener(self) -> str:
        """The card that opens (PL-2)."""
        return self.rules.names[self.rules.opener]

    # Detail `play` alone

    @property
    def is_dealt(self) -> bool:
        """Whether the cards have been dealt."""
        return isinstance(self._deal, PlayDeal) and any(map(any, self._deal.hands))

    @property
    def is_opening(self) -> bool:
        """Whether the first play is still to come."""
        return self._deal.phase is OPENING

    @property
    def mover(self) -> int | None:
        """The seat to move; None where nobody is, or before the opening anybody may."""
        deal = self._deal
        return deal.turn if isinstance(deal, PlayDeal) and deal.phase in (OPENING, PLAYING) else None

    @property
    def is_escape(self) -> bool:
        """Whether the seat to move has its last escape (PL-8)."""
        return isinstance(self._deal, PlayDeal) and self._deal.is_escape

    @property
    def moves(self) -> int:
        """How many moves have been made."""
        return self._deal.moves if isinstance(self._deal, PlayDeal) else 0

    @property
    def pile(self) -> Cards:
        """The pile, its top last; a wild joker is a joker."""
        deal = self._deal
        if not isinstance(deal, PlayDeal):
            return ()
        return tuple(deal.rules.names[deal.rules.cards_of[face]] for face in deal.pile)

    @property
    def top_rank(self) -> str | None:
        """The rank that the top of the pile has, also a wild joker's; None for a joker above the ace."""
        deal = self._deal
        if not isinstance(deal, PlayDeal) or not deal.pile:
            return None
        rank = deal.rules.ranks_of[deal.pile[-1]]
        return deal.rules.ranks[rank] if 0 <= rank < len(deal.rules.ranks) else None

    @property
    def takeable(self) -> Cards:
        """The cards that a take would take now (PL-6)."""
        deal = self._deal
        return tuple(deal.rules.names[card] for card in deal.takeable()) if isinstance(deal, PlayDeal) else ()

    def held(self, seat: int) -> int | None:
        """Count the cards of a hand; nobody knows at detail `score`."""
        return self._deal.held[seat] if isinstance(self._deal, PlayDeal) else None

    def made(self, seat: int) -> int:
        """Count the moves that a seat has made in its time (PL-8)."""
        return self._deal.made[seat] if isinstance(self._deal, PlayDeal) else 0

    def hand(self, seat: int) -> tuple[Cards, int]:
        """Give the known cards of a hand, and how many unknown ones it has."""
        deal = self._deal
        if not isinstance(deal, PlayDeal):
            return (), 0
        hand, rules = deal.hands[seat], deal.rules
        known = (rules.names[card] for card in range(rules.unknown) for _ in range(hand[card]))
        return tuple(known), hand[rules.unknown]

    def holder(self, card: str) -> int | None:
        """Give the seat in whose hand a card is known to be."""
        return next((seat for seat in range(self.seats) if card in self.hand(seat)[0]), None)

"""The scorer of a deal of Pan: what is written of it and what stays unknown (rule R); decides no move."""

from typing import TYPE_CHECKING, Any, Final

from gameplay.engine.pan.rules import Rules
from gameplay.simulate.pan.player import Move

if TYPE_CHECKING:
    from random import Random

    from gameplay.engine.pan.play import PlayDeal

Event = dict[str, Any]

_UNSEEN: Final = 0.15
"""How many deals are written without anybody's hand."""
_HIDDEN: Final = 0.15
"""How many more with hands of which some are unknown, or some of their cards."""
_SAYS_FIRST: Final = 0.5
_SAYS_TAKEN: Final = (0.0, 0.5, 1.0)
"""How often one scorer or another writes the cards of a take."""
_SAYS_RANK: Final = 0.3
"""How often `as` is written where it may be left out."""
_HAS_CLOCK: Final = 0.1
"""How many deals are written with times where there is no timed play."""
_TAKEN_BACK: Final = 0.08
"""How many deals have events taken back and written again."""


class Scorer:
    """Writes the events of one deal; `header` are the keys that the record has besides."""

    def __init__(self, rules: Rules, hands: list[list[int]], rng: "Random") -> None:
        """Write the deal, with as much of the hands as this scorer gets to see."""
        self.rules, self.rng = rules, rng
        self.says_taken = rng.choice(_SAYS_TAKEN)
        self.has_clock = rules.is_timed or rng.random() < _HAS_CLOCK
        opener = next(seat for seat, hand in enumerate(hands) if rules.opener in hand)
        self.header = {"first": opener} if rng.random() < _SAYS_FIRST else {}
        self.events: list[Event] = [self._deal(hands)]

    def moved(self, seat: int, move: Move, ms: int, deal: "PlayDeal") -> None:
        """Write a move that is about to be made."""
        event = self._move(seat, move, deal)
        self.events.append(event | {"ms": ms} if self.has_clock else event)

    def slipped(self, seat: int, move: Move, deal: "PlayDeal") -> None:
        """Write a move that was not made, and take it back."""
        self.events += [self._move(seat, move, deal), {"type": "undo"}]

    def flagged(self, seat: int) -> None:
        """Write that time was called."""
        self.events.append({"type": "flag", "seat": seat})

    def drawn(self) -> None:
        """Write that the players agreed."""
        self.events.append({"type": "drawn"})

    def written(self) -> list[Event]:
        """Give all events; a few of them, the last one more often than others, were taken back once."""
        if self.rng.random() >= _TAKEN_BACK:
            return self.events
        end = self.rng.choice([len(self.events), self.rng.randrange(1, len(self.events) + 1)])
        tail = self.events[max(0, end - self.rng.randint(1, 3)) : end]
        if any(event["type"] == "undo" for event in tail):
            return self.events
        return [*self.events[:end], *[{"type": "undo"}] * len(tail), *tail, *self.events[end:]]

    def _move(self, seat: int, move: Move, deal: "PlayDeal") -> Event:
        if move.cards:
            return {"type": "play", "seat": seat, "cards": self._names(move.cards)} | self._stands_for(move)
        says = self.rng.random() < self.says_taken
        return {"type": "take", "seat": seat} | ({"cards": self._names(deal.takeable())} if says else {})

    def _stands_for(self, move: Move) -> Event:
        """PL-5: `as` must be said of wild jokers alone, and may be said of those beside natural cards."""
        rules = self.rules
        if move.stands_for is not None:
            return {"as": rules.ranks[move.stands_for]}
        if rules.wild_joker in move.cards and self.rng.random() < _SAYS_RANK:
            return {"as": rules.ranks[max(rules.ranks_of[card] for card in move.cards)]}
        return {}

    def _deal(self, hands: list[list[int]]) -> Event:
        """PL-3: hands as far as they were seen; sizes where they do not follow from that, or at will."""
        seen = self.rng.random()
        sizes = {"sizes": [len(hand) for hand in hands]}
        if seen < _UNSEEN:
            return {"type": "deal"} | (sizes if self._are_odd(hands) else {})
        hides = _UNSEEN <= seen < _UNSEEN + _HIDDEN
        written = [self._hand(hand, hides=hides) for hand in hands]
        needs = (None in written and self._are_odd(hands)) or self.rng.random() < 0.1
        return {"type": "deal", "hands": written} | (sizes if needs else {})

    def _hand(self, hand: list[int], *, hides: bool) -> list[str] | None:
        """Sort a hand by rank; one that is not wholly seen has its unknown cards at the end."""
        if hides and self.rng.random() < 0.4:
            return None
        shown = [card for card in hand if not hides or self.rng.random() < 0.7]
        shown.sort(key=lambda card: (card == self.rules.joker, self.rules.ranks_of[card], card))
        return self._names([*shown, *[self.rules.unknown] * (len(hand) - len(shown))])

    def _are_odd(self, hands: list[list[int]]) -> bool:
        """Tell whether sizes differ from those of dealing from seat 0."""
        sizes = [len(hand) for hand in hands]
        return sizes != sorted(sizes, reverse=True)

    def _names(self, cards: "list[int] | tuple[int, ...]") -> list[str]:
        return [self.rules.names[card] for card in cards]

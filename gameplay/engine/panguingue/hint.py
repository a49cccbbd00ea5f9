"""What the seat to move would best lay (PG-7 to PG-10), as far as its hand is known; it judges no event."""

from dataclasses import dataclass

from gameplay.engine.panguingue.arrange import best
from gameplay.engine.panguingue.deal import MELDED_TO_WIN
from gameplay.engine.panguingue.play import PlayDeal
from gameplay.engine.panguingue.reading import PLAYING
from gameplay.engine.panguingue.rules import NAMES, UNKNOWN_CARD

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """New melds, and cards to add to melds that lie, by their index; `units` is what each payer then pays.

    It says nothing of loans, nor of whether the drawn card must be used.
    """

    seat: int
    melds: tuple[Cards, ...]
    layoffs: tuple[tuple[int, Cards], ...]
    units: int


def hint(deal: PlayDeal) -> Hint | None:
    """Give the best arrangement of the mover's hand; None when nobody moves or a card of it is unknown."""
    if deal.phase is not PLAYING:
        return None
    counts, laid = deal.hands[deal.mover], deal.melds[deal.mover]
    if counts[UNKNOWN_CARD] or sum(counts) + sum(map(len, laid)) > MELDED_TO_WIN:
        return None
    hand = [card for card, count in enumerate(counts) for _ in range(count)]
    found = best(deal.rules, hand, laid)
    return Hint(
        seat=deal.mover,
        melds=tuple(map(_named, found.melds)),
        layoffs=tuple((index, _named(cards)) for index, cards in enumerate(found.layoffs) if cards),
        units=found.units,
    )


def _named(cards: tuple[int, ...]) -> Cards:
    return tuple(NAMES[card] for card in cards)

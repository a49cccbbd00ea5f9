"""Readers of Panguingue's events: decoded object to a call on the deal (R, PG-4 to PG-13); decide no rule.

Each quick reader takes an event written plainly and raises `Doubt` at anything else, before it has changed
anything. `SHAPES` then tells what is wrong, or strips what no rule reads.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from gameplay.engine import shapes
from gameplay.engine.cards import UNKNOWN
from gameplay.engine.panguingue.rules import CARDS, UNKNOWN_CARD
from gameplay.engine.shapes import Doubt, Ground, Key, Shape
from gameplay.engine.verdict import Code, Refusal
from gameplay.engine.writing import LARGEST, is_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from gameplay.engine.panguingue.deal import Deal, Loans
    from gameplay.engine.panguingue.play import PlayDeal

_number = CARDS.__getitem__
_ANY: Final = CARDS | {UNKNOWN: UNKNOWN_CARD}
_any_number = _ANY.__getitem__
_MELD_KEYS: Final = frozenset({"type", "seat", "cards", "borrow", "claimed"})


def _seat(deal: "Deal", event: Any) -> int:
    seat = event.get("seat")
    if type(seat) is not int or not 0 <= seat < deal.seats:
        raise Doubt
    return seat


def _cards(written: Any) -> list[int]:
    if type(written) is not list:
        raise Doubt
    try:
        return list(map(_number, written))
    except (KeyError, TypeError):  # no card of the pack, or no text at all
        raise Doubt from None


def _any_cards(written: Any) -> list[int]:
    if type(written) is not list:
        raise Doubt
    try:
        return list(map(_any_number, written))
    except (KeyError, TypeError):
        raise Doubt from None


def _index(written: Any) -> int:
    if type(written) is not int or not -LARGEST <= written <= LARGEST:
        raise Doubt
    return written


def _claimed(event: Any) -> bool:
    claimed = event.get("claimed", False)
    if type(claimed) is not bool:
        raise Doubt
    return claimed


def _borrow(event: Any) -> "Loans":
    written = event.get("borrow", [])
    if type(written) is not list:
        raise Doubt
    loans = []
    for pair in written:
        if type(pair) is not list or len(pair) != 2:
            raise Doubt
        loans.append((_index(pair[0]), _cards(pair[1])))
    return loans


def _only(event: Any, keys: int) -> None:
    if len(event) != keys:
        raise Doubt


def read_stay(deal: "Deal", event: Any) -> None:
    """PG-5."""
    _only(event, 2)
    deal.stay(_seat(deal, event))


def read_drop(deal: "Deal", event: Any) -> None:
    """PG-5."""
    _only(event, 2)
    deal.drop(_seat(deal, event))


def read_meld(deal: "Deal", event: Any) -> None:
    """PG-7, PG-8."""
    if len(event) == 3:
        deal.meld(_seat(deal, event), _cards(event.get("cards")), (), False)  # noqa: FBT003 - not claimed
    elif event.keys() <= _MELD_KEYS:
        deal.meld(_seat(deal, event), _cards(event.get("cards")), _borrow(event), _claimed(event))
    else:
        raise Doubt


def read_layoff(deal: "Deal", event: Any) -> None:
    """PG-7."""
    _only(event, 5 if "claimed" in event else 4)
    claimed = _claimed(event)
    deal.layoff(_seat(deal, event), _index(event.get("meld")), _cards(event.get("cards")), claimed)


def read_foul(deal: "Deal", event: Any) -> None:
    """PG-13."""
    _only(event, 2)
    deal.foul(_seat(deal, event))


def read_deal(deal: "PlayDeal", event: Any) -> None:
    """PG-4."""
    _only(event, 3 if "hands" in event else 2)
    written = event.get("hands", [None] * deal.seats)
    if type(written) is not list or len(written) != deal.seats:
        raise Doubt
    hands = [None if hand is None else _any_cards(hand) for hand in written]
    deal.deal(_any_cards([event.get("upcard")])[0], hands)


def read_draw(deal: "PlayDeal", event: Any) -> None:
    """PG-6."""
    seat = event.get("seat")
    if type(seat) is not int or not 0 <= seat < deal.seats:
        raise Doubt
    source = event.get("from")
    if source == "stock":
        try:
            card = _ANY[event["card"]] if len(event) == 4 else UNKNOWN_CARD
        except (KeyError, TypeError):
            raise Doubt from None
        _only(event, 4 if "card" in event else 3)
        deal.draw_stock(seat, card)
    elif source == "discard":
        try:
            card = CARDS[event["card"]] if len(event) == 4 else UNKNOWN_CARD
        except (KeyError, TypeError):
            raise Doubt from None
        _only(event, 4 if "card" in event else 3)
        deal.draw_discard(seat, card)
    else:
        raise Doubt


def read_discard(deal: "PlayDeal", event: Any) -> None:
    """PG-6."""
    seat = event.get("seat")
    if type(seat) is not int or not 0 <= seat < deal.seats or len(event) != 3:
        raise Doubt
    try:
        card = CARDS[event["card"]]
    except (KeyError, TypeError):
        raise Doubt from None
    deal.discard(seat, card)


def read_force(deal: "PlayDeal", event: Any) -> None:
    """PG-12."""
    _only(event, 3)
    by = event.get("by")
    if type(by) is not int or not 0 <= by < deal.seats:
        raise Doubt
    deal.force(_seat(deal, event), by)


def read_exhausted(deal: "Deal", event: Any) -> None:
    """PG-11."""
    _only(event, 1)
    deal.exhausted()


def read_misdeal(deal: "Deal", event: Any) -> None:
    """PG-11; a `reason` is for people: no rule reads it."""
    if len(event) > 1:
        _only(event, 2)
        if not is_text(event.get("reason")):
            raise Doubt
    deal.misdeal()


SCORE: "Final[Mapping[str, Callable[[Deal, Any], None]]]" = {
    "stay": read_stay,
    "drop": read_drop,
    "meld": read_meld,
    "layoff": read_layoff,
    "foul": read_foul,
    "exhausted": read_exhausted,
    "misdeal": read_misdeal,
}
"""The phase of a deal at detail `score`, from the first event to the last."""

BEFORE: "Final[Mapping[str, Callable[[PlayDeal, Any], None]]]" = {
    "deal": read_deal,
    "misdeal": read_misdeal,
}
"""The phase of a deal at detail `play` before the cards are dealt."""

DECLARING: "Final[Mapping[str, Callable[[PlayDeal, Any], None]]]" = {
    "stay": read_stay,
    "drop": read_drop,
    "exhausted": read_exhausted,
    "misdeal": read_misdeal,
}
"""The phase in which every seat stays or drops."""

PLAYING: "Final[Mapping[str, Callable[[PlayDeal, Any], None]]]" = {
    "draw": read_draw,
    "meld": read_meld,
    "layoff": read_layoff,
    "discard": read_discard,
    "force": read_force,
    "stay": read_stay,
    "drop": read_drop,
    "foul": read_foul,
    "exhausted": read_exhausted,
    "misdeal": read_misdeal,
}
"""The phase of turns."""

OVER: "Final[Mapping[str, Callable[[Deal, Any], None]]]" = {}
"""The phase after the end: no event has a reader."""

_ANY_CARD: Final = Key(shapes.any_card)

SHAPES: Final[Mapping[str, Shape]] = {
    "deal": {"upcard": _ANY_CARD, "hands": Key(shapes.hands, is_optional=True)},
    "stay": {"seat": shapes.SEAT},
    "drop": {"seat": shapes.SEAT},
    "draw": {
        "seat": shapes.SEAT,
        "from": Key(shapes.source),
        "card": Key(shapes.any_card, is_optional=True),
    },
    "meld": {
        "seat": shapes.SEAT,
        "cards": shapes.CARDS,
        "borrow": Key(shapes.loans, is_optional=True),
        "claimed": Key(shapes.flag, is_optional=True),
    },
    "layoff": {
        "seat": shapes.SEAT,
        "meld": Key(shapes.number),
        "cards": shapes.CARDS,
        "claimed": Key(shapes.flag, is_optional=True),
    },
    "discard": {"seat": shapes.SEAT, "card": shapes.CARD},
    "force": {"seat": shapes.SEAT, "by": shapes.SEAT},
    "foul": {"seat": shapes.SEAT},
    "exhausted": {},
    "misdeal": {"reason": Key(shapes.text, is_optional=True, is_read=False)},
}
"""Every event of the game at either detail."""


def plain(event: Any, ground: Ground) -> dict[str, Any]:
    """Check an event's shape; from the discard pile nobody draws a card that stays unknown (PG-6)."""
    read = shapes.plain(event, SHAPES, ground)
    if read["type"] == "draw" and read["from"] == "discard" and read.get("card") == UNKNOWN:
        raise Refusal(Code.CARD_INVALID, "PG-6", card=UNKNOWN)
    return read

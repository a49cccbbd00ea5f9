"""Readers of Pan's events: decoded object to a call on the deal (R, PL-3 to PL-8); decide no rule.

Each quick reader takes an event written plainly and raises `Doubt` at anything else, before it has changed
anything. `SHAPES` then tells what is wrong, or strips what no rule reads.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from gameplay.engine import shapes
from gameplay.engine.shapes import Doubt, Key, Shape
from gameplay.engine.writing import LARGEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from gameplay.engine.pan.deal import Deal
    from gameplay.engine.pan.dealing import Hands
    from gameplay.engine.pan.play import PlayDeal
    from gameplay.engine.pan.score import ScoreDeal

_ABSENT: Final = object()


def _seat(deal: "Deal", event: Any) -> int:
    seat = event.get("seat")
    if type(seat) is not int or not 0 <= seat < deal.seats or len(event) != 2:
        raise Doubt
    return seat


def read_out(deal: "ScoreDeal", event: Any) -> None:
    """PL-8."""
    deal.out(_seat(deal, event))


def read_lost(deal: "ScoreDeal", event: Any) -> None:
    """PL-8."""
    deal.lost(_seat(deal, event))


def read_flag(deal: "ScoreDeal | PlayDeal", event: Any) -> None:
    """PL-8."""
    deal.flag(_seat(deal, event))


def read_drawn(deal: "Deal", event: Any) -> None:
    """PL-8."""
    if len(event) != 1:
        raise Doubt
    deal.drawn()


def _mover(deal: "PlayDeal", event: Any) -> int:
    seat = event.get("seat")
    if type(seat) is not int or not 0 <= seat < deal.seats:
        raise Doubt
    return seat


def _cards(deal: "PlayDeal", written: Any) -> list[int]:
    if type(written) is not list:
        raise Doubt
    try:
        return list(map(deal.number, written))
    except (KeyError, TypeError):  # no card of the pack, or no text at all
        raise Doubt from None


def _hand(deal: "PlayDeal", written: Any) -> list[int] | None:
    if written is None:
        return None
    if type(written) is not list:
        raise Doubt
    try:
        return [deal.rules.dealt[card] for card in written]
    except (KeyError, TypeError):
        raise Doubt from None


def _hands(deal: "PlayDeal", written: Any) -> "Hands":
    if written is _ABSENT:
        return [None] * deal.seats
    if type(written) is not list or len(written) != deal.seats:
        raise Doubt
    return [_hand(deal, hand) for hand in written]


def _sizes(deal: "PlayDeal", written: Any) -> list[int] | None:
    if written is _ABSENT:
        return None
    if type(written) is not list or len(written) != deal.seats:
        raise Doubt
    if not all(type(size) is int and -LARGEST <= size <= LARGEST for size in written):
        raise Doubt
    return written


def read_deal(deal: "PlayDeal", event: Any) -> None:
    """PL-3."""
    if len(event) != 1 + ("hands" in event) + ("sizes" in event):
        raise Doubt
    deal.deal(_hands(deal, event.get("hands", _ABSENT)), _sizes(deal, event.get("sizes", _ABSENT)))


def _more(deal: "PlayDeal", event: Any, keys: int) -> tuple[int | None, int]:
    """Read `as` and `ms` of an event with so many keys besides: a rank by number, or None, and the time."""
    stands_for, ms = None, 0
    if "as" in event:
        written = event["as"]
        stands_for = deal.rules.rank_numbers.get(written) if type(written) is str else None
        if stands_for is None:
            raise Doubt
        keys += 1
    if "ms" in event:
        ms = event["ms"]
        if type(ms) is not int or not 0 <= ms <= LARGEST:
            raise Doubt
        keys += 1
    if len(event) != keys:
        raise Doubt
    return stands_for, ms


def read_play(deal: "PlayDeal", event: Any) -> None:
    """PL-5: the hottest event, so it reads seat and cards itself."""
    stands_for, ms = (None, 0) if len(event) == 3 else _more(deal, event, 3)
    try:
        seat, written = event["seat"], event["cards"]
        if type(seat) is not int or not 0 <= seat < deal.seats or type(written) is not list:
            raise Doubt
        number = deal.number
        cards = [number(written[0])] if len(written) == 1 else list(map(number, written))
    except (KeyError, TypeError):  # no such key, no card of the pack, or no text at all
        raise Doubt from None
    deal.play(seat, cards, stands_for, ms)


def read_take(deal: "PlayDeal", event: Any) -> None:
    """PL-6."""
    seat = event.get("seat")
    if type(seat) is not int or not 0 <= seat < deal.seats:
        raise Doubt
    if len(event) == 2:
        deal.take(seat, None, 0)
    else:
        cards = _cards(deal, event["cards"]) if "cards" in event else None
        deal.take(seat, cards, _time_of_take(deal, event))


def _time_of_take(deal: "PlayDeal", event: Any) -> int:
    if "as" in event:
        raise Doubt
    return _more(deal, event, 2 + ("cards" in event))[1]


def read_opening(deal: "PlayDeal", event: Any) -> None:
    """PL-4."""
    stands_for, ms = _more(deal, event, 3)
    deal.open(_mover(deal, event), _cards(deal, event.get("cards")), stands_for, ms)


def read_take_unopened(deal: "PlayDeal", event: Any) -> None:
    """PL-6."""
    if "cards" in event:
        _cards(deal, event["cards"])
    _time_of_take(deal, event)
    deal.take_unopened(_mover(deal, event))


def read_play_undealt(deal: "PlayDeal", event: Any) -> None:
    """PL-3; what is out of place in the event itself is told first (E)."""
    stands_for, _ms = _more(deal, event, 3)
    _mover(deal, event)
    deal.play_undealt(_cards(deal, event.get("cards")), stands_for)


SCORE: "Final[Mapping[str, Callable[[ScoreDeal, Any], None]]]" = {
    "out": read_out,
    "lost": read_lost,
    "flag": read_flag,
    "drawn": read_drawn,
}
"""The phase of a deal at detail `score`, from the first event to the last."""

UNDEALT: "Final[Mapping[str, Callable[[PlayDeal, Any], None]]]" = {
    "deal": read_deal,
    "play": read_play_undealt,
}
"""The first phase of a deal at detail `play`."""

_STAFF: "Final[Mapping[str, Callable[[PlayDeal, Any], None]]]" = {"flag": read_flag, "drawn": read_drawn}

OPENING: "Final[Mapping[str, Callable[[PlayDeal, Any], None]]]" = {
    "play": read_opening,
    "take": read_take_unopened,
    **_STAFF,
}
"""The phase between the deal and the first play."""

PLAYING: "Final[Mapping[str, Callable[[PlayDeal, Any], None]]]" = {
    "play": read_play,
    "take": read_take,
    **_STAFF,
}
"""The phase from the first play to the end."""

OVER: "Final[Mapping[str, Callable[[Deal, Any], None]]]" = {}
"""The phase after the end: no event has a reader."""

_MS: Final = Key(shapes.milliseconds, is_optional=True)

SHAPES: Final[Mapping[str, Shape]] = {
    "deal": {
        "hands": Key(shapes.hands, is_optional=True),
        "sizes": Key(shapes.sizes, is_optional=True),
    },
    "play": {
        "seat": shapes.SEAT,
        "cards": shapes.CARDS,
        "as": Key(shapes.rank, is_optional=True),
        "ms": _MS,
    },
    "take": {"seat": shapes.SEAT, "cards": Key(shapes.cards, is_optional=True), "ms": _MS},
    "out": {"seat": shapes.SEAT},
    "lost": {"seat": shapes.SEAT},
    "flag": {"seat": shapes.SEAT},
    "drawn": {},
}
"""Every event of the game at either detail."""

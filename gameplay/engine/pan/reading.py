"""Readers of Pan's events: decoded object to a call on the deal (R, PL-3 to PL-8); decide no rule.

Each quick reader takes an event written plainly and raises `Doubt` at anything else, before it has changed
anything. `SHAPES` then tells what is wrong, or strips what no rule reads.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from gameplay.engine import shapes
from gameplay.engine.shapes import Doubt, Key, Shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from gameplay.engine.pan.deal import Deal


def _seat(deal: "Deal", event: Any) -> int:
    seat = event.get("seat")
    if type(seat) is not int or not 0 <= seat < deal.seats or len(event) != 2:
        raise Doubt
    return seat


def read_out(deal: "Deal", event: Any) -> None:
    """PL-8."""
    deal.out(_seat(deal, event))


def read_lost(deal: "Deal", event: Any) -> None:
    """PL-8."""
    deal.lost(_seat(deal, event))


def read_flag(deal: "Deal", event: Any) -> None:
    """PL-8."""
    deal.flag(_seat(deal, event))


def read_drawn(deal: "Deal", event: Any) -> None:
    """PL-8."""
    if len(event) != 1:
        raise Doubt
    deal.drawn()


SCORE: "Final[Mapping[str, Callable[[Deal, Any], None]]]" = {
    "out": read_out,
    "lost": read_lost,
    "flag": read_flag,
    "drawn": read_drawn,
}
"""The phase of a deal at detail `score`, from the first event to the last."""

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

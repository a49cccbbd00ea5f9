"""The slow, table-driven reader: names what is wrong with the shape of an event (R, E); changes no deal.

The quick readers beside the deals take what is written plainly. What they doubt comes here: it is refused
with its code, or given back without private keys and texts that no rule reads, and the quick one takes it.
"""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Any, Final

from gameplay.engine.cards import NOTATION, UNKNOWN
from gameplay.engine.record import check_seat
from gameplay.engine.verdict import Code, Refusal
from gameplay.engine.writing import check_writing, is_private, quoted


class Doubt(Exception):  # noqa: N818 - a reader that is not sure; nothing has gone wrong yet
    """Raised by a quick reader before it has changed anything."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What shapes depend on: how many seats, the pack, its ranks, and the rule that fixes them."""

    seats: int
    cards: Container[str]
    ranks: str
    rule: str


Check = Callable[[Any, Ground, str], None]


@dataclass(frozen=True, slots=True)
class Key:
    """One key of an event: how its value is checked, whether it may be absent, whether any rule reads it."""

    check: Check
    is_optional: bool = False
    is_read: bool = True


Shape = Mapping[str, Key]


def invalid(key: str) -> Refusal:
    """Refuse a value of the wrong type or shape."""
    return Refusal(Code.RECORD_INVALID, "R", key=key)


def seat(value: Any, ground: Ground, key: str) -> None:
    """Check the index of a seat."""
    check_seat(value, ground.seats, key)


def number(value: Any, _ground: Ground, key: str) -> None:
    """Check an integer; whether it names something is for the rules to say."""
    if type(value) is not int:
        raise invalid(key)


def milliseconds(value: Any, _ground: Ground, key: str) -> None:
    """Check `ms` (rule PL-8)."""
    if type(value) is not int or value < 0:
        raise invalid(key)


def flag(value: Any, _ground: Ground, key: str) -> None:
    """Check a boolean."""
    if type(value) is not bool:
        raise invalid(key)


def text(value: Any, _ground: Ground, key: str) -> None:
    """Check a text; its length and characters are checked for the whole event."""
    if type(value) is not str:
        raise invalid(key)


def source(value: Any, _ground: Ground, key: str) -> None:
    """Check where a card is drawn from (rule PG-6)."""
    if type(value) is not str or value not in {"stock", "discard"}:
        raise invalid(key)


def rank(value: Any, ground: Ground, key: str) -> None:
    """Check `as`, a rank of the pack (rule PL-5)."""
    if type(value) is not str or len(value) != 1 or value not in ground.ranks:
        raise invalid(key)


def card(value: Any, ground: Ground, key: str) -> None:
    """Check a card of the pack that must be known (rules R, PG-2, PL-2)."""
    if type(value) is not str:
        raise invalid(key)
    if value in ground.cards:
        return
    if value in NOTATION:
        raise Refusal(Code.CARD_NOT_IN_PACK, ground.rule, card=value)
    raise Refusal(Code.CARD_INVALID, "R", card=quoted(value))


def any_card(value: Any, ground: Ground, key: str) -> None:
    """Check a card of the pack, or the unknown card."""
    if value != UNKNOWN:
        card(value, ground, key)


def cards(value: Any, ground: Ground, key: str) -> None:
    """Check a list of known cards."""
    if type(value) is not list:
        raise invalid(key)
    for each in value:
        card(each, ground, key)


def loans(value: Any, ground: Ground, key: str) -> None:
    """Check `borrow`, a list of pairs of a meld's index and cards (rule PG-8)."""
    if type(value) is not list:
        raise invalid(key)
    for pair in value:
        if type(pair) is not list or len(pair) != 2:
            raise invalid(key)
        number(pair[0], ground, key)
        cards(pair[1], ground, key)


def hands(value: Any, ground: Ground, key: str) -> None:
    """Check `hands`: one entry a seat, a list of cards, known or not, or null (rules PG-4, PL-3)."""
    if type(value) is not list or len(value) != ground.seats:
        raise invalid(key)
    for hand in value:
        if hand is None:
            continue
        if type(hand) is not list:
            raise invalid(key)
        for each in hand:
            any_card(each, ground, key)


def sizes(value: Any, ground: Ground, key: str) -> None:
    """Check `sizes`: one integer a seat (rule PL-3)."""
    if type(value) is not list or len(value) != ground.seats:
        raise invalid(key)
    for each in value:
        number(each, ground, key)


SEAT: Final = Key(seat)
CARD: Final = Key(card)
CARDS: Final = Key(cards)


def plain(event: Any, shapes: Mapping[str, Shape], ground: Ground) -> dict[str, Any]:
    """Check an event's shape, or raise the `Refusal` that names its fault; give what the rules read of it."""
    if type(event) is not dict or type(event.get("type")) is not str:
        raise invalid("type")
    check_writing(event, "event")
    shape = shapes.get(event["type"])
    if shape is None:
        raise invalid("type")
    read: dict[str, Any] = {"type": event["type"]}
    for key, value in event.items():
        known = shape.get(key)
        if known is not None:
            known.check(value, ground, key)
            if known.is_read:
                read[key] = value
        elif key != "type" and not is_private(key):
            raise Refusal(Code.RECORD_UNKNOWN_KEY, "R", key=quoted(key))
    for key, known in shape.items():
        if key not in event and not known.is_optional:
            raise invalid(key)
    return read

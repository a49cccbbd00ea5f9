"""A record with liberally written cards made strict: it touches the texts of cards, and nothing else.

Where cards stand is read from the engine's table of events; labels, reasons, `id`, `meta` and private keys
stay as they are, and whether the record has its shape is for replay to say.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from gameplay.engine import shapes
from gameplay.engine.pan.reading import SHAPES as PAN_SHAPES
from gameplay.engine.panguingue.reading import SHAPES as PANGUINGUE_SHAPES
from gameplay.engine.shapes import Check, Shape
from gameplay.notation.complaints import Complaint, Objection
from gameplay.notation.spelling import read_card, read_rank

SHAPES: Final[Mapping[str, Mapping[str, Shape]]] = {"panguingue": PANGUINGUE_SHAPES, "pan": PAN_SHAPES}
"""By game, every event with its keys."""


class Cards:
    """Reads the cards of one place in a record; what it objects to is kept, and that text left as it is."""

    def __init__(self, locale: str) -> None:
        """Read in the spellings of a locale."""
        self.locale = locale
        self.objections: list[Objection] = []

    def card(self, written: Any) -> Any:
        """Read a card."""
        return self._read(read_card, written)

    def rank(self, written: Any) -> Any:
        """Read a rank that stands alone (PL-5)."""
        return self._read(read_rank, written)

    def cards(self, written: Any) -> Any:
        """Read a list of cards, or a text that holds some: between commas, or else between blanks."""
        if type(written) is list:
            return [self.card(each) for each in written]
        if type(written) is not str or not written.strip(" ,"):
            return written
        before = len(self.objections)
        read = [
            self.card(each.strip()) for each in (written.split(",") if "," in written else written.split())
        ]
        return read if len(self.objections) == before else written

    def loans(self, written: Any) -> Any:
        """Read `borrow`: pairs of a meld's index and cards (PG-8)."""
        if type(written) is not list:
            return written
        return [
            [pair[0], self.cards(pair[1])] if type(pair) is list and len(pair) == 2 else pair
            for pair in written
        ]

    def hands(self, written: Any) -> Any:
        """Read one hand a seat, or null (PG-4, PL-3)."""
        return [self.cards(hand) for hand in written] if type(written) is list else written

    def _read(self, read: Callable[[str, str], str], written: Any) -> Any:
        if type(written) is not str:
            return written
        try:
            return read(written, self.locale)
        except Objection as objection:
            self.objections.append(objection)
            return written


_READERS: Final[Mapping[Check, Callable[[Cards, Any], Any]]] = {
    shapes.card: Cards.card,
    shapes.any_card: Cards.card,
    shapes.cards: Cards.cards,
    shapes.loans: Cards.loans,
    shapes.hands: Cards.hands,
    shapes.rank: Cards.rank,
}
"""How each kind of value that holds cards is read; values of all other kinds are never touched."""


def read_liberally(record: Any, locale: str) -> tuple[Any, list[Complaint]]:
    """Give the record with its cards in canonical spelling, and a complaint for each text that is not clear.

    Such a text stays as it is. In a cancelled event, of which nothing is checked (R), that is no complaint.
    """
    if type(record) is not dict or type(record.get("game")) is not str:
        return record, []
    shapes_of_game = SHAPES.get(record["game"])
    if shapes_of_game is None:  # a match holds no card
        return record, []
    rules, complaints = _read_rules(record.get("rules"), locale)
    events, more = _read_events(record.get("events"), shapes_of_game, locale)
    read = {"rules": rules, "events": events}
    return {key: read.get(key, value) for key, value in record.items()}, complaints + more


def _read_rules(rules: Any, locale: str) -> tuple[Any, list[Complaint]]:
    """Read the one option that holds cards, `removed` (PG-1)."""
    if type(rules) is not dict or "removed" not in rules:
        return rules, []
    cards = Cards(locale)
    read = rules | {"removed": cards.cards(rules["removed"])}
    return read, [objection.complaint(None) for objection in cards.objections]


def _read_events(
    events: Any, shapes_of_game: Mapping[str, Shape], locale: str
) -> tuple[Any, list[Complaint]]:
    if type(events) is not list:
        return events, []
    read, complaints = [], []
    cancelled = cancelled_events(events)
    for position, event in enumerate(events):
        cards = Cards(locale)
        read.append(_read_event(event, shapes_of_game, cards))
        if position not in cancelled:
            complaints += [objection.complaint(position) for objection in cards.objections]
    return read, complaints


def _read_event(event: Any, shapes_of_game: Mapping[str, Shape], cards: Cards) -> Any:
    if type(event) is not dict or type(event.get("type")) is not str:
        return event
    shape = shapes_of_game.get(event["type"], {})
    read = {}
    for key, value in event.items():
        reader = _READERS.get(shape[key].check) if key in shape else None
        read[key] = value if reader is None else reader(cards, value)
    return read


def cancelled_events(events: list[Any]) -> frozenset[int]:
    """Give the positions of the events that an undo cancels (R)."""
    standing: list[int] = []
    cancelled = set()
    for position, event in enumerate(events):
        if type(event) is not dict or event.get("type") != "undo":
            standing.append(position)
        elif standing:
            cancelled.add(standing.pop())
    return frozenset(cancelled)

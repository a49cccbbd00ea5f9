"""The JSON Schema of records of format version 1, made from the engine's tables; it judges no record itself.

`docs/notation.md` lists the refusals that a schema cannot express.
"""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from gameplay.engine.cards import JOKER
from gameplay.engine.options import UNITS_LARGEST, Choice, Integer, RuleBook
from gameplay.engine.pan import rules as pan
from gameplay.engine.panguingue import rules as panguingue
from gameplay.engine.record import EVENTS_MOST, POT_LARGEST
from gameplay.engine.shapes import Shape
from gameplay.notation.checking import EVENTS
from gameplay.notation.reading import SHAPES
from gameplay.notation.schema_parts import (
    SHARED,
    Json,
    array,
    closed,
    events,
    has,
    most_seats,
    one_of_events,
    option,
    ref,
    seated,
)

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
NAME: Final = "urn:panbook:pdr:1"

_GAMES: Final = ("panguingue", "pan", "pan-match")
_MATCH_SEATS: Final = 10
_UNDO: Final = {"type": "object", "required": ["type"], "properties": {"type": {"const": "undo"}}}
"""What counts as an undo, even one that is at fault."""


@cache
def schema_text() -> bytes:
    """Give the schema as it is published, to the byte: a line for each key and each definition."""
    written = schema()
    defined = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(each)}" for name, each in written.pop("$defs").items()
    )
    head = "".join(f" {json.dumps(key)}: {json.dumps(value)},\n" for key, value in written.items())
    return f'{{\n{head} "$defs": {{\n{defined}\n }}\n}}\n'.encode()


def schema() -> Json:
    """Give the schema of one record, deal or match (R)."""
    return {
        "$schema": DIALECT,
        "$id": NAME,
        "title": "Pan Deal Record, version 1",
        "description": (
            "One line of a file of records: a deal of Panguingue or Polish Pan, or a whole match of Pan. "
            "The shape alone: whether the deal was played by the rules, replay says."
        ),
        "type": "object",
        "required": ["pdr", "game"],
        "properties": {"pdr": {"const": 1}, "game": {"enum": list(_GAMES)}},
        "allOf": [_when({"properties": {"game": {"const": game}}}, ref(game)) for game in _GAMES],
        "$defs": SHARED
        | {"undo": closed({"type": {"const": "undo"}}, ["type"]), "event_beside_undo": _event_beside_undo()}
        | _panguingue()
        | _pan()
        | {"pan-match": _match()},
    }


def _when(condition: Json, then: Json) -> Json:
    return {"if": condition, "then": then}


def _event_beside_undo() -> Json:
    """Describe an event of a record with undos: it may be cancelled, and then nothing more is checked."""
    return {
        "type": "object",
        "required": ["type"],
        "properties": {"type": ref("text")},
        "allOf": [ref("private"), _when(_UNDO, ref("undo"))],
    }


def _panguingue() -> Json:
    book = panguingue.BOOK
    seats = most_seats(book, {"packs": 8})
    shapes = SHAPES["panguingue"]
    defined = events(
        "panguingue", "panguingue", shapes, seats=seats, ranks=panguingue.RANKS, cards=panguingue.CARDS
    )
    known = ref("panguingue.card")  # from the discard pile nobody draws a card that stays unknown (PG-6)
    from_pile = {"properties": {"from": {"const": "discard"}}}
    defined["panguingue.draw"]["allOf"] = [_when(from_pile, {"properties": {"card": known}})]
    conditions = [
        *(_events_of("panguingue", detail, "panguingue") for detail in ("score", "play")),
        *_stacks(book, seats),
        _when(has(book, "meld_needs_drawn_card", [True]), has(book, "drawn_card", ["meld_or_discard"])),
    ]
    return defined | {"panguingue": _deal("panguingue", book, seats, conditions)}


def _stacks(book: RuleBook[Any], most: int) -> Iterator[Json]:
    """PG-1: a stack of few packs serves fewer seats."""
    row = book.rows["packs"]
    assert isinstance(row, Integer)  # noqa: S101 - for the type checker; anything else is a fault of this module
    for packs in range(row.low, row.high + 1):
        serves = most_seats(book, {"packs": packs})
        if serves < most:
            yield _when(has(book, "packs", [packs]), {"properties": {"seats": {"maxItems": serves}}})


def _pan() -> Json:
    book = pan.BOOK
    packs = book.rows["pack"]
    assert isinstance(packs, Choice)  # noqa: S101 - as above
    serves = {pack: most_seats(book, {"pack": pack}) for pack in packs.allowed}
    most = max(serves.values())
    defined: Json = events("pan.score", "pan.score", _shapes("pan", "score"), seats=most, ranks="", cards=())
    conditions = [_events_of("pan", "score", "pan.score")]
    for pack, seats in serves.items():
        conditions.append(_when(has(book, "pack", [pack]), {"properties": {"seats": {"maxItems": seats}}}))
        for name, cards, chosen in _packs(book, pack):
            defined |= events(
                name, name, _shapes("pan", "play"), seats=most, ranks=pan.RANKS[int(pack)], cards=cards
            )
            conditions.append(_events_of("pan", "play", name, *chosen))
    moves, seconds = has(book, "timed_moves", [0]), has(book, "timed_seconds", [0])
    conditions.append({"if": moves, "then": seconds, "else": {"not": seconds}})
    return defined | {"pan": _deal("pan", book, most, conditions)}


def _packs(book: RuleBook[Any], pack: str | int) -> Iterator[tuple[str, list[str], list[Json]]]:
    """PL-2: a pack without jokers and one with: name, cards, and the options by which it is played."""
    jokers = book.rows["jokers"]
    assert isinstance(jokers, Integer)  # noqa: S101 - as above
    is_of_pack = has(book, "pack", [pack])
    suited = list(book.rules("classic", {"pack": pack, "jokers": 0}).cards)
    yield f"pan.{pack}", suited, [is_of_pack, has(book, "jokers", [0])]
    counts = range(1, jokers.high + 1)
    yield f"pan.{pack}.jokers", [*suited, JOKER], [is_of_pack, has(book, "jokers", counts)]


def _shapes(game: str, detail: str) -> dict[str, Shape]:
    return {kind: shape for kind, shape in SHAPES[game].items() if kind in EVENTS[game, detail]}


def _events_of(game: str, detail: str, prefix: str, *chosen: Json) -> Json:
    """Describe the events of a detail, where the options are as chosen.

    With an undo among them a schema cannot tell which events stand: it asks no more than of cancelled ones.
    """
    is_asked = {"allOf": [{"required": ["detail"], "properties": {"detail": {"const": detail}}}, *chosen]}
    each: Json = {
        "if": {"contains": _UNDO},
        "then": array(ref("event_beside_undo")),
        "else": array(one_of_events(prefix, EVENTS[game, detail])),
    }
    return _when(is_asked, {"properties": {"events": each}})


def _deal(game: str, book: RuleBook[Any], most: int, conditions: list[Json]) -> Json:
    """Describe a deal's header (R)."""
    properties = _head(game, most) | {
        "detail": {"enum": ["score", "play"]},
        "profile": {"enum": list(book.profiles)},
        "rules": closed({name: option(row) for name, row in book.rows.items()}, []),
        "first": {"type": "integer", "minimum": 0, "maximum": most - 1},
        "pot": {"type": "integer", "minimum": 0, "maximum": POT_LARGEST},
        "events": {"type": "array", "maxItems": EVENTS_MOST},
    }
    conditions += [_seated(seats, seated(SHAPES[game], seats)) for seats in range(2, most + 1)]
    return closed(properties, ["pdr", "game", "detail", "seats", "events"]) | {"allOf": conditions}


def _seated(seats: int, each: Json) -> Json:
    """With so many seats: no further one is named, and lists with an entry for each have as many (R)."""
    standing = {"if": {"not": {"contains": _UNDO}}, "then": array(each)}
    return _when(_has_seats(seats), {"properties": {"first": {"maximum": seats - 1}, "events": standing}})


def _has_seats(seats: int) -> Json:
    return {"required": ["seats"], "properties": {"seats": {"minItems": seats, "maxItems": seats}}}


def _match() -> Json:
    """Describe a whole match (PL-9); that its word is of letters a schema cannot say for all validators."""
    losses = {"type": ["integer", "null"], "minimum": 0, "maximum": _MATCH_SEATS - 1}
    properties = _head("pan-match", _MATCH_SEATS) | {
        "word": {"type": "string", "minLength": 2, "maxLength": 12},
        "match_end": {"enum": ["first", "last_standing"]},
        "match_stake": {"type": "integer", "minimum": 0, "maximum": UNITS_LARGEST},
        "losses": array(losses),
    }
    conditions = [
        _when(_has_seats(seats), {"properties": {"losses": array({"maximum": seats - 1})}})
        for seats in range(2, _MATCH_SEATS)
    ]
    return closed(properties, ["pdr", "game", "seats", "losses"]) | {"allOf": conditions}


def _head(game: str, most: int) -> Json:
    """Describe what deals and matches have alike (R)."""
    label = {"allOf": [ref("text")], "minLength": 1}
    return {
        "pdr": {"const": 1},
        "game": {"const": game},
        "id": ref("text"),
        "seats": {"type": "array", "items": label, "minItems": 2, "maxItems": most, "uniqueItems": True},
        "meta": ref("meta"),
    }

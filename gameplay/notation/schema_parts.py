"""Parts of the JSON Schema of a record, each made from the engine's own table; it knows no whole record.

A check, or a row of an option, that has no part here raises `KeyError` or `TypeError`: nothing is left out
in silence.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from gameplay.engine import shapes
from gameplay.engine.cards import UNKNOWN
from gameplay.engine.options import Choice, Integer, Row, RuleBook, boolean
from gameplay.engine.panguingue.rules import card_list
from gameplay.engine.shapes import Check, Shape
from gameplay.engine.verdict import Refusal
from gameplay.engine.writing import LARGEST, META_LONGEST, TEXT_LONGEST

Json = dict[str, Any]

_SEATS_TRIED: Final = 100
"""More than any game serves."""

SHARED: Final[Json] = {
    "text": {"type": "string", "maxLength": TEXT_LONGEST, "pattern": r"^[^\u0000]*$"},
    "integer": {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST},
}


def ref(name: str) -> Json:
    """Point to a definition."""
    return {"$ref": f"#/$defs/{name}"}


def anything(name: str, longest: int) -> Json:
    """Describe any value within the limits of texts (R); the limits of numbers a schema cannot say."""
    text = {"maxLength": longest, "pattern": r"^[^\u0000]*$"}
    return text | {"items": ref(name), "propertyNames": text, "additionalProperties": ref(name)}


SHARED["private"] = anything("private", TEXT_LONGEST)
SHARED["meta"] = anything("meta", META_LONGEST)


def closed(properties: Json, required: Iterable[str]) -> Json:
    """Describe an object that has these keys, private ones, and no other (R)."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "patternProperties": {"^_": ref("private")},
        "propertyNames": ref("text"),
        "additionalProperties": False,
    }


def array(items: Json) -> Json:
    """Describe a list."""
    return {"type": "array", "items": items}


def option(row: Row) -> Json:
    """Describe what an option may be (PG-1, PL-1)."""
    if isinstance(row, Integer):
        return {"type": "integer", "minimum": row.low, "maximum": row.high}
    if isinstance(row, Choice):
        return {"enum": list(row.allowed)}
    if row is boolean:
        return {"type": "boolean"}
    if row is card_list:
        return array(ref("panguingue.card"))
    raise TypeError(row)


def has(book: RuleBook[Any], name: str, values: Iterable[Any]) -> Json:
    """Describe a record whose option has one of the values, by its own `rules` or by its profile."""
    values = list(values)
    written = {"required": ["rules"], "properties": {"rules": {"required": [name]}}}
    said = {
        "required": ["rules"],
        "properties": {"rules": {"required": [name], "properties": {name: {"enum": values}}}},
    }
    profiles = [profile for profile, options in book.profiles.items() if options[name] in values]
    by_profile: Json = {"properties": {"profile": {"enum": profiles}}, "not": written}
    if "classic" not in profiles:  # which a record without `profile` is
        by_profile["required"] = ["profile"]
    return {"anyOf": [said, by_profile]}


def events(
    prefix: str, pack: str, table: Mapping[str, Shape], *, seats: int, ranks: str, cards: Iterable[str]
) -> Json:
    """Define the cards of a pack and every event of a game played with it, as `prefix.TYPE`."""
    known = list(cards)
    defined: Json = {}
    if known:
        defined = {f"{pack}.card": {"enum": known}, f"{pack}.any_card": {"enum": [*known, UNKNOWN]}}
    values = _values(pack, seats, ranks)
    for kind, shape in table.items():
        properties = {"type": {"const": kind}} | {key: values[known.check] for key, known in shape.items()}
        required = ["type", *(key for key, known in shape.items() if not known.is_optional)]
        defined[f"{prefix}.{kind}"] = closed(properties, required)
    return defined


def _values(pack: str, seats: int, ranks: str) -> Mapping[Check, Json]:
    """Describe the value of each kind of key."""
    seat = {"type": "integer", "minimum": 0, "maximum": seats - 1}
    cards = array(ref(f"{pack}.card"))
    hand = {"type": ["array", "null"], "items": ref(f"{pack}.any_card")}
    per_seat = {"type": "array", "minItems": 2, "maxItems": seats}
    return {
        shapes.seat: seat,
        shapes.number: ref("integer"),
        shapes.milliseconds: {"type": "integer", "minimum": 0, "maximum": LARGEST},
        shapes.flag: {"type": "boolean"},
        shapes.text: ref("text"),
        shapes.source: {"enum": ["stock", "discard"]},
        shapes.rank: {"enum": list(ranks)},
        shapes.card: ref(f"{pack}.card"),
        shapes.any_card: ref(f"{pack}.any_card"),
        shapes.cards: cards,
        shapes.loans: array(
            {"type": "array", "prefixItems": [ref("integer"), cards], "minItems": 2, "items": False}
        ),
        shapes.hands: per_seat | {"items": hand},
        shapes.sizes: per_seat | {"items": ref("integer")},
    }


def seated(table: Mapping[str, Shape], seats: int) -> Json:
    """Describe any event where there are so many seats: which it may name, and how long lists of all are."""
    bounds: dict[Check, Json] = {
        shapes.seat: {"maximum": seats - 1},
        shapes.hands: {"minItems": seats, "maxItems": seats},
        shapes.sizes: {"minItems": seats, "maxItems": seats},
    }
    keys = {key: known.check for shape in table.values() for key, known in shape.items()}
    return {"properties": {key: bounds[check] for key, check in keys.items() if check in bounds}}


def one_of_events(prefix: str, kinds: Iterable[str]) -> Json:
    """Describe an event that is of one of these types, each as it is defined."""
    kinds = sorted(kinds)
    return {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"enum": kinds}},
        "allOf": [
            {"if": {"properties": {"type": {"const": kind}}}, "then": ref(f"{prefix}.{kind}")}
            for kind in kinds
        ],
    }


def most_seats(book: RuleBook[Any], differing: Json) -> int:
    """Find out how many seats a game serves at most with these options (PG-1, PL-1)."""
    rules = book.rules("classic", differing)
    return max(seats for seats in range(2, _SEATS_TRIED) if _serves(rules, seats))


def _serves(rules: Any, seats: int) -> bool:
    try:
        rules.check_seats(seats)
    except Refusal:
        return False
    return True

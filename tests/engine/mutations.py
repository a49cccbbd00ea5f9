"""Legal records of `strategies`, spoiled at random: values changed, bytes lost; judges none of them."""

import copy
import json
from typing import Any

from hypothesis import strategies as st

from tests.engine.strategies import records


def json_values() -> st.SearchStrategy[Any]:
    """Any JSON value, and a few that fit almost."""
    texts = [
        "",
        "3h",
        "??",
        "Jk",
        "8h",
        "zz",
        "meld",
        "draw",
        "undo",
        "stock",
        "_x",
        "\0",
        "\ud800",
        "x" * 201,
    ]
    numbers = [-1, 0, 1, 2, 3, 7, 2**53, -(2**63), 10**400, 1.0, float("inf"), float("nan")]
    near = st.sampled_from([*texts, *numbers, True, False, None])
    return st.recursive(
        near | st.text(max_size=5) | st.integers(-3, 20),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=6,
    )


_KEYS = [
    "pdr",
    "game",
    "id",
    "detail",
    "profile",
    "rules",
    "seats",
    "first",
    "pot",
    "events",
    "meta",
    "type",
    "seat",
    "cards",
    "borrow",
    "claimed",
    "meld",
]
_KEYS += [
    "card",
    "from",
    "by",
    "reason",
    "upcard",
    "hands",
    "sizes",
    "as",
    "ms",
    "word",
    "match_end",
    "match_stake",
    "losses",
    "ante",
    "packs",
    "_p",
    "x",
]


@st.composite
def mutated(draw: st.DrawFn, originals: st.SearchStrategy[Any]) -> Any:
    """A record in which one to three values, somewhere, were replaced, added, taken away or doubled."""
    record = copy.deepcopy(draw(originals))
    for _ in range(draw(st.integers(1, 3))):
        places = _containers(record)
        if not places:
            return draw(json_values())
        _mutate(draw, draw(st.sampled_from(places)))
    return record


def _containers(value: Any) -> list[Any]:
    found = [value] if isinstance(value, dict | list) else []
    for each in found:
        found += [
            inner
            for inner in (each.values() if isinstance(each, dict) else each)
            if type(inner) in {dict, list}
        ]
    return found


_PLAUSIBLE = st.integers(0, 4) | st.sampled_from(
    ["3h", "Kd", "As", "??", "8h", "drop", "stay", "meld", "foul"]
)


def _mutate(draw: st.DrawFn, place: Any) -> None:
    how = draw(st.sampled_from(["replace", "add", "remove", "double"]))
    if isinstance(place, dict):
        key = draw(st.sampled_from([*place] or _KEYS) | st.sampled_from(_KEYS))
        if how == "remove":
            place.pop(key, None)
        else:
            place[key] = draw(_PLAUSIBLE | json_values())
    elif how == "add" or not place:
        place.append(draw(json_values()))
    else:
        at = draw(st.integers(0, len(place) - 1))
        if how == "remove":
            del place[at]
        elif how == "double":
            place.insert(at, copy.deepcopy(place[at]))
        else:
            place[at] = draw(_PLAUSIBLE | json_values())


@st.composite
def damaged_lines(draw: st.DrawFn) -> bytes:
    """A record as bytes, of which a few were changed, lost or added."""
    line = json.dumps(draw(records()), ensure_ascii=draw(st.booleans())).encode()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(line)))
        lost = draw(st.integers(0, 3))
        added = draw(
            st.binary(max_size=2)
            | st.sampled_from([b'"', b"\\u0000", b"\\ud800", b"-", b"e9", b"[", b"}", b","])
        )
        line = line[:at] + added + line[at + lost :]
    return line

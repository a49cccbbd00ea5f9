"""Records of the conformance vectors, and the same spoiled by a seeded hand; judges none of them."""

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

VECTORS = Path(__file__).resolve().parents[1] / "conformance"
_ODD: list[Any] = [
    "", "3h", "??", "Jk", "8h", "10h", "H5", "zz", "meld", "draw", "undo", "stock", "discard", "_x", "\0",
    "\ud800", "x" * 201, "\x1b[31m", -1, 0, 1, 2, 3, 7, 2**53, -(2**63), 10**400, 1.5, float("inf"),
    True, False, None, [], {}, [[0, ["5h"]]], ["5h", "5h", "5h"], [1, [2]],
]  # fmt: skip
_KEYS = [
    "type", "seat", "cards", "card", "borrow", "claimed", "meld", "from", "by", "as", "ms", "hands", "sizes",
    "upcard", "reason", "sea", "_private",
]  # fmt: skip


def vectors() -> list[Any]:
    """Give every record of the vectors that can be read."""
    return [record for path in sorted(VECTORS.glob("*.pdr.jsonl")) for record in _records(path)]


def _records(path: Path) -> Iterator[Any]:
    for line in path.read_bytes().split(b"\n"):
        try:
            yield json.loads(line)
        except ValueError:
            continue


def spoiled(record: Any, rng: Random) -> Any:
    """Give a record with one to three things in it changed."""
    record = deepcopy(record)
    if not isinstance(record, dict):
        return record
    for _ in range(rng.randint(1, 3)):
        events = record.get("events")
        if not isinstance(events, list) or not events or rng.random() < 0.15:
            record[rng.choice([*record, "pott", "spades_back"])] = deepcopy(rng.choice(_ODD))
        else:
            _spoil_events(events, rng)
    return record


def _spoil_events(events: list[Any], rng: Random) -> None:
    at = rng.randrange(len(events))
    way = rng.randrange(6)
    if way == 0:
        del events[at]
    elif way == 1:
        events.insert(at, {"type": "undo"})
    elif way == 2:
        events[at:at] = [deepcopy(rng.choice(events)), {"type": "undo"}]
    elif way == 3:
        other = rng.randrange(len(events))
        events[at], events[other] = events[other], events[at]
    elif isinstance(events[at], dict):
        _spoil_event(events[at], rng)


def _spoil_event(event: dict[str, Any], rng: Random) -> None:
    key = rng.choice([*event, rng.choice(_KEYS)])
    cards = event.get(key)
    if isinstance(cards, list) and cards and rng.random() < 0.6:
        cards[rng.randrange(len(cards))] = rng.choice(_ODD[:20] + cards)
    elif rng.random() < 0.15:
        event.pop(key, None)
    else:
        event[key] = deepcopy(rng.choice(_ODD))

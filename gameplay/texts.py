"""Takes what people wrote out of what is hashed, and puts it back for reading. It stores nothing.

A fact never changes, and what people write may have to be blanked on request: so the fact holds the salted
hash of the text, and the text lies in an erasable row beside it.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any, Final, NamedTuple

SALT_BYTES: Final = 16
UNREADABLE: Final = "unreadable"
"""The type under which a cancelled event of no known type is kept: its name is free text too (rule R)."""

# What the record format knows, by key. Values are read by shape, because a cancelled event may hold
# anything: only what cannot be prose stays in the fact.
_EVENT_KEYS: Final = frozenset(
    {
        "seat",
        "cards",
        "meld",
        "borrow",
        "claimed",
        "from",
        "card",
        "by",
        "ms",
        "as",
        "upcard",
        "hands",
        "sizes",
    }
)
_EVENT_TYPES: Final = frozenset(
    {
        "deal",
        "stay",
        "drop",
        "draw",
        "meld",
        "layoff",
        "discard",
        "force",
        "foul",
        "exhausted",
        "misdeal",
        "undo",
    }
    | {"play", "take", "out", "lost", "flag", "drawn"}
)
_RANKS: Final = frozenset("A23456789TJQK")
_CARDS: Final = frozenset({rank + suit for rank in _RANKS for suit in "cdhs"} | {"Jk", "??"})
_WORDS: Final = _CARDS | _RANKS | {"stock", "discard"}
_LARGEST: Final = 2**53 - 1
_MOST: Final = 200  # more than the cards of any deal; a fact holds 64 KiB


class Parted(NamedTuple):
    """What stays in the fact, and what people wrote."""

    payload: dict[str, Any]
    written: dict[str, Any]


class Sealed(NamedTuple):
    """A text as it is stored: the salt and content of the erasable row, and the hash for the fact."""

    salt: bytes
    content: str
    digest: str


def part_event(event: dict[str, Any]) -> Parted:
    """Part an event of a record into payload and free text; the payload keeps the key `type`."""
    payload: dict[str, Any] = {}
    written: dict[str, Any] = {}
    for key, value in event.items():
        if key == "type":
            known = value in _EVENT_TYPES
            payload["type"] = value if known else UNREADABLE
            if not known:
                written["type"] = value
        elif key in _EVENT_KEYS and _is_plain(value):
            payload[key] = value
        else:
            written[key] = value
    return Parted(payload, written)


def join_event(payload: dict[str, Any], written: dict[str, Any] | None) -> dict[str, Any]:
    """Return the event as it came; without what has been blanked."""
    event = {key: value for key, value in payload.items() if key != "texts"}
    return event | written if written else event


def seal(written: dict[str, Any]) -> Sealed | None:
    """Salt and hash a text for storing, or return None when nobody wrote anything."""
    if not written:
        return None
    salt = secrets.token_bytes(SALT_BYTES)
    content = json.dumps(written, ensure_ascii=False, separators=(",", ":"))
    return Sealed(salt, content, digest(salt, content))


def digest(salt: bytes, content: str) -> str:
    """Return the hash that stands in the fact: SHA-256 of salt and text, in hexadecimal."""
    return hashlib.sha256(salt + content.encode()).hexdigest()


def unseal(content: str | None) -> dict[str, Any]:
    """Return what people wrote, or nothing after it was blanked."""
    read: dict[str, Any] = json.loads(content) if content is not None else {}
    return read


def _is_plain(value: object) -> bool:
    waiting = [value]
    for _ in range(_MOST):
        if not waiting:
            return True
        each = waiting.pop()
        if isinstance(each, list):
            waiting += each
        elif not _is_plain_leaf(each):
            return False
    return not waiting


def _is_plain_leaf(value: object) -> bool:
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, int):
        return -_LARGEST <= value <= _LARGEST
    return isinstance(value, str) and value in _WORDS

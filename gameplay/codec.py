"""Bytes to JSON values (rule R); knows no key, no card and no rule of play."""

import json
import math
from collections.abc import Mapping
from typing import Any, Final, NoReturn

import msgspec

LINE_LARGEST: Final = 2**20
"""Bytes of a line of a record, its LF not counted."""


_decoder: Final = msgspec.json.Decoder()


class Unreadable(Exception):  # noqa: N818 - says what the line is
    """A line that is no JSON text of ours.

    When it is JSON all the same, and only some text in it is not admitted (U+0000, a lone surrogate), `value`
    holds what was read, so that the record's `id` and the place of the fault can still be named.
    """

    def __init__(self, value: Any = None) -> None:
        """Keep what could be read."""
        super().__init__("not a JSON text")
        self.value = value


def decode(line: bytes) -> Any:
    """Read one line (rule R): UTF-8 without BOM, JSON as RFC 8259 has it, the last of equal keys counts.

    The quick decoder reads nearly all; whatever it refuses is tried again with the standard library, since
    the two differ. Raises `Unreadable`, whatever the bytes are.
    """
    if len(line) > LINE_LARGEST:
        raise Unreadable
    try:
        value = _decoder.decode(line)
    except (msgspec.MsgspecError, RecursionError, UnicodeError, ValueError):
        value = _decode_again(line)
    if b"\\u0000" in line and _has_unwritable_text(value):
        raise Unreadable(value)
    return value


def _decode_again(line: bytes) -> Any:
    try:
        value = json.loads(line.decode(), parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError):  # ValueError: no JSON, no UTF-8, a number of too many digits
        raise Unreadable from None
    if _has_unwritable_text(value):
        raise Unreadable(value)
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(digits[:20])
    return number


def _has_unwritable_text(value: Any) -> bool:
    return any(type(each) is str and not _is_writable(each) for each in _parts(value))


def _is_writable(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _parts(value: Any) -> list[Any]:
    """List a value and all keys, members and items inside it, without recursion."""
    parts = [value]
    for each in parts:
        if isinstance(each, Mapping):
            parts += each.keys()
            parts += each.values()
        elif isinstance(each, list | tuple):
            parts += each
    return parts

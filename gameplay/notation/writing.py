"""The one canonical line of a record: RFC 8785 bytes. It changes how a record is written, never what it says.

No default is filled in, no option left out, no card respelled: replay says the same before and after.
"""

import math
from decimal import Decimal
from typing import Any, Final

from gameplay.engine.writing import LARGEST, is_private
from gameplay.notation.complaints import Code, Objection
from ledger.canonical import canonical

_INTEGER_LONGEST: Final = 21
"""Digits before the point up to which RFC 8785 writes a number without an exponent."""


def canonical_line(record: Any) -> bytes:
    """Write a decoded record as its canonical line, without the LF; raise `Objection` if it has none.

    It has none when it holds an integer beyond ±(2^53 - 1), or a fraction that would come back as an integer
    where the format tells them apart (R): `2.0` as a seat is a fault, and must not become the seat 2.
    """
    try:
        return canonical(record)
    except ValueError:  # a fraction, or something that has no canonical form at all
        pass
    try:
        return _written(record, is_free=False, free_keys=frozenset({"meta"}))
    except (RecursionError, ValueError):
        raise Objection(Code.RECORD_NOT_CANONICAL) from None


def _written(value: Any, *, is_free: bool, free_keys: frozenset[str] = frozenset()) -> bytes:
    """Write a value; `is_free` in `meta` and below private keys, which no rule reads."""
    if type(value) is dict:
        members = (
            canonical(key)
            + b":"
            + _written(value[key], is_free=is_free or key in free_keys or is_private(key))
            for key in sorted(value, key=_utf16)
        )
        return b"{" + b",".join(members) + b"}"
    if type(value) is list:
        return b"[" + b",".join([_written(item, is_free=is_free) for item in value]) + b"]"
    if type(value) is float:
        return _fraction(value, is_free=is_free)
    if type(value) is int and not -LARGEST <= value <= LARGEST:
        raise Objection(Code.NUMBER_NOT_CANONICAL, number=str(value)[:_INTEGER_LONGEST])
    return canonical(value)


def _utf16(key: str) -> bytes:
    """Spell a key so that comparing bytes compares UTF-16 code units (RFC 8785 3.2.3)."""
    return key.encode("utf-16-be", "surrogatepass")


def _fraction(value: float, *, is_free: bool) -> bytes:
    if value.is_integer() and abs(value) < 10**_INTEGER_LONGEST and not (is_free and abs(value) <= LARGEST):
        raise Objection(Code.NUMBER_NOT_CANONICAL, number=repr(value))
    return number_text(value).encode()


def number_text(value: float) -> str:
    """Write a finite number as ECMAScript does (RFC 8785 3.2.2.3): the shortest digits that read back."""
    if not math.isfinite(value):
        raise ValueError(value)
    if value == 0:  # minus zero too
        return "0"
    sign = "-" if value < 0 else ""
    digits = Decimal(repr(abs(value))).normalize().as_tuple()
    text = "".join(map(str, digits.digits))
    point = len(text) + int(digits.exponent)
    if 0 < point <= _INTEGER_LONGEST:
        whole, rest = text[:point].ljust(point, "0"), text[point:]
        return sign + whole + ("." + rest if rest else "")
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{text}"
    rest = "." + text[1:] if len(text) > 1 else ""
    return f"{sign}{text[0]}{rest}e{'+' if point > 0 else '-'}{abs(point - 1)}"

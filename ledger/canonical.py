"""The one byte form of a fact that is hashed (RFC 8785), with its hash and its way to write a moment.

Must not read a clock, guess at values it does not know, or re-serialise what is already stored (L-92).
"""

from datetime import UTC, datetime
from hashlib import sha256 as _sha256
from types import NoneType
from typing import Any, Final

import msgspec

INTEGER_LARGEST: Final = 2**53 - 1
"""The largest integer, of either sign, that every reader of JSON keeps exact (RFC 8785, I-JSON)."""

_LEAVES: Final = frozenset({str, bool, NoneType})
_by_code_point: Final = msgspec.json.Encoder(order="sorted").encode
_as_given: Final = msgspec.json.Encoder().encode


def canonical(value: object) -> bytes:
    """Write a value of plain JSON types as RFC 8785 bytes.

    Takes None, bool, int within ±`INTEGER_LARGEST`, str, list, tuple (written like a list) and dict with
    str keys, nested at will. Types are exact: a subclass, such as an enum member, is refused, since two
    encoders may write it differently.

    Raises:
        ValueError: for anything else, a float, a lone surrogate and a value that contains itself included.
    """
    try:
        written = _by_code_point(value)  # first, because it ends even on a value that contains itself
    except (TypeError, UnicodeEncodeError, RecursionError) as error:
        raise ValueError(f"no canonical form: {error}") from error
    return written if _is_ordered_by_code_point(value) else _as_given(_reordered(value))


def sha256(data: bytes) -> bytes:
    """Hash bytes to the 32 bytes of SHA-256."""
    return _sha256(data).digest()


def moment(at: datetime) -> str:
    """Write an aware datetime as RFC 3339 UTC, always with six fractional digits and `Z` (L-92).

    Raises:
        ValueError: when `at` is naive, or falls outside the years 1 to 9999 in UTC.
    """
    if at.utcoffset() is None:
        raise ValueError("a moment needs a time zone")
    try:
        in_utc = at.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("a moment lies within the years 1 to 9999 of UTC") from error
    return in_utc.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def read_moment(text: str) -> datetime:
    """Read what `moment` writes, and no other spelling of the same time, into an aware UTC datetime.

    Raises:
        ValueError: when `text` is not exactly what `moment` writes.
    """
    at = datetime.fromisoformat(text)
    if moment(at) != text:
        raise ValueError(f"not a moment in UTC with six fractional digits: {text!r}")
    return at


def _is_ordered_by_code_point(value: Any) -> bool:
    """Check every nested value; tell whether sorting keys by code point sorts them by UTF-16 unit too.

    The two orders part only where a key holds a character beyond U+FFFF, so never for ASCII keys
    (RFC 8785 3.2.3). One flat loop, because every appended event passes through here.
    """
    is_ascii = True
    pending = [value]
    for item in pending:  # grows while it is walked
        kind = type(item)
        if kind in _LEAVES:
            continue
        if kind is int:
            if not -INTEGER_LARGEST <= item <= INTEGER_LARGEST:
                raise ValueError(f"an integer beyond ±(2**53 - 1) has no canonical form: {item}")
        elif kind is dict:
            is_ascii &= _are_ascii(item)
            pending.extend(item.values())
        elif kind is list or kind is tuple:
            pending.extend(item)
        else:
            raise ValueError(f"{kind.__name__} has no canonical form here")
    return is_ascii


def _are_ascii(keys: dict[Any, Any]) -> bool:
    """Refuse keys that are not plain text; tell whether all are ASCII."""
    is_ascii = True
    for key in keys:
        if type(key) is not str:
            raise ValueError(f"a key is text, not {type(key).__name__}")
        is_ascii &= key.isascii()
    return is_ascii


def _reordered(value: Any) -> Any:
    """Copy a checked value with the keys of every object in the order of their UTF-16 code units."""
    if isinstance(value, dict):
        return {key: _reordered(value[key]) for key in sorted(value, key=_utf16)}
    if isinstance(value, list | tuple):
        return [_reordered(item) for item in value]
    return value


def _utf16(key: str) -> bytes:
    """Spell a key so that comparing bytes compares UTF-16 code units."""
    return key.encode("utf-16-be")

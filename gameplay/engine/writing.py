"""What may be written anywhere in a record: Panbook's limits of rule R; knows no key and no rule of play."""

import re
from math import isfinite
from typing import Final

from gameplay.engine.verdict import Code, Refusal

LARGEST: Final = 2**53 - 1
TEXT_LONGEST: Final = 200
META_LONGEST: Final = 2_000

_UNWRITABLE: Final = re.compile("[\0\ud800-\udfff]")


def is_private(key: str) -> bool:
    """Tell whether a key is kept and ignored (rule R)."""
    return key.startswith("_")


def is_text(value: object, longest: int = TEXT_LONGEST) -> bool:
    """Tell whether a value is text without U+0000 and lone surrogates, and not too long (rule R)."""
    return (
        type(value) is str
        and len(value) <= longest
        and (
            value.isprintable() or not _UNWRITABLE.search(value)
        )  # what is printable has neither, and is told sooner
    )


def quoted(text: str) -> str:
    """Shorten and clean a text from a record so that a sentence can repeat it."""
    text = _UNWRITABLE.sub("\ufffd", text[: TEXT_LONGEST + 1])
    return text if len(text) <= 40 else text[:39] + "…"


def check_writing(value: object, key: str, longest: int = TEXT_LONGEST) -> None:
    """Raise `record.invalid`, naming `key`, unless all texts and numbers inside keep the limits (rule R).

    Walks with a list of its own: nesting is as deep as a stranger likes to write it.
    """
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if type(each) is dict:
            waiting += each
            waiting += each.values()
        elif type(each) is list:
            waiting += each
        elif not _is_plain(each, longest):
            raise Refusal(Code.RECORD_INVALID, "R", key=key)


def _is_plain(value: object, longest: int) -> bool:
    if type(value) is str:
        return is_text(value, longest)
    if type(value) is int:
        return -LARGEST <= value <= LARGEST
    if type(value) is float:
        return isfinite(value)
    return value is None or type(value) is bool

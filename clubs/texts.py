"""PURE: the one form of every short text that people write. It looks nothing up."""

from __future__ import annotations

import re
import unicodedata

from clubs.errors import ClubsError, Code

NAME_LENGTH = 100
TABLE_LENGTH = 60
NUMBER_LENGTH = 12
_NUMBER = re.compile(rf"[0-9A-Za-z-]{{1,{NUMBER_LENGTH}}}", re.ASCII)
# Controls, halves of surrogate pairs and what has no meaning yet; and marks that turn the direction of
# writing, with which one name can be made to look like another.
_REFUSED = frozenset({"Cc", "Cs", "Cn", "Co"})
_TURNS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# What is never drawn does not make a name.
_INVISIBLE = frozenset({"Cf", "Mn", "Me", "Zs"})


def clean_text(text: str, *, limit: int = NAME_LENGTH) -> str:
    """Return the text in NFC, its spaces collapsed; refuse an empty, a too long or an unprintable one."""
    if "\0" in text:
        raise ClubsError(Code.TEXT_CHARACTER)
    # The bound first: normalising is work, and ten characters of NFC never need more than this.
    if len(text) > 10 * limit + 100:
        raise ClubsError(Code.TEXT_TOO_LONG, limit=limit)
    cleaned = " ".join(unicodedata.normalize("NFC", text).split())
    if any(sign in _TURNS or unicodedata.category(sign) in _REFUSED for sign in cleaned):
        raise ClubsError(Code.TEXT_CHARACTER)
    if all(unicodedata.category(sign) in _INVISIBLE for sign in cleaned):
        raise ClubsError(Code.TEXT_EMPTY)
    if len(cleaned) > limit:
        raise ClubsError(Code.TEXT_TOO_LONG, limit=limit)
    return cleaned


def clean_number(number: str) -> str:
    """Return a member's number as it is: 0042 is not 42 (L-41)."""
    if not _NUMBER.fullmatch(number):
        raise ClubsError(Code.MEMBER_NUMBER)
    return number

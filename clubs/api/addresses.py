"""Path converters: an address holds typed public ids and nothing else fits it. They look nothing up."""

from __future__ import annotations

from functools import cache

from django.urls import register_converter

from clubs.public_ids import LENGTH


class _PublicId:
    """A public id of one type."""

    regex = ""

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


def pattern(prefix: str) -> str:
    """Return the regular expression of a public id of this type."""
    return f"{prefix}_[0-9a-hjkmnp-tv-z]{{{LENGTH}}}"


TYPES = {
    "club": "club",
    "member": "mbr",
    "table": "tbl",
    "house_rules": "hrs",
    "revision": "rev",
    "session": "ses",
    "deal": "deal",
    "match": "mat",
    "settlement": "stl",
}


@cache
def register() -> None:
    """Make the converters known; once, since Django keeps them for the whole process."""
    for name, prefix in TYPES.items():
        register_converter(type(f"{name}_id", (_PublicId,), {"regex": pattern(prefix)}), name)

"""The hidden field by which a form is carried out once, however often it is sent (L-48, L-49)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clubs.public_ids import new_public_id
from gameplay.models.request import MAX_KEY_LENGTH

if TYPE_CHECKING:
    from django.http import HttpRequest

FIELD = "key"


def new_key() -> str:
    """Return the key of a form that is shown."""
    return new_public_id("form")


def key_of(request: HttpRequest) -> str | None:
    """Return the key that a form was sent with, None without one."""
    key = request.POST.get(FIELD, "")
    return key if 1 <= len(key) <= MAX_KEY_LENGTH and key.isprintable() else None


def number_of(text: str | None, *, least: int = 0, most: int = 2**31 - 1) -> int | None:
    """Return the whole number that a field holds, None for anything else or out of bounds (L-60)."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > 18:
        return None
    number = int(text)
    return number if least <= number <= most else None

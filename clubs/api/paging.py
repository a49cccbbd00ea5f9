"""Keyset pages: a cursor names the last row that was seen, the next page begins strictly behind it.

It orders nothing: a selector's order must end in a unique key (L-55, L-56).
"""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from clubs.api.refusals import ApiError, Code

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from django.http import HttpResponse
    from rest_framework.request import Request

T = TypeVar("T")
_LARGEST = 2**62


def write_cursor(of: str, position: Sequence[int | str]) -> str:
    """Return the cursor of a position in the list of this name."""
    return base64.urlsafe_b64encode(msgspec.json.encode([of, *position])).decode().rstrip("=")


def read_cursor(of: str, cursor: str | None, shape: Sequence[type]) -> list[Any] | None:
    """Return the position that a cursor names, or None for the beginning; refuse one that we did not make."""
    if cursor is None:
        return None
    try:
        given = msgspec.json.decode(base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError, msgspec.MsgspecError):
        raise ApiError(Code.CURSOR_INVALID) from None
    if type(given) is not list or given[:1] != [of] or [type(part) for part in given[1:]] != list(shape):
        raise ApiError(Code.CURSOR_INVALID)
    position: list[Any] = given[1:]
    if any(not _fits(part) for part in position):
        raise ApiError(Code.CURSOR_INVALID)
    return position


def _fits(part: int | str) -> bool:
    if isinstance(part, str):
        return len(part) <= 100 and "\0" not in part
    return 0 <= part <= _LARGEST


def cut(
    rows: Sequence[T], limit: int, of: str, position: Callable[[T], Sequence[int | str]]
) -> tuple[list[T], str | None]:
    """Return up to `limit` of the `limit + 1` rows asked for, and the cursor if one was left over."""
    shown = list(rows[:limit])
    return shown, write_cursor(of, position(shown[-1])) if len(rows) > limit else None


def link_next(request: Request, response: HttpResponse, cursor: str | None) -> None:
    """Name the next page in the `Link` header."""
    if cursor is None:
        return
    query = request.GET.copy()
    query["cursor"] = cursor
    address = request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
    response.headers["Link"] = f'<{address}>; rel="next"'

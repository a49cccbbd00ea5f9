"""Reads the bodies of requests, bounded in bytes and depth. It knows no member of them."""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING, Any, NoReturn

from rest_framework.parsers import BaseParser

from clubs.api.refusals import ApiError, Code

if TYPE_CHECKING:
    from collections.abc import Mapping

BODY_LARGEST = 2**20
DEPTH_LARGEST = 64
LINES_TYPE = "application/x-ndjson"


class Json(BaseParser):
    """A JSON body of at most 1 MiB, nested at most 64 deep."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the value."""
        del media_type, parser_context
        content = read(stream, BODY_LARGEST)
        try:
            value = json.loads(content.decode(), parse_constant=_refuse)
            is_too_deep = _is_deeper(value, DEPTH_LARGEST)
        except (ValueError, RecursionError):
            raise ApiError(Code.MALFORMED) from None
        if is_too_deep:
            raise ApiError(Code.MALFORMED)
        return value


class Lines(BaseParser):
    """A body of lines of JSON, as bytes; whoever asks for it says how large it may be."""

    media_type = LINES_TYPE

    def parse(  # type: ignore[override] # DRF hands on whatever is read
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return the bytes as they came."""
        del media_type
        view = (parser_context or {})["view"]
        return read(stream, view.lines_largest)


def read(stream: IO[bytes], limit: int) -> bytes:
    """Return a body, refusing one that is too large before all of it is read."""
    content = stream.read(limit + 1)
    if len(content) > limit:
        raise ApiError(Code.TOO_LARGE, limit=limit)
    return content


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _is_deeper(value: Any, limit: int) -> bool:
    level = [value]
    for _ in range(limit):
        level = [
            inner
            for each in level
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return False
    return True

"""Reads the bodies of requests, bounded in bytes and depth. It knows no member of them."""

from __future__ import annotations

import json
import math
from typing import IO, TYPE_CHECKING, Any, NoReturn

from rest_framework.parsers import BaseParser

from clubs.api.refusals import ApiError, Code

if TYPE_CHECKING:
    from collections.abc import Mapping

BODY_LARGEST = 2**20
DEPTH_LARGEST = 64
INTEGER_LARGEST = 2**53 - 1
LINES_TYPE = "application/x-ndjson"


class Json(BaseParser):
    """A JSON body of at most 1 MiB, nested at most 64 deep, integers within 2**53 - 1 (RFC 7493)."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the value."""
        del media_type, parser_context
        content = read(stream, BODY_LARGEST)
        try:
            value = json.loads(content.decode(), parse_constant=_refuse)
        except (ValueError, RecursionError):
            raise ApiError(Code.MALFORMED) from None
        if not _is_admitted(value):
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


def _is_admitted(value: Any) -> bool:
    """Tell whether a value keeps to the bounds of every body, as the record format has them (R)."""
    level = [value]
    for _ in range(DEPTH_LARGEST):
        inner: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                inner += each
                inner += each.values()
            elif isinstance(each, list):
                inner += each
            elif not _is_plain(each):
                return False
        if not inner:
            return True
        level = inner
    return False


def _is_plain(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" not in value and not any("\ud800" <= sign <= "\udfff" for sign in value)
    if isinstance(value, int):
        return -INTEGER_LARGEST <= value <= INTEGER_LARGEST
    return not isinstance(value, float) or math.isfinite(value)

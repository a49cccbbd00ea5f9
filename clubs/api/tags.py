"""Entity tags: a hash tells what a reader has from what there is now. It reads no table."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.utils.http import parse_etags
from rest_framework.renderers import JSONRenderer

from clubs.api.refusals import ApiError, Code

if TYPE_CHECKING:
    from rest_framework.request import Request

_renderer = JSONRenderer()


def written(data: Any) -> bytes:
    """Return an answer as bytes."""
    text: bytes = _renderer.render(data)
    return text


def tag_of(content: bytes) -> str:
    """Return the strong tag of an answer."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def answer(request: Request, data: Any, status: int = 200) -> HttpResponse:
    """Return the answer with its tag; without a body (304) to whoever has it already."""
    content = written(data)
    tag = tag_of(content)
    seen = parse_etags(request.headers.get("If-None-Match", ""))
    if request.method in {"GET", "HEAD"} and status == 200 and (seen == ["*"] or _is_among(tag, seen)):
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(content, content_type="application/json", status=status)
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def refuse_stale(request: Request, now: Any) -> None:
    """Refuse an edit of something else than what the caller has seen (L-51); to be asked under its lock."""
    given = request.headers.get("If-Match")
    if given is None:
        raise ApiError(Code.TAG_MISSING)
    wanted = parse_etags(given)
    if wanted != ["*"] and tag_of(written(now)) not in wanted:
        raise ApiError(Code.TAG_STALE)


def _is_among(tag: str, seen: list[str]) -> bool:
    return tag in {each.removeprefix("W/") for each in seen}

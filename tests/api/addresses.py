"""Every address of the API, read from the URL list: what a test forgets, this does not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from django.urls import URLPattern, get_resolver

from clubs.api.views import ApiView

if TYPE_CHECKING:
    from collections.abc import Iterator


class Address(NamedTuple):
    """One method of one address; `route` has the names of its parts in braces."""

    name: str
    method: str
    route: str
    operation: Any

    def at(self, ids: dict[str, str]) -> str:
        """Return the address with its parts filled in."""
        return "/" + re.sub(r"\{(\w+)\}", lambda part: ids[part[1]], self.route)


def addresses() -> list[Address]:
    """Return all that answer anybody anything."""
    return list(_walk(get_resolver().url_patterns, ""))


def _walk(patterns: Any, before: str) -> Iterator[Address]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if not isinstance(pattern, URLPattern):
            yield from _walk(pattern.url_patterns, route)
            continue
        view = getattr(pattern.callback, "cls", None)
        if route.startswith("api/") and view is not None:
            yield from _methods(pattern.name, view, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route))


def _methods(name: str | None, view: type, route: str) -> Iterator[Address]:
    if not issubclass(view, ApiView) or name is None:
        return
    for method in ("get", "post", "patch"):
        told = getattr(getattr(view, method, None), "operation", None)
        if told is not None:
            yield Address(told.name, method.upper(), route, told)

"""Reads queries and bodies by their shapes, and lists everything that is wrong with one at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.exceptions import UnsupportedMediaType

from clubs.api.refusals import ApiError, Code, Flaw

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rest_framework.request import Request
    from rest_framework.serializers import BaseSerializer

_SHOWN = 100
_MOST = 50


def read_query(request: Request, shape: type[BaseSerializer[Any]] | None) -> dict[str, Any]:
    """Return the parameters of the address; one that is unknown is refused, not passed over."""
    asked = shape(data=request.query_params.dict()) if shape else None
    known: Any = getattr(asked, "fields", {})
    if unknown := [name for name in request.query_params if name not in known]:
        raise ApiError(
            Code.PARAMETER_UNKNOWN,
            *(Flaw(f"?{name[:_SHOWN]}", Code.PARAMETER_UNKNOWN) for name in unknown[:_MOST]),
        )
    if asked is None:
        return {}
    repeated = [name for name, values in request.query_params.lists() if len(values) > 1]
    found = [Flaw(f"?{name}", "repeated") for name in repeated]
    if not asked.is_valid():
        found += list(_flaws(asked.errors, "?"))
    if found:
        raise ApiError(Code.PARAMETER_INVALID, *found)
    read: dict[str, Any] = asked.validated_data
    return read


def read_body(request: Request, shape: type[BaseSerializer[Any]] | str) -> Any:
    """Return the body; of a shape that is a media type, the bytes."""
    if isinstance(shape, str):
        if (request.content_type or "").partition(";")[0].strip().lower() != shape:
            raise UnsupportedMediaType(request.content_type or "")
        return request.data or b""
    asked = shape(data=request.data)
    if not asked.is_valid():
        raise ApiError(Code.INVALID, *list(_flaws(asked.errors, "/"))[:_MOST])
    return asked.validated_data


def _flaws(errors: Any, at: str) -> Iterator[Flaw]:
    """Turn nested errors of a shape into flaws with RFC 6901 pointers; a parameter's begins with `?`."""
    if isinstance(errors, dict):
        for name, inner in errors.items():
            yield from _flaws(inner, at if name == "non_field_errors" else _under(at, str(name)))
    elif isinstance(errors, list):
        for place, inner in enumerate(errors):
            if isinstance(inner, dict | list):
                yield from _flaws(inner, _under(at, str(place)))
            else:
                yield Flaw(at.removesuffix("/"), str(getattr(inner, "code", "invalid")), str(inner))


def _under(at: str, name: str) -> str:
    escaped = name.replace("~", "~0").replace("/", "~1")
    return f"{at}{escaped}" if at in {"/", "?"} else f"{at}/{escaped}"

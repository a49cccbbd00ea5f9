"""What an address does, said once: role, scopes, query, body, answer, errors. It judges no request.

The view enforces it and the schema tells it, so that the two cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from clubs.api.refusals import Code

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import StrEnum

    from rest_framework.serializers import BaseSerializer

    from clubs.models import Scope
    from clubs.selectors import Standing

JSON = "application/json"
F = TypeVar("F", bound="Callable[..., Any]")
Serializer = type["BaseSerializer[Any]"]


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one address.

    `role` is the least that may do it in the club of the address (None: the address names no club); `scopes`
    are those of which a token needs one. `is_keyed`: takes an `Idempotency-Key`; `is_edit`: wants `If-Match`.
    """

    name: str
    tag: str
    summary: str
    description: str
    role: Standing | None
    scopes: tuple[Scope, ...]
    query: Serializer | None
    body: Serializer | str | None
    answer: Serializer | str
    status: int
    errors: tuple[StrEnum, ...]
    is_keyed: bool
    is_edit: bool
    is_open: bool
    is_tagged: bool

    def all_errors(self, method: str) -> list[StrEnum]:
        """Return every code that may be answered, its own and those of its kind."""
        found: list[StrEnum] = [Code.PARAMETER_UNKNOWN, Code.PARAMETER_INVALID, Code.NOT_ACCEPTABLE]
        if self.query is not None and "cursor" in self.query().fields:  # type: ignore[attr-defined] # a shape
            found.append(Code.CURSOR_INVALID)
        found += [Code.TOKEN_INVALID, Code.TOKEN_EXPIRED]
        found += [] if self.is_open else [Code.NOT_AUTHENTICATED, Code.SCOPE]
        found += [Code.ROLE, Code.NOT_FOUND] if self.role else []
        if method != "GET":
            found += [] if self.is_open else [Code.CSRF]
            found += [Code.MALFORMED, Code.TOO_LARGE, Code.MEDIA_TYPE, Code.INVALID]
        found += [Code.TAG_MISSING, Code.TAG_STALE] if self.is_edit else []
        found += [Code.KEY_INVALID] if self.is_keyed else []
        return [*found, *self.errors, Code.INTERNAL]


def operation(
    name: str,
    *,
    tag: str,
    summary: str,
    description: str = "",
    role: Standing | None = None,
    scopes: tuple[Scope, ...] = (),
    query: Serializer | None = None,
    body: Serializer | str | None = None,
    answer: Serializer | str,
    status: int = 200,
    errors: tuple[StrEnum, ...] = (),
    is_keyed: bool = False,
    is_edit: bool = False,
    is_open: bool = False,
) -> Callable[[F], F]:
    """Say what a method of a view does."""
    told = Operation(
        name=name,
        tag=tag,
        summary=summary,
        description=description,
        role=role,
        scopes=scopes,
        query=query,
        body=body,
        answer=answer,
        status=status,
        errors=errors,
        is_keyed=is_keyed,
        is_edit=is_edit,
        is_open=is_open,
        is_tagged=status == 200 and not isinstance(answer, str) and not is_keyed,
    )

    def mark(method: F) -> F:
        method.operation = told  # type: ignore[attr-defined] # read by the view and the schema
        return method

    return mark

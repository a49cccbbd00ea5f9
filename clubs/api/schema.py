"""Tells drf-spectacular what `operations.py` says of each address; it adds nothing of its own."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.module_loading import import_string
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse

from clubs.api.answers import Problem
from clubs.api.operations import JSON, Operation

if TYPE_CHECKING:
    from collections.abc import Mapping
    from enum import StrEnum

PROBLEM_TYPE = "application/problem+json"
_TEXT = {"type": "string"}


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # ships none for this
    """The token."""

    target_class = "clubs.api.bearer.Bearer"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """Describe it."""
        del auto_schema
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "`Authorization: Bearer pbk_…`, made by `manage.py token create`.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # as above
    """The cookie of the pages."""

    target_class = "clubs.api.bearer.PageSession"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """Describe it."""
        del auto_schema
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class Schema(AutoSchema):
    """One operation, as its view's method declares it."""

    @property
    def told(self) -> Operation:
        """What is declared."""
        found: Operation = getattr(self.view, self.method.lower()).operation
        return found

    def get_operation_id(self) -> str:
        """Return the service's word, where there is one."""
        return self.told.name

    def get_tags(self) -> list[str]:
        """Return the chapter."""
        return [self.told.tag]

    def get_summary(self) -> str:
        """Return one line."""
        return self.told.summary

    def get_description(self) -> str:  # type: ignore[override] # the parent's own remark says the same
        """Return the text, who may do it, and with which scope."""
        told = self.told
        parts = [told.description] if told.description else []
        if told.role:
            parts.append(f"Role: {told.role} or higher.")
        if told.scopes:
            parts.append("Scope: " + " or ".join(f"`{scope}`" for scope in told.scopes) + ".")
        if told.is_open:
            parts.append("Open to everybody; rate-limited.")
        return "\n\n".join(parts)

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Open addresses may be asked without a token."""
        schemes: list[dict[str, list[str]]] = [{"token": []}, {"session": []}]
        super().get_auth()  # registers the schemes
        return [*schemes, {}] if self.told.is_open else schemes

    def get_override_parameters(self) -> list[Any]:
        """Return query and headers, of the request and of the answer."""
        told = self.told
        found: list[Any] = [told.query] if told.query else []
        if told.is_keyed:
            found.append(_header("Idempotency-Key", "1 to 64 visible characters; one is made where missing."))
            found.append(_answered("Idempotency-Key", "The key under which the answer is kept.", told.status))
        if told.is_edit:
            found.append(_header("If-Match", "The `ETag` of what was read.", is_required=True))
        if told.is_tagged:
            found.append(_answered("ETag", "Changes with the answer.", 200))
            if not told.is_edit:
                found.append(_header("If-None-Match", "An `ETag`; 304 if the answer is still that one."))
        if told.query and "cursor" in told.query().fields:  # type: ignore[attr-defined] # a shape
            found.append(_answered("Link", 'The next page, `rel="next"`.', 200))
        return found

    def get_request_serializer(self) -> Any:
        """Return the body."""
        body = self.told.body
        return {body: _TEXT} if isinstance(body, str) else body

    def get_response_serializers(self) -> Any:
        """Return the answer and every problem."""
        told = self.told
        if isinstance(told.answer, str):
            good: dict[Any, Any] = {(told.status, told.answer): OpenApiResponse(_TEXT, "As described.")}
        else:
            good = {(told.status, JSON): OpenApiResponse(told.answer, "As described.")}
        if told.is_tagged and not told.is_edit:
            good[304] = OpenApiResponse(None, "What the caller has is still so.")
        table: Mapping[str, Any] = import_string(settings.PANBOOK_PROBLEMS)
        by_status: dict[int, list[StrEnum]] = {}
        for code in told.all_errors(self.method):
            by_status.setdefault(table[code].status, []).append(code)
        return good | {
            (status, PROBLEM_TYPE): OpenApiResponse(
                Problem,
                "  \n".join(f"`{code}`: {table[code].title}" for code in dict.fromkeys(codes)),
            )
            for status, codes in sorted(by_status.items())
        }

    def get_examples(self) -> list[OpenApiExample]:
        """Return what a walk through all addresses really asked and was answered (`tests/api/walk.py`)."""
        told, shown = self.told, _examples().get(self.told.name, {})
        found = []
        if "asked" in shown:
            media = told.body if isinstance(told.body, str) else JSON
            found.append(OpenApiExample("asked", shown["asked"], request_only=True, media_type=media))
        if "answered" in shown:
            media = told.answer if isinstance(told.answer, str) else JSON
            answered = OpenApiExample(
                "answered",
                shown["answered"],
                response_only=True,
                status_codes=[str(told.status)],
                media_type=media,
            )
            found.append(answered)
        return found


@lru_cache(maxsize=1)
def _examples() -> dict[str, Any]:
    path = Path(settings.PANBOOK_EXAMPLES)
    read: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return read


def _header(name: str, text: str, *, is_required: bool = False) -> OpenApiParameter:
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, description=text, required=is_required)


def _answered(name: str, text: str, status: int) -> OpenApiParameter:
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, description=text, response=[status])

"""The frame of every view: who asks, for what, in which shape. What is done then is a service's business."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.module_loading import import_string
from rest_framework.views import APIView

from clubs.api import flaws
from clubs.api.access import Entry, enter, identified, refuse_scope
from clubs.api.paging import link_next
from clubs.api.refusals import ApiError, Code
from clubs.api.tags import answer
from clubs.public_ids import new_public_id

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

    from clubs.api.operations import Operation

KEY_LARGEST = 64
_KEY = re.compile(rf"[\x21-\x7e]{{1,{KEY_LARGEST}}}", re.ASCII)


class ApiView(APIView):
    """One address; each of its methods is marked with its `operation`."""

    http_method_names = ["get", "head", "post", "patch"]
    lines_largest = 0
    operation: Operation | None
    entry: Entry
    query: dict[str, Any]
    body: Any

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Settle who asks, whether it is allowed, and in which shape.

        In this order, so that a stranger hears the same whatever is asked.
        """
        method = "get" if request.method == "HEAD" else (request.method or "").lower()
        self.operation = getattr(getattr(self, method, None), "operation", None)
        super().initial(request, *args, **kwargs)
        told = self.operation
        if told is None:  # no such method here
            return
        if told.role is not None:
            self.entry = enter(request, kwargs["club"], told.role, told.scopes)
        elif not told.is_open:
            identified(request)
            refuse_scope(request, told.scopes)
        self.query = flaws.read_query(request, told.query)
        self.key = _key(request) if told.is_keyed else ""
        if told.body is not None:
            self.body = flaws.read_body(request, told.body)

    @property
    def client_key(self) -> str:
        """The request's key as it is stored: two members may choose the same one and mean two things."""
        return f"api/{self.entry.member.public_id}/{self.key}"

    def answer(self, data: Any, status: int = 200, next_cursor: str | None = None) -> HttpResponse:
        """Return an answer, with the address of the next page and the key under which it is kept."""
        response = answer(self.request, data, status)
        link_next(self.request, response, next_cursor)
        if self.key:
            response.headers["Idempotency-Key"] = self.key
        return response

    def page(self, rows: Any, next_cursor: str | None) -> HttpResponse:
        """Return a page of rows."""
        return self.answer({"items": rows, "next": next_cursor}, next_cursor=next_cursor)

    def once(self, operation: str, body: dict[str, Any], make: Any) -> dict[str, Any]:
        """Carry a request out once under its key, and return the ids that it made, then and ever after."""
        carry_out: Any = import_string(settings.PANBOOK_ONCE)
        made: dict[str, Any] = carry_out(
            club_id=self.entry.club.pk,
            operation=operation,
            key=self.client_key,
            by=self.entry.member.public_id,
            body=body,
            make=make,
        )
        return made


def _key(request: Request) -> str:
    given = request.headers.get("Idempotency-Key")
    if given is None:
        return new_public_id("req")
    if not _KEY.fullmatch(given):
        raise ApiError(Code.KEY_INVALID, limit=KEY_LARGEST)
    return given

"""Addresses of tables: list, add, read, edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Q

from clubs.api.operations import operation
from clubs.api.paging import cut, read_cursor
from clubs.api.refusals import ApiError
from clubs.api.refusals import Code as ApiCode
from clubs.api.shapes import NewTable, TableEdit, TablePage, TableShape, TablesQuery
from clubs.api.tags import refuse_stale
from clubs.api.views import ApiView
from clubs.errors import Code
from clubs.models import Scope, Table
from clubs.services.edits import edit_table
from clubs.services.tables import add_table
from clubs.texts import TABLE_LENGTH, clean_text

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

TAG = "tables"
_REFUSED = (Code.TABLE_NAME_TAKEN, Code.TEXT_EMPTY, Code.TEXT_TOO_LONG, Code.TEXT_CHARACTER)


class Tables(ApiView):
    """A club's tables."""

    @operation(
        "list_tables",
        tag=TAG,
        summary="List tables by name",
        role="player",
        scopes=(Scope.READ,),
        query=TablesQuery,
        answer=TablePage,
    )
    def get(self, request: Request, club: str) -> HttpResponse:
        """Answer a page."""
        del request, club
        query = self.query
        found = Table.objects.filter(club=self.entry.club).order_by("name", "id")
        if query["is_active"] is not None:
            found = found.filter(is_active=query["is_active"])
        if after := read_cursor("tables", query.get("cursor"), [str, int]):
            found = found.filter(Q(name__gt=after[0]) | Q(name=after[0], pk__gt=after[1]))
        rows, following = cut(
            list(found[: query["limit"] + 1]), query["limit"], "tables", lambda table: [table.name, table.pk]
        )
        return self.page(TableShape(rows, many=True).data, following)

    @operation(
        "add_table",
        tag=TAG,
        summary="Add a table",
        role="manager",
        scopes=(Scope.MANAGE,),
        body=NewTable,
        answer=TableShape,
        status=201,
        errors=_REFUSED,
        is_keyed=True,
    )
    def post(self, request: Request, club: str) -> HttpResponse:
        """Add one, once."""
        del request, club
        name = self.body["name"]

        def make() -> dict[str, Any]:
            return {"table": add_table(club=self.entry.club, name=name).public_id}

        made = self.once("add_table", {"name": name}, make)
        table = Table.objects.get(club=self.entry.club, public_id=made["table"])
        # As it was made, whatever has changed since: the same request has one answer.
        table.name, table.is_active = clean_text(name, limit=TABLE_LENGTH), True
        response = self.answer(TableShape(table).data, 201)
        response.headers["Location"] = f"{self.request.path}/{table.public_id}"
        return response


class OneTable(ApiView):
    """One table."""

    @operation(
        "get_table", tag=TAG, summary="Read a table", role="player", scopes=(Scope.READ,), answer=TableShape
    )
    def get(self, request: Request, club: str, table: str) -> HttpResponse:
        """Answer one."""
        del request, club
        return self.answer(TableShape(self._find(table)).data)

    @operation(
        "edit_table",
        tag=TAG,
        summary="Change a table's name, or whether it is used",
        role="manager",
        scopes=(Scope.MANAGE,),
        body=TableEdit,
        answer=TableShape,
        errors=_REFUSED,
        is_edit=True,
    )
    def patch(self, request: Request, club: str, table: str) -> HttpResponse:
        """Change what is named."""
        del club
        changed = edit_table(
            table=self._find(table),
            check=lambda current: refuse_stale(request, TableShape(current).data),
            changes=self.body,
        )
        return self.answer(TableShape(changed).data)

    def _find(self, public_id: str) -> Table:
        found = Table.objects.filter(club=self.entry.club, public_id=public_id).first()
        if found is None:
            raise ApiError(ApiCode.NOT_FOUND)
        return found

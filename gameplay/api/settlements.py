"""Addresses of settlements: list, read with plan, mark payments. The plan itself never changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clubs.api.operations import operation
from clubs.api.paging import cut, read_cursor
from clubs.api.refusals import ApiError
from clubs.api.refusals import Code as ApiCode
from clubs.api.views import ApiView
from clubs.models import Scope
from gameplay import selectors, services
from gameplay.api.ledger_shapes import (
    OneSettlementShape,
    PaymentAnswer,
    PlannedLineBody,
    SettlementPage,
    SettlementShape,
    SettlementsQuery,
)
from gameplay.api.rows import spread
from gameplay.api.sessions import KEYED
from ledger.errors import Code as LedgerCode

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

TAG = "settlements"
_READ = (Scope.READ, Scope.REPORT)


class OfSettlement(ApiView):
    """What every address below a settlement shares."""

    def view_of(self, settlement: str) -> selectors.SettlementView:
        """Return the settlement; there is nothing at the address of one that does not exist."""
        found = selectors.find_settlement(self.entry.club.pk, settlement)
        if found is None:
            raise ApiError(ApiCode.NOT_FOUND)
        return found


class Settlements(ApiView):
    """A club's settlements."""

    @operation(
        "list_settlements",
        tag=TAG,
        summary="List settlements, the latest first",
        role="player",
        scopes=_READ,
        query=SettlementsQuery,
        answer=SettlementPage,
    )
    def get(self, request: Request, club: str) -> HttpResponse:
        """Answer a page."""
        del request, club
        asked = self.query
        before = read_cursor("settlements", asked.get("cursor"), [int])
        rows = selectors.list_settlements(
            self.entry.club.pk,
            session=asked.get("session"),
            before=before[0] if before else None,
            limit=asked["limit"] + 1,
        )
        shown, following = cut(rows, asked["limit"], "settlements", lambda row: [row.position])
        return self.page(SettlementShape(shown, many=True).data, following)


class OneSettlement(OfSettlement):
    """One settlement."""

    @operation(
        "get_settlement",
        tag=TAG,
        summary="Read a settlement with nets, plan and which payments are made",
        role="player",
        scopes=_READ,
        answer=OneSettlementShape,
    )
    def get(self, request: Request, club: str, settlement: str) -> HttpResponse:
        """Answer one."""
        del request, club
        view = self.view_of(settlement)
        shown = OneSettlementShape(
            {
                **spread(view.row),
                "previous_root": view.previous_root,
                "nets": view.nets,
                "plan": view.plan,
            }
        )
        return self.answer(shown.data)


class MarkPaid(OfSettlement):
    """Marking."""

    @operation(
        "mark_paid",
        tag=TAG,
        summary="Mark a line of the plan as paid",
        description="Exactly once, in the book of the day on which it is made.",
        role="manager",
        scopes=(Scope.MANAGE,),
        body=PlannedLineBody,
        answer=PaymentAnswer,
        status=201,
        errors=(*KEYED, LedgerCode.PAYMENT_DONE, LedgerCode.PAYMENT_LINE_UNKNOWN),
        is_keyed=True,
    )
    def post(self, request: Request, club: str, settlement: str) -> HttpResponse:
        """Mark it, once."""
        del request, club
        self.view_of(settlement)
        made = services.mark_paid(
            club=self.entry.club,
            settlement=settlement,
            line=self.body["line"],
            by=self.entry.member.public_id,
            key=self.client_key,
        )
        return self.answer({"settlement": settlement, **self.body, "transaction": made}, 201)


class MarkUnpaid(OfSettlement):
    """Taking a mark back."""

    @operation(
        "mark_unpaid",
        tag=TAG,
        summary="Take the payment of a line back",
        role="manager",
        scopes=(Scope.MANAGE,),
        body=PlannedLineBody,
        answer=PaymentAnswer,
        status=201,
        errors=(*KEYED, LedgerCode.PAYMENT_NOT_DONE, LedgerCode.PAYMENT_LINE_UNKNOWN),
        is_keyed=True,
    )
    def post(self, request: Request, club: str, settlement: str) -> HttpResponse:
        """Take it back, once."""
        del request, club
        self.view_of(settlement)
        made = services.mark_unpaid(
            club=self.entry.club,
            settlement=settlement,
            line=self.body["line"],
            by=self.entry.member.public_id,
            key=self.client_key,
        )
        return self.answer({"settlement": settlement, **self.body, "transaction": made}, 201)

"""Addresses of balances and statements: staff see all of them, a player the own ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clubs.api.fields import Page
from clubs.api.operations import operation
from clubs.api.paging import cut, read_cursor, write_cursor
from clubs.api.refusals import ApiError
from clubs.api.refusals import Code as ApiCode
from clubs.api.views import ApiView
from clubs.models import Scope
from gameplay import selectors
from gameplay.api.ledger_shapes import (
    BalancePage,
    BalanceShape,
    BalancesQuery,
    StatementPageShape,
)

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

TAG = "balances"


class Balances(ApiView):
    """All balances."""

    @operation(
        "list_balances",
        tag=TAG,
        summary="List members' balances by number",
        role="scorer",
        scopes=(Scope.READ, Scope.REPORT),
        query=BalancesQuery,
        answer=BalancePage,
    )
    def get(self, request: Request, club: str) -> HttpResponse:
        """Answer a page."""
        del request, club
        asked = self.query
        after = read_cursor("balances", asked.get("cursor"), [str])
        rows = selectors.standings(
            self.entry.club.pk,
            is_active=asked["is_active"],
            after=after[0] if after else None,
            limit=asked["limit"] + 1,
        )
        shown, following = cut(rows, asked["limit"], "balances", lambda row: [row.person.number])
        return self.page(BalanceShape(shown, many=True).data, following)


class OfMember(ApiView):
    """What the addresses of one member's money share."""

    def standing_of(self, member: str) -> selectors.Standing:
        """Return the member's standing; a player may see the own one."""
        found = selectors.find_standing(self.entry.club.pk, member)
        if found is None:
            raise ApiError(ApiCode.NOT_FOUND)
        if not self.entry.is_staff and member != self.entry.member.public_id:
            raise ApiError(ApiCode.ROLE, role="scorer", standing=self.entry.standing)
        return found


class MemberBalance(OfMember):
    """One balance."""

    @operation(
        "get_balance",
        tag=TAG,
        summary="Read a member's balance",
        description="A player reads the own one.",
        role="player",
        scopes=(Scope.READ, Scope.REPORT),
        answer=BalanceShape,
    )
    def get(self, request: Request, club: str, member: str) -> HttpResponse:
        """Answer one."""
        del request, club
        return self.answer(BalanceShape(self.standing_of(member)).data)


class MemberStatement(OfMember):
    """One statement."""

    @operation(
        "get_statement",
        tag=TAG,
        summary="Read a member's statement, the newest line first",
        description="A player reads the own one. The lines of a page add up to its closing balance.",
        role="player",
        scopes=(Scope.READ, Scope.REPORT),
        query=Page,
        answer=StatementPageShape,
    )
    def get(self, request: Request, club: str, member: str) -> HttpResponse:
        """Answer a page."""
        del request, club
        self.standing_of(member)
        before = read_cursor("statement", self.query.get("cursor"), [int])
        page = selectors.statement(
            self.entry.club.pk, member, before=before[0] if before else None, limit=self.query["limit"]
        )
        following = None if page.before is None else write_cursor("statement", [page.before])
        shown = {
            "account": page.account,
            "items": page.lines,
            "opening": page.opening,
            "total": page.total,
            "closing": page.closing,
            "next": following,
        }
        return self.answer(StatementPageShape(shown).data, next_cursor=following)

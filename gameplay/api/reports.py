"""Addresses of a settlement's report: as JSON, and as a table. What is in it is assembled elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpResponse
from rest_framework import serializers

from clubs.api.fields import Shape, Units
from clubs.api.operations import operation
from clubs.api.refusals import ApiError
from clubs.api.refusals import Code as ApiCode
from clubs.api.views import ApiView
from clubs.models import Scope
from gameplay.api.ledger_shapes import PlanLineShape
from gameplay.api.people import PlayerShape
from gameplay.reports.settlement import SettlementReport, as_data, settlement_report
from gameplay.reports.settlement_table import HEADER, rows_of
from gameplay.reports.tables import Profile, write_table

if TYPE_CHECKING:
    from rest_framework.request import Request

TAG = "settlements"
CSV = "text/csv"


class NamedShape(Shape):
    """The club."""

    id = serializers.CharField()
    name = serializers.CharField()


class ReportRules(Shape):
    """The house rules that the session was opened with."""

    id = serializers.CharField()
    name = serializers.CharField()
    revision = serializers.CharField()
    number = serializers.IntegerField()
    profile = serializers.CharField()


class LaterRules(ReportRules):
    """House rules by which the session went on, from the deal of this number."""

    from_number = serializers.IntegerField()


class ReportPlayer(Shape):
    """One player. `lost` is null where the game knows no loser; `units` by reason add up to `net`."""

    member = PlayerShape(source="person")
    deals = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField(allow_null=True)
    units = serializers.DictField(child=Units())
    net = Units()
    to_pay = Units()
    paid = Units()
    to_receive = Units()
    received = Units()


class CorrectionShape(Shape):
    """What was posted for the session after this settlement; `nets` by account."""

    transaction = serializers.CharField()
    reason = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment] # the class takes it out of the body
    business_day = serializers.DateField()
    recorded_at = serializers.DateTimeField()
    nets = serializers.DictField(child=Units())


class ReportShape(Shape):
    """The report of a settlement. Its figures never change; corrections and payments are added."""

    club = NamedShape()
    session = serializers.CharField()
    table_name = serializers.CharField()
    game = serializers.CharField()
    business_day = serializers.DateField()
    rules = ReportRules()
    later_rules = LaterRules(many=True)
    settlement = serializers.CharField()
    number = serializers.IntegerField()
    supersedes = serializers.CharField(allow_null=True)
    successor = serializers.CharField(allow_null=True)
    root = serializers.CharField()  # type: ignore[assignment] # the class takes it out of the body
    previous_root = serializers.CharField()
    recorded_at = serializers.DateTimeField()
    players = ReportPlayer(many=True)
    pot_net = Units()
    plan = PlanLineShape(many=True)
    corrections = CorrectionShape(many=True)


class TableQuery(Shape):
    """How the table is written."""

    profile = serializers.ChoiceField([each.value for each in Profile], required=False, default="machine")
    locale = serializers.ChoiceField(
        [code for code, _ in settings.LANGUAGES],
        required=False,
        default="en",
        help_text="Of the `excel` profile: which sign parts columns, and which decimals.",
    )


class OfReport(ApiView):
    """What both forms share."""

    def report(self, settlement: str) -> SettlementReport:
        """Return the report; there is nothing at the address of a settlement that does not exist."""
        found = settlement_report(self.entry.club, settlement)
        if found is None:
            raise ApiError(ApiCode.NOT_FOUND)
        return found


class Report(OfReport):
    """As JSON."""

    @operation(
        "get_report",
        tag=TAG,
        summary="Read the report of a settlement",
        role="scorer",
        scopes=(Scope.REPORT,),
        answer=ReportShape,
    )
    def get(self, request: Request, club: str, settlement: str) -> HttpResponse:
        """Answer it."""
        del request, club
        return self.answer(ReportShape(as_data(self.report(settlement))).data)


class ReportTable(OfReport):
    """As a table."""

    @operation(
        "get_report_csv",
        tag=TAG,
        summary="Read the report of a settlement as a table, a row a player",
        description=(
            "`machine`: UTF-8 without BOM, RFC 4180. `excel`: with BOM, separator and decimal sign of the "
            "locale. A text that a spreadsheet would run as a formula, or that begins with an apostrophe, "
            "has an apostrophe put in front."
        ),
        role="scorer",
        scopes=(Scope.REPORT,),
        query=TableQuery,
        answer=CSV,
    )
    def get(self, request: Request, club: str, settlement: str) -> HttpResponse:
        """Answer it."""
        del request, club
        asked = self.query
        table = write_table(
            HEADER,
            rows_of(self.report(settlement)),
            profile=Profile(asked["profile"]),
            locale=asked["locale"],
        )
        response = HttpResponse(table.encode(), content_type=f"{CSV}; charset=utf-8")
        response.headers["Content-Disposition"] = f'attachment; filename="{settlement}.csv"'
        response.headers["Cache-Control"] = "private, no-cache"
        return response

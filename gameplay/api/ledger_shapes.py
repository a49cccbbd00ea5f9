"""Shapes of balances, statements, settlements and the feed. Amounts are whole units; they add nothing up."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from clubs.api.answers import page_of
from clubs.api.fields import Activity, Limit, Page, PublicId, Shape, Strict, Units, Whole
from gameplay.api.people import HolderShape, PlayerShape
from gameplay.models.feed import FeedFact


class BalanceShape(Shape):
    """What stands on a member's account; null for whoever never had one."""

    member = PlayerShape(source="person")
    units = Units(allow_null=True)


class BalancesQuery(Page):
    """Which balances."""

    is_active = Activity(default=None)


class BehindShape(Shape):
    """What a line comes from: `deal`, `match` or `settlement`."""

    id = serializers.CharField(source="ref")
    kind = serializers.CharField()
    number = serializers.IntegerField(allow_null=True)
    session = serializers.CharField()
    table_name = serializers.CharField()
    game = serializers.CharField()
    business_day = serializers.DateField()


class StatementLineShape(Shape):
    """One posting with the balances before and after it; `version` counts the account's postings from 1."""

    version = serializers.IntegerField(source="row.version")
    transaction = serializers.CharField(source="row.transaction")
    book = serializers.CharField(source="row.book")
    business_day = serializers.DateField(source="row.business_day")
    recorded_at = serializers.DateTimeField(source="row.recorded_at")
    reason = serializers.CharField(source="row.reason")
    amount = Units(source="row.amount")
    balance_before = Units(source="row.balance_before")
    balance_after = Units(source="row.balance_after")
    behind: Any = BehindShape(source="source", allow_null=True)


class StatementPageShape(Shape):
    """A page of a statement, the newest line first: opening + total = closing."""

    account = serializers.CharField(allow_null=True)
    items = StatementLineShape(many=True)
    opening = Units()
    total = Units()
    closing = Units()
    next = serializers.CharField(allow_null=True)


class SettlementShape(Shape):
    """A settlement: the frozen close of a session, numbered among the session's."""

    id = serializers.CharField(source="settlement")
    number = serializers.IntegerField()
    supersedes = serializers.CharField(allow_null=True)
    successor = serializers.CharField(allow_null=True)
    session = serializers.CharField()
    table_name = serializers.CharField()
    game = serializers.CharField()
    business_day = serializers.DateField()
    root = serializers.CharField()  # type: ignore[assignment] # the class takes it out
    lines = serializers.IntegerField()
    paid = serializers.IntegerField()
    recorded_at = serializers.DateTimeField()
    recorded_by = serializers.CharField()


class NetShape(Shape):
    """What a holder won or lost in the session."""

    holder = HolderShape()
    units = Units()


class PlanLineShape(Shape):
    """A payment of the plan, counted from 0; `payment` is the transaction by which it is marked as paid."""

    line = serializers.IntegerField()
    payer = HolderShape()
    payee = HolderShape()
    units = Units()
    payment = serializers.CharField(allow_null=True)


class OneSettlementShape(SettlementShape):
    """A settlement with nets and plan."""

    previous_root = serializers.CharField()
    nets = NetShape(many=True)
    plan = PlanLineShape(many=True)


class SettlementsQuery(Page):
    """Which settlements."""

    session = PublicId("session", required=False)


class PlannedLineBody(Strict):
    """Which line of the plan, counted from 0."""

    line = Whole(min_value=0, max_value=10_000)


class PaymentAnswer(Shape):
    """The transaction that was posted."""

    settlement = serializers.CharField()
    line = serializers.IntegerField()
    transaction = serializers.CharField()


class FeedEntryShape(Shape):
    """One write: a stream's events `first` to `last` (`ref`: deal or session), or another fact by its id."""

    fact = serializers.ChoiceField(FeedFact.values)
    ref = serializers.CharField()
    first = serializers.IntegerField(allow_null=True)
    last = serializers.IntegerField(allow_null=True)


class FeedPage(Shape):
    """A page of the feed; `next` is a cursor always, also when nothing has happened since."""

    items = FeedEntryShape(many=True)
    next = serializers.CharField()


class FeedQuery(Page):
    """From where."""

    limit = Limit(1_000, 100)


BalancePage = page_of(BalanceShape, "BalancePage")
SettlementPage = page_of(SettlementShape, "SettlementPage")

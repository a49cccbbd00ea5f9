"""Addresses of play and settlement, below `/api/v1/`."""

from django.urls import URLPattern, URLResolver, include, path

from clubs.api.addresses import register
from gameplay.api.balances import Balances, MemberBalance, MemberStatement
from gameplay.api.deals import Deals, Events, OneDeal, Void
from gameplay.api.feed import Feed
from gameplay.api.going import DryRunEvents, Legal
from gameplay.api.importing import ImportDeals
from gameplay.api.matches import EndMatch, Matches, OneMatch, StartMatch
from gameplay.api.replay import Replay
from gameplay.api.reports import Report, ReportTable
from gameplay.api.rules import OneRevision, OneRules, Rules
from gameplay.api.seats import Seat, Unseat
from gameplay.api.sessions import CloseSession, OneSession, ReopenSession, SessionRules, Sessions
from gameplay.api.settlements import MarkPaid, MarkUnpaid, OneSettlement, Settlements

register()

_session = [
    path("seat", Seat.as_view(), name="api-seat"),
    path("unseat", Unseat.as_view(), name="api-unseat"),
    path("start-match", StartMatch.as_view(), name="api-start-match"),
    path("end-match", EndMatch.as_view(), name="api-end-match"),
    path("deals", Deals.as_view(), name="api-deals"),
    path("rules", SessionRules.as_view(), name="api-session-rules"),
    path("close", CloseSession.as_view(), name="api-close"),
    path("reopen", ReopenSession.as_view(), name="api-reopen"),
]
_settlement = [
    path("mark-paid", MarkPaid.as_view(), name="api-mark-paid"),
    path("mark-unpaid", MarkUnpaid.as_view(), name="api-mark-unpaid"),
    path("report", Report.as_view(), name="api-report"),
    path("report.csv", ReportTable.as_view(), name="api-report-csv"),
]
_club: list[URLPattern | URLResolver] = [
    path("house-rules", Rules.as_view(), name="api-house-rules"),
    path("house-rules/<house_rules:house_rules>", OneRules.as_view(), name="api-one-house-rules"),
    path("revisions/<revision:revision>", OneRevision.as_view(), name="api-revision"),
    path("sessions", Sessions.as_view(), name="api-sessions"),
    path("sessions/<session:session>", OneSession.as_view(), name="api-session"),
    path("sessions/<session:session>/", include(_session)),
    path("deals/import", ImportDeals.as_view(), name="api-import"),
    path("deals/<deal:deal>", OneDeal.as_view(), name="api-deal"),
    path("deals/<deal:deal>/events", Events.as_view(), name="api-events"),
    path("deals/<deal:deal>/events/dry-run", DryRunEvents.as_view(), name="api-dry-run"),
    path("deals/<deal:deal>/legal", Legal.as_view(), name="api-legal"),
    path("deals/<deal:deal>/void", Void.as_view(), name="api-void"),
    path("matches", Matches.as_view(), name="api-matches"),
    path("matches/<match:match>", OneMatch.as_view(), name="api-match"),
    path("balances", Balances.as_view(), name="api-balances"),
    path("members/<member:member>/balance", MemberBalance.as_view(), name="api-balance"),
    path("members/<member:member>/statement", MemberStatement.as_view(), name="api-statement"),
    path("settlements", Settlements.as_view(), name="api-settlements"),
    path("settlements/<settlement:settlement>", OneSettlement.as_view(), name="api-settlement"),
    path("settlements/<settlement:settlement>/", include(_settlement)),
    path("feed", Feed.as_view(), name="api-feed"),
]
urlpatterns = [
    path("replay", Replay.as_view(), name="api-replay"),
    path("clubs/<club:club>/", include(_club)),
]

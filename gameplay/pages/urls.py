"""Addresses of a club's pages, below `clubs/<club>/`."""

from django.urls import path

from gameplay.pages import actions, deal, desk, lists, log, opening, players, rules, session, settlement

app_name = "club"
urlpatterns = [
    path("", lists.home, name="home"),
    path("sessions/", lists.sessions, name="sessions"),
    path("sessions/open/", opening.open_session, name="open_session"),
    path("sessions/<str:session>/", session.session, name="session"),
    path("sessions/<str:session>/live/", session.live, name="live"),
    path("sessions/<str:session>/next-deal/", actions.next_deal, name="next_deal"),
    path("sessions/<str:session>/chairs/", actions.take_seat, name="take_seat"),
    path("sessions/<str:session>/chairs/<int:chair>/leave/", actions.leave_seat, name="leave_seat"),
    path("sessions/<str:session>/match/start/", actions.start_match, name="start_match"),
    path("sessions/<str:session>/match/end/", actions.end_match, name="end_match"),
    path("sessions/<str:session>/close/", actions.close, name="close"),
    path("sessions/<str:session>/reopen/", actions.reopen, name="reopen"),
    path("deals/<str:deal>/", deal.deal, name="deal"),
    path("deals/<str:deal>/log/", log.log, name="log"),
    path("deals/<str:deal>/check/", log.check, name="check"),
    path("deals/<str:deal>/void/", actions.void, name="void"),
    path("members/", desk.members, name="members"),
    path("members/<str:member>/", players.member, name="member"),
    path("members/<str:member>/edit/", desk.edit_member, name="edit_member"),
    path("members/<str:member>/deactivate/", desk.deactivate, name="deactivate"),
    path("members/<str:member>/roles/", desk.grant, name="grant"),
    path("tables/", desk.tables, name="tables"),
    path("rules/", rules.rules, name="rules"),
    path("rules/new/", rules.new, name="rules_new"),
    path("rules/check/", rules.check, name="rules_check"),
    path("rules/<str:house_rules>/", rules.one, name="rules_one"),
    path("rules/<str:house_rules>/revise/", rules.revise, name="rules_revise"),
    path("settlements/", lists.settlements, name="settlements"),
    path("settlements/<str:settlement>/", settlement.settlement, name="settlement"),
    path("settlements/<str:settlement>/lines/<int:line>/paid/", settlement.paid, name="paid"),
    path("settlements/<str:settlement>/lines/<int:line>/unpaid/", settlement.unpaid, name="unpaid"),
]

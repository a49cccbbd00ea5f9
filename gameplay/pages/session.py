"""The page of one session, and the part of it that is polled. They write nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponseNotModified
from django.shortcuts import render

from clubs.models import Member
from gameplay import selectors, tell
from gameplay.pages.access import Visit, club_page
from gameplay.pages.keys import new_key, number_of
from gameplay.pages.oval import oval
from gameplay.reasons import REOPENINGS
from gameplay.selectors.versions import session_version
from gameplay.services.seats import MAX_CHAIRS

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponseBase

    from gameplay.selectors import DealRow, RulesRow, SessionRow

PAGE = 20


@dataclass(frozen=True, slots=True)
class ToldDeal:
    """A deal of the list with how it ended, in words, and what was laid or said on the way."""

    row: DealRow
    ending: str


def told_deals(visit: Visit, session: str, before: int | None) -> tuple[list[ToldDeal], int | None]:
    """Return a page of a session's deals in words, and where the next page begins."""
    rows = selectors.list_deals(visit.club.pk, session, before=before, limit=PAGE + 1)
    deals = [ToldDeal(row, ending(row)) for row in rows[:PAGE]]
    return deals, rows[PAGE - 1].number if len(rows) > PAGE else None


def ending(row: DealRow) -> str:
    """Say how a deal ended."""
    winner, loser = row.winner, row.loser
    return tell.tell_outcome(row.outcome, winner.label if winner else None, loser.label if loser else None)


def found_session(visit: Visit, session: str) -> SessionRow:
    """Return a session of the visitor's club, or 404."""
    row = selectors.find_session(visit.club.pk, session) if "\0" not in session else None
    if row is None:
        raise Http404
    return row


@club_page()
def session(request: HttpRequest, visit: Visit, session: str) -> HttpResponseBase:
    """Show a session: chairs, pot, letters, deals in words, and what the visitor may do."""
    row = found_session(visit, session)
    told = _live(request, visit, row) | {
        "seatable": _seatable(visit, row) if visit.is_scorer and row.is_open else (),
        "free_chairs": _free_chairs(row),
        "key": new_key(),
        "reopen_reasons": REOPENINGS.items(),
        "reopenings": selectors.reopenings_of(visit.club.pk, row.session),
        "reopening_words": REOPENINGS,
    }
    told["other_rules"] = _other_rules(visit, row) if _may_change_rules(visit, row, told) else ()
    return render(request, "gameplay/session.html", told)


@club_page()
def live(request: HttpRequest, visit: Visit, session: str) -> HttpResponseBase:
    """Answer a poll: the part that changes by itself, or 304 while nothing has."""
    version = session_version(visit.club.pk, session) if "\0" not in session else None
    if version is None:
        raise Http404
    etag = f'"{version}"'
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponseBase = HttpResponseNotModified()
    else:
        told = _live(request, visit, found_session(visit, session))
        response = render(request, "gameplay/part_session_live.html", told)
    response.headers["ETag"] = etag
    return response


def _live(request: HttpRequest, visit: Visit, row: SessionRow) -> dict[str, Any]:
    before = number_of(request.GET.get("before"))
    deals, older = told_deals(visit, row.session, before)
    matches = selectors.matches_of(visit.club.pk, row.session)
    running = next((match for match in matches if not match.is_ended), None)
    return {
        "visit": visit,
        "row": row,
        "version": session_version(visit.club.pk, row.session),
        "in_play": selectors.in_play(row),
        "running": running,
        "ended": [match for match in matches if match.is_ended],
        "deals": deals,
        "older": older,
        "before": before,
        "oval": oval(row.chairs, running),
        "progress": selectors.settling_progress(visit.club.pk, row.session) if not row.is_open else None,
        "settlements": selectors.list_settlements(visit.club.pk, session=row.session),
    }


def _seatable(visit: Visit, row: SessionRow) -> list[Member]:
    """Return the active members who do not sit at this table."""
    seated = {chair.person.member for chair in row.chairs}
    members = Member.objects.filter(club=visit.club, is_active=True).order_by("number", "id")
    return [member for member in members if member.public_id not in seated]


def _may_change_rules(visit: Visit, row: SessionRow, told: dict[str, Any]) -> bool:
    """Between two deals, and outside a match; the service says the same."""
    is_between = told["in_play"].unfinished is None and told["running"] is None
    return visit.is_manager and row.is_open and is_between


def _other_rules(visit: Visit, row: SessionRow) -> list[RulesRow]:
    """Return the latest revisions that the session could be played by instead."""
    known = selectors.list_house_rules(visit.club.pk, game=row.game)
    return [rules for rules in known if rules.is_active and rules.revision != row.rules]


def _free_chairs(row: SessionRow) -> list[int]:
    taken = {chair.chair for chair in row.chairs}
    return [chair for chair in range(1, MAX_CHAIRS + 1) if chair not in taken]

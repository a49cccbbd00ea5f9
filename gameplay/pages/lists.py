"""The pages that list: club home, sessions, settlements. They write nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render

from gameplay import selectors
from gameplay.models import SessionStatus
from gameplay.pages.access import Visit, club_page
from gameplay.pages.keys import number_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

PAGE = 25
LATEST = 5
LARGEST = 2**53


@club_page()
def home(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Show the live tables, the open sessions and the latest settlements; a player's own balance first."""
    told = {
        "visit": visit,
        "own": selectors.find_standing(visit.club.pk, visit.member.public_id),
        # A retired table stays in sight for as long as something is played at it.
        "tables": [
            table
            for table in selectors.list_tables(visit.club.pk, is_active=None)
            if table.is_active or table.sessions
        ],
        "closing": selectors.list_sessions(visit.club.pk, status=[SessionStatus.CLOSING], limit=LATEST),
        "recent": selectors.list_sessions(visit.club.pk, status=[SessionStatus.SETTLED], limit=LATEST),
        "settlements": selectors.list_settlements(visit.club.pk, limit=LATEST),
        "audit": selectors.last_audit(visit.club.pk) if visit.is_manager else None,
    }
    return render(request, "gameplay/home.html", told)


@club_page()
def sessions(request: HttpRequest, visit: Visit) -> HttpResponse:
    """List the sessions, newest first, of one status if it is asked for."""
    status = request.GET.get("status")
    if status not in SessionStatus.values:
        status = None
    rows = selectors.list_sessions(
        visit.club.pk,
        status=[status] if status else None,
        before=number_of(request.GET.get("before"), most=LARGEST),
        limit=PAGE + 1,
    )
    told = {
        "visit": visit,
        "rows": rows[:PAGE],
        "older": rows[PAGE - 1].position if len(rows) > PAGE else None,
        "status": status,
        "statuses": SessionStatus.choices,
    }
    return render(request, "gameplay/sessions.html", told)


@club_page()
def settlements(request: HttpRequest, visit: Visit) -> HttpResponse:
    """List the settlements, the latest first."""
    rows = selectors.list_settlements(
        visit.club.pk, before=number_of(request.GET.get("before"), most=LARGEST), limit=PAGE + 1
    )
    told = {
        "visit": visit,
        "rows": rows[:PAGE],
        "older": rows[PAGE - 1].position if len(rows) > PAGE else None,
    }
    return render(request, "gameplay/settlements.html", told)

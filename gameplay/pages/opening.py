"""Opens a session: which table, which rules, which business day."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.business_day import business_day
from clubs.models import Table
from gameplay import selectors, services
from gameplay.error_sentences import REFUSALS
from gameplay.models import HouseRulesRevision
from gameplay.pages.access import Visit, club_page
from gameplay.pages.keys import key_of, new_key
from gameplay.pages.refusals import said

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@club_page("manager", ("GET", "HEAD", "POST"))
def open_session(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Show the form, or open the session that it asks for."""
    if request.method == "POST":
        return _open(request, visit)
    return _form(request, visit)


def _open(request: HttpRequest, visit: Visit) -> HttpResponse:
    sent = request.POST
    table = Table.objects.filter(club=visit.club, public_id=sent.get("table", "").replace("\0", "")).first()
    revision = (
        HouseRulesRevision.objects.filter(club=visit.club, public_id=sent.get("rules", "").replace("\0", ""))
        .select_related("house_rules")
        .first()
    )
    day = _day(sent.get("business_day", ""))
    if table is None or revision is None or day is None:
        return _form(request, visit, refusal=_("Choose a table, house rules and a business day."))
    try:
        made = services.open_session(
            table=table, revision=revision, business_day=day, by=visit.by, key=key_of(request)
        )
    except REFUSALS as error:
        return _form(request, visit, refusal=said(error))
    return redirect("club:session", visit.club.public_id, made)


def _form(request: HttpRequest, visit: Visit, refusal: str = "") -> HttpResponse:
    today = business_day(timezone.now(), visit.club.time_zone, visit.club.cutoff_hour)
    told = {
        "visit": visit,
        "tables": selectors.list_tables(visit.club.pk),
        "rules": [rules for rules in selectors.list_house_rules(visit.club.pk) if rules.is_active],
        "table": request.POST.get("table") or request.GET.get("table", ""),
        "chosen": request.POST.get("rules", ""),
        "day": request.POST.get("business_day") or today.isoformat(),
        "refusal": refusal,
        "key": new_key(),
    }
    return render(request, "gameplay/session_open.html", told, status=422 if refusal else 200)


def _day(text: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None

"""The page of a member: balance and statement. It writes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import render

from gameplay import selectors
from gameplay.pages.access import Visit, club_page
from gameplay.pages.keys import number_of
from gameplay.reasons import TRANSACTIONS

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

PAGE = 25
LARGEST = 2**53


@club_page()
def member(request: HttpRequest, visit: Visit, member: str) -> HttpResponse:
    """Show a member's balance and statement: to the member and to staff."""
    found = selectors.find_standing(visit.club.pk, member) if "\0" not in member else None
    if found is None:
        raise Http404
    if member != visit.member.public_id and not visit.is_scorer:
        raise PermissionDenied
    before = number_of(request.GET.get("before"), most=LARGEST)
    told = {
        "visit": visit,
        "found": found,
        "is_own": member == visit.member.public_id,
        "page": selectors.statement(visit.club.pk, member, before=before, limit=PAGE),
        "before": before,
        "reasons": TRANSACTIONS,
    }
    return render(request, "gameplay/member.html", told)

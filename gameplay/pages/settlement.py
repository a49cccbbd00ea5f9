"""The page of one settlement, and the marks of its payments. The plan itself never changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import redirect, render

from gameplay import selectors, services
from gameplay.error_sentences import REFUSALS
from gameplay.pages.access import Visit, club_page
from gameplay.pages.keys import key_of, new_key
from gameplay.pages.refusals import refuse
from gameplay.reasons import REOPENINGS

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


def _found(visit: Visit, settlement: str) -> selectors.SettlementView:
    view = selectors.find_settlement(visit.club.pk, settlement) if "\0" not in settlement else None
    if view is None:
        raise Http404
    return view


@club_page()
def settlement(request: HttpRequest, visit: Visit, settlement: str) -> HttpResponse:
    """Show nets, plan, direct debts and root, and why the session was opened again."""
    view = _found(visit, settlement)
    told = {
        "visit": visit,
        "view": view,
        "row": view.row,
        "debts": selectors.debts_of_session(visit.club.pk, view.row.session),
        "open_lines": sum(1 for line in view.plan if line.payment is None),
        "closed_by": selectors.named(
            selectors.people(visit.club.pk, [view.row.recorded_by]), view.row.recorded_by
        ),
        "reopenings": selectors.reopenings_of(visit.club.pk, view.row.session),
        "reopening_words": REOPENINGS,
        "key": new_key(),
    }
    return render(request, "gameplay/settlement.html", told)


@club_page("manager", ("POST",))
def paid(request: HttpRequest, visit: Visit, settlement: str, line: int) -> HttpResponse:
    """Mark a line of the plan as paid."""
    return _mark(request, visit, settlement, line, is_paid=True)


@club_page("manager", ("POST",))
def unpaid(request: HttpRequest, visit: Visit, settlement: str, line: int) -> HttpResponse:
    """Take the mark back."""
    return _mark(request, visit, settlement, line, is_paid=False)


def _mark(request: HttpRequest, visit: Visit, settlement: str, line: int, *, is_paid: bool) -> HttpResponse:
    _found(visit, settlement)
    write = services.mark_paid if is_paid else services.mark_unpaid
    try:
        write(club=visit.club, settlement=settlement, line=line, by=visit.by, key=key_of(request))
    except REFUSALS as error:
        refuse(request, error)
    return redirect("club:settlement", visit.club.public_id, settlement)

"""The manager's forms of what has a name and can be retired: tables and house rules. They delete nothing."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.models import Table
from clubs.services.edits import edit_table as change_table
from gameplay import services
from gameplay.error_sentences import REFUSALS
from gameplay.models import HouseRules
from gameplay.pages.access import Visit, club_page
from gameplay.pages.refusals import said

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    Head = Table | HouseRules
    Write = Callable[[Callable[[Head], None], dict[str, Any]], object]

METHODS = ("GET", "HEAD", "POST")


class _Stale(Exception):  # noqa: N818 - never leaves this module
    """Somebody else has changed the name, or whether it is used, since the form was shown."""


@club_page("manager", METHODS)
def edit_table(request: HttpRequest, visit: Visit, table: str) -> HttpResponse:
    """Show a table's name and whether it is used, and change either."""
    found = Table.objects.filter(club=visit.club, public_id=table).first() if "\0" not in table else None
    if found is None:
        raise Http404

    def write(check: Callable[[Head], None], changes: dict[str, Any]) -> None:
        change_table(table=found, check=check, changes=changes)

    return _edit(request, visit, found, write, "tables")


@club_page("manager", METHODS)
def edit_rules(request: HttpRequest, visit: Visit, house_rules: str) -> HttpResponse:
    """Show what house rules are called and whether they are used, and change either."""
    chosen = HouseRules.objects.filter(club=visit.club, public_id=house_rules.replace("\0", ""))
    if (found := chosen.first()) is None:
        raise Http404

    def write(check: Callable[[Head], None], changes: dict[str, Any]) -> None:
        services.edit_house_rules(house_rules=found, check=check, changes=changes)

    return _edit(request, visit, found, write, "rules")


def _edit(request: HttpRequest, visit: Visit, head: Head, write: Write, list_name: str) -> HttpResponse:
    """Do what a form asks if it was filled in from what there is now; else show both (L-51, L-52)."""
    if request.method != "POST":
        return _form(request, visit, head, list_name)
    seen = request.POST.get("seen", "")

    def check(current: Head) -> None:
        if _seen(current) != seen:
            raise _Stale

    try:
        write(check, _changes(request))
    except _Stale:
        head.refresh_from_db()
        stale = _("Somebody else has changed this meanwhile: look at it again.")
        return _form(request, visit, head, list_name, refusal=stale, status=409)
    except REFUSALS as error:
        return _form(request, visit, head, list_name, refusal=said(error), status=422)
    if list_name == "rules":
        return redirect("club:rules_one", visit.club.public_id, head.public_id)
    return redirect("club:tables", visit.club.public_id)


def _changes(request: HttpRequest) -> dict[str, Any]:
    if (use := request.POST.get("use")) is not None:
        return {"is_active": use == "yes"}
    return {"name": request.POST.get("name", "")}


def _seen(head: Head) -> str:
    """Return a text that is another one as soon as the name or the use is."""
    return hashlib.sha256(repr((head.name, head.is_active)).encode()).hexdigest()[:16]


def _form(
    request: HttpRequest, visit: Visit, head: Head, list_name: str, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    told = {
        "visit": visit,
        "head": head,
        "here": list_name,
        "typed": request.POST.get("name", head.name),
        "seen": _seen(head),
        "refusal": refusal,
    }
    return render(request, "gameplay/head_edit.html", told, status=status)

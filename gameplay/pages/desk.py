"""The manager's pages of members, roles and tables: each button calls one service of the clubs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs import services as clubs
from clubs.errors import ClubsError
from clubs.models import Member, Role
from clubs.selectors import find_members
from clubs.sentences import sentence
from gameplay import selectors
from gameplay.pages.access import Visit, club_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

POST = ("POST",)


@club_page("manager", ("GET", "HEAD", "POST"))
def members(request: HttpRequest, visit: Visit) -> HttpResponse:
    """List the members; add one, asking first when the name is there already (L-23)."""
    if request.method == "POST":
        return _add(request, visit)
    return _members(request, visit)


def _add(request: HttpRequest, visit: Visit) -> HttpResponse:
    name, number = (request.POST.get(field, "").strip() for field in ("name", "number"))
    namesakes = list(find_members(visit.club, name, is_active=None)[:5]) if name else []
    same = [member for member in namesakes if member.name.casefold() == " ".join(name.split()).casefold()]
    if same and request.POST.get("sure") != "on":
        return _members(request, visit, {"name": name, "number": number, "same": same}, 422)
    try:
        added = clubs.add_member(club=visit.club, name=name, number=number or None)
    except ClubsError as error:
        return _members(request, visit, {"name": name, "number": number, "refusal": sentence(error)}, 422)
    messages.success(
        request, _("%(name)s is member %(number)s.") % {"name": added.name, "number": added.number}
    )
    return redirect("club:members", visit.club.public_id)


def _members(
    request: HttpRequest, visit: Visit, typed: dict[str, object] | None = None, status: int = 200
) -> HttpResponse:
    told = {"visit": visit, "rows": selectors.standings(visit.club.pk), "typed": typed or {}}
    return render(request, "gameplay/members.html", told, status=status)


@club_page("manager", ("GET", "HEAD", "POST"))
def edit_member(request: HttpRequest, visit: Visit, member: str) -> HttpResponse:
    """Show one member with name and roles, and give the member another name."""
    found = _found(visit, member)
    if request.method != "POST":
        told = {
            "visit": visit,
            "found": selectors.find_standing(visit.club.pk, member),
            "roles": _grantable(visit),
        }
        return render(request, "gameplay/member_edit.html", told)
    name = request.POST.get("name", "")
    return _do(request, visit, member, lambda: clubs.rename_member(member=found, name=name))


@club_page("manager", POST)
def deactivate(request: HttpRequest, visit: Visit, member: str) -> HttpResponse:
    """Retire a member; number, balance and history stay."""
    found = _found(visit, member)
    return _do(request, visit, member, lambda: clubs.deactivate_member(member=found))


@club_page("manager", POST)
def grant(request: HttpRequest, visit: Visit, member: str) -> HttpResponse:
    """Give a role, or take it back; owners are made and unmade by owners alone."""
    found, role = _found(visit, member), request.POST.get("role", "")
    if role == Role.OWNER and not visit.is_owner:
        raise PermissionDenied
    change = clubs.revoke_role if request.POST.get("do") == "revoke" else clubs.grant_role
    return _do(request, visit, member, lambda: change(member=found, role=role))


def _grantable(visit: Visit) -> list[tuple[str, str]]:
    return [(role.value, str(role.label)) for role in Role if role != Role.OWNER or visit.is_owner]


def _found(visit: Visit, member: str) -> Member:
    found = Member.objects.filter(club=visit.club, public_id=member).first() if "\0" not in member else None
    if found is None:
        raise Http404
    return found


def _do(request: HttpRequest, visit: Visit, member: str, write: Callable[[], object]) -> HttpResponse:
    try:
        write()
    except ClubsError as error:
        messages.error(request, sentence(error))
    return redirect("club:edit_member", visit.club.public_id, member)


@club_page("manager", ("GET", "HEAD", "POST"))
def tables(request: HttpRequest, visit: Visit) -> HttpResponse:
    """List the tables with what is on, and add one."""
    typed, refusal, status = "", "", 200
    if request.method == "POST":
        typed = request.POST.get("name", "")
        try:
            clubs.add_table(club=visit.club, name=typed)
        except ClubsError as error:
            refusal, status = sentence(error), 422
        else:
            return redirect("club:tables", visit.club.public_id)
    told = {
        "visit": visit,
        "tables": selectors.list_tables(visit.club.pk, is_active=None),
        "typed": typed,
        "refusal": refusal,
    }
    return render(request, "gameplay/tables.html", told, status=status)

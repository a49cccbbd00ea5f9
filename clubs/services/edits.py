"""Edits clubs, members and tables: only what is named, and only if the caller saw what there is now."""

from __future__ import annotations

import zoneinfo
from typing import TYPE_CHECKING, Any, TypeVar

from clubs.errors import ClubsError, Code
from clubs.models import Club, Member, MemberRole, Role, Table
from clubs.services.members import deactivate_member, rename_member
from clubs.services.refusals import lock_club, refusals
from clubs.services.roles import grant_role, revoke_role
from clubs.texts import TABLE_LENGTH, clean_text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from django.db.models import Model

R = TypeVar("R", bound="Model")


def edit_club(*, club: Club, check: Callable[[Club], None], changes: dict[str, Any]) -> Club:
    """Change name, time zone or cut-off hour of a club; `check` looks at the locked row and may refuse."""
    with refusals():
        current = lock_club(club)
        check(current)
        if "name" in changes:
            current.name = clean_text(changes["name"])
        if "time_zone" in changes:
            if changes["time_zone"] not in zoneinfo.available_timezones():
                raise ClubsError(Code.CLUB_TIME_ZONE, time_zone=changes["time_zone"][:64])
            current.time_zone = changes["time_zone"]
        if "cutoff_hour" in changes:
            current.cutoff_hour = changes["cutoff_hour"]
        current.save(update_fields=list(changes))
    return current


def edit_table(*, table: Table, check: Callable[[Table], None], changes: dict[str, Any]) -> Table:
    """Change name or activity of a table."""
    with refusals(name=changes.get("name", "")):
        lock_club(table.club)
        current = _locked(Table, table)
        check(current)
        if "name" in changes:
            current.name = clean_text(changes["name"], limit=TABLE_LENGTH)
        if "is_active" in changes:
            current.is_active = changes["is_active"]
        current.save(update_fields=list(changes))
    return current


def edit_member(*, member: Member, check: Callable[[Member], None], changes: dict[str, Any]) -> Member:
    """Change name, activity or roles of a member; `roles` is all of them. The last owner stays."""
    with refusals():
        lock_club(member.club)
        current = _locked(Member, member)
        check(current)
        if changes.get("is_active") is True:
            current.is_active = True
            current.save(update_fields=["is_active"])
        if "name" in changes:
            rename_member(member=current, name=changes["name"])
        if "roles" in changes:
            set_roles(member=current, roles=changes["roles"])
        if changes.get("is_active") is False:
            deactivate_member(member=current)
    return current


def set_roles(*, member: Member, roles: Collection[str]) -> None:
    """Let the member hold these roles beyond that of a player, and no others."""
    held = roles_of([member])[member.pk]
    for role in Role.values:
        if role in roles and role not in held:
            grant_role(member=member, role=role)
    for role in held:
        if role not in roles:
            revoke_role(member=member, role=role)


def roles_of(members: Iterable[Member]) -> dict[int, list[str]]:
    """Return each member's roles beyond that of a player, by the member's row."""
    found: dict[int, list[str]] = {member.pk: [] for member in members}
    held = MemberRole.objects.filter(member__in=found, is_active=True).order_by("role")
    for member, role in held.values_list("member_id", "role"):
        found[member].append(role)
    return found


def _locked(model: type[R], row: R) -> R:
    found: R = model._default_manager.select_for_update(no_key=True).get(pk=row.pk)  # noqa: SLF001 - as Django names it
    return found

"""Gives roles and takes them back; what a role allows is asked in `selectors.py`."""

from __future__ import annotations

from clubs.errors import ClubsError, Code
from clubs.models import Member, MemberRole, Role
from clubs.services.refusals import lock_club, refusals


def grant_role(*, member: Member, role: str) -> MemberRole:
    """Give the member a role beyond that of a player. Repeating it changes nothing."""
    known = _known(role)
    with refusals():
        club = lock_club(member.club)
        if not Member.objects.filter(pk=member.pk, is_active=True).exists():
            raise ClubsError(Code.MEMBER_INACTIVE, number=member.number)
        granted, _ = MemberRole.objects.update_or_create(
            club=club, member=member, role=known, defaults={"is_active": True}
        )
    return granted


def revoke_role(*, member: Member, role: str) -> None:
    """Take a role back. The last owner stays; taking what was not given changes nothing."""
    known = _known(role)
    with refusals():
        lock_club(member.club)
        if known == Role.OWNER:
            refuse_last_owner(member)
        MemberRole.objects.filter(member=member, role=known, is_active=True).update(is_active=False)


def refuse_last_owner(member: Member) -> None:
    """Refuse to lose the only active owner of a club; to be asked under the club's lock."""
    owners = MemberRole.objects.filter(
        club_id=member.club_id, role=Role.OWNER, is_active=True, member__is_active=True
    )
    if set(owners.values_list("member_id", flat=True)) == {member.pk}:
        raise ClubsError(Code.ROLE_LAST_OWNER, number=member.number)


def _known(role: str) -> Role:
    if role not in Role.values:
        raise ClubsError(Code.ROLE_UNKNOWN, role=role[:20])
    return Role(role)

"""Adds, renames and retires members; a member is never deleted."""

from __future__ import annotations

from django.db.models import BigIntegerField, Max
from django.db.models.functions import Cast

from clubs.errors import ClubsError, Code
from clubs.models import Club, Member
from clubs.services.refusals import lock_club, refusals
from clubs.services.roles import refuse_last_owner
from clubs.texts import NUMBER_LENGTH, clean_number, clean_text


def add_member(*, club: Club, name: str, number: str | None = None) -> Member:
    """Return a new member, under the number given or the next free one."""
    name = clean_text(name)
    if number is not None:
        number = clean_number(number)
    with refusals(number=number):
        club = lock_club(club)
        return Member.objects.create(club=club, number=number or _next_number(club), name=name)


def _next_number(club: Club) -> str:
    """Return the number after the highest one, in at least four digits; gaps are not filled again.

    Raises ClubsError `member.numbers_end` after the highest that can be written.
    """
    digits = Member.objects.filter(club=club, number__regex=r"^[0-9]+$")
    highest: int = digits.aggregate(highest=Max(Cast("number", BigIntegerField())))["highest"] or 0
    if len(str(highest + 1)) > NUMBER_LENGTH:
        raise ClubsError(Code.MEMBER_NUMBERS_END, number=str(highest))
    return f"{highest + 1:04}"


def rename_member(*, member: Member, name: str) -> Member:
    """Give the member another name; the old one stands in the audit."""
    member.name = clean_text(name)
    member.save(update_fields=["name"])
    return member


def deactivate_member(*, member: Member) -> Member:
    """Retire a member, who keeps number, balance and history. Repeating it changes nothing."""
    with refusals():
        lock_club(member.club)
        refuse_last_owner(member)
        member.is_active = False
        member.save(update_fields=["is_active"])
    return member


def active_member(member: Member) -> Member:
    """Return the member, refusing one who is retired."""
    if not member.is_active:
        raise ClubsError(Code.MEMBER_INACTIVE, number=member.number)
    return member

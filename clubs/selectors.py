"""Reads people and places, and says who may do what; it writes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from django.db.models import Q, QuerySet, TextField, Value
from django.db.models.functions import Cast

from clubs.errors import ClubsError, Code
from clubs.models import Club, Member, MemberRole, User
from clubs.models.member import SearchKey
from clubs.models.user import fold_email
from clubs.texts import NAME_LENGTH

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

Standing = Literal["player", "scorer", "manager", "owner"]
PLAYER: Standing = "player"
# Each may do what those before may; every active member is a player.
ORDER: tuple[Standing, ...] = ("player", "scorer", "manager", "owner")


def find_club(text: str) -> Club:
    """Return the club of this public id, or the only active one of exactly this name."""
    if "\0" in text:
        raise ClubsError(Code.CLUB_UNKNOWN, club="")
    found = list(Club.objects.filter(Q(public_id=text) | Q(name=text, is_active=True))[:2])
    exact = [club for club in found if club.public_id == text] or found
    if not exact:
        raise ClubsError(Code.CLUB_UNKNOWN, club=text[:NAME_LENGTH])
    if len(exact) > 1:
        raise ClubsError(Code.CLUB_AMBIGUOUS, club=text[:NAME_LENGTH])
    return exact[0]


def find_member(club: Club, text: str) -> Member:
    """Return the member of this number or public id, or the only active one of exactly this name."""
    if "\0" in text:
        raise ClubsError(Code.MEMBER_UNKNOWN, member="")
    of_club = Member.objects.filter(club=club)
    for match in (Q(public_id=text), Q(number=text), Q(name=text, is_active=True)):
        found = list(of_club.filter(match)[:2])
        if len(found) == 1:
            return found[0]
        if found:
            raise ClubsError(Code.MEMBER_AMBIGUOUS, member=text[:NAME_LENGTH])
    raise ClubsError(Code.MEMBER_UNKNOWN, member=text[:NAME_LENGTH])


def find_members(club: Club, text: str, *, is_active: bool | None = True) -> QuerySet[Member]:
    """Return the members whose name holds the text, however accented, or whose number or id it is (L-30).

    `is_active=None` finds the retired ones too, for forms that must contain everyone a record names (L-25).
    """
    members = Member.objects.filter(club=club).order_by("number", "id")
    if is_active is not None:
        members = members.filter(is_active=is_active)
    wanted = " ".join(text.split())
    if "\0" in text or len(wanted) > NAME_LENGTH:
        return members.none()
    if not wanted:
        return members
    key = Cast(SearchKey(Value(wanted)), TextField())
    return members.filter(Q(search_key__contains=key) | Q(number=wanted) | Q(public_id=wanted))


def find_user(email: str) -> User | None:
    """Return who logs in with this address, however it is spelled (L-29)."""
    return None if "\0" in email else User.objects.filter(email=fold_email(email)).first()


def clubs_of(user: User) -> QuerySet[Member]:
    """Return the active memberships of the user, each with its club."""
    return (
        Member.objects.filter(user=user, is_active=True, club__is_active=True)
        .select_related("club")
        .order_by("club__name", "club_id")
    )


def membership(user: User | AnonymousUser, club: Club) -> Member | None:
    """Return as whom the user takes part in the club; None for a stranger and for whoever is retired."""
    if not user.is_authenticated or not user.is_active:
        return None
    return Member.objects.filter(user=user, club=club, is_active=True, club__is_active=True).first()


def standing(member: Member) -> Standing:
    """Return the highest role of the member, retired or not."""
    held = set(MemberRole.objects.filter(member=member, is_active=True).values_list("role", flat=True))
    return next((place for place in reversed(ORDER) if place in held), PLAYER)


def may(user: User | AnonymousUser, club: Club, role: Standing) -> bool:
    """Return whether the user holds the role in the club, or a higher one. Operators hold none as such."""
    member = membership(user, club)
    return member is not None and ORDER.index(standing(member)) >= ORDER.index(role)

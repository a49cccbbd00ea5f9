"""Says whether the asker may enter a club, as whom, and do what is asked there. It writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from clubs.api.refusals import ApiError, Code
from clubs.models import ApiToken, Club, Member, Scope
from clubs.selectors import ORDER, Standing, membership, standing

if TYPE_CHECKING:
    from collections.abc import Collection

    from rest_framework.request import Request


@dataclass(frozen=True, slots=True)
class Entry:
    """As whom somebody takes part in a club right now."""

    club: Club
    member: Member
    standing: Standing

    def holds(self, role: Standing) -> bool:
        """Tell whether the member holds the role or a higher one."""
        return ORDER.index(self.standing) >= ORDER.index(role)

    @property
    def is_staff(self) -> bool:
        """Whether the member is more than a player."""
        return self.standing != "player"


def identified(request: Request) -> None:
    """Refuse whoever has not said who it is."""
    if request.auth is None and not request.user.is_authenticated:
        raise ApiError(Code.NOT_AUTHENTICATED)


def enter(request: Request, club_id: str, role: Standing, scopes: Collection[Scope]) -> Entry:
    """Return the asker's entry to a club; a stranger learns nothing, not even that there is such a club."""
    identified(request)
    club = Club.objects.filter(public_id=club_id, is_active=True).first()
    member = None if club is None else _member(request, club)
    if club is None or member is None:
        raise ApiError(Code.NOT_FOUND)
    refuse_scope(request, scopes)
    entry = Entry(club, member, standing(member))
    if not entry.holds(role):
        raise ApiError(Code.ROLE, role=role, standing=entry.standing)
    return entry


def refuse_scope(request: Request, scopes: Collection[Scope]) -> None:
    """Refuse a token without any of the scopes; the session of the pages has them all."""
    token = request.auth
    if isinstance(token, ApiToken) and not set(scopes) & set(token.scopes):
        raise ApiError(Code.SCOPE, scopes=sorted(scopes))


def _member(request: Request, club: Club) -> Member | None:
    token = request.auth
    if isinstance(token, ApiToken):
        return token.member if token.club_id == club.pk else None
    return membership(request.user, club)

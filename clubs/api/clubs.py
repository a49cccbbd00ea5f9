"""Addresses of clubs: list, read, edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clubs.api.access import Entry
from clubs.api.operations import operation
from clubs.api.shapes import ClubEdit, ClubPage, ClubShape
from clubs.api.tags import refuse_stale
from clubs.api.views import ApiView
from clubs.errors import Code
from clubs.models import ApiToken, Scope
from clubs.selectors import clubs_of, standing
from clubs.services.edits import edit_club

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

    from clubs.models import Club

TAG = "clubs"


class Clubs(ApiView):
    """The caller's clubs."""

    @operation(
        "list_clubs",
        tag=TAG,
        summary="List the clubs in which the caller is a member",
        description="A token sees the one club for which it was made.",
        scopes=tuple(Scope),
        answer=ClubPage,
    )
    def get(self, request: Request) -> HttpResponse:
        """Answer all of them: nobody belongs to many."""
        token = request.auth
        members = [token.member] if isinstance(token, ApiToken) else list(clubs_of(request.user))  # type: ignore[arg-type] # identified
        entries = [Entry(member.club, member, standing(member)) for member in members]
        return self.page(ClubShape(entries, many=True).data, None)


class OneClub(ApiView):
    """One club."""

    @operation(
        "get_club", tag=TAG, summary="Read a club", role="player", scopes=tuple(Scope), answer=ClubShape
    )
    def get(self, request: Request, club: str) -> HttpResponse:
        """Answer it."""
        del request, club
        return self.answer(ClubShape(self.entry).data)

    @operation(
        "edit_club",
        tag=TAG,
        summary="Change a club's name, time zone or cut-off hour",
        description="Business days of sessions that were opened before stay as they are.",
        role="owner",
        scopes=(Scope.MANAGE,),
        body=ClubEdit,
        answer=ClubShape,
        errors=(Code.CLUB_TIME_ZONE, Code.TEXT_EMPTY, Code.TEXT_TOO_LONG, Code.TEXT_CHARACTER),
        is_edit=True,
    )
    def patch(self, request: Request, club: str) -> HttpResponse:
        """Change what is named."""
        del club

        def shown(current: Club) -> Any:
            return ClubShape(Entry(current, self.entry.member, self.entry.standing)).data

        changed = edit_club(
            club=self.entry.club,
            check=lambda current: refuse_stale(request, shown(current)),
            changes=self.body,
        )
        return self.answer(shown(changed))

"""Addresses of matches of Polish Pan: start, end, list, read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clubs.api.operations import operation
from clubs.api.refusals import ApiError
from clubs.api.refusals import Code as ApiCode
from clubs.api.views import ApiView
from clubs.models import Scope
from gameplay import selectors, services
from gameplay.api.session_shapes import MatchesQuery, MatchMade, MatchPage, MatchShape, NewMatch, Nothing
from gameplay.api.sessions import KEYED, OfSession
from gameplay.engine.verdict import Code as Rule
from gameplay.errors import Code

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

TAG = "matches"
_BOTH = (*KEYED, Code.SESSION_CLOSED, Code.SESSION_UNFINISHED_DEAL)


class StartMatch(OfSession):
    """Starting."""

    @operation(
        "start_match",
        tag=TAG,
        summary="Start a match among those who are seated",
        description="It begins with the next deal.",
        role="scorer",
        scopes=(Scope.SCORE,),
        body=NewMatch,
        answer=MatchMade,
        status=201,
        errors=(*_BOTH, Code.MATCH_RUNNING, Code.MATCH_WRONG_GAME, Rule.RECORD_INVALID, Rule.SEATS_COUNT),
        is_keyed=True,
    )
    def post(self, request: Request, club: str, session: str) -> HttpResponse:
        """Start one, once."""
        del request, club
        self.session_row(session)
        made = services.start_match(**self.body, **self.about(session))
        return self.answer({"id": made, "session": session}, 201)


class EndMatch(OfSession):
    """Ending."""

    @operation(
        "end_match",
        tag=TAG,
        summary="End the running match undecided",
        description="No stakes are paid. A match that its letters decide ends by itself.",
        role="scorer",
        scopes=(Scope.SCORE,),
        body=Nothing,
        answer=MatchMade,
        errors=(*_BOTH, Code.MATCH_NOT_RUNNING),
        is_keyed=True,
    )
    def post(self, request: Request, club: str, session: str) -> HttpResponse:
        """End it, once."""
        del request, club
        self.session_row(session)
        return self.answer({"id": services.end_match(**self.about(session)), "session": session})


class Matches(OfSession):
    """A session's matches."""

    @operation(
        "list_matches",
        tag=TAG,
        summary="List a session's matches, the latest first",
        role="player",
        scopes=(Scope.READ,),
        query=MatchesQuery,
        answer=MatchPage,
    )
    def get(self, request: Request, club: str) -> HttpResponse:
        """Answer all of them: a session has few."""
        del request, club
        session = self.session_row(self.query["session"])
        found = selectors.matches_of(self.entry.club.pk, session.session)
        return self.page(MatchShape(found, many=True).data, None)


class OneMatch(ApiView):
    """One match."""

    @operation(
        "get_match",
        tag=TAG,
        summary="Read a match with its letters",
        role="player",
        scopes=(Scope.READ,),
        answer=MatchShape,
    )
    def get(self, request: Request, club: str, match: str) -> HttpResponse:
        """Answer one."""
        del request, club
        found = selectors.find_match(self.entry.club.pk, match)
        if found is None:
            raise ApiError(ApiCode.NOT_FOUND)
        return self.answer(MatchShape(found).data)

"""Addresses at which members sit down and leave, between deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clubs.api.operations import operation
from clubs.models import Scope
from gameplay import services
from gameplay.api.session_shapes import SeatAnswer, SeatLeft, SeatTaken
from gameplay.api.sessions import KEYED, TAG, OfSession
from gameplay.errors import Code

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

_BOTH = (*KEYED, Code.SESSION_CLOSED, Code.SESSION_UNFINISHED_DEAL)


class Seat(OfSession):
    """Sitting down."""

    @operation(
        "seat_member",
        tag=TAG,
        summary="Seat a member on a free chair",
        role="scorer",
        scopes=(Scope.SCORE,),
        body=SeatTaken,
        answer=SeatAnswer,
        errors=(*_BOTH, Code.SEAT_TAKEN, Code.SEAT_MEMBER_SEATED, Code.SEAT_NOT_A_MEMBER),
        is_keyed=True,
    )
    def post(self, request: Request, club: str, session: str) -> HttpResponse:
        """Seat one, once."""
        del request, club
        self.session_row(session)
        services.seat_member(**self.body, **self.about(session))
        return self.answer({"session": session, **self.body})


class Unseat(OfSession):
    """Leaving."""

    @operation(
        "unseat_member",
        tag=TAG,
        summary="Let whoever sits on a chair leave",
        role="scorer",
        scopes=(Scope.SCORE,),
        body=SeatLeft,
        answer=SeatAnswer,
        errors=(*_BOTH, Code.SEAT_EMPTY),
        is_keyed=True,
    )
    def post(self, request: Request, club: str, session: str) -> HttpResponse:
        """Let one leave, once."""
        del request, club
        self.session_row(session)
        services.unseat_member(**self.body, **self.about(session))
        return self.answer({"session": session, **self.body, "member": None})

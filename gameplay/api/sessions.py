"""Addresses of sessions: list, open, read, change rules, close, reopen. Each write is one service's."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from clubs.api.operations import operation
from clubs.api.paging import cut, read_cursor
from clubs.api.refusals import ApiError
from clubs.api.refusals import Code as ApiCode
from clubs.api.views import ApiView
from clubs.business_day import business_day
from clubs.models import Scope, Table
from gameplay import selectors, services
from gameplay.api.rows import spread
from gameplay.api.session_shapes import (
    NewRules,
    NewSession,
    Nothing,
    OneSessionShape,
    Reopening,
    RulesAnswer,
    SessionPage,
    SessionShape,
    SessionsQuery,
    StatusAnswer,
)
from gameplay.errors import Code, GameplayError
from gameplay.models import HouseRulesRevision, Session, SessionStatus
from gameplay.models import Request as Seen

if TYPE_CHECKING:
    import datetime as dt

    from django.http import HttpResponse
    from rest_framework.request import Request

TAG = "sessions"
KEYED = (Code.IDEMPOTENCY_IN_FLIGHT, Code.IDEMPOTENCY_KEY_REUSED)


class OfSession(ApiView):
    """What every address below a session shares."""

    def session_row(self, session: str) -> selectors.SessionRow:
        """Return the session; there is nothing at the address of one that does not exist."""
        row = selectors.find_session(self.entry.club.pk, session)
        if row is None:
            raise ApiError(ApiCode.NOT_FOUND)
        return row

    def about(self, session: str) -> dict[str, Any]:
        """Return what every service of a session takes."""
        return {
            "club_id": self.entry.club.pk,
            "session": session,
            "by": self.entry.member.public_id,
            "key": self.client_key,
        }


class Sessions(ApiView):
    """A club's sessions."""

    @operation(
        "list_sessions",
        tag=TAG,
        summary="List sessions, the newest first",
        role="player",
        scopes=(Scope.READ,),
        query=SessionsQuery,
        answer=SessionPage,
    )
    def get(self, request: Request, club: str) -> HttpResponse:
        """Answer a page."""
        del request, club
        asked = self.query
        before = read_cursor("sessions", asked.get("cursor"), [int])
        rows = selectors.list_sessions(
            self.entry.club.pk,
            status=[asked["status"]] if "status" in asked else None,
            table=asked.get("table"),
            game=asked.get("game"),
            business_day=asked.get("business_day"),
            before=before[0] if before else None,
            limit=asked["limit"] + 1,
        )
        shown, following = cut(rows, asked["limit"], "sessions", lambda row: [row.position])
        return self.page(SessionShape(shown, many=True).data, following)

    @operation(
        "open_session",
        tag=TAG,
        summary="Open a session at a table",
        description="The answer shows the session as it was opened, however often it is asked for.",
        role="manager",
        scopes=(Scope.MANAGE,),
        body=NewSession,
        answer=SessionShape,
        status=201,
        errors=(
            *KEYED,
            Code.TABLE_UNKNOWN,
            Code.TABLE_RETIRED,
            Code.RULES_REVISION_UNKNOWN,
            Code.RULES_RETIRED,
        ),
        is_keyed=True,
    )
    def post(self, request: Request, club: str) -> HttpResponse:
        """Open one, once."""
        del request, club
        ours, asked = self.entry.club, self.body
        table = Table.objects.filter(club=ours, public_id=asked["table"]).first()
        if table is None:
            raise GameplayError(Code.TABLE_UNKNOWN, table=asked["table"])
        revisions = HouseRulesRevision.objects.select_related("house_rules")
        revision = revisions.filter(club=ours, public_id=asked["rules"]).first()
        if revision is None:
            raise GameplayError(Code.RULES_REVISION_UNKNOWN, revision=asked["rules"])
        today = self._opened_before() or business_day(timezone.now(), ours.time_zone, ours.cutoff_hour)
        made = services.open_session(
            table=table,
            revision=revision,
            business_day=asked.get("business_day", today),
            by=self.entry.member.public_id,
            key=self.client_key,
        )
        row = selectors.find_session(ours.pk, made)
        assert row is not None  # noqa: S101 - it was made just now, or before
        response = self.answer(SessionShape(_as_opened(row, revision)).data, 201)
        response.headers["Location"] = f"{self.request.path}/{made}"
        return response

    def _opened_before(self) -> dt.date | None:
        """Return the day of the session that this very request opened, when it is asked again."""
        seen = Seen.objects.filter(
            club=self.entry.club, key=self.client_key, operation="open_session"
        ).first()
        if seen is None:
            return None
        opened = Session.objects.filter(club=self.entry.club, public_id=seen.made["session"])
        return opened.values_list("business_day", flat=True).first()


class OneSession(OfSession):
    """One session."""

    @operation(
        "get_session",
        tag=TAG,
        summary="Read a session",
        role="player",
        scopes=(Scope.READ,),
        answer=OneSessionShape,
    )
    def get(self, request: Request, club: str, session: str) -> HttpResponse:
        """Answer one."""
        del request, club
        row = self.session_row(session)
        shown = spread(row) | {
            "in_play": selectors.in_play(row),
            "settling": selectors.settling_progress(self.entry.club.pk, session),
            "reopenings": selectors.reopenings_of(self.entry.club.pk, session),
        }
        return self.answer(OneSessionShape(shown).data)


class SessionRules(OfSession):
    """The rules of a session."""

    @operation(
        "revise_session_rules",
        tag=TAG,
        summary="Play an open session by another revision of house rules",
        description="Between two deals, for those that follow; a deal keeps the revision it was opened by.",
        role="manager",
        scopes=(Scope.MANAGE,),
        body=NewRules,
        answer=RulesAnswer,
        errors=(
            *KEYED,
            Code.SESSION_CLOSED,
            Code.SESSION_CHANGED,
            Code.SESSION_UNFINISHED_DEAL,
            Code.MATCH_RUNNING,
            Code.RULES_REVISION_UNKNOWN,
            Code.RULES_OTHER_GAME,
            Code.RULES_RETIRED,
            Code.RULES_IN_FORCE,
        ),
        is_keyed=True,
    )
    def post(self, request: Request, club: str, session: str) -> HttpResponse:
        """Change them, once."""
        del request, club
        self.session_row(session)
        services.revise_session_rules(**self.body, **self.about(session))
        return self.answer({"session": session, "rules": self.body["rules"]})


class CloseSession(OfSession):
    """Closing."""

    @operation(
        "close_session",
        tag=TAG,
        summary="Close a session",
        description="It takes no further deal, and a task settles it: `status` becomes `settled`.",
        role="manager",
        scopes=(Scope.MANAGE,),
        body=Nothing,
        answer=StatusAnswer,
        errors=(*KEYED, Code.SESSION_CLOSED, Code.SESSION_UNFINISHED_DEAL),
        is_keyed=True,
    )
    def post(self, request: Request, club: str, session: str) -> HttpResponse:
        """Close it, once."""
        del request, club
        self.session_row(session)
        services.close_session(**self.about(session))
        return self.answer({"session": session, "status": SessionStatus.CLOSING.value})


class ReopenSession(OfSession):
    """Opening again."""

    @operation(
        "reopen_session",
        tag=TAG,
        summary="Open a closed session again",
        description="Somebody else than the one who closed it has to do this, and to say why.",
        role="manager",
        scopes=(Scope.MANAGE,),
        body=Reopening,
        answer=StatusAnswer,
        errors=(*KEYED, Code.SESSION_NOT_CLOSED, Code.SESSION_SAME_PERSON),
        is_keyed=True,
    )
    def post(self, request: Request, club: str, session: str) -> HttpResponse:
        """Open it again, once."""
        del request, club
        self.session_row(session)
        services.reopen_session(
            reason=services.ReopenReason(self.body["reason"]), note=self.body["note"], **self.about(session)
        )
        return self.answer({"session": session, "status": SessionStatus.OPEN.value})


def _as_opened(row: selectors.SessionRow, revision: HouseRulesRevision) -> selectors.SessionRow:
    return dataclasses.replace(
        row,
        status=SessionStatus.OPEN.value,
        seq=1,
        rules=revision.public_id,
        rules_name=revision.house_rules.name,
        rules_number=revision.number,
        deals=0,
        chairs=(),
    )

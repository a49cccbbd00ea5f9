"""Addresses of deals: list, open the next one, read, append events, void. The engine alone judges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clubs.api.operations import operation
from clubs.api.paging import cut, read_cursor
from clubs.api.refusals import ApiError
from clubs.api.refusals import Code as ApiCode
from clubs.api.views import ApiView
from clubs.models import Scope
from gameplay import selectors, services
from gameplay.api.deal_shapes import (
    DealMade,
    DealPage,
    DealShape,
    DealsQuery,
    NewDealBody,
    NewEvents,
    OneDealShape,
    VoidAnswer,
    Voiding,
)
from gameplay.api.faults import placed, told_what_changed
from gameplay.api.rows import spread
from gameplay.api.sessions import KEYED, OfSession
from gameplay.derive import replay_deal
from gameplay.engine.verdict import Code as Rule
from gameplay.errors import Code, GameplayError
from gameplay.models import Request as Seen

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

TAG = "deals"
_RULES = tuple(Rule)


class OfDeal(ApiView):
    """What every address below a deal shares."""

    def deal_row(self, deal: str) -> selectors.DealRow:
        """Return the deal; there is nothing at the address of one that does not exist."""
        row = selectors.find_deal(self.entry.club.pk, deal)
        if row is None:
            raise ApiError(ApiCode.NOT_FOUND)
        return row

    def made(self, recorded: services.Recorded) -> dict[str, Any]:
        """Return the deal as it stood after the write, from its facts: the same answer twice."""
        row = self.deal_row(recorded.deal)
        events = selectors.events_of(self.entry.club.pk, [recorded.deal])[recorded.deal]
        verdict = replay_deal(row.header, [each.event for each in events[: recorded.seq]])
        return DealMade(
            {
                "id": recorded.deal,
                "session": row.session,
                "number": recorded.number,
                "seq": recorded.seq,
                "transaction": recorded.transaction,
                "verdict": verdict,
            }
        ).data


class Deals(OfSession, OfDeal):
    """A session's deals."""

    @operation(
        "list_deals",
        tag=TAG,
        summary="List a session's deals, the latest first",
        role="player",
        scopes=(Scope.READ,),
        query=DealsQuery,
        answer=DealPage,
    )
    def get(self, request: Request, club: str, session: str) -> HttpResponse:
        """Answer a page, by number."""
        del request, club
        self.session_row(session)
        asked = self.query
        before = read_cursor("deals", asked.get("cursor"), [int])
        rows = selectors.list_deals(
            self.entry.club.pk, session, before=before[0] if before else None, limit=asked["limit"] + 1
        )
        shown, following = cut(rows, asked["limit"], "deals", lambda row: [row.number])
        return self.page(DealShape(shown, many=True).data, following)

    @operation(
        "open_next_deal",
        tag=TAG,
        summary="Open the next deal, with any events that are known already",
        description="Events that end the deal are posted at once.",
        role="scorer",
        scopes=(Scope.SCORE,),
        body=NewDealBody,
        answer=DealMade,
        status=201,
        errors=(
            *KEYED,
            Code.SESSION_CLOSED,
            Code.SESSION_CHANGED,
            Code.SESSION_UNFINISHED_DEAL,
            Code.DEAL_NUMBER_TAKEN,
            Code.MATCH_WRONG_PLAYERS,
            *_RULES,
        ),
        is_keyed=True,
    )
    def post(self, request: Request, club: str, session: str) -> HttpResponse:
        """Open one, once."""
        del request, club
        self._refuse_second(self.session_row(session))
        with placed():
            recorded = services.open_next_deal(**self.body, **self.about(session))
        response = self.answer(self.made(recorded), 201)
        response.headers["Location"] = (
            self.request.path.partition("/sessions/")[0] + f"/deals/{recorded.deal}"
        )
        return response

    def _refuse_second(self, row: selectors.SessionRow) -> None:
        """Refuse a deal while another one is played; a repeated request is answered as the first time."""
        unfinished = selectors.in_play(row).unfinished
        if unfinished and not Seen.objects.filter(club=self.entry.club, key=self.client_key).exists():
            raise GameplayError(Code.SESSION_UNFINISHED_DEAL, session=row.session, deals=unfinished)


class OneDeal(OfDeal):
    """One deal."""

    @operation(
        "get_deal",
        tag=TAG,
        summary="Read a deal with its events, verdict and postings",
        role="player",
        scopes=(Scope.READ,),
        answer=OneDealShape,
    )
    def get(self, request: Request, club: str, deal: str) -> HttpResponse:
        """Answer one."""
        del request, club
        row, club_id = self.deal_row(deal), self.entry.club.pk
        events = selectors.events_of(club_id, [deal])[deal]
        shown = spread(row, "status", "pot_in") | {
            "events": events,
            "verdict": selectors.outcome_of(row, events),
            "void": selectors.find_void(club_id, row.session, deal),
            "transactions": [each.transaction for each in selectors.transactions_of(club_id, deal)],
        }
        return self.answer(OneDealShape(shown).data)


class Events(OfDeal):
    """A deal's events."""

    @operation(
        "record_events",
        tag=TAG,
        summary="Append events to a deal, all or none",
        description=(
            "`expected_seq` is the number of the last event that the caller has seen (0: none). When "
            "somebody else was quicker, the problem `deal.changed` carries `seq` and the `events` behind the "
            "expected one. A fault of the rules names the event, counted from 0 in the whole deal, in "
            "`event`, and its place in the request in `errors[0].pointer`."
        ),
        role="scorer",
        scopes=(Scope.SCORE,),
        body=NewEvents,
        answer=DealMade,
        status=201,
        errors=(*KEYED, Code.DEAL_CHANGED, Code.DEAL_FINISHED, Code.SESSION_CLOSED, *_RULES),
        is_keyed=True,
    )
    def post(self, request: Request, club: str, deal: str) -> HttpResponse:
        """Append them, once."""
        del request, club
        self.deal_row(deal)
        club_id, seen = self.entry.club.pk, self.body["expected_seq"]
        with placed(seen), told_what_changed(club_id, deal, seen):
            recorded = services.record_events(
                club_id=club_id,
                deal=deal,
                by=self.entry.member.public_id,
                key=self.client_key,
                **self.body,
            )
        return self.answer(self.made(recorded), 201)


class Void(OfDeal):
    """Taking back."""

    @operation(
        "void_deal",
        tag=TAG,
        summary="Take a deal back",
        description=(
            "Its postings are reversed as they are stored; after the session's settlement in the book of the "
            "day. Taking back what is void already answers like the first time."
        ),
        role="manager",
        scopes=(Scope.MANAGE,),
        body=Voiding,
        answer=VoidAnswer,
        errors=KEYED,
        is_keyed=True,
    )
    def post(self, request: Request, club: str, deal: str) -> HttpResponse:
        """Take it back, once."""
        del request, club
        self.deal_row(deal)
        voided = services.void_deal(
            club_id=self.entry.club.pk,
            deal=deal,
            reason=services.VoidReason(self.body["reason"]),
            note=self.body["note"],
            by=self.entry.member.public_id,
            key=self.client_key,
        )
        return self.answer({"deal": deal, "status": "void", "transactions": list(voided.transactions)})

"""Addresses of a deal that is going on: what may come, and what events would come to. Neither writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clubs.api.operations import operation
from clubs.models import Scope
from gameplay import selectors, services
from gameplay.api.deal_shapes import DryRun, DryRunAnswer, LegalAnswer
from gameplay.api.deals import TAG, OfDeal
from gameplay.api.faults import placed, told_what_changed
from gameplay.engine.verdict import Code as Rule
from gameplay.errors import Code

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request


class Legal(OfDeal):
    """What may come next."""

    @operation(
        "list_legal_events",
        tag=TAG,
        summary="Read what may come next in a deal",
        description=(
            "The kinds of events that would be recorded now, with the values that their keys may have. At "
            "detail `play` cards of known hands are offered: hence for scorers only."
        ),
        role="scorer",
        scopes=(Scope.SCORE,),
        answer=LegalAnswer,
    )
    def get(self, request: Request, club: str, deal: str) -> HttpResponse:
        """Answer the offers."""
        del request, club
        self.deal_row(deal)
        going = selectors.going_deal(self.entry.club.pk, deal)
        told = {"deal": deal, "seq": going.seq, "offers": going.legal(), "hint": _hint(going)}
        return self.answer(LegalAnswer(told).data)


def _hint(going: selectors.GoingDeal) -> dict[str, Any] | None:
    found = going.live.hint() if going.is_open else None
    if found is None or not (found.melds or found.layoffs):
        return None
    layoffs = [{"meld": meld, "cards": cards} for meld, cards in found.layoffs]
    return {"seat": found.seat, "melds": found.melds, "layoffs": layoffs, "units": found.units}


class DryRunEvents(OfDeal):
    """What events would come to."""

    @operation(
        "dry_run_events",
        tag=TAG,
        summary="Judge events as if they were appended, and store nothing",
        description="Refused with the codes of `record_events`; a dry run needs no key and takes none.",
        role="scorer",
        scopes=(Scope.SCORE,),
        body=DryRun,
        answer=DryRunAnswer,
        errors=(Code.DEAL_CHANGED, Code.DEAL_FINISHED, Code.SESSION_CLOSED, *Rule),
    )
    def post(self, request: Request, club: str, deal: str) -> HttpResponse:
        """Answer the verdict."""
        del request, club
        self.deal_row(deal)
        club_id, seen = self.entry.club.pk, self.body["expected_seq"]
        with placed(seen), told_what_changed(club_id, deal, seen):
            verdict = services.dry_run_events(club_id=club_id, deal=deal, **self.body)
        told = {"id": deal, "seq": seen + len(self.body["events"]), "verdict": verdict}
        return self.answer(DryRunAnswer(told).data)

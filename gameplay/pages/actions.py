"""What the buttons of a session do: each calls one service and leads back. They decide nothing themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from gameplay import selectors, services
from gameplay.error_sentences import REFUSALS
from gameplay.errors import Code, GameplayError
from gameplay.pages.access import Visit, club_page
from gameplay.pages.deal import found_deal
from gameplay.pages.keys import key_of, number_of
from gameplay.pages.refusals import refuse
from gameplay.pages.session import found_session

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from gameplay.selectors import SessionRow

POST = ("POST",)


def _back(visit: Visit, session: str) -> HttpResponse:
    return redirect("club:session", visit.club.public_id, session)


def _do(
    request: HttpRequest, visit: Visit, session: str, write: Callable[[dict[str, Any]], object]
) -> HttpResponse:
    """Call a service with what every one of a session takes, say what it refuses, and lead back."""
    row = found_session(visit, session)
    asked = {"club_id": visit.club.pk, "session": session, "by": visit.by, "key": key_of(request)}
    try:
        write(asked)
    except REFUSALS as error:
        refuse(request, error, **known(row))
    return _back(visit, session)


def _note(request: HttpRequest) -> str:
    return " ".join(request.POST.get("note", "").replace("\0", "").split())


def known(row: SessionRow) -> dict[str, str]:
    """Return how sentences name a session, and the deals of it, instead of by their ids."""
    named = f"{row.table_name} · {row.business_day.isoformat()}"
    play = selectors.in_play(row)
    deal = f"№ {play.unfinished_number}" if play.unfinished_number else "—"
    return {"session": named, "deal": deal, "deals": deal}


@club_page("scorer", POST)
def next_deal(request: HttpRequest, visit: Visit, session: str) -> HttpResponse:
    """Open the next deal and go on to logging it; one that is being played is gone on with."""
    row = found_session(visit, session)
    if (unfinished := selectors.in_play(row).unfinished) is not None and row.is_open:
        return redirect("club:log", visit.club.public_id, unfinished)
    try:
        made = services.open_next_deal(
            club_id=visit.club.pk, session=session, by=visit.by, key=key_of(request)
        ).deal
    except GameplayError as error:
        unfinished = selectors.in_play(row).unfinished
        if error.code != Code.SESSION_UNFINISHED_DEAL or unfinished is None:
            refuse(request, error, **known(row))
            return _back(visit, session)
        made = unfinished
    except REFUSALS as error:
        refuse(request, error, **known(row))
        return _back(visit, session)
    return redirect("club:log", visit.club.public_id, made)


@club_page("scorer", POST)
def take_seat(request: HttpRequest, visit: Visit, session: str) -> HttpResponse:
    """Seat a member on a free chair."""
    chair = number_of(request.POST.get("chair")) or 0
    member = request.POST.get("member", "").replace("\0", "")
    return _do(
        request,
        visit,
        session,
        lambda asked: services.seat_member(chair=chair, member=member, **asked),
    )


@club_page("scorer", POST)
def leave_seat(request: HttpRequest, visit: Visit, session: str, chair: int) -> HttpResponse:
    """Let whoever sits on a chair leave."""
    return _do(request, visit, session, lambda asked: services.unseat_member(chair=chair, **asked))


@club_page("scorer", POST)
def start_match(request: HttpRequest, visit: Visit, session: str) -> HttpResponse:
    """Start a match among those who are seated."""
    word = request.POST.get("word", "").strip().upper().replace("\0", "") or "PAN"
    end = request.POST.get("match_end", "last_standing")
    stake = number_of(request.POST.get("match_stake") or "0")
    return _do(
        request,
        visit,
        session,
        lambda asked: services.start_match(
            word=word, match_end=end, match_stake=-1 if stake is None else stake, **asked
        ),
    )


@club_page("scorer", POST)
def end_match(request: HttpRequest, visit: Visit, session: str) -> HttpResponse:
    """End the running match undecided."""
    return _do(request, visit, session, lambda asked: services.end_match(**asked))


@club_page("manager", POST)
def revise_rules(request: HttpRequest, visit: Visit, session: str) -> HttpResponse:
    """Let a session go on by another revision of house rules."""
    rules, expected = (request.POST.get(field, "").replace("\0", "") for field in ("rules", "expected_rules"))
    if not rules:
        found_session(visit, session)
        messages.error(request, _("Choose the rules that the session goes on by."))
        return _back(visit, session)
    return _do(
        request,
        visit,
        session,
        lambda asked: services.revise_session_rules(rules=rules, expected_rules=expected, **asked),
    )


@club_page("manager", POST)
def close(request: HttpRequest, visit: Visit, session: str) -> HttpResponse:
    """Close a session; it is then settled by a task."""
    return _do(request, visit, session, lambda asked: services.close_session(**asked))


@club_page("manager", POST)
def reopen(request: HttpRequest, visit: Visit, session: str) -> HttpResponse:
    """Open a closed session again, for a reason."""
    found_session(visit, session)
    reason = request.POST.get("reason", "")
    if reason not in list(services.ReopenReason):
        messages.error(request, _("Say why the session is opened again."))
        return _back(visit, session)
    return _do(
        request,
        visit,
        session,
        lambda asked: services.reopen_session(
            reason=services.ReopenReason(reason), note=_note(request), **asked
        ),
    )


@club_page("manager", POST)
def void(request: HttpRequest, visit: Visit, deal: str) -> HttpResponse:
    """Take a deal back, for a reason."""
    row = found_deal(visit, deal)
    reason = request.POST.get("reason", "")
    if reason not in list(services.VoidReason):
        messages.error(request, _("Say why the deal is taken back."))
        return redirect("club:deal", visit.club.public_id, deal)
    try:
        services.void_deal(
            club_id=visit.club.pk,
            deal=deal,
            reason=services.VoidReason(reason),
            note=_note(request),
            by=visit.by,
            key=key_of(request),
        )
    except REFUSALS as error:
        refuse(request, error, deal=f"№ {row.number}")
    return redirect("club:deal", visit.club.public_id, deal)

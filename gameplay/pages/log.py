"""Logs a deal by a plain form: what is chosen is judged while one types, and recorded when one says so.

It writes through one service; the check writes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.shortcuts import redirect, render

from gameplay import selectors, services, tell
from gameplay.engine.verdict import Fault
from gameplay.error_sentences import REFUSALS
from gameplay.errors import Code, GameplayError, RuleBroken
from gameplay.pages.access import Visit, club_page
from gameplay.pages.deal import found_deal, names_of, seats_of
from gameplay.pages.entry import EMPTY, OFFERED, Entry, read_entry
from gameplay.pages.keys import key_of, new_key, number_of
from gameplay.pages.refusals import said
from gameplay.selectors.picture import picture_of

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from django.http import HttpRequest, HttpResponse

    from gameplay.engine.live import Live
    from gameplay.engine.offers import Offer
    from gameplay.engine.verdict import Outcome
    from gameplay.selectors import DealRow

CONFLICTS = {Code.DEAL_CHANGED, Code.DEAL_FINISHED, Code.IDEMPOTENCY_KEY_REUSED, Code.IDEMPOTENCY_IN_FLIGHT}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say of an entry: refused in words, or what it is and moves, and the sums after it."""

    refusal: str = ""
    text: str = ""
    shares: tuple[tell.Share, ...] = ()
    ending: str = ""
    sums: tuple[tuple[str, int], ...] = ()
    pot: int = 0
    is_end: bool = False


def weigh(row: DealRow, events: Sequence[Any], live: Live, entry: Entry) -> Verdict | None:
    """Ask the rules about an entry after the events; None while too little was chosen."""
    if not entry.is_complete:
        return None
    names = names_of(row)
    written = [*events, entry.event()]
    after = live.check(written[-1])
    if isinstance(after, Fault):
        return Verdict(refusal=said(RuleBroken(after), names, (row.header, written)))
    told = tell.tell(written, names, after, row.header)[-1]
    return Verdict(
        text=told.text,
        shares=told.shares,
        ending=_ending(after, names) if after.is_over else "",
        sums=tuple(zip(names, after.units, strict=True)),
        pot=after.pot,
        is_end=after.is_over,
    )


def _undone(told: Sequence[tell.Told], events: Sequence[Any]) -> str:
    """Say what an undo would take back, if anything."""
    standing = (
        each.text
        for each in reversed(told)
        if each.event is not None and not each.is_cancelled and events[each.event]["type"] != "undo"
    )
    return next(standing, "")


def _ending(after: Outcome, names: Sequence[str]) -> str:
    winner = None if after.winner is None else names[after.winner]
    loser = None if after.loser is None else names[after.loser]
    return tell.tell_outcome(after.outcome, winner, loser)


@club_page("scorer", ("GET", "HEAD", "POST"))
def log(request: HttpRequest, visit: Visit, deal: str) -> HttpResponse:
    """Show the form of a deal being played, or record what it sends."""
    row = found_deal(visit, deal)
    if request.method == "POST":
        return _record(request, visit, row)
    if row.status != "open":
        return redirect("club:deal", visit.club.public_id, deal)
    return _form(request, visit, row, EMPTY)


def _record(request: HttpRequest, visit: Visit, row: DealRow) -> HttpResponse:
    sent = request.POST
    entry = read_entry(sent, row.game)
    seen = number_of(sent.get("expected_seq"))
    if sent.get("do") == "check" or not entry.is_complete or seen is None:
        return _form(request, visit, row, entry, status=200 if sent.get("do") == "check" else 422)
    try:
        made = services.record_events(
            club_id=visit.club.pk,
            deal=row.deal,
            events=[entry.event()],
            expected_seq=seen,
            by=visit.by,
            key=key_of(request),
        )
    except REFUSALS as error:
        is_conflict = isinstance(error, GameplayError) and error.code in CONFLICTS
        played = (row.header, [*_events(visit, row), entry.event()])
        told = said(error, names_of(row), played, deal=f"№ {row.number}")
        fresh = found_deal(visit, row.deal)
        return _form(
            request, visit, fresh, entry, status=409 if is_conflict else 422, refusal=told, seen=seen
        )
    page = "club:deal" if made.transaction or (made.outcome and made.outcome.is_over) else "club:log"
    return redirect(page, visit.club.public_id, row.deal)


def _form(
    request: HttpRequest,
    visit: Visit,
    row: DealRow,
    entry: Entry,
    *,
    status: int = 200,
    refusal: str = "",
    seen: int | None = None,
) -> HttpResponse:
    """Show the form with what was typed; `seen`: the last event the sender knew, later ones are shown."""
    written = _events(visit, row)
    going = selectors.going_deal(visit.club.pk, row.deal)
    outcome = going.live.verdict
    told = tell.tell(written, names_of(row), outcome, row.header)
    others = [each for each in told if each.event is not None and seen is not None and each.event >= seen]
    picture = picture_of(row.header, written)
    seats, taken = seats_of(row, picture), _seats_by_kind(going.legal())
    shown = {
        "visit": visit,
        "row": row,
        "session": selectors.find_session(visit.club.pk, row.session),
        "entry": entry,
        "offered": _kinds(row.game, entry.kind, taken),
        "told": told[::-1],
        "others": others if status == 409 else [],
        "seats": seats,
        "who": [(seat, at, _barred(seat.seat, taken)) for seat, at, _melds in seats],
        "outcome": outcome,
        "refusal": refusal,
        "verdict": None if refusal else weigh(row, written, going.live, entry),
        "is_incomplete": status == 422 and not refusal,
        "has_melds": any(seat.melds for seat in picture.seats),
        "would_undo": _undone(told, written),
        "ranks": "A234567JQK",
        "suits": tell.SUITS.items(),
        "is_claiming": row.header["options"].get("claims") == "required",
        "key": new_key(),
    }
    return render(request, "gameplay/log.html", shown, status=status)


def _events(visit: Visit, row: DealRow) -> list[dict[str, Any]]:
    return [each.event for each in selectors.events_of(visit.club.pk, [row.deal])[row.deal]]


def _seats_by_kind(legal: Sequence[Offer]) -> dict[str, set[int]]:
    """Return the kinds of events that the rules would take now, and whose each may be."""
    seats: dict[str, set[int]] = {}
    for offer in legal:
        seats.setdefault(offer.type, set()).update(offer.values.get("seat", ()))
    return seats


def _kinds(game: str, chosen: str, taken: Container[str]) -> list[tuple[str, str]]:
    """Return the kinds to choose from, in words; what was chosen before somebody else's entry stays there."""
    return [(kind, tell.tell_kind(kind)) for kind in OFFERED[game] if kind in taken or kind == chosen]


def _barred(seat: int, taken: Mapping[str, set[int]]) -> str:
    """Return the style classes that grey a seat for the kinds of entries that cannot be its own now."""
    return " ".join(f"no-{kind}" for kind, seats in taken.items() if seats and seat not in seats)


@club_page("scorer")
def check(request: HttpRequest, visit: Visit, deal: str) -> HttpResponse:
    """Say what the rules think of an entry while it is typed; nothing is written."""
    row = found_deal(visit, deal)
    live = selectors.going_deal(visit.club.pk, deal).live
    verdict = weigh(row, _events(visit, row), live, read_entry(request.GET, row.game))
    return render(request, "gameplay/part_verdict.html", {"visit": visit, "row": row, "verdict": verdict})

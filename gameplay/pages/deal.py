"""The page of one deal: told in words, with every line of why each unit moved. It writes nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import render

from gameplay import reasons, selectors, tell
from gameplay.pages.access import Visit, club_page
from gameplay.pages.keys import new_key
from gameplay.pages.session import ending
from gameplay.selectors.picture import picture_of, valued

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from gameplay.selectors import DealRow
    from gameplay.selectors.picture import Meld, Picture, SeatPicture


_SUIT = re.compile("[♣♦♥♠](?![\ufe0e\ufe0f])")


def found_deal(visit: Visit, deal: str) -> DealRow:
    """Return a deal of the visitor's club, or 404."""
    row = selectors.find_deal(visit.club.pk, deal) if "\0" not in deal else None
    if row is None:
        raise Http404
    return row


def names_of(row: DealRow) -> list[str]:
    """Return the names of a deal's seats in order, for sentences in which cards are coloured.

    A suit in a name is marked as mere text (U+FE0E), so that nobody takes it for a card.
    """
    return [_SUIT.sub("\\g<0>\ufe0e", seat.person.label) for seat in row.seats]


def seats_of(row: DealRow, picture: Picture) -> list[tuple[selectors.Seat, SeatPicture, list[Meld]]]:
    """Return each seat with what lies before it."""
    is_panguingue = row.game == "panguingue"
    return [
        (seat, at, valued(row.header, at.melds) if is_panguingue else [])
        for seat, at in zip(row.seats, picture.seats, strict=True)
    ]


@club_page()
def deal(request: HttpRequest, visit: Visit, deal: str) -> HttpResponse:
    """Show a deal."""
    row = found_deal(visit, deal)
    session = selectors.find_session(visit.club.pk, row.session)
    events = selectors.events_of(visit.club.pk, [deal])[deal]
    outcome = selectors.outcome_of(row, events)
    written = [each.event for each in events]
    void = selectors.find_void(visit.club.pk, row.session, deal) if row.is_void else None
    recorders = selectors.people(visit.club.pk, [each.recorded_by for each in events])
    told = {
        "visit": visit,
        "row": row,
        "session": session,
        "ending": ending(row),
        "told": tell.tell(written, names_of(row), outcome, row.header),
        "seats": seats_of(row, picture_of(row.header, written)),
        "first": row.seats[row.header["first"]].person if row.header["first"] is not None else None,
        "pot_moved": row.pot - row.pot_in,
        "void": void,
        "void_words": reasons.VOIDS.get(void.reason, void.reason) if void else "",
        "void_reasons": reasons.VOIDS.items(),
        "transactions": selectors.transactions_of(visit.club.pk, deal),
        "recorders": sorted({selectors.named(recorders, each.recorded_by).label for each in events}),
        "key": new_key(),
    }
    return render(request, "gameplay/deal.html", told)

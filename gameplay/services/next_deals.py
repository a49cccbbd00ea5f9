"""Opens the deal that follows at a session's table: who sits, who is first, what the pot carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

from gameplay import store
from gameplay.errors import Code, GameplayError
from gameplay.models import HouseRulesRevision, MatchState
from gameplay.next_deal import LastDeal, next_first, seats_in_order
from gameplay.services.matches import advance_matches
from gameplay.services.opening import NewDeal, open_deal
from gameplay.services.session_stream import find_session, last_number, read_facts

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence
    from typing import Any

    from gameplay.models import Session
    from gameplay.services.deal_writing import Recorded
    from gameplay.session_log import MatchFacts

_TRIES = 3
_LAST = """
SELECT d.header, s.winner, s.outcome, s.pot FROM gameplay_deal d JOIN gameplay_dealstate s ON s.deal_id = d.id
WHERE d.session_id = %s AND s.is_over AND NOT s.is_void ORDER BY d.number DESC LIMIT 1
"""


def open_next_deal(
    *,
    club_id: int,
    session: str,
    by: str,
    key: str | None = None,
    detail: str = "score",
    events: Sequence[Any] = (),
    entered_at: dt.datetime | None = None,
) -> Recorded:
    """Open the next deal among those who are seated now, with any events that are known already.

    Raises what `open_deal` raises, and GameplayError `session.unfinished_deal` while one is being played.
    """
    found = find_session(club_id, session)
    asked_body = {"session": session, "detail": detail, "events": list(events)}
    for left in reversed(range(_TRIES)):
        new = plan_next_deal(found, detail, events)
        try:
            return open_deal(
                club_id=club_id, new=new, by=by, key=key, entered_at=entered_at, asked_body=asked_body
            )
        except GameplayError as error:
            # Somebody sat down, left, or opened a deal since the plan was made: plan again.
            if not left or error.code not in {Code.SESSION_CHANGED, Code.DEAL_NUMBER_TAKEN}:
                raise
    raise AssertionError("the last try answers or raises")


def plan_next_deal(session: Session, detail: str, events: Sequence[Any]) -> NewDeal:
    """Return what the next deal would be opened with, as things stand."""
    now = store.session_now(session.pk)
    facts = read_facts(session.club_id, session.public_id)
    matches = list(MatchState.objects.filter(session=session))
    if any(_is_behind(facts.matches[row.public_id], row) for row in matches):
        advance_matches(club_id=session.club_id, session=session.public_id, by="sys_task")
        return plan_next_deal(session, detail, events)
    running = next((row for row in matches if not row.is_ended), None)
    players = None
    if running is not None:
        out = {running.members[seat] for seat in running.eliminated}
        players = frozenset(running.members) - out
    revision = HouseRulesRevision.objects.get(club_id=session.club_id, public_id=facts.rules)
    seats = seats_in_order(facts.chairs, players)
    last = _last_deal(session.pk)
    first = None
    if session.game == "panguingue" and seats:
        first = next_first(revision.profile, revision.options["rotation"], seats, last)
    return NewDeal(
        session=session.public_id,
        detail=detail,
        profile=revision.profile,
        options=revision.options,
        seats=seats,
        first=first,
        pot=last.pot if last else 0,
        events=events,
        number=last_number(session.pk) + 1,
        session_seq=now.tail.seq,
    )


def _is_behind(match: MatchFacts, row: MatchState) -> bool:
    """Tell whether a match's deals decide it and nothing followed yet, or a void has made it undecided."""
    return row.is_over if not match.is_ended else match.is_decided and not row.is_over


def _last_deal(session_id: int) -> LastDeal | None:
    with connection.cursor() as cursor:
        cursor.execute(_LAST, [session_id])
        row = cursor.fetchone()
    if row is None:
        return None
    header = store.read_header(row[0])
    return LastDeal(header["seats"], header["first"], *row[1:])

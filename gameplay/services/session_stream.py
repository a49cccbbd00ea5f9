"""Reads and appends to a session's stream under its lock; every writer of sessions comes through here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.db import connection
from django.utils import timezone

from clubs.business_day import business_day
from gameplay import settlement, store
from gameplay.errors import Code, GameplayError
from gameplay.models import HouseRules, Session, SessionStatus
from gameplay.outbox import Work, write_work
from gameplay.session_log import SessionFacts, apply_event, session_facts
from gameplay.session_rows import write_session_rows
from gameplay.streams import Link, Stamp, link_events, tail_of
from gameplay.texts import Parted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gameplay.models import HouseRulesRevision
    from gameplay.services.asking import Asked
    from gameplay.store import SessionNow
    from ledger.refs import BookRef

MAX_NOTE: Final = 500


def find_session(club_id: int, public_id: str) -> Session:
    """Return a session of a club; raises GameplayError `session.unknown`."""
    chosen = Session.objects.filter(club_id=club_id, public_id=public_id)
    found = chosen.select_related("club", "table").first()
    if found is None:
        raise GameplayError(Code.SESSION_UNKNOWN, session=public_id)
    return found


def read_facts(club_id: int, session: str) -> SessionFacts:
    """Return what the session's events amount to so far."""
    return session_facts(store.read_events(club_id, session))


def append_to_session(
    session: Session,
    tail: Link,
    events: Sequence[Parted],
    *,
    stamp: Stamp,
    request: Asked,
    made: dict[str, Any],
    feed: Sequence[store.FeedRow] = (),
    work: Sequence[Work] = (),
) -> None:
    """Append events with their derived rows, request, feed and work; under all locks, alone."""
    facts = read_facts(session.club_id, session.public_id)
    rows = link_events(session.public_id, tail, events, stamp)
    after = tail_of(rows, tail)
    for payload, _ in events:
        apply_event(facts, payload)
    write_session_rows(session.club_id, session.pk, facts, after)
    told = [store.FeedRow("events", session.public_id, rows[0].seq, after.seq)] if rows else []
    store.write(
        store.Write(
            club_id=session.club_id,
            stream=session.public_id,
            rows=rows,
            stamp=stamp,
            operation=request.operation,
            body_hash=request.body_hash,
            made=made,
            feed=[*told, *feed],
        )
    )
    write_work(session.club_id, work)


def with_note(event: dict[str, Any], note: str) -> Parted:
    """Return the event with what somebody wrote about it; raises GameplayError `text.too_long`."""
    if len(note) > MAX_NOTE:
        raise GameplayError(Code.TEXT_TOO_LONG, field="note", limit=MAX_NOTE)
    return Parted(event, {"note": note} if note else {})


def check_open(session: SessionNow, public_id: str) -> None:
    """Raise GameplayError `session.closed` unless the session is open."""
    if session.status != SessionStatus.OPEN:
        raise GameplayError(Code.SESSION_CLOSED, session=public_id, status=session.status)


def check_no_open_deal(session_id: int, public_id: str) -> None:
    """Raise GameplayError `session.unfinished_deal` while a deal of the session is being played."""
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT d.public_id FROM gameplay_deal d JOIN gameplay_dealstate s ON s.deal_id = d.id
            WHERE d.session_id = %s AND NOT s.is_over AND NOT s.is_void ORDER BY d.number LIMIT 1""",
            [session_id],
        )
        if row := cursor.fetchone():
            raise GameplayError(Code.SESSION_UNFINISHED_DEAL, session=public_id, deal=row[0])


def last_number(session_id: int) -> int:
    """Return the number of the session's last deal, 0 before the first."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(max(number), 0) FROM gameplay_deal WHERE session_id = %s", [session_id]
        )
        return int(cursor.fetchone()[0])


def refuse_retired_rules(revision: HouseRulesRevision) -> None:
    """Raise GameplayError `rules.retired` when the set of a revision is not used any more, as of now."""
    found = HouseRules.objects.get(pk=revision.house_rules_id)
    if not found.is_active:
        raise GameplayError(Code.RULES_RETIRED, rules=found.name)


def book_to_post_in(session: Session, by: str) -> BookRef:
    """Return the session's book, or after its settlement that of the club's business day.

    Chosen ahead of the locks, because making a book writes a row.
    """
    now = store.session_now(session.pk)
    if now.status != SessionStatus.SETTLED:
        return now.book
    club = session.club
    day = business_day(timezone.now(), club.time_zone, club.cutoff_hour)
    return settlement.day_book(club_id=club.pk, day=day, by=by)

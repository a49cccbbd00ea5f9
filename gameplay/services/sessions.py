"""Opens, closes and reopens sessions. What happens in between stands in the modules beside this."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, connection

from clubs.models import Table
from clubs.public_ids import new_public_id
from gameplay import settlement, store
from gameplay.errors import Code, GameplayError
from gameplay.models import HouseRulesRevision, Origin, OutboxTask, Session, SessionStatus
from gameplay.outbox import Work
from gameplay.services.asking import asked, first_answer, locked, retried
from gameplay.services.matches import advance_matches
from gameplay.services.session_stream import (
    append_to_session,
    check_no_open_deal,
    check_open,
    find_session,
    refuse_retired_rules,
    with_note,
)
from gameplay.streams import Link, Stamp, header_bytes
from gameplay.texts import Parted

if TYPE_CHECKING:
    import datetime as dt


class ReopenReason(StrEnum):
    """Why a closed session is opened again; the manager's own words go into the note."""

    DEAL_MISSING = "deal_missing"
    CORRECTION = "correction"
    CLOSED_EARLY = "closed_early"
    DISPUTED = "disputed"
    OTHER = "other"


@retried
def open_session(
    *,
    table: Table,
    revision: HouseRulesRevision,
    business_day: dt.date,
    by: str,
    key: str | None = None,
    origin: Origin = Origin.LIVE,
) -> str:
    """Open a session at a table under a revision of house rules, with its first book; return its public id.

    Raises GameplayError `rules.revision_unknown` for a revision of another club, `table.retired` or
    `rules.retired` for what is not used any more; imported records are of days when it was.
    """
    if revision.club_id != table.club_id:
        raise GameplayError(Code.RULES_REVISION_UNKNOWN, revision=revision.public_id)
    game = revision.house_rules.game
    fields: dict[str, Any] = {
        "table": table.public_id,
        "game": game,
        "business_day": business_day.isoformat(),
        "rules": revision.public_id,
        "origin": origin.value,
    }
    request = asked("open_session", key, fields)
    settlement.pot_account(club_id=table.club_id, table=table.public_id)
    with locked(request, club_id=table.club_id):
        if (made := first_answer(table.club_id, request)) is not None:
            return str(made["session"])
        if origin == Origin.LIVE:
            _refuse_retired(table, revision)
        public_id = new_public_id("ses")
        stamp = Stamp(settlement.lock([]), by, request.key)
        header, digest = header_bytes({"session": public_id, **fields})
        session = Session.objects.create(
            public_id=public_id,
            club_id=table.club_id,
            table=table,
            game=game,
            business_day=business_day,
            revision=revision,
            origin=origin,
            header=header,
            header_hash=digest,
            recorded_at=stamp.recorded_at,
            recorded_by=by,
        )
        book = settlement.open_session_book(
            club_id=table.club_id, session=public_id, day=business_day, at=stamp.recorded_at, by=by
        )
        event = Parted({"type": "opened", "book": book.public_id, "rules": revision.public_id}, {})
        append_to_session(
            session, Link(0, digest), [event], stamp=stamp, request=request, made={"session": public_id}
        )
    return public_id


def _refuse_retired(table: Table, revision: HouseRulesRevision) -> None:
    if not Table.objects.filter(pk=table.pk, is_active=True).exists():
        raise GameplayError(Code.TABLE_RETIRED, table=table.name)
    refuse_retired_rules(revision)


def find_or_open_import_session(
    *, table: Table, revision: HouseRulesRevision, business_day: dt.date, by: str
) -> str:
    """Return the import session of a table, day and game, opened when it is not there yet."""
    wanted = Session.objects.filter(
        club_id=table.club_id,
        table=table,
        business_day=business_day,
        game=revision.house_rules.game,
        origin=Origin.IMPORT,
    )
    if (found := wanted.values_list("public_id", flat=True).first()) is not None:
        return found
    try:
        return open_session(
            table=table, revision=revision, business_day=business_day, by=by, origin=Origin.IMPORT
        )
    except IntegrityError:  # somebody else opened it just now
        return wanted.values_list("public_id", flat=True).get()


@retried
def close_session(*, club_id: int, session: str, by: str, key: str | None = None) -> str:
    """Close a session to further deals; its settlement is then a task. Return its public id.

    Stakes of decided matches are posted first. Raises GameplayError `session.unknown`, `session.closed`, or
    `session.unfinished_deal` with the deal that is still open.
    """
    request = asked("close_session", key, {"session": session})
    found = find_session(club_id, session)
    advance_matches(club_id=club_id, session=session, by=by)
    with locked(request, club_id=club_id, session_id=found.pk, alone=True):
        if first_answer(club_id, request) is not None:
            return session
        now = store.session_now(found.pk)
        check_open(now, session)
        check_no_open_deal(found.pk, session)
        stamp = Stamp(settlement.lock([]), by, request.key)
        event = Parted({"type": "closed", "book": now.book.public_id}, {})
        append_to_session(
            found,
            now.tail,
            [event],
            stamp=stamp,
            request=request,
            made={"session": session},
            work=[Work(OutboxTask.SETTLE_SESSION, session)],
        )
    return session


@retried
def reopen_session(
    *, club_id: int, session: str, reason: ReopenReason, by: str, key: str | None = None, note: str = ""
) -> str:
    """Open a closed session again, for a reason; what it posts from now on goes into a new book if need be.

    Whoever closed it cannot reopen it alone. Raises GameplayError `session.unknown`, `session.not_closed`,
    `session.same_person` or `text.too_long`.
    """
    request = asked("reopen_session", key, {"session": session, "reason": str(reason), "note": note})
    found = find_session(club_id, session)
    with locked(request, club_id=club_id, session_id=found.pk, alone=True):
        if first_answer(club_id, request) is not None:
            return session
        now = store.session_now(found.pk)
        if now.status == SessionStatus.OPEN:
            raise GameplayError(Code.SESSION_NOT_CLOSED, session=session)
        if _closed_by(found) == by:
            raise GameplayError(Code.SESSION_SAME_PERSON, session=session)
        stamp = Stamp(settlement.lock([]), by, request.key)
        book = now.book
        if now.status == SessionStatus.SETTLED:
            book = settlement.open_session_book(
                club_id=club_id, session=session, day=found.business_day, at=stamp.recorded_at, by=by
            )
        event = with_note({"type": "reopened", "book": book.public_id, "reason": str(reason)}, note)
        append_to_session(found, now.tail, [event], stamp=stamp, request=request, made={"session": session})
    return session


def _closed_by(session: Session) -> str | None:
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT recorded_by FROM gameplay_event WHERE club_id = %s AND stream = %s AND type = 'closed'
            ORDER BY seq DESC LIMIT 1""",
            [session.club_id, session.public_id],
        )
        row = cursor.fetchone()
    return row[0] if row else None

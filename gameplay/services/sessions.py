"""Opens, closes and settles sessions. What happens in between stands in `deals.py` and `voids.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, connection

from clubs.public_ids import new_public_id
from gameplay import settlement, store
from gameplay.errors import Code, GameplayError
from gameplay.models import HouseRulesRevision, Origin, Session, SessionStatus
from gameplay.services.asking import asked, first_answer, locked, retried
from gameplay.streams import Link, Stamp, header_bytes, link_events, tail_of
from gameplay.texts import Parted
from ledger.plans import fewest_payments
from ledger.sealing import Head
from ledger.selectors import nets_of_book

if TYPE_CHECKING:
    import datetime as dt

    from clubs.models import Table
    from gameplay.services.asking import Asked
    from gameplay.store import SessionNow


@dataclass(frozen=True, slots=True)
class Settled:
    """A session's settlement: its public id, number among the session's, and root in hexadecimal."""

    settlement: str
    number: int
    root: str


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

    Raises GameplayError `rules.revision_unknown` for a revision of another club.
    """
    if revision.club_id != table.club_id:
        raise GameplayError(Code.RULES_REVISION_UNKNOWN, revision=revision.public_id)
    game = revision.house_rules.game
    fields: dict[str, Any] = {
        "table": table.public_id,
        "game": game,
        "business_day": business_day.isoformat(),
        "rules": revision.public_id,
        "origin": str(origin),
    }
    request = asked("open_session", key, fields)
    with locked(request, club_id=table.club_id):
        if (made := first_answer(table.club_id, request)) is not None:
            return str(made["session"])
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
        event = Parted({"type": "opened", "book": book.public_id}, {})
        now = store.SessionNow(SessionStatus.OPEN, Link(0, digest), book)
        made = {"session": public_id}
        append_to_session(session, now, event, SessionStatus.OPEN, stamp=stamp, request=request, made=made)
    return public_id


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
    """Close a session to further deals; it is then waiting for its settlement. Return its public id.

    Raises GameplayError `session.unknown`, `session.closed`, or `session.unfinished_deal` with the deals
    that are still open.
    """
    request = asked("close_session", key, {"session": session})
    found = find_session(club_id, session)
    with locked(request, club_id=club_id, session_id=found.pk, alone=True):
        if first_answer(club_id, request) is not None:
            return session
        now = store.session_now(found.pk)
        if now.status != SessionStatus.OPEN:
            raise GameplayError(Code.SESSION_CLOSED, session=session, status=now.status)
        if unfinished := _unfinished_deals(found.pk):
            raise GameplayError(Code.SESSION_UNFINISHED_DEAL, session=session, deals=unfinished)
        stamp = Stamp(settlement.lock([]), by, request.key)
        event = Parted({"type": "closed", "book": now.book.public_id}, {})
        made = {"session": session}
        append_to_session(found, now, event, SessionStatus.CLOSING, stamp=stamp, request=request, made=made)
    return session


@retried
def settle_session(*, club_id: int, session: str, by: str) -> Settled:
    """Seal a closed session's book under the club's next root and return the settlement.

    Settling again answers like the first time. Raises GameplayError `session.unknown` or
    `session.not_closed`.
    """
    found = find_session(club_id, session)
    with locked(asked("settle_session", None, {}), club_id=club_id, session_id=found.pk, alone=True):
        now = store.session_now(found.pk)
        request = asked("settle_session", f"settle/{now.book.public_id}", {"book": now.book.public_id})
        if (made := first_answer(club_id, request)) is not None:
            return Settled(**made)
        if now.status != SessionStatus.CLOSING:
            raise GameplayError(Code.SESSION_NOT_CLOSED, session=session)
        stamp = Stamp(settlement.lock([], root_of_club=club_id), by, request.key)
        heads = [*_deal_heads(found.pk), Head(session, now.tail.seq, now.tail.hash)]
        nets = {
            account: units for account, (kind, units) in nets_of_book(now.book.id).items() if kind == "member"
        }
        at = settlement.Posting(club_id, now.book, stamp.recorded_at, by)
        plan = fewest_payments(nets) if not sum(nets.values()) else []
        sealed = settlement.seal_session(
            at, club=found.club.public_id, session=session, heads=sorted(heads), plan=plan
        )
        settled = Settled(sealed.public_id, sealed.number, sealed.root.hex())
        store.write_session_state(found.pk, SessionStatus.SETTLED, now.tail, now.book.id)
        store.write_request(
            club_id,
            stamp=stamp,
            operation=request.operation,
            body_hash=request.body_hash,
            made={"settlement": settled.settlement, "number": settled.number, "root": settled.root},
            feed=[store.FeedRow("settlement", sealed.public_id)],
        )
    return settled


def append_to_session(
    session: Session,
    now: SessionNow,
    event: Parted,
    status: SessionStatus,
    *,
    stamp: Stamp,
    request: Asked,
    made: dict[str, Any],
    feed: tuple[store.FeedRow, ...] = (),
) -> None:
    """Append one event to a session's stream, with its derived row, request and feed; under all locks."""
    rows = link_events(session.public_id, now.tail, [event], stamp)
    tail = tail_of(rows, now.tail)
    store.write_events(session.club_id, session.public_id, rows, stamp)
    store.write_session_state(session.pk, status, tail, now.book.id)
    store.write_request(
        session.club_id,
        stamp=stamp,
        operation=request.operation,
        body_hash=request.body_hash,
        made=made,
        feed=[store.FeedRow("events", session.public_id, tail.seq, tail.seq), *feed],
    )


def find_session(club_id: int, public_id: str) -> Session:
    """Return a session of a club; raises GameplayError `session.unknown`."""
    found = (
        Session.objects.filter(club_id=club_id, public_id=public_id).select_related("club", "table").first()
    )
    if found is None:
        raise GameplayError(Code.SESSION_UNKNOWN, session=public_id)
    return found


def _unfinished_deals(session_id: int) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT d.public_id FROM gameplay_deal d JOIN gameplay_dealstate s ON s.deal_id = d.id
            WHERE d.session_id = %s AND NOT s.is_over AND NOT s.is_void ORDER BY d.number""",
            [session_id],
        )
        return [row[0] for row in cursor.fetchall()]


def _deal_heads(session_id: int) -> list[Head]:
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT d.public_id, s.seq, s.head FROM gameplay_deal d
            JOIN gameplay_dealstate s ON s.deal_id = d.id WHERE d.session_id = %s ORDER BY d.public_id""",
            [session_id],
        )
        return [Head(stream, seq, bytes(head)) for stream, seq, head in cursor.fetchall()]

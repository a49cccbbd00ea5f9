"""The statements of the write path: few, and each one round trip. It checks nothing and decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from django.db import connection

from clubs.prepared import prepared
from gameplay import texts
from gameplay.derive import ENGINE_VERSION, deal_columns
from gameplay.streams import EventRow, Link, Stamp
from ledger.refs import BookRef

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from gameplay.engine.verdict import Outcome


class StoredDeal(NamedTuple):
    """What never changes of a deal."""

    id: int
    public_id: str
    club_id: int
    session_id: int
    session: str
    table: str
    header: dict[str, Any]
    header_hash: bytes


class SessionNow(NamedTuple):
    """A session as it stands, read under its lock."""

    status: str
    tail: Link
    book: BookRef


class SeenRequest(NamedTuple):
    """A request that was carried out before: which operation, of what, and what it made."""

    operation: str
    body_hash: bytes
    made: dict[str, Any]


class DealNow(NamedTuple):
    """A deal as it stands, read under its lock; its events as they came, none if its last one was known."""

    tail: Link
    is_over: bool
    is_void: bool
    events: list[dict[str, Any]]
    session: SessionNow
    request: SeenRequest | None
    clock: dt.datetime


class FeedRow(NamedTuple):
    """One entry of the feed: a stream's events `first` to `last`, or one other fact."""

    fact: str
    ref: str
    first: int | None = None
    last: int | None = None


_DEAL = """
SELECT d.id, d.public_id, d.club_id, d.session_id, s.public_id, t.public_id, d.header, d.header_hash
FROM gameplay_deal d JOIN gameplay_session s ON s.id = d.session_id JOIN clubs_table t ON t.id = s.table_id
WHERE d.club_id = %s AND d.public_id = %s
"""
_SESSION_NOW = """
SELECT s.status, s.seq, s.head, b.id, b.public_id, b.business_day
FROM gameplay_sessionstate s JOIN ledger_book b ON b.id = s.book_id WHERE s.session_id = %s
"""
_EVENTS = """
SELECT e.body, t.content FROM gameplay_event e
LEFT JOIN gameplay_text t ON t.club_id = e.club_id AND t.stream = e.stream AND t.seq = e.seq
WHERE e.club_id = %s AND e.stream = %s ORDER BY e.seq
"""
_DEAL_NOW = """
SELECT st.seq, st.head, st.is_over, st.is_void, e.bodies, e.contents,
    s.status, s.seq, s.head, b.id, b.public_id, b.business_day,
    r.operation, r.body_hash, r.made::text, clock_timestamp()
FROM gameplay_dealstate st
JOIN gameplay_sessionstate s ON s.session_id = %(session)s
JOIN ledger_book b ON b.id = s.book_id
LEFT JOIN gameplay_request r ON r.club_id = %(club)s AND r.key = %(key)s, LATERAL (
    SELECT array_agg(e.body ORDER BY e.seq) AS bodies, array_agg(t.content ORDER BY e.seq) AS contents
    FROM gameplay_event e
    LEFT JOIN gameplay_text t ON t.club_id = e.club_id AND t.stream = e.stream AND t.seq = e.seq
    WHERE e.club_id = %(club)s AND e.stream = %(stream)s AND st.head <> %(known)s::bytea) e
WHERE st.deal_id = %(deal)s
"""
_EVENTS_AND_TEXTS = """
WITH events AS (
    INSERT INTO gameplay_event
        (club_id, stream, seq, key, body, prev_hash, hash, entered_at, recorded_at, recorded_by)
    SELECT %(club)s, %(stream)s, e.*, %(entered_at)s, %(recorded_at)s, %(recorded_by)s
    FROM unnest(%(seqs)s::int[], %(keys)s::text[], %(bodies)s::bytea[], %(prevs)s::bytea[],
        %(hashes)s::bytea[]) AS e
), texts AS (
    INSERT INTO gameplay_text (club_id, stream, seq, salt, content)
    SELECT %(club)s, %(stream)s, t.*
    FROM unnest(%(text_seqs)s::int[], %(salts)s::bytea[], %(contents)s::text[]) AS t
), request AS (
    INSERT INTO gameplay_request
        (club_id, key, operation, body_hash, status, made, recorded_at, recorded_by)
    VALUES (%(club)s, %(key)s, %(operation)s, %(body_hash)s, 201, %(made)s, %(recorded_at)s,
        %(recorded_by)s)
), feed AS (
    INSERT INTO gameplay_feed (club_id, epoch, xact, fact, ref, first, last)
    SELECT %(club)s, gameplay_feed_epoch(), txid_current(), f.*
    FROM unnest(%(facts)s::text[], %(refs)s::text[], %(firsts)s::int[], %(lasts)s::int[]) AS f
)
"""
_WRITE = _EVENTS_AND_TEXTS + "SELECT 1"
_WRITE_DEAL = (
    _EVENTS_AND_TEXTS
    + """
INSERT INTO gameplay_dealstate AS s (deal_id, seq, head, outcome, is_over, winner, loser, units, pot,
    engine_version, is_void)
VALUES (%(deal)s, %(tail_seq)s, %(tail_hash)s, %(outcome)s, %(is_over)s, %(winner)s, %(loser)s,
    %(units)s::bigint[], %(pot)s, %(engine_version)s, false)
ON CONFLICT (deal_id) DO UPDATE SET seq = excluded.seq, head = excluded.head, outcome = excluded.outcome,
    is_over = excluded.is_over, winner = excluded.winner, loser = excluded.loser, units = excluded.units,
    pot = excluded.pot, engine_version = excluded.engine_version
"""
)


def find_deal(club_id: int, public_id: str) -> StoredDeal | None:
    """Return what never changes of a deal, or None."""
    with prepared() as cursor:
        cursor.execute(_DEAL, [club_id, public_id])
        row = cursor.fetchone()
    if row is None:
        return None
    return StoredDeal._make([*row[:6], msgspec.json.decode(bytes(row[6])), bytes(row[7])])


def session_now(session_id: int) -> SessionNow:
    """Return a session as it stands."""
    with prepared() as cursor:
        cursor.execute(_SESSION_NOW, [session_id])
        status, seq, head, *book = cursor.fetchone()
    return SessionNow(status, Link(seq, bytes(head)), BookRef(*book))


def deal_now(deal: StoredDeal, key: str = "", known: bytes = b"") -> DealNow:
    """Return a deal as it stands with its events, its session, and the request of this key if there was one.

    When the last event has the hash `known`, no event is read.
    One statement, after the locks; its clock is the one that facts are recorded at if no lock follows.
    """
    with prepared() as cursor:
        cursor.execute(
            _DEAL_NOW,
            {
                "club": deal.club_id,
                "session": deal.session_id,
                "deal": deal.id,
                "stream": deal.public_id,
                "key": key,
                "known": known,
            },
        )
        seq, head, is_over, is_void, bodies, contents, *rest = cursor.fetchone()
    status, session_seq, session_head, book, book_id, day, operation, body_hash, made, clock = rest
    events = [
        read_event(bytes(body), content) for body, content in zip(bodies or (), contents or (), strict=True)
    ]
    return DealNow(
        tail=Link(seq, bytes(head)),
        is_over=is_over,
        is_void=is_void,
        events=events,
        session=SessionNow(status, Link(session_seq, bytes(session_head)), BookRef(book, book_id, day)),
        request=SeenRequest(operation, bytes(body_hash), msgspec.json.decode(made)) if operation else None,
        clock=clock,
    )


def read_header(header: Any) -> dict[str, Any]:
    """Return a stored header as an object."""
    read: dict[str, Any] = msgspec.json.decode(bytes(header))
    return read


def read_events(club_id: int, stream: str) -> list[dict[str, Any]]:
    """Return a stream's events as they came."""
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [club_id, stream])
        return [read_event(bytes(body), content) for body, content in cursor.fetchall()]


def read_event(body: bytes, content: str | None) -> dict[str, Any]:
    """Return a stored event as it came: type, payload, and what people wrote unless it was blanked."""
    stored = msgspec.json.decode(body)
    return texts.join_event({"type": stored["type"], **stored["payload"]}, texts.unseal(content))


class Write(NamedTuple):
    """What one write stores: events of a stream, if any, the request behind it, what the feed hears."""

    club_id: int
    stream: str
    rows: Sequence[EventRow]
    stamp: Stamp
    operation: str
    body_hash: bytes
    made: dict[str, Any]
    feed: Sequence[FeedRow]


def write(new: Write) -> None:
    """Store events with what people wrote, the request, and the feed's entries; one statement."""
    with prepared() as cursor:
        cursor.execute(_WRITE, _parameters(new))


def write_deal(new: Write, deal_id: int, tail: Link, outcome: Outcome) -> None:
    """Store the same, and what replaying the deal gives now; one statement."""
    with prepared() as cursor:
        cursor.execute(
            _WRITE_DEAL,
            _parameters(new)
            | deal_columns(outcome)._asdict()
            | {
                "deal": deal_id,
                "tail_seq": tail.seq,
                "tail_hash": tail.hash,
                "engine_version": ENGINE_VERSION,
            },
        )


def _parameters(new: Write) -> dict[str, Any]:
    written = [(row.seq, row.text) for row in new.rows if row.text]
    return {
        "club": new.club_id,
        "stream": new.stream,
        "entered_at": new.stamp.entered_at,
        "recorded_at": new.stamp.recorded_at,
        "recorded_by": new.stamp.recorded_by,
        "seqs": [row.seq for row in new.rows],
        "keys": [row.key for row in new.rows],
        "bodies": [row.body for row in new.rows],
        "prevs": [row.prev_hash for row in new.rows],
        "hashes": [row.hash for row in new.rows],
        "text_seqs": [seq for seq, _ in written],
        "salts": [text.salt for _, text in written],
        "contents": [text.content for _, text in written],
        "key": new.stamp.key,
        "operation": new.operation,
        "body_hash": new.body_hash,
        "made": msgspec.json.encode(new.made).decode(),
        "facts": [row.fact for row in new.feed],
        "refs": [row.ref for row in new.feed],
        "firsts": [row.first for row in new.feed],
        "lasts": [row.last for row in new.feed],
    }


def clock() -> dt.datetime:
    """Return the database's clock now; after the locks it is the time at which facts are recorded."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: dt.datetime = cursor.fetchone()[0]
        return now

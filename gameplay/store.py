"""The statements of the write path: few, and each one round trip. It checks nothing and decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from django.db import connection

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


class DealNow(NamedTuple):
    """A deal as it stands, read under its lock, with its events as they came."""

    tail: Link
    is_over: bool
    is_void: bool
    events: list[dict[str, Any]]


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
SELECT st.seq, st.head, st.is_over, st.is_void, e.bodies, e.contents
FROM gameplay_dealstate st, LATERAL (
    SELECT array_agg(e.body ORDER BY e.seq) AS bodies, array_agg(t.content ORDER BY e.seq) AS contents
    FROM gameplay_event e
    LEFT JOIN gameplay_text t ON t.club_id = e.club_id AND t.stream = e.stream AND t.seq = e.seq
    WHERE e.club_id = %s AND e.stream = %s) e
WHERE st.deal_id = %s
"""
_WRITE_EVENTS = """
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
)
SELECT 1
"""
_WRITE_DEAL_STATE = """
INSERT INTO gameplay_dealstate AS s
    (deal_id, seq, head, outcome, is_over, winner, loser, units, pot, engine_version, is_void)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, false)
ON CONFLICT (deal_id) DO UPDATE SET seq = excluded.seq, head = excluded.head, outcome = excluded.outcome,
    is_over = excluded.is_over, winner = excluded.winner, loser = excluded.loser, units = excluded.units,
    pot = excluded.pot, engine_version = excluded.engine_version
"""
_WRITE_REQUEST = """
WITH request AS (
    INSERT INTO gameplay_request
        (club_id, key, operation, body_hash, status, made, recorded_at, recorded_by)
    VALUES (%(club)s, %(key)s, %(operation)s, %(body_hash)s, %(status)s, %(made)s, %(recorded_at)s,
        %(recorded_by)s)
)
INSERT INTO gameplay_feed (club_id, epoch, xact, fact, ref, first, last)
SELECT %(club)s, gameplay_feed_epoch(), txid_current(), f.*
FROM unnest(%(facts)s::text[], %(refs)s::text[], %(firsts)s::int[], %(lasts)s::int[]) AS f
"""


def find_deal(club_id: int, public_id: str) -> StoredDeal | None:
    """Return what never changes of a deal, or None."""
    with connection.cursor() as cursor:
        cursor.execute(_DEAL, [club_id, public_id])
        row = cursor.fetchone()
    if row is None:
        return None
    return StoredDeal._make([*row[:6], msgspec.json.decode(bytes(row[6])), bytes(row[7])])


def session_now(session_id: int) -> SessionNow:
    """Return a session as it stands."""
    with connection.cursor() as cursor:
        cursor.execute(_SESSION_NOW, [session_id])
        status, seq, head, *book = cursor.fetchone()
    return SessionNow(status, Link(seq, bytes(head)), BookRef(*book))


def deal_now(deal: StoredDeal) -> DealNow:
    """Return a deal as it stands with its events, what people wrote put back into them."""
    with connection.cursor() as cursor:
        cursor.execute(_DEAL_NOW, [deal.club_id, deal.public_id, deal.id])
        seq, head, is_over, is_void, bodies, contents = cursor.fetchone()
    events = [
        read_event(bytes(body), content) for body, content in zip(bodies or (), contents or (), strict=True)
    ]
    return DealNow(Link(seq, bytes(head)), is_over, is_void, events)


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


def write_events(club_id: int, stream: str, rows: Sequence[EventRow], stamp: Stamp) -> None:
    """Append events to a stream, with what people wrote beside them."""
    if not rows:
        return
    written = [(row.seq, row.text) for row in rows if row.text]
    with connection.cursor() as cursor:
        cursor.execute(
            _WRITE_EVENTS,
            {
                "club": club_id,
                "stream": stream,
                "entered_at": stamp.entered_at,
                "recorded_at": stamp.recorded_at,
                "recorded_by": stamp.recorded_by,
                "seqs": [row.seq for row in rows],
                "keys": [row.key for row in rows],
                "bodies": [row.body for row in rows],
                "prevs": [row.prev_hash for row in rows],
                "hashes": [row.hash for row in rows],
                "text_seqs": [seq for seq, _ in written],
                "salts": [text.salt for _, text in written],
                "contents": [text.content for _, text in written],
            },
        )


def write_deal_state(deal_id: int, tail: Link, outcome: Outcome) -> None:
    """Store what replaying the deal gives now."""
    with connection.cursor() as cursor:
        cursor.execute(
            _WRITE_DEAL_STATE,
            [deal_id, tail.seq, tail.hash, *deal_columns(outcome), ENGINE_VERSION],
        )


def write_request(
    club_id: int,
    *,
    stamp: Stamp,
    operation: str,
    body_hash: bytes,
    made: dict[str, Any],
    feed: Sequence[FeedRow],
) -> None:
    """Store that a request was carried out, and tell the feed what it made."""
    with connection.cursor() as cursor:
        cursor.execute(
            _WRITE_REQUEST,
            {
                "club": club_id,
                "key": stamp.key,
                "operation": operation,
                "body_hash": body_hash,
                "status": 201,
                "made": msgspec.json.encode(made).decode(),
                "recorded_at": stamp.recorded_at,
                "recorded_by": stamp.recorded_by,
                "facts": [row.fact for row in feed],
                "refs": [row.ref for row in feed],
                "firsts": [row.first for row in feed],
                "lasts": [row.last for row in feed],
            },
        )


def clock() -> dt.datetime:
    """Return the database's clock now; after the locks it is the time at which facts are recorded."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: dt.datetime = cursor.fetchone()[0]
        return now

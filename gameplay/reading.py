"""Reads whole streams as stored, a session at a time, for auditing and rebuilding. It judges nothing."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from django.db import connection

from gameplay import texts

if TYPE_CHECKING:
    import datetime as dt


class StoredEvent(NamedTuple):
    """One row of the event log with its erasable text."""

    seq: int
    body: bytes
    prev_hash: bytes
    hash: bytes
    type: str
    payload: Any
    entered_at: dt.datetime | None
    recorded_at: dt.datetime
    recorded_by: str
    key: str
    salt: bytes | None
    content: str | None


@dataclass(slots=True)
class StoredStream:
    """One stream: its header, the columns that repeat parts of it, and its events by number."""

    row: int
    public_id: str
    header: bytes
    header_hash: bytes
    columns: dict[str, Any]
    salt: bytes | None = None
    content: str | None = None
    events: list[StoredEvent] = field(default_factory=list)


class StoredSession(NamedTuple):
    """A session's stream and its deals' streams in the order of their numbers."""

    stream: StoredStream
    deals: list[StoredStream]


_SESSIONS = "SELECT id FROM gameplay_session WHERE club_id = %s ORDER BY id"
_SESSION = """
SELECT s.id, s.public_id, s.header, s.header_hash, t.public_id, s.game, s.business_day, r.public_id, s.origin
FROM gameplay_session s LEFT JOIN clubs_table t ON t.id = s.table_id
LEFT JOIN gameplay_houserulesrevision r ON r.id = s.revision_id WHERE s.id = %s
"""
_DEALS = """
SELECT d.id, d.public_id, d.header, d.header_hash, d.number, t.salt, t.content
FROM gameplay_deal d
LEFT JOIN gameplay_text t ON t.club_id = d.club_id AND t.stream = d.public_id AND t.seq = 0
WHERE d.session_id = %s ORDER BY d.number
"""
_EVENTS = """
SELECT e.stream, e.seq, e.body, e.prev_hash, e.hash, e.type, e.payload::text, e.entered_at, e.recorded_at,
    e.recorded_by, e.key, t.salt, t.content
FROM gameplay_event e
LEFT JOIN gameplay_text t ON t.club_id = e.club_id AND t.stream = e.stream AND t.seq = e.seq
WHERE e.club_id = %s AND e.stream = ANY(%s) ORDER BY e.stream, e.seq
"""


def session_rows(club_id: int) -> list[int]:
    """Return the rows of a club's sessions, oldest first: each is a unit of work of its own."""
    with connection.cursor() as cursor:
        cursor.execute(_SESSIONS, [club_id])
        return [row for (row,) in cursor.fetchall()]


def read_session(club_id: int, session_id: int) -> StoredSession:
    """Return a session and its deals as stored."""
    with connection.cursor() as cursor:
        cursor.execute(_SESSION, [session_id])
        row, public_id, header, header_hash, table, game, day, rules, origin = cursor.fetchone()
        columns = {
            "session": public_id,
            "table": table,
            "game": game,
            "business_day": day.isoformat(),
            "rules": rules,
            "origin": origin,
        }
        session = StoredStream(row, public_id, bytes(header), bytes(header_hash), columns)
        cursor.execute(_DEALS, [session_id])
        deals = [
            StoredStream(
                row,
                deal,
                bytes(header),
                bytes(header_hash),
                {"deal": deal, "session": public_id, "number": number},
                _bytes(salt),
                content,
            )
            for row, deal, header, header_hash, number, salt, content in cursor.fetchall()
        ]
        events: dict[str, list[StoredEvent]] = defaultdict(list)
        cursor.execute(_EVENTS, [club_id, [public_id, *(deal.public_id for deal in deals)]])
        for stream, seq, body, prev_hash, digest, *between, salt, content in cursor:
            events[stream].append(
                StoredEvent._make(
                    [seq, bytes(body), bytes(prev_hash), bytes(digest), *between, _bytes(salt), content]
                )
            )
    for stream in (session, *deals):
        stream.events = events[stream.public_id]
    return StoredSession(session, deals)


def stream_events(stream: StoredStream) -> list[dict[str, Any]]:
    """Return a stored stream's events as they came, what people wrote put back into them."""
    return [
        texts.join_event(
            {"type": event.type, **msgspec.json.decode(event.payload)}, texts.unseal(event.content)
        )
        for event in stream.events
    ]


def tail_of_stream(stream: StoredStream) -> tuple[int, bytes]:
    """Return the number and hash of a stored stream's last event, or those of its header."""
    return (stream.events[-1].seq, stream.events[-1].hash) if stream.events else (0, stream.header_hash)


def _bytes(value: Any) -> bytes | None:
    return None if value is None else bytes(value)

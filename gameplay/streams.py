"""Builds the bytes of a stream's events and the chain through them. It stores nothing and reads no clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gameplay import texts
from ledger.canonical import canonical, moment, sha256

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping


class Link(NamedTuple):
    """Where a stream ends: the number and the hash of its last event (0 and the header's hash before any)."""

    seq: int
    hash: bytes


class Stamp(NamedTuple):
    """By whom and when events are recorded, and under which request's key."""

    recorded_at: dt.datetime
    recorded_by: str
    key: str
    entered_at: dt.datetime | None = None


class EventRow(NamedTuple):
    """One event ready to be stored."""

    seq: int
    key: str
    body: bytes
    prev_hash: bytes
    hash: bytes
    text: texts.Sealed | None


def header_bytes(fields: Mapping[str, Any]) -> tuple[bytes, bytes]:
    """Return a header's canonical bytes and their SHA-256, the first `prev_hash` of its stream."""
    header = canonical(dict(fields))
    return header, sha256(header)


def link_events(stream: str, tail: Link, events: Iterable[texts.Parted], stamp: Stamp) -> list[EventRow]:
    """Return the events as rows that continue the stream after `tail` (DESIGN, "Chain")."""
    rows: list[EventRow] = []
    recorded_at = moment(stamp.recorded_at)
    entered_at = moment(stamp.entered_at) if stamp.entered_at else None
    seq, prev = tail
    for nth, (payload, written) in enumerate(events, 1):
        seq += 1
        sealed = texts.seal(written)
        kept = {key: value for key, value in payload.items() if key != "type"}
        key = f"{stamp.key}/{nth}"
        body = canonical(
            {
                "stream": stream,
                "seq": seq,
                "type": payload["type"],
                "payload": kept | {"texts": sealed.digest} if sealed else kept,
                "entered_at": entered_at,
                "recorded_at": recorded_at,
                "recorded_by": stamp.recorded_by,
                "key": key,
            }
        )
        digest = sha256(prev + body)
        rows.append(EventRow(seq, key, body, prev, digest, sealed))
        prev = digest
    return rows


def tail_of(rows: list[EventRow], before: Link) -> Link:
    """Return where the stream ends after the rows."""
    return Link(rows[-1].seq, rows[-1].hash) if rows else before

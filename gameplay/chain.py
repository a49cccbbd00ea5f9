"""Checks one stored stream: header, hashes, numbers, columns, texts. It looks nothing up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from gameplay import texts
from ledger.canonical import moment, sha256
from ledger.findings import Finding, Flaw
from ledger.sealing import Head

if TYPE_CHECKING:
    from gameplay.reading import StoredEvent, StoredStream

__all__ = ["Head", "flaw_of_header", "flaw_of_stream"]


def flaw_of_header(stream: StoredStream) -> Finding | None:
    """Return what is wrong with a stream's header, if anything."""
    if sha256(stream.header) != stream.header_hash:
        return Finding(Flaw.HEADER_HASH, stream.public_id)
    said = msgspec.json.decode(stream.header)
    if any(said[name] != value for name, value in stream.columns.items()):
        return Finding(Flaw.HEADER_COLUMNS, stream.public_id)
    if not _text_agrees(said.get("texts"), stream.salt, stream.content):
        return Finding(Flaw.TEXT_HASH, f"{stream.public_id}/0")
    return None


def flaw_of_stream(stream: StoredStream, sealed: Head | None) -> Finding | None:
    """Return the first broken link of a stream, or what differs from the head that a root anchors."""
    previous = stream.header_hash
    for expected, event in enumerate(stream.events, 1):
        ref = f"{stream.public_id}/{expected}"
        if event.seq != expected:
            return Finding(Flaw.STREAM_GAP, ref, {"found": event.seq})
        if event.prev_hash != previous:
            return Finding(Flaw.STREAM_CHAIN, ref)
        if sha256(previous + event.body) != event.hash:
            return Finding(Flaw.EVENT_HASH, ref)
        if not _columns_agree(stream.public_id, event):
            return Finding(Flaw.EVENT_COLUMNS, ref)
        said = msgspec.json.decode(event.body)
        if not _text_agrees(said["payload"].get("texts"), event.salt, event.content):
            return Finding(Flaw.TEXT_HASH, ref)
        if sealed is not None and expected == sealed.seq and event.hash != sealed.hash:
            return Finding(Flaw.ROOT_HEAD, ref, {"sealed": sealed.seq})
        previous = event.hash
    if sealed is not None and sealed.seq > len(stream.events):
        return Finding(Flaw.STREAM_CUT, stream.public_id, {"seq": len(stream.events), "expected": sealed.seq})
    if sealed is not None and sealed.seq == 0 and sealed.hash != stream.header_hash:
        return Finding(Flaw.ROOT_HEAD, stream.public_id, {"sealed": 0})
    return None


def _columns_agree(stream: str, event: StoredEvent) -> bool:
    said: dict[str, Any] = msgspec.json.decode(event.body)
    return said == {
        "stream": stream,
        "seq": event.seq,
        "type": event.type,
        "payload": msgspec.json.decode(event.payload),
        "entered_at": moment(event.entered_at) if event.entered_at else None,
        "recorded_at": moment(event.recorded_at),
        "recorded_by": event.recorded_by,
        "key": event.key,
    }


def _text_agrees(digest: str | None, salt: bytes | None, content: str | None) -> bool:
    """Tell whether a text is the one that the fact names; a blanked text agrees with any."""
    if salt is None or content is None:
        return True
    return digest == texts.digest(salt, content)

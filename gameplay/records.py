"""Between stored deals and Pan Deal Records (rule R). It reads and writes no table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def record_of(header: Mapping[str, Any], events: Sequence[Any]) -> dict[str, Any]:
    """Return the record that replays a stored deal: every option resolved, members' public ids as labels."""
    record: dict[str, Any] = {
        "pdr": 1,
        "game": header["game"],
        "detail": header["detail"],
        "profile": header["profile"],
        "rules": header["options"],
        "seats": header["seats"],
        "pot": header["pot"],
        "events": list(events),
    }
    if header["first"] is not None:
        record["first"] = header["first"]
    return record

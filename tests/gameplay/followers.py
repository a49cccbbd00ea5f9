"""Readers of the feed, who wait as readers do: a writer in any database of the server can hold them back."""

from __future__ import annotations

import time
from typing import Final

from gameplay.feed import Entry, Lag, Position, feed_lag, read_feed
from tests.gameplay.worlds import rows

PATIENCE: Final = 30


def follow(club_id: int, after: Position | None = None, limit: int = 7) -> list[Entry]:
    """Return all that the feed tells now, page by page."""
    entries: list[Entry] = []
    while page := read_feed(club_id, entries[-1].position if entries else after or Position(), limit):
        entries += page
    return entries


def follow_to_the_end(club_id: int, after: Position | None = None) -> list[Entry]:
    """Return all that the feed tells once nobody holds it back, in another database of the server either."""
    until = time.monotonic() + PATIENCE
    while True:
        entries = follow(club_id, after)
        position = entries[-1].position if entries else after or Position()
        if is_at_the_end(club_id, position) or time.monotonic() > until:
            return entries
        time.sleep(0.02)


def is_at_the_end(club_id: int, position: Position) -> bool:
    """Return whether nothing is stored behind a position."""
    found = "SELECT count(*) FROM gameplay_feed WHERE club_id = %s AND (epoch, xact, id) > (%s, %s, %s)"
    return rows(found, club_id, *position) == [(0,)]


def lag_of(pid: int) -> Lag | None:
    """Return what is said to hold the feed back, when others have finished and left it to this process."""
    until = time.monotonic() + PATIENCE
    while ((lag := feed_lag()) is None or lag.pid != pid) and time.monotonic() < until:
        time.sleep(0.02)
    return lag

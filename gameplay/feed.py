"""Follows the feed: what was committed, in the order of commits, nothing skipped (L-69 to L-71).

It writes nothing and waits for nobody: what is still being committed comes on a later page.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.db import connection

from gameplay.errors import Code, GameplayError

if TYPE_CHECKING:
    import datetime as dt

MAX_PAGE = 1_000


class Position(NamedTuple):
    """Where a reader stands: behind the entry with these three numbers."""

    epoch: int = 0
    xact: int = 0
    id: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """One write: a stream's events `first` to `last`, or another fact by its public id."""

    position: Position
    fact: str
    ref: str
    first: int | None
    last: int | None


@dataclass(frozen=True, slots=True)
class Lag:
    """What holds the feed back: the oldest transaction that is still writing, and who runs it.

    When it began is known of one's own role only, unless the server lets the role read all statistics.
    """

    started_at: dt.datetime | None
    blocker: str
    pid: int


# One statement: the snapshot that bounds the page is the snapshot that reads it.
_PAGE = """
SELECT epoch, xact, id, fact, ref, first, last FROM gameplay_feed
WHERE club_id = %s AND (epoch, xact, id) > (%s, %s, %s)
    AND (epoch < gameplay_feed_epoch() OR xact < pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
ORDER BY epoch, xact, id LIMIT %s
"""
# Whoever stands behind what was never written here read another copy of this database, before a restore.
_STANDING = """
SELECT gameplay_feed_epoch(), (%s, %s) = (0, 0) OR EXISTS (
    SELECT FROM gameplay_feed WHERE club_id = %s AND epoch = %s AND (xact, id) >= (%s, %s))
"""
# Snapshots look at all writers of the server, in other databases too: so does this.
_LAG = """
SELECT xact_start, coalesce(nullif(application_name, ''), usename::text), pid FROM pg_stat_activity
WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid() ORDER BY age(backend_xid) DESC LIMIT 1
"""


def read_feed(club_id: int, after: Position, limit: int = 100) -> list[Entry]:
    """Return up to `limit` (at most 1,000) entries of a club behind a position.

    Raises GameplayError `feed.epoch` for a position that this database never gave out: the reader knows
    another copy of it and has to begin again.
    """
    with connection.cursor() as cursor:
        xact_and_id = (after.xact, after.id)
        cursor.execute(_STANDING, [*xact_and_id, club_id, after.epoch, *xact_and_id])
        epoch, is_known = cursor.fetchone()
        if after.epoch > epoch or not is_known:
            raise GameplayError(Code.FEED_EPOCH, epoch=epoch)
        cursor.execute(_PAGE, [club_id, *after, min(limit, MAX_PAGE)])
        return [Entry(Position(*row[:3]), *row[3:]) for row in cursor.fetchall()]


def feed_lag() -> Lag | None:
    """Return what holds the feed back right now, or None."""
    with connection.cursor() as cursor:
        cursor.execute(_LAG)
        row = cursor.fetchone()
    return Lag(*row) if row else None

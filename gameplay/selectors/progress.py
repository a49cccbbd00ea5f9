"""Reads how far the settling of a session has come. It writes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection


@dataclass(frozen=True, slots=True)
class ProgressView:
    """The latest settling of a session: steps done of all (0 of 0: not begun), tries, the last failure.

    What is given up is not tried again by itself.
    """

    done: int
    total: int
    tries: int
    failure: str
    is_done: bool
    is_given_up: bool


_PROGRESS = """
SELECT coalesce(p.done, 0), coalesce(p.total, 0), o.tries, o.failure, o.done_at IS NOT NULL,
    o.failed_at IS NOT NULL
FROM gameplay_outbox o LEFT JOIN gameplay_progress p ON p.outbox_id = o.id
WHERE o.club_id = %s AND o.task = 'settle_session' AND o.subject = %s ORDER BY o.id DESC LIMIT 1
"""


def settling_progress(club_id: int, session: str) -> ProgressView | None:
    """Return how far settling has come, or None for a session that was never closed."""
    with connection.cursor() as cursor:
        cursor.execute(_PROGRESS, [club_id, session])
        row = cursor.fetchone()
    return ProgressView(*row) if row else None

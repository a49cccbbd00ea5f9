"""Who works on a row of the outbox, which try it is, and how the try ended. It does no work itself.

The claim is an advisory lock of the database session: it is gone when the worker is, however it went, and it
locks no row, so that everybody sees how far the work has come (RECIPES 3).
"""

from __future__ import annotations

import logging
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from django.db import DatabaseError, InterfaceError, connection

from gameplay.models import OutboxTask

if TYPE_CHECKING:
    from collections.abc import Generator

# 5, 10, 20 … seconds, at most ten minutes.
BACKOFF_SECONDS, LONGEST_SECONDS = 5, 600
logger = logging.getLogger(__name__)


class Try(NamedTuple):
    """One try at a row of work; `failure` is how the one before ended, '' if it left no word."""

    id: int
    club_id: int
    task: OutboxTask
    subject: str
    number: int
    failure: str


_BEGIN = """
UPDATE gameplay_outbox SET tries = tries + 1, tried_at = clock_timestamp()
WHERE id = %s AND done_at IS NULL AND failed_at IS NULL
RETURNING id, club_id, task, subject, tries, failure
"""
_DONE = "UPDATE gameplay_outbox SET done_at = clock_timestamp(), failure = %s WHERE id = %s"
_LATER = """
UPDATE gameplay_outbox SET failure = %s, due_at = clock_timestamp() + make_interval(secs => %s)
WHERE id = %s AND done_at IS NULL
"""
_NEVER = """
UPDATE gameplay_outbox SET failure = %s, failed_at = clock_timestamp() WHERE id = %s AND done_at IS NULL
"""
_AGAIN = """
UPDATE gameplay_outbox SET failed_at = NULL, failure = '', tries = 0, due_at = clock_timestamp()
WHERE id = %s AND failed_at IS NOT NULL
"""


@contextmanager
def claimed(outbox: int) -> Generator[Try | None]:
    """Hold a row while the block runs, and count a try; None for one that is done, given up, or held."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(gameplay_outbox_lock(%s))", [outbox])
        (is_ours,) = cursor.fetchone()
    if not is_ours:
        logger.info("work held by another outbox=%d", outbox)
        yield None
        return
    try:
        yield _begin(outbox)
    finally:
        # With a connection that is broken the lock is gone already.
        with suppress(DatabaseError, InterfaceError), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(gameplay_outbox_lock(%s))", [outbox])


def _begin(outbox: int) -> Try | None:
    # Asked under the lock: whoever held it before has written how it ended.
    with connection.cursor() as cursor:
        cursor.execute(_BEGIN, [outbox])
        row = cursor.fetchone()
    return Try._make([*row[:2], OutboxTask(row[2]), *row[3:]]) if row else None


def done(this: Try, failure: str = "") -> None:
    """Write that the work is done; `failure` says why there was nothing to do."""
    _execute(_DONE, failure, this.id)


def try_later(this: Try, failure: str) -> None:
    """Write what went wrong, and that the sweep sends the row again after a while."""
    _execute(_LATER, failure, min(BACKOFF_SECONDS * 2 ** min(this.number - 1, 10), LONGEST_SECONDS), this.id)


def give_up(this: Try, failure: str) -> None:
    """Write what went wrong and that no further try would help; the row shows until somebody sees to it."""
    _execute(_NEVER, failure, this.id)


def try_again(outbox: int) -> bool:
    """Let a row that was given up be due now; False if there is no such row."""
    with connection.cursor() as cursor:
        cursor.execute(_AGAIN, [outbox])
        return bool(cursor.rowcount)


def _execute(statement: str, *values: str | float) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)

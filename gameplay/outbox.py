"""Rows of work to be done, and the hint to the worker that there is some. It does no work itself.

The row is written in the transaction that causes the work; the message is sent after the commit, and may
be lost: the sweep finds rows that nobody has taken (L-87).
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

from celery import current_app
from django.db import connection, transaction

from gameplay.models import OutboxTask

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# Two names for one task, so that nightly work waits in a queue of its own (`config.celery_settings`).
TASK, NIGHT_TASK = "gameplay.work", "gameplay.night_work"
NIGHTLY = frozenset({OutboxTask.AUDIT_CLUB, OutboxTask.SEAL_DAY_BOOK})
# The message that follows the commit has so long before the sweep sends another one.
PATIENCE_SECONDS = 5
# A message of the sweep is good for so long; then it has been lost, or another one is better.
RESEND_SECONDS = 15
RESEND_AT_MOST = 500
logger = logging.getLogger(__name__)


class Work(NamedTuple):
    """What is to be done, on which public id."""

    task: OutboxTask
    subject: str


class Row(NamedTuple):
    """A row that a message tells of."""

    id: int
    task: OutboxTask


_WRITE = """
INSERT INTO gameplay_outbox (club_id, task, subject, tries, failure, due_at)
SELECT %s, w.*, 0, '', clock_timestamp() + make_interval(secs => %s)
FROM unnest(%s::text[], %s::text[]) AS w RETURNING id, task
"""
# A row that somebody holds is being worked on; one that another sweep is looking at is not waited for.
_OVERDUE = """
WITH held AS MATERIALIZED (SELECT gameplay_outbox_held() AS id)
UPDATE gameplay_outbox SET due_at = clock_timestamp() + make_interval(secs => %s) WHERE id IN (
    SELECT o.id FROM gameplay_outbox o
    WHERE o.done_at IS NULL AND o.failed_at IS NULL AND o.due_at <= clock_timestamp()
        AND o.id NOT IN (SELECT id FROM held)
    ORDER BY o.due_at LIMIT %s FOR UPDATE OF o SKIP LOCKED)
RETURNING id, task
"""


def write_work(club_id: int, work: Sequence[Work]) -> None:
    """Write rows of work in the caller's transaction, and hint at them after its commit."""
    if not work:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            _WRITE,
            [club_id, PATIENCE_SECONDS, [each.task.value for each in work], [each.subject for each in work]],
        )
        rows = _rows(cursor.fetchall())
    transaction.on_commit(lambda: hint(rows))


def take_overdue() -> list[Row]:
    """Return the rows that are due and that nobody works on, and put off their next message."""
    with connection.cursor() as cursor:
        cursor.execute(_OVERDUE, [RESEND_SECONDS, RESEND_AT_MOST])
        return _rows(cursor.fetchall())


def hint(rows: Iterable[Row], expires: float | None = None) -> bool:
    """Tell the workers of rows; without a broker, say so in the log and leave it to the sweep."""
    try:
        for row in rows:
            name = NIGHT_TASK if row.task in NIGHTLY else TASK
            current_app.send_task(name, args=[row.id], expires=expires)
    except Exception as error:  # noqa: BLE001 - every broker's library has errors of its own; the write stands
        logger.warning("broker unreachable error=%s: the sweep will find the work", error)
        return False
    return True


def _rows(found: Iterable[tuple[int, str]]) -> list[Row]:
    return [Row(row, OutboxTask(task)) for row, task in found]

"""Rows of work to be done, and the hint to the worker that there is some. It does no work itself.

The row is written in the transaction that causes the work; the message is sent after the commit, and may
be lost: the sweep finds rows that nobody has taken (L-87).
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

from celery import current_app
from django.db import connection, transaction
from kombu.exceptions import KombuError
from kombu.exceptions import OperationalError as BrokerDown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gameplay.models import OutboxTask

TASK = "gameplay.work"
logger = logging.getLogger(__name__)


class Work(NamedTuple):
    """What is to be done, on which public id."""

    task: OutboxTask
    subject: str


def write_work(club_id: int, work: Sequence[Work]) -> None:
    """Write rows of work in the caller's transaction, and hint at them after its commit."""
    if not work:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            """INSERT INTO gameplay_outbox (club_id, task, subject, tries, failure)
            SELECT %s, w.*, 0, '' FROM unnest(%s::text[], %s::text[]) AS w RETURNING id""",
            [club_id, [each.task.value for each in work], [each.subject for each in work]],
        )
        rows = [row for (row,) in cursor.fetchall()]
    transaction.on_commit(lambda: hint(rows))


def hint(rows: Sequence[int]) -> None:
    """Tell the workers of rows; without a broker, say so in the log and leave it to the sweep."""
    try:
        for row in rows:
            current_app.send_task(TASK, args=[row])
    except (BrokerDown, KombuError, OSError) as error:
        logger.warning("The broker cannot be reached (%s): the sweep will find the work.", error)

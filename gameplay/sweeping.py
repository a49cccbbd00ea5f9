"""Finds work that should exist and has no row, and makes the row: the truth behind lost hints. It does none.

Rows made here carry a period, by which the database keeps them single, however many beats there are
(L-53, L-86).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db import connection

from clubs.business_day import bounds, business_day
from gameplay.models import OutboxTask
from gameplay.outbox import Row

if TYPE_CHECKING:
    from collections.abc import Mapping

# A write chooses the book of the day before it locks anything: so long after the cut-off none is under way.
SEAL_AFTER = timedelta(minutes=10)
KEEP_DAYS = 30

# The period is the place in the stream at which the work is missing: a session that is reopened and closed
# again is at another place, and one whose work was given up gets no second row at the same.
_CLOSING = """
INSERT INTO gameplay_outbox (club_id, task, subject, period, tries, failure)
SELECT s.club_id, %(task)s, s.public_id, s.public_id || '/' || st.seq, 0, ''
FROM gameplay_sessionstate st JOIN gameplay_session s ON s.id = st.session_id
WHERE st.status = 'closing' AND NOT EXISTS (
    SELECT FROM gameplay_outbox o WHERE o.club_id = s.club_id AND o.task = %(task)s
        AND o.subject = s.public_id AND (o.done_at IS NULL OR o.period = s.public_id || '/' || st.seq))
ON CONFLICT DO NOTHING RETURNING id, task
"""
_DECIDED = """
INSERT INTO gameplay_outbox (club_id, task, subject, period, tries, failure)
SELECT s.club_id, %(task)s, s.public_id, m.public_id || '/' || st.seq, 0, ''
FROM gameplay_matchstate m JOIN gameplay_session s ON s.id = m.session_id
JOIN gameplay_sessionstate st ON st.session_id = s.id
WHERE m.is_over AND NOT m.is_ended AND NOT EXISTS (
    SELECT FROM gameplay_outbox o WHERE o.club_id = s.club_id AND o.task = %(task)s
        AND ((o.subject = s.public_id AND o.done_at IS NULL) OR o.period = m.public_id || '/' || st.seq))
ON CONFLICT DO NOTHING RETURNING id, task
"""
# Of the clubs of one zone and cut-off hour, those that were there when the day began.
_AUDITS = """
INSERT INTO gameplay_outbox (club_id, task, subject, period, tries, failure)
SELECT c.id, %(task)s, c.public_id, %(day)s, 0, '' FROM clubs_club c
WHERE c.time_zone = %(zone)s AND c.cutoff_hour = %(cutoff)s AND c.is_active AND c.recorded_at < %(began)s
    AND NOT EXISTS (
        SELECT FROM gameplay_outbox o WHERE o.club_id = c.id AND o.task = %(task)s AND o.period = %(day)s)
ON CONFLICT DO NOTHING RETURNING id, task
"""
_BOOKS = """
INSERT INTO gameplay_outbox (club_id, task, subject, period, tries, failure)
SELECT b.club_id, %(task)s, b.public_id, b.public_id, 0, ''
FROM ledger_bookstate t JOIN ledger_book b ON b.id = t.book_id JOIN clubs_club c ON c.id = b.club_id
WHERE t.is_open AND b.purpose = 'day' AND b.business_day < %(day)s
    AND c.time_zone = %(zone)s AND c.cutoff_hour = %(cutoff)s
    AND NOT EXISTS (SELECT FROM gameplay_outbox o
        WHERE o.club_id = b.club_id AND o.task = %(task)s AND o.period = b.public_id)
ON CONFLICT DO NOTHING RETURNING id, task
"""
_OLD = """
WITH old AS MATERIALIZED (
    SELECT o.id FROM gameplay_outbox o WHERE o.done_at < clock_timestamp() - make_interval(days => %s)
        AND NOT EXISTS (SELECT FROM gameplay_auditrun a WHERE a.outbox_id = o.id)
), told AS (DELETE FROM gameplay_progress WHERE outbox_id IN (SELECT id FROM old))
DELETE FROM gameplay_outbox WHERE id IN (SELECT id FROM old)
"""


def write_missing() -> list[Row]:
    """Make the rows of sessions that are closed and not settled, and of matches decided and not ended."""
    return _rows(_CLOSING, OutboxTask.SETTLE_SESSION) + _rows(_DECIDED, OutboxTask.ADVANCE_MATCH)


def write_nightly(now: datetime | None = None) -> list[Row]:
    """Make the rows of what falls due with each club's day: the audit, and the seal of the day books before.

    A night that was slept through is made up for at the next call; a day has one audit.
    """
    instant = now or datetime.now(UTC)
    made: list[Row] = []
    for zone, cutoff in _zones():
        day = business_day(instant, zone, cutoff)
        began, _ = bounds(day, zone, cutoff)
        about = {"zone": zone, "cutoff": cutoff, "began": began}
        if instant >= began + SEAL_AFTER:
            made += _rows(_BOOKS, OutboxTask.SEAL_DAY_BOOK, about | {"day": day})
        made += _rows(_AUDITS, OutboxTask.AUDIT_CLUB, about | {"day": day.isoformat()})
    return made


def forget_old() -> int:
    """Throw away rows whose work was done long ago, but for those that an audit's findings hang on."""
    with connection.cursor() as cursor:
        cursor.execute(_OLD, [KEEP_DAYS])
        return int(cursor.rowcount)


def _zones() -> list[tuple[str, int]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT time_zone, cutoff_hour FROM clubs_club ORDER BY 1, 2")
        return list(cursor.fetchall())


def _rows(statement: str, task: OutboxTask, about: Mapping[str, Any] | None = None) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(statement, {"task": task.value} | dict(about or {}))
        return [Row(row, OutboxTask(made)) for row, made in cursor.fetchall()]

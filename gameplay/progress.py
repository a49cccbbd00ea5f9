"""Writes how far a task has come, beside the task's transaction. It must not fail the work it tells of."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Self

from django.db import DatabaseError, InterfaceError, connections

if TYPE_CHECKING:
    from types import TracebackType

    from django.db.backends.base.base import BaseDatabaseWrapper

PAUSE_SECONDS = 0.5
logger = logging.getLogger(__name__)

_WRITE = """
INSERT INTO gameplay_progress AS p (outbox_id, done, total, updated_at)
VALUES (%s, %s, %s, clock_timestamp())
ON CONFLICT (outbox_id) DO UPDATE
    SET done = excluded.done, total = excluded.total, updated_at = excluded.updated_at
"""


class Told:
    """Called with steps done and all steps; whoever reads the row sees them while the work still runs."""

    def __init__(self, outbox: int) -> None:
        """Take the row of work; nothing is opened before there is something to tell."""
        self._outbox = outbox
        self._connection: BaseDatabaseWrapper | None = None
        self._told_at = float("-inf")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._connection is not None:
            self._connection.close()

    def __call__(self, done: int, total: int) -> None:
        """Tell, but not more often than an eye follows; the end always."""
        now = time.monotonic()
        if done < total and now - self._told_at < PAUSE_SECONDS:
            return
        self._told_at = now
        try:
            self._write(done, total)
        except (DatabaseError, InterfaceError) as error:
            logger.warning("progress not written outbox=%s error=%s", self._outbox, type(error).__name__)

    def _write(self, done: int, total: int) -> None:
        # A connection of its own: what the work's transaction writes nobody sees before its end.
        if self._connection is None:
            self._connection = connections["default"].copy()
        with self._connection.cursor() as cursor:
            cursor.execute(_WRITE, [self._outbox, done, total])

"""A cursor whose statements PostgreSQL parses and plans once, for the few on the hot path.

Django's own cursors put the parameters into the text, so that each execution is parsed and planned anew.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

import psycopg
from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Generator

    from django.db.backends.utils import CursorWrapper


@contextmanager
def prepared() -> Generator[CursorWrapper]:
    """Give such a cursor on Django's connection, inside its transaction and with its error classes.

    `prepare_threshold` in the settings says after how many executions a statement is kept.
    """
    connection.ensure_connection()
    with psycopg.Cursor(connection.connection) as raw:
        yield connection.make_cursor(cast("CursorWrapper", raw))  # a cursor of the driver, as Django's own

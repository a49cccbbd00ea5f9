"""Begins an epoch of the feed. Entries are written by the write path itself."""

from django.db import connection


def begin_epoch() -> int:
    """Begin a new epoch, after a restore or a copy of the database, and return its number."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT gameplay_new_feed_epoch()")
        return int(cursor.fetchone()[0])

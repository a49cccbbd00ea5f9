"""Gives each record the key by which it is known again (L-44, L-49); it asks no database of the club's."""

from __future__ import annotations

import hashlib
import sqlite3
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from types import TracebackType

# 160 bits: the request key, which also names the session, must fit into its column.
_DIGITS = 40


class EqualLines:
    """Counts the equal lines of one file, on disk: memory does not grow with the file.

    SQLite keeps a database without a name in a temporary file of its own and removes it.
    """

    def __init__(self) -> None:
        self._counts = sqlite3.connect("", isolation_level=None)
        for setting in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -2000"):
            self._counts.execute(f"PRAGMA {setting}")
        self._counts.execute("CREATE TABLE line (hash BLOB PRIMARY KEY, count INTEGER) WITHOUT ROWID")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._counts.close()

    def count(self, digest: str) -> int:
        """Return the how-manieth line of this hash it is, from 1."""
        found = self._counts.execute(
            """INSERT INTO line VALUES (?, 1)
            ON CONFLICT (hash) DO UPDATE SET count = count + 1 RETURNING count""",
            [bytes.fromhex(digest)],
        )
        return int(found.fetchone()[0])


def import_key(record: Any, line: bytes, seen: EqualLines) -> str:
    """Return the key of a record within its session: from its id, else from its line and place among equals.

    Ids are people's own words and may have to be blanked, so that only their hash is kept. An empty id
    names nothing and counts as none.
    """
    record_id = record.get("id") if type(record) is dict else None
    if type(record_id) is str and record_id:
        return f"id-{_digest(record_id.encode())}"
    digest = _digest(line.rstrip(b" \t\r\n"))
    return f"line-{digest}-{seen.count(digest)}"


def request_key(session: str, key: str) -> str:
    """Return the key of the request that imports the record into a session."""
    return f"import/{session}/{key}"


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:_DIGITS]

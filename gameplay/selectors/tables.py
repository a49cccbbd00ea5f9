"""Reads tables with what is played there now, and a club's house rules. It writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from django.db import connection

from gameplay.selectors.sessions import LAST, SessionRow, list_sessions

if TYPE_CHECKING:
    import datetime as dt


@dataclass(frozen=True, slots=True)
class TableView:
    """A table with its open sessions, the newest first; none: nothing is played there."""

    table: str
    name: str
    is_active: bool
    sessions: tuple[SessionRow, ...]


@dataclass(frozen=True, slots=True)
class RulesRow:
    """House rules in their latest revision, every option resolved."""

    house_rules: str
    name: str
    game: str
    is_active: bool
    revision: str
    number: int
    profile: str
    options: dict[str, Any]
    recorded_at: dt.datetime
    recorded_by: str


_TABLES = """
SELECT public_id, name, is_active FROM clubs_table
WHERE club_id = %s AND (%s::boolean IS NULL OR is_active = %s) ORDER BY name, id
"""
_REVISION = """
SELECT h.public_id, h.name, h.game, h.is_active, r.public_id, r.number, r.profile, r.options, r.recorded_at,
    r.recorded_by
FROM gameplay_houserulesrevision r JOIN gameplay_houserules h ON h.id = r.house_rules_id
WHERE r.club_id = %s
"""
_RULES = f"""{_REVISION} AND (%s::text IS NULL OR h.game = %s) AND NOT EXISTS (
    SELECT FROM gameplay_houserulesrevision later
    WHERE later.house_rules_id = h.id AND later.number > r.number)
ORDER BY h.game, h.name"""
_REVISIONS = f"{_REVISION} AND h.public_id = %s ORDER BY r.number DESC"
_ONE = f"{_REVISION} AND r.public_id = %s"


def list_tables(club_id: int, *, is_active: bool | None = True) -> list[TableView]:
    """Return a club's tables with what is on now; `is_active=None`: the retired ones too."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLES, [club_id, is_active, is_active])
        rows = cursor.fetchall()
    running = list_sessions(club_id, status=["open"], limit=LAST)
    return [
        TableView(table, name, active, tuple(session for session in running if session.table == table))
        for table, name, active in rows
    ]


def list_house_rules(club_id: int, *, game: str | None = None) -> list[RulesRow]:
    """Return the latest revision of each of a club's house rules."""
    return _rules(_RULES, [club_id, game, game])


def revisions_of(club_id: int, house_rules: str) -> list[RulesRow]:
    """Return all revisions of one set of house rules, the latest first."""
    return _rules(_REVISIONS, [club_id, house_rules])


def find_revision(club_id: int, revision: str) -> RulesRow | None:
    """Return one revision of the club, or None."""
    found = _rules(_ONE, [club_id, revision])
    return found[0] if found else None


def _rules(statement: str, asked: list[Any]) -> list[RulesRow]:
    with connection.cursor() as cursor:
        cursor.execute(statement, asked)
        rows = cursor.fetchall()
    return [RulesRow(*(*row[:7], _decoded(row[7]), *row[8:])) for row in rows]


def _decoded(options: Any) -> dict[str, Any]:
    """Return a column of JSON as an object: bare cursors of Django give it as text."""
    read: dict[str, Any] = msgspec.json.decode(options) if isinstance(options, str) else options
    return read

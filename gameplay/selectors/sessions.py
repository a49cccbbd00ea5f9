"""Reads sessions: a club's list, one with its chairs, pot and matches. It writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import connection

from gameplay.selectors.people import Person, named, people

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

LAST = 2**62


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits on a chair; chairs count from 1, clockwise."""

    chair: int
    person: Person


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session as lists show it. `position` is where a page after it begins; `deals` counts all of them."""

    position: int
    session: str
    table: str
    table_name: str
    game: str
    origin: str
    business_day: dt.date
    recorded_at: dt.datetime
    recorded_by: str
    status: str
    seq: int
    rules: str
    house_rules: str
    rules_name: str
    rules_number: int
    deals: int
    chairs: tuple[Chair, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether the session takes deals."""
        return self.status == "open"


_COLUMNS = """
SELECT s.id, s.public_id, t.public_id, t.name, s.game, s.origin, s.business_day, s.recorded_at, s.recorded_by,
    st.status, st.seq, r.public_id, h.public_id, h.name, r.number,
    (SELECT count(*) FROM gameplay_deal d WHERE d.session_id = s.id)
FROM gameplay_session s
JOIN gameplay_sessionstate st ON st.session_id = s.id
JOIN clubs_table t ON t.id = s.table_id
JOIN gameplay_houserulesrevision r ON r.id = st.revision_id
JOIN gameplay_houserules h ON h.id = r.house_rules_id
WHERE s.club_id = %(club)s
"""
_LIST = f"""{_COLUMNS} AND s.id < %(before)s
    AND (%(status)s::text[] IS NULL OR st.status = ANY(%(status)s))
    AND (%(table)s::text IS NULL OR t.public_id = %(table)s)
    AND (%(game)s::text IS NULL OR s.game = %(game)s)
    AND (%(day)s::date IS NULL OR s.business_day = %(day)s)
ORDER BY s.id DESC LIMIT %(limit)s"""
_ONE = f"{_COLUMNS} AND s.public_id = %(session)s"
_CHAIRS = """
SELECT c.session_id, c.chair, m.public_id
FROM gameplay_sessionseat c JOIN clubs_member m ON m.id = c.member_id
WHERE c.session_id = ANY(%s) ORDER BY c.session_id, c.chair
"""


def list_sessions(
    club_id: int,
    *,
    status: Sequence[str] | None = None,
    table: str | None = None,
    game: str | None = None,
    business_day: dt.date | None = None,
    before: int | None = None,
    limit: int = 50,
) -> list[SessionRow]:
    """Return a club's sessions, newest first, below a position; `status` names those that are wanted."""
    asked = {
        "club": club_id,
        "status": None if status is None else list(status),
        "table": table,
        "game": game,
        "day": business_day,
        "before": LAST if before is None else before,
        "limit": limit,
    }
    return _rows(club_id, _LIST, asked)


def find_session(club_id: int, session: str) -> SessionRow | None:
    """Return one session of the club, or None."""
    found = _rows(club_id, _ONE, {"club": club_id, "session": session})
    return found[0] if found else None


def _rows(club_id: int, statement: str, asked: dict[str, Any]) -> list[SessionRow]:
    with connection.cursor() as cursor:
        cursor.execute(statement, asked)
        rows = cursor.fetchall()
        if not rows:
            return []
        cursor.execute(_CHAIRS, [[row[0] for row in rows]])
        seated = cursor.fetchall()
    who = people(club_id, (member for _, _, member in seated))
    chairs: dict[int, list[Chair]] = {}
    for session, chair, member in seated:
        chairs.setdefault(session, []).append(Chair(chair, named(who, member)))
    return [SessionRow(*(*row, tuple(chairs.get(row[0], ())))) for row in rows]


@dataclass(frozen=True, slots=True)
class InPlay:
    """What the next deal meets: the pot that the last standing deal carried out, and a deal not finished."""

    pot: int
    unfinished: str | None
    unfinished_number: int | None


_POT = """
SELECT s.pot FROM gameplay_deal d JOIN gameplay_dealstate s ON s.deal_id = d.id
WHERE d.session_id = %s AND s.is_over AND NOT s.is_void ORDER BY d.number DESC LIMIT 1
"""
_UNFINISHED = """
SELECT d.public_id, d.number FROM gameplay_deal d JOIN gameplay_dealstate s ON s.deal_id = d.id
WHERE d.session_id = %s AND NOT s.is_over AND NOT s.is_void ORDER BY d.number LIMIT 1
"""


def in_play(session: SessionRow) -> InPlay:
    """Return what is on the table of a session between deals, or while one is played."""
    with connection.cursor() as cursor:
        cursor.execute(_POT, [session.position])
        pot = cursor.fetchone()
        cursor.execute(_UNFINISHED, [session.position])
        deal = cursor.fetchone() or (None, None)
    return InPlay(pot[0] if pot else 0, *deal)

"""Reads a member's balance and statement, each line with what is behind it. It writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import connection

from ledger.selectors import StatementRow, statement_page

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Source:
    """What a line of a statement comes from, named so that a page can link it.

    `kind` is `deal`, `match` or `settlement`; `number` that of the deal in its session or of the settlement
    (a match has none).
    """

    ref: str
    kind: str
    number: int | None
    session: str
    table_name: str
    game: str
    business_day: dt.date


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One line: the posting, and what it comes from (None for what is none of the three)."""

    row: StatementRow
    source: Source | None


@dataclass(frozen=True, slots=True)
class Statement:
    """A page of a statement, newest line first. `before` is where the next, older page begins."""

    account: str | None
    lines: tuple[StatementLine, ...]
    before: int | None

    @property
    def opening(self) -> int:
        """What stood on the account before the oldest line of the page."""
        return self.lines[-1].row.balance_before if self.lines else 0

    @property
    def closing(self) -> int:
        """What stood there after the newest one."""
        return self.lines[0].row.balance_after if self.lines else 0

    @property
    def total(self) -> int:
        """What the lines of the page move together: closing less opening (L-3)."""
        return sum(line.row.amount for line in self.lines)


_ACCOUNT = """
SELECT id, public_id FROM ledger_account WHERE club_id = %s AND purpose = 'member' AND holder = %s
"""
_SOURCES = """
SELECT x.ref, x.kind, x.number, s.public_id, t.name, s.game, s.business_day FROM (
    SELECT d.public_id AS ref, 'deal' AS kind, d.number, d.session_id FROM gameplay_deal d
    WHERE d.club_id = %(club)s AND d.public_id = ANY(%(refs)s)
    UNION ALL
    SELECT m.public_id, 'match', NULL, m.session_id FROM gameplay_matchstate m
    WHERE m.public_id = ANY(%(refs)s)
    UNION ALL
    SELECT l.public_id, 'settlement', l.number, o.id FROM ledger_settlement l
    JOIN ledger_book b ON b.id = l.book_id
    JOIN gameplay_session o ON o.club_id = l.club_id AND o.public_id = b.source
    WHERE l.club_id = %(club)s AND l.public_id = ANY(%(refs)s)
) x JOIN gameplay_session s ON s.id = x.session_id JOIN clubs_table t ON t.id = s.table_id
WHERE s.club_id = %(club)s
"""


def sources(club_id: int, refs: Iterable[str]) -> dict[str, Source]:
    """Return what each source of transactions is: deal, match or settlement."""
    wanted = sorted(set(refs))
    if not wanted:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_SOURCES, {"club": club_id, "refs": wanted})
        return {row[0]: Source(*row) for row in cursor.fetchall()}


def statement(club_id: int, member: str, *, before: int | None = None, limit: int = 50) -> Statement:
    """Return a page of a member's statement, newest first, below a version; empty without an account."""
    with connection.cursor() as cursor:
        cursor.execute(_ACCOUNT, [club_id, member])
        account = cursor.fetchone()
    if account is None:
        return Statement(None, (), None)
    rows = statement_page(club_id, account[0], before_version=before, limit=limit)
    behind = sources(club_id, (row.source for row in rows))
    lines = tuple(StatementLine(row, behind.get(row.source)) for row in rows)
    has_older = bool(rows) and rows[-1].version > 1
    return Statement(account[1], lines, rows[-1].version if has_older else None)

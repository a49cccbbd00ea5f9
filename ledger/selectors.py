"""Reads of the ledger; it writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import connection

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

MAX_PAGE = 200


@dataclass(frozen=True, slots=True)
class BalanceRow:
    """What stands on one account, in units."""

    account: str
    purpose: str
    holder: str
    units: int
    version: int


@dataclass(frozen=True, slots=True)
class StatementRow:
    """One posting of an account with the balances before and after it, in units."""

    version: int
    transaction: str
    book: str
    business_day: dt.date
    recorded_at: dt.datetime
    reason: str
    source: str
    amount: int
    balance_after: int

    @property
    def balance_before(self) -> int:
        """The balance that the posting met."""
        return self.balance_after - self.amount


_BALANCES = """
SELECT a.public_id, a.purpose, a.holder, b.units, b.version
FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
WHERE a.club_id = %s ORDER BY a.purpose, a.holder
"""
_STATEMENT = """
SELECT p.account_version, t.public_id, b.public_id, t.business_day, t.recorded_at, t.reason, t.source,
    p.amount, p.balance_after
FROM ledger_posting p
JOIN ledger_transaction t ON t.id = p.transaction_id JOIN ledger_book b ON b.id = t.book_id
WHERE p.club_id = %s AND p.account_id = %s AND p.account_version < %s
ORDER BY p.account_version DESC LIMIT %s
"""
_BALANCE_AT = """
SELECT balance_after FROM ledger_posting
WHERE club_id = %s AND account_id = %s AND account_version <= %s ORDER BY account_version DESC LIMIT 1
"""


def balances(club_id: int) -> list[BalanceRow]:
    """Return what stands on every account of a club."""
    with connection.cursor() as cursor:
        cursor.execute(_BALANCES, [club_id])
        return [BalanceRow(*row) for row in cursor.fetchall()]


def statement_page(
    club_id: int, account_id: int, *, before_version: int | None = None, limit: int = 50
) -> list[StatementRow]:
    """Return up to `limit` (at most 200) postings of an account, newest first, below a version.

    The version is the position on the account: two postings of one instant keep their order (L-35, L-74).
    """
    with connection.cursor() as cursor:
        below = 2**62 if before_version is None else before_version
        cursor.execute(_STATEMENT, [club_id, account_id, below, min(limit, MAX_PAGE)])
        return [StatementRow(*row) for row in cursor.fetchall()]


def balance_at(club_id: int, account_id: int, version: int) -> int:
    """Return the balance after the account's posting of this version; one index look-up."""
    with connection.cursor() as cursor:
        cursor.execute(_BALANCE_AT, [club_id, account_id, version])
        row = cursor.fetchone()
        return row[0] if row else 0


@dataclass(frozen=True, slots=True)
class PostedTransaction:
    """A stored transaction with its postings by (account row, account public id, units)."""

    id: int
    public_id: str
    reason: str
    postings: Sequence[tuple[int, str, int]]


_UNREVERSED = """
SELECT t.id, t.public_id, t.reason,
    array_agg(a.id ORDER BY p.id), array_agg(a.public_id ORDER BY p.id), array_agg(p.amount ORDER BY p.id)
FROM ledger_transaction t JOIN ledger_posting p ON p.transaction_id = t.id
JOIN ledger_account a ON a.id = p.account_id
LEFT JOIN ledger_transaction r ON r.club_id = t.club_id AND r.reverses_id = t.id
WHERE t.club_id = %s AND t.source = %s AND t.reverses_id IS NULL AND r.id IS NULL
GROUP BY t.id ORDER BY t.id
"""


def standing_transactions(club_id: int, source: str) -> list[PostedTransaction]:
    """Return what was posted for a source and not reversed since, as stored."""
    with connection.cursor() as cursor:
        cursor.execute(_UNREVERSED, [club_id, source])
        return [
            PostedTransaction(row, public_id, reason, tuple(zip(rows, ids, amounts, strict=True)))
            for row, public_id, reason, rows, ids, amounts in cursor.fetchall()
        ]


_NETS = """
SELECT a.public_id, sum(p.amount)::bigint FROM ledger_transaction t
JOIN ledger_posting p ON p.transaction_id = t.id JOIN ledger_account a ON a.id = p.account_id
WHERE t.club_id = %s AND t.source = ANY(%s)
GROUP BY a.public_id HAVING sum(p.amount) <> 0 ORDER BY a.public_id
"""
_PAID = """
SELECT s.public_id FROM ledger_settlement s JOIN ledger_book b ON b.id = s.book_id
WHERE s.club_id = %s AND b.purpose = %s AND b.source = %s
"""
_BY_HOLDER = """
SELECT a.holder, sum(p.amount)::bigint FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
WHERE p.transaction_id = ANY(%s) GROUP BY a.holder HAVING sum(p.amount) <> 0
"""


def nets_of_sources(club_id: int, sources: Sequence[str]) -> dict[str, int]:
    """Return account -> net units of all that was posted for sources; zeros left out."""
    with connection.cursor() as cursor:
        cursor.execute(_NETS, [club_id, list(sources)])
        return dict(cursor.fetchall())


def paid_for_source(club_id: int, purpose: str, source: str) -> dict[str, int]:
    """Return account -> net units of the payments that name a settlement of the source's books."""
    with connection.cursor() as cursor:
        cursor.execute(_PAID, [club_id, purpose, source])
        settlements = [row for (row,) in cursor.fetchall()]
    return nets_of_sources(club_id, settlements)


def units_by_holder(transactions: Sequence[int]) -> dict[str, int]:
    """Return holder -> net units of some transactions together; zeros left out."""
    with connection.cursor() as cursor:
        cursor.execute(_BY_HOLDER, [list(transactions)])
        return dict(cursor.fetchall())


def count_transactions(club_id: int, *, source: str, reason: str) -> int:
    """Return how often something was posted for a source and a reason."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM ledger_transaction WHERE club_id = %s AND source = %s AND reason = %s",
            [club_id, source, reason],
        )
        return int(cursor.fetchone()[0])


PAYMENT = "payment"
_PAID_LINES = """
SELECT (convert_from(t.body, 'UTF8')::jsonb -> 'lines' -> 0 ->> 'line')::int, t.id, t.public_id
FROM ledger_transaction t
LEFT JOIN ledger_transaction r ON r.club_id = t.club_id AND r.reverses_id = t.id
WHERE t.club_id = %s AND t.source = %s AND t.reason = %s AND r.id IS NULL
"""


@dataclass(frozen=True, slots=True)
class PaidLine:
    """The payment that stands for a line of a plan."""

    id: int
    public_id: str


def paid_lines(club_id: int, settlement: str) -> dict[int, PaidLine]:
    """Return line of the settlement's plan (from 0) -> the payment that stands for it."""
    with connection.cursor() as cursor:
        cursor.execute(_PAID_LINES, [club_id, settlement, PAYMENT])
        return {line: PaidLine(row, public_id) for line, row, public_id in cursor.fetchall()}

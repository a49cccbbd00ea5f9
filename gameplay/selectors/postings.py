"""Reads what deals and matches posted, and why a deal was taken back. It writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from django.db import connection

from gameplay import texts
from gameplay.selectors.people import Person, named, people

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Movement:
    """One posting: who holds the account (a member's or table's public id), net units."""

    account: str
    purpose: str
    holder: str
    units: int


@dataclass(frozen=True, slots=True)
class TransactionView:
    """A transaction with its movements and the itemised lines (payers and payees are accounts)."""

    transaction: str
    reason: str
    source: str
    reverses: str | None
    book: str
    business_day: dt.date
    recorded_at: dt.datetime
    recorded_by: str
    movements: tuple[Movement, ...]
    lines: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class VoidView:
    """That a deal was taken back: why, by whom, when; the note may have been blanked."""

    reason: str
    note: str
    by: Person
    recorded_at: dt.datetime


_TRANSACTIONS = """
SELECT t.public_id, t.reason, t.source, r.public_id, b.public_id, t.business_day, t.recorded_at,
    t.recorded_by, array_agg(ARRAY[a.public_id, a.purpose, a.holder, p.amount::text] ORDER BY p.id), t.body
FROM ledger_transaction t JOIN ledger_book b ON b.id = t.book_id
JOIN ledger_posting p ON p.transaction_id = t.id JOIN ledger_account a ON a.id = p.account_id
LEFT JOIN ledger_transaction r ON r.id = t.reverses_id
WHERE t.club_id = %s AND t.source = %s GROUP BY t.id, r.id, b.id ORDER BY t.id
"""
_VOID = """
SELECT e.payload ->> 'reason', t.content, e.recorded_by, e.recorded_at FROM gameplay_event e
LEFT JOIN gameplay_text t ON t.club_id = e.club_id AND t.stream = e.stream AND t.seq = e.seq
WHERE e.club_id = %s AND e.stream = %s AND e.type = 'voided' AND e.payload ->> 'deal' = %s
ORDER BY e.seq LIMIT 1
"""


def transactions_of(club_id: int, source: str) -> list[TransactionView]:
    """Return what was posted for a deal, match or settlement, in order, reversals too."""
    with connection.cursor() as cursor:
        cursor.execute(_TRANSACTIONS, [club_id, source])
        rows = cursor.fetchall()
    return [TransactionView(*(*columns, _movements(moved), _lines(body))) for *columns, moved, body in rows]


def _movements(moved: Sequence[Sequence[str]]) -> tuple[Movement, ...]:
    return tuple(Movement(account, kind, holder, int(units)) for account, kind, holder, units in moved)


def _lines(body: Any) -> tuple[dict[str, Any], ...]:
    return tuple(msgspec.json.decode(bytes(body))["lines"])


def find_void(club_id: int, session: str, deal: str) -> VoidView | None:
    """Return why a deal was taken back, or None when it stands."""
    with connection.cursor() as cursor:
        cursor.execute(_VOID, [club_id, session, deal])
        row = cursor.fetchone()
    if row is None:
        return None
    reason, content, by, recorded_at = row
    note = str(texts.unseal(content).get("note", ""))
    return VoidView(reason, note, named(people(club_id, [by]), by), recorded_at)

"""Checks a club's ledger: bodies, zero sums, running balances, books, roots. It mends nothing."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import msgspec
from django.db import connection

from ledger.canonical import moment, sha256
from ledger.findings import Finding, Flaw
from ledger.sealing import Head, first_root, leaves_of_book, root_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_TRANSACTIONS = """
SELECT t.public_id, t.body, t.hash, b.public_id, t.business_day, t.reason, t.source, t.key, r.public_id,
    t.recorded_at, t.recorded_by, t.id, t.reverses_id,
    array_agg(a.public_id ORDER BY a.id), array_agg(p.amount ORDER BY a.id)
FROM ledger_transaction t
LEFT JOIN ledger_book b ON b.id = t.book_id LEFT JOIN ledger_transaction r ON r.id = t.reverses_id
LEFT JOIN ledger_posting p ON p.transaction_id = t.id LEFT JOIN ledger_account a ON a.id = p.account_id
WHERE t.club_id = %s GROUP BY t.id, b.id, r.id ORDER BY t.id
"""
_RUNNING = """
SELECT a.public_id, found.account_version, found.expected_version, found.balance_after, found.expected
FROM (
    SELECT account_id, account_version, balance_after,
        row_number() OVER one_account AS expected_version, sum(amount) OVER one_account AS expected
    FROM ledger_posting WHERE club_id = %s
    WINDOW one_account AS (PARTITION BY account_id ORDER BY account_version)) found
LEFT JOIN ledger_account a ON a.id = found.account_id
WHERE found.account_version <> found.expected_version OR found.balance_after <> found.expected
ORDER BY found.account_id, found.account_version
"""
_BALANCES = """
SELECT a.public_id, b.units, b.version, coalesce(p.units, 0)::bigint, coalesce(p.postings, 0)
FROM ledger_account a LEFT JOIN ledger_balance b ON b.account_id = a.id
LEFT JOIN (SELECT account_id, sum(amount) AS units, count(*) AS postings FROM ledger_posting
    WHERE club_id = %(club)s GROUP BY account_id) p ON p.account_id = a.id
WHERE a.club_id = %(club)s
    AND (b.units, b.version) IS DISTINCT FROM (coalesce(p.units, 0), coalesce(p.postings, 0))
"""
_REVERSALS = """
SELECT t.public_id FROM ledger_transaction t WHERE t.club_id = %s AND t.reverses_id IS NOT NULL AND EXISTS (
    SELECT FROM (SELECT account_id, amount FROM ledger_posting WHERE transaction_id = t.id) mine
    FULL JOIN (SELECT account_id, amount FROM ledger_posting WHERE transaction_id = t.reverses_id) its
        USING (account_id) WHERE mine.amount IS DISTINCT FROM -its.amount)
"""
_BOOKS = """
SELECT b.public_id FROM ledger_book b LEFT JOIN ledger_bookstate s ON s.book_id = b.id
LEFT JOIN ledger_settlement t ON t.club_id = b.club_id AND t.book_id = b.id
WHERE b.club_id = %s AND s.is_open IS DISTINCT FROM (t.id IS NULL)
"""
_SETTLEMENTS = """
SELECT s.public_id, s.body, s.previous_root, s.root, s.book_id, b.public_id, b.source, b.business_day,
    s.number, p.public_id, s.recorded_at, s.recorded_by
FROM ledger_settlement s JOIN ledger_book b ON b.id = s.book_id
LEFT JOIN ledger_settlement p ON p.id = s.supersedes_id WHERE s.club_id = %s ORDER BY s.id
"""

# Bytes of another shape than Panbook writes, under a hash that fits or none: somebody made them.
FORGED = (msgspec.MsgspecError, AttributeError, KeyError, TypeError, ValueError)


def audit_ledger(club_id: int, club_public_id: str) -> Iterator[Finding]:
    """Yield every flaw of a club's ledger, roots included; the heads that roots anchor are not looked up."""
    yield from _transactions(club_id)
    yield from _rows(_REVERSALS, club_id, Flaw.TRANSACTION_REVERSAL)
    with connection.cursor() as cursor:
        cursor.execute(_RUNNING, [club_id])
        seen: set[str] = set()
        for account, version, expected_version, balance, expected in cursor.fetchall():
            if account not in seen:  # one broken link breaks all behind it: the first names the place
                seen.add(account)
                yield Finding(
                    Flaw.POSTING_RUNNING_BALANCE,
                    f"{account}/{version}",
                    {"version": int(expected_version), "found": balance, "expected": int(expected)},
                )
        cursor.execute(_BALANCES, {"club": club_id})
        for account, units, version, expected, postings in cursor.fetchall():
            yield Finding(
                Flaw.BALANCE_STORED,
                account,
                {"found": units, "expected": expected, "version": version, "postings": postings},
            )
    yield from _rows(_BOOKS, club_id, Flaw.BOOK_STATE)
    yield from _roots(club_id, club_public_id)


def sealed_heads(club_id: int) -> dict[str, Head]:
    """Return the latest head that a root anchors, for each stream of a club."""
    heads: dict[str, Head] = {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT body FROM ledger_settlement WHERE club_id = %s ORDER BY id", [club_id])
        for (body,) in cursor.fetchall():
            with contextlib.suppress(*FORGED):  # a body that was tampered with is a flaw of its root
                heads.update((head.stream, head) for head in _heads(msgspec.json.decode(bytes(body))))
    return heads


def count_unsealed_transactions(club_id: int) -> int:
    """Return how many transactions lie in books that no root covers yet."""
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT count(*) FROM ledger_transaction t WHERE t.club_id = %s AND NOT EXISTS (
            SELECT FROM ledger_settlement s WHERE s.club_id = t.club_id AND s.book_id = t.book_id)""",
            [club_id],
        )
        return int(cursor.fetchone()[0])


def _rows(statement: str, club_id: int, flaw: Flaw) -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute(statement, [club_id])
        for (ref,) in cursor.fetchall():
            yield Finding(flaw, ref)


def _transactions(club_id: int) -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute(_TRANSACTIONS, [club_id])
        for row in cursor:
            try:
                flaw = _flaw_of_transaction(row)
            except FORGED:
                flaw = Flaw.TRANSACTION_COLUMNS
            if flaw is not None:
                yield Finding(flaw, row[0])


def _flaw_of_transaction(row: tuple[Any, ...]) -> Flaw | None:
    public_id, body, digest, book, day, reason, source, key, reverses, at, by, _, _, accounts, amounts = row
    if sha256(bytes(body)) != bytes(digest):
        return Flaw.TRANSACTION_HASH
    said = msgspec.json.decode(bytes(body))
    columns = {
        "transaction": public_id,
        "book": book,
        "business_day": day.isoformat(),
        "reason": reason,
        "source": source,
        "key": key,
        "reverses": reverses,
        "recorded_at": moment(at),
        "recorded_by": by,
    }
    if any(said[name] != value for name, value in columns.items()):
        return Flaw.TRANSACTION_COLUMNS
    postings = sorted(zip(accounts, amounts, strict=True)) if None not in accounts else []
    if len(postings) < 2 or sum(amounts) or sorted(map(tuple, said["postings"])) != postings:
        return Flaw.TRANSACTION_POSTINGS
    return None


def _roots(club_id: int, club_public_id: str) -> Iterator[Finding]:
    previous = first_root(club_public_id)
    with connection.cursor() as cursor:
        cursor.execute(_SETTLEMENTS, [club_id])
        rows = cursor.fetchall()
    for row in rows:
        public_id, body, before, root, book_id, book, *_ = row
        if bytes(before) != previous:
            yield Finding(Flaw.ROOT_CHAIN, public_id)
        previous = bytes(root)
        try:
            said = msgspec.json.decode(bytes(body))
            agrees, heads = _settlement_agrees(row, said), _heads(said)
        except FORGED:
            yield Finding(Flaw.ROOT_VALUE, public_id, {"book": book})
            continue
        if not agrees:
            yield Finding(Flaw.ROOT_COLUMNS, public_id)
        if root_of(bytes(before), bytes(body), heads, leaves_of_book(book_id)) != bytes(root):
            yield Finding(Flaw.ROOT_VALUE, public_id, {"book": book})


def _settlement_agrees(row: tuple[Any, ...], said: dict[str, Any]) -> bool:
    public_id, _, _, _, _, book, source, day, number, supersedes, at, by = row
    columns = {
        "settlement": public_id,
        "book": book,
        "source": source,
        "business_day": day.isoformat(),
        "number": number,
        "supersedes": supersedes,
        "recorded_at": moment(at),
        "recorded_by": by,
    }
    return all(said[name] == value for name, value in columns.items())


def _heads(said: dict[str, Any]) -> list[Head]:
    return [Head(stream, seq, bytes.fromhex(digest)) for stream, seq, digest in said["heads"]]

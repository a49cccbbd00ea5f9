"""What stands under a root, leaf by leaf (DESIGN, "Roots"). It writes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.db import connection

from ledger import merkle
from ledger.canonical import canonical, sha256

if TYPE_CHECKING:
    from collections.abc import Sequence


class Head(NamedTuple):
    """The last event of a stream: what a root anchors is everything up to it."""

    stream: str
    seq: int
    hash: bytes


_TRANSACTIONS = """
SELECT t.hash, array_agg(a.public_id ORDER BY p.id), array_agg(p.amount ORDER BY p.id),
    array_agg(p.balance_after ORDER BY p.id), array_agg(p.account_version ORDER BY p.id)
FROM ledger_transaction t JOIN ledger_posting p ON p.transaction_id = t.id
JOIN ledger_account a ON a.id = p.account_id
WHERE t.book_id = %s GROUP BY t.id ORDER BY t.public_id
"""


def first_root(club_public_id: str) -> bytes:
    """Return what a club's first root continues: nothing but the club itself."""
    return sha256(canonical({"club": club_public_id}))


def leaves_of_book(book_id: int) -> list[bytes]:
    """Return a leaf for each transaction of a book, with its postings as they lie, ordered by public id."""
    with connection.cursor() as cursor:
        cursor.execute(_TRANSACTIONS, [book_id])
        return [
            canonical([bytes(digest).hex(), [list(posting) for posting in zip(*postings, strict=True)]])
            for digest, *postings in cursor.fetchall()
        ]


def root_of(previous: bytes, body: bytes, heads: Sequence[Head], transactions: Sequence[bytes]) -> bytes:
    """Return the root over the previous root, the settlement's body, the heads and the transactions."""
    head_leaves = [canonical([head.stream, head.seq, head.hash.hex()]) for head in heads]
    return merkle.root([previous, body, *head_leaves, *transactions])

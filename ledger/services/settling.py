"""Seals a book: nets, plan and heads frozen under the next Merkle root of the club. It decides no plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import connection

from clubs.public_ids import new_public_id
from ledger.canonical import canonical, moment
from ledger.errors import Code, LedgerError
from ledger.sealing import first_root, leaves_of_book, root_of

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from ledger.plans import Payment
    from ledger.refs import BookRef
    from ledger.sealing import Head


@dataclass(frozen=True, slots=True)
class Sealed:
    """What sealing made."""

    public_id: str
    number: int
    root: bytes


_LAST_ROOT = "SELECT root FROM ledger_settlement WHERE club_id = %s ORDER BY id DESC LIMIT 1"
_BEFORE = """
SELECT s.id, s.public_id, s.number FROM ledger_settlement s JOIN ledger_book b ON b.id = s.book_id
WHERE s.club_id = %s AND b.purpose = %s AND b.source = %s ORDER BY s.number DESC LIMIT 1
"""
_INSERT = """
INSERT INTO ledger_settlement (club_id, public_id, book_id, number, supersedes_id, body, previous_root, root,
    recorded_at, recorded_by) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
# The update waits for whoever is posting (they read this row FOR SHARE), and later posters see it closed.
_CLOSE = "UPDATE ledger_bookstate SET is_open = false WHERE book_id = %s AND is_open"


def settle_book(
    *,
    club: tuple[int, str],
    book: BookRef,
    source: tuple[str, str],
    heads: Sequence[Head],
    nets: Mapping[str, int],
    plan: Sequence[Payment],
    recorded_at: dt.datetime,
    recorded_by: str,
) -> Sealed:
    """Close a book for good and return its settlement, numbered after the one that it supersedes.

    `club` is (row, public id), `source` the book's (kind, source). The caller holds the club's root lock,
    the last of all, and no other writer can post into the book. Raises LedgerError `book.closed`.
    """
    club_id, club_public_id = club
    with connection.cursor() as cursor:
        cursor.execute(_CLOSE, [book.id])
        if cursor.rowcount != 1:
            raise LedgerError(Code.BOOK_CLOSED, book=book.public_id)
        cursor.execute(_LAST_ROOT, [club_id])
        row = cursor.fetchone()
        previous = bytes(row[0]) if row else first_root(club_public_id)
        cursor.execute(_BEFORE, [club_id, *source])
        before_id, before_public_id, before_number = cursor.fetchone() or (None, None, 0)
        public_id, number = new_public_id("stl"), before_number + 1
        body = canonical(
            {
                "settlement": public_id,
                "book": book.public_id,
                "source": source[1],
                "number": number,
                "supersedes": before_public_id,
                "business_day": book.business_day.isoformat(),
                "nets": [[account, units] for account, units in sorted(nets.items())],
                "plan": [[each.payer, each.payee, each.units] for each in plan],
                "heads": [[head.stream, head.seq, head.hash.hex()] for head in heads],
                "recorded_at": moment(recorded_at),
                "recorded_by": recorded_by,
            }
        )
        root = root_of(previous, body, heads, leaves_of_book(book.id))
        cursor.execute(
            _INSERT,
            [club_id, public_id, book.id, number, before_id, body, previous, root, recorded_at, recorded_by],
        )
    return Sealed(public_id, number, root)

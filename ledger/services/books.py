"""Opens books; closing one is the settlement's work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

from clubs.public_ids import new_public_id
from ledger.refs import BookRef

if TYPE_CHECKING:
    import datetime as dt

    from ledger.models.book import BookKind


_OPEN = """
WITH book AS (
    INSERT INTO ledger_book
        (club_id, public_id, purpose, source, number, business_day, recorded_at, recorded_by)
    SELECT %(club)s, %(public_id)s, %(purpose)s, %(source)s, 1 + coalesce(max(number), 0), %(business_day)s,
        %(recorded_at)s, %(recorded_by)s
    FROM ledger_book WHERE club_id = %(club)s AND purpose = %(purpose)s AND source = %(source)s
    RETURNING id)
INSERT INTO ledger_bookstate (book_id, is_open) SELECT id, true FROM book RETURNING book_id
"""
_DAY = """
SELECT b.id, b.public_id, b.business_day FROM ledger_book b JOIN ledger_bookstate s ON s.book_id = b.id
WHERE b.club_id = %s AND b.purpose = 'day' AND b.source = %s AND s.is_open ORDER BY b.number DESC LIMIT 1
"""


def open_book(  # the facts of one row, each by name
    *,
    club_id: int,
    purpose: BookKind,
    source: str,
    business_day: dt.date,
    recorded_at: dt.datetime,
    recorded_by: str,
) -> BookRef:
    """Open the next book of a source and return it; inside the caller's transaction, under its locks."""
    public_id = new_public_id("book")
    with connection.cursor() as cursor:
        cursor.execute(
            _OPEN,
            {
                "club": club_id,
                "public_id": public_id,
                "purpose": purpose.value,
                "source": source,
                "business_day": business_day,
                "recorded_at": recorded_at,
                "recorded_by": recorded_by,
            },
        )
        return BookRef(cursor.fetchone()[0], public_id, business_day)


def day_book(*, club_id: int, business_day: dt.date, recorded_by: str) -> BookRef:
    """Return the club's open book of a business day, made by whoever needs it first.

    A day whose book is sealed already (the cut-off was moved) gets another one, numbered on.
    To be called before the transaction that posts, for the reason given at `ensure_accounts`.
    """
    with connection.cursor() as cursor:
        cursor.execute(_DAY, [club_id, business_day.isoformat()])
        if row := cursor.fetchone():
            return BookRef(*row)
        cursor.execute(
            """
            WITH book AS (
                INSERT INTO ledger_book
                    (club_id, public_id, purpose, source, number, business_day, recorded_at, recorded_by)
                SELECT %(club)s, %(public_id)s, 'day', %(source)s, 1 + coalesce(max(number), 0), %(day)s,
                    clock_timestamp(), %(by)s
                FROM ledger_book WHERE club_id = %(club)s AND purpose = 'day' AND source = %(source)s
                HAVING NOT EXISTS (SELECT FROM ledger_book b JOIN ledger_bookstate s ON s.book_id = b.id
                    WHERE b.club_id = %(club)s AND b.purpose = 'day' AND b.source = %(source)s AND s.is_open)
                ON CONFLICT (club_id, purpose, source, number) DO NOTHING RETURNING id)
            INSERT INTO ledger_bookstate (book_id, is_open) SELECT id, true FROM book
            """,
            {
                "club": club_id,
                "public_id": new_public_id("book"),
                "source": business_day.isoformat(),
                "day": business_day,
                "by": recorded_by,
            },
        )
        cursor.execute(_DAY, [club_id, business_day.isoformat()])
        return BookRef(*cursor.fetchone())

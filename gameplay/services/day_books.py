"""Seals the books of days that are over, so that payments come under a root. It posts nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

from gameplay import settlement, store
from gameplay.services.asking import asked, first_answer, locked, retried
from gameplay.streams import Stamp
from ledger.errors import Code, LedgerError
from ledger.models import Book, BookKind
from ledger.refs import BookRef

if TYPE_CHECKING:
    from clubs.models import Club

# Whoever posts reads this row FOR SHARE: the nets are summed behind the last of them (ledger, 0002).
_HOLD = "SELECT FROM ledger_bookstate WHERE book_id = %s FOR UPDATE"
_NETS = """
SELECT a.public_id, sum(p.amount)::bigint FROM ledger_transaction t
JOIN ledger_posting p ON p.transaction_id = t.id JOIN ledger_account a ON a.id = p.account_id
WHERE t.book_id = %s GROUP BY a.public_id HAVING sum(p.amount) <> 0
"""


@retried
def seal_day_book(*, club: Club, book: str, by: str) -> str:
    """Seal the book of a business day that is over; return the settlement's public id.

    Sealing again answers like the first time. Raises LedgerError `ledger.book_unknown`.
    """
    found = Book.objects.filter(club=club, purpose=BookKind.DAY, public_id=book).first()
    if found is None:
        raise LedgerError(Code.BOOK_UNKNOWN, book=book)
    request = asked("seal_day_book", f"seal/{book}", {"book": book})
    with locked(request, club_id=club.pk):
        if (made := first_answer(club.pk, request)) is not None:
            return str(made["settlement"])
        stamp = Stamp(settlement.lock([], root_of_club=club.pk), by, request.key)
        at = settlement.Posting(
            club.pk, BookRef(found.pk, book, found.business_day), stamp.recorded_at, stamp.recorded_by
        )
        sealed = settlement.seal_day(at, club=club.public_id, nets=_nets(found.pk))
        store.write(
            store.Write(
                club_id=club.pk,
                stream="",
                rows=[],
                stamp=stamp,
                operation=request.operation,
                body_hash=request.body_hash,
                made={"settlement": sealed.public_id},
                feed=[store.FeedRow("settlement", sealed.public_id)],
            )
        )
    return sealed.public_id


def _nets(book_id: int) -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(_HOLD, [book_id])
        cursor.execute(_NETS, [book_id])
        return dict(cursor.fetchall())

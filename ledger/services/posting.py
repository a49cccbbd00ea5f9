"""Posts transactions: few statements, whole or not at all. It decides no amount."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from clubs.prepared import prepared
from clubs.public_ids import new_public_id
from ledger.canonical import canonical, moment
from ledger.errors import Code, LedgerError

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Collection, Mapping, Sequence

    from ledger.refs import AccountRef, BookRef


@dataclass(frozen=True, slots=True)
class NewTransaction:
    """What is to be posted: net units an account, for one reason, from one source.

    `key` makes the transaction happen once; `lines` is the itemised why, in accounts' public ids.
    """

    reason: str
    source: str
    key: str
    movements: Mapping[AccountRef, int]
    lines: Sequence[Mapping[str, Any]] = ()
    reverses: tuple[int, str] | None = None
    public_id: str = field(default_factory=lambda: new_public_id("txn"))

    def postings(self) -> list[tuple[AccountRef, int]]:
        """Return the movements that move something, in the order in which they are posted."""
        return sorted((account, units) for account, units in self.movements.items() if units)


# One statement, one round trip. The running balance continues from the balance row, which the account's
# advisory lock keeps still; the trigger on the postings checks it against the posting before.
_POST = """
WITH new AS (
    INSERT INTO ledger_transaction (club_id, public_id, book_id, business_day, reason, source, key,
        reverses_id, recorded_at, recorded_by, body, hash, xact)
    SELECT %(club)s, t.public_id, %(book)s, %(business_day)s, t.reason, t.source, t.key, t.reverses,
        %(recorded_at)s, %(recorded_by)s, t.body, sha256(t.body), 0
    FROM unnest(%(ids)s::text[], %(reasons)s::text[], %(sources)s::text[], %(keys)s::text[],
        %(reverses)s::bigint[], %(bodies)s::bytea[])
        WITH ORDINALITY AS t(public_id, reason, source, key, reverses, body, place)
    ORDER BY t.place
    RETURNING id, public_id
), moved AS (
    SELECT m.transaction, m.account, m.units, m.place,
        sum(m.units) OVER so_far AS up_to_here, row_number() OVER so_far AS nth
    FROM unnest(%(posting_of)s::text[], %(accounts)s::bigint[], %(units)s::bigint[])
        WITH ORDINALITY AS m(transaction, account, units, place)
    WINDOW so_far AS (PARTITION BY m.account ORDER BY m.place)
), posted AS (
    INSERT INTO ledger_posting (club_id, transaction_id, account_id, amount, balance_after, account_version)
    SELECT %(club)s, new.id, m.account, m.units, b.units + m.up_to_here, b.version + m.nth
    FROM moved m JOIN new ON new.public_id = m.transaction JOIN ledger_balance b ON b.account_id = m.account
    ORDER BY m.place
)
UPDATE ledger_balance b SET units = b.units + m.units, version = b.version + m.postings
FROM (SELECT account, sum(units) AS units, count(*) AS postings FROM moved GROUP BY account) m
WHERE b.account_id = m.account
"""


def lock_accounts(*, accounts: Collection[AccountRef], root_of_club: int | None = None) -> dt.datetime:
    """Take the last locks of a write, in the one order, and return the clock after them.

    Nothing may have been written in this transaction before (DESIGN, "Write path").
    """
    with prepared() as cursor:
        cursor.execute(
            "SELECT ledger_lock(%s::bigint[], %s::bigint)",
            [[account.id for account in accounts], root_of_club],
        )
        clock: dt.datetime = cursor.fetchone()[0]
        return clock


def post(
    *,
    club_id: int,
    book: BookRef,
    transactions: Sequence[NewTransaction],
    recorded_at: dt.datetime,
    recorded_by: str,
    business_day: dt.date | None = None,
) -> list[str]:
    """Post all transactions of a batch in order and return their public ids.

    The caller holds the locks of `lock_accounts` for every account of the batch. One without movements
    makes no row. Raises LedgerError `ledger.unbalanced` before anything is sent.
    """
    moving = [new for new in transactions if new.postings()]
    for new in moving:
        if sum(new.movements.values()):
            raise LedgerError(Code.UNBALANCED, source=new.source)
    if not moving:
        return []
    day = business_day or book.business_day
    legs = [(new.public_id, account.id, units) for new in moving for account, units in new.postings()]
    bodies = [_body(new, book, day, recorded_at, recorded_by) for new in moving]
    with prepared() as cursor:
        cursor.execute(
            _POST,
            {
                "club": club_id,
                "book": book.id,
                "business_day": day,
                "recorded_at": recorded_at,
                "recorded_by": recorded_by,
                "ids": [new.public_id for new in moving],
                "reasons": [new.reason for new in moving],
                "sources": [new.source for new in moving],
                "keys": [new.key for new in moving],
                "reverses": [new.reverses[0] if new.reverses else None for new in moving],
                "bodies": bodies,
                "posting_of": [leg[0] for leg in legs],
                "accounts": [leg[1] for leg in legs],
                "units": [leg[2] for leg in legs],
            },
        )
    return [new.public_id for new in moving]


def _body(
    new: NewTransaction, book: BookRef, day: dt.date, recorded_at: dt.datetime, recorded_by: str
) -> bytes:
    return canonical(
        {
            "transaction": new.public_id,
            "book": book.public_id,
            "business_day": day.isoformat(),
            "reason": new.reason,
            "source": new.source,
            "key": new.key,
            "reverses": new.reverses[1] if new.reverses else None,
            "recorded_at": moment(recorded_at),
            "recorded_by": recorded_by,
            "postings": [[account.public_id, units] for account, units in new.postings()],
            "lines": [dict(line) for line in new.lines],
        }
    )

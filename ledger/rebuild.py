"""Makes the ledger's derived rows again from its facts; a part of the caller's transaction."""

from django.db import connection

# LEFT JOIN: an account that was never posted to has a row too, with nothing on it. Accounts and books are
# made ahead of the writers' locks: what somebody makes meanwhile has its row already, and nothing on it.
_BALANCES = """
INSERT INTO ledger_balance (account_id, units, version)
SELECT a.id, coalesce(sum(p.amount), 0), count(p.id)
FROM ledger_account a LEFT JOIN ledger_posting p ON p.account_id = a.id
WHERE a.club_id = %s GROUP BY a.id
ON CONFLICT (account_id) DO NOTHING
"""
_BOOKS = """
INSERT INTO ledger_bookstate (book_id, is_open)
SELECT b.id, NOT EXISTS (SELECT FROM ledger_settlement s WHERE s.club_id = b.club_id AND s.book_id = b.id)
FROM ledger_book b WHERE b.club_id = %s
ON CONFLICT (book_id) DO NOTHING
"""


def rebuild(club_id: int) -> None:
    """Throw away and make again a club's balances and states of books."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM ledger_balance "
            "WHERE account_id IN (SELECT id FROM ledger_account WHERE club_id = %s)",
            [club_id],
        )
        cursor.execute(_BALANCES, [club_id])
        cursor.execute(
            "DELETE FROM ledger_bookstate WHERE book_id IN (SELECT id FROM ledger_book WHERE club_id = %s)",
            [club_id],
        )
        cursor.execute(_BOOKS, [club_id])

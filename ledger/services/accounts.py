"""Makes accounts before they are needed; it posts nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

from clubs.prepared import prepared
from ledger.models.account import AccountKind, new_account_id
from ledger.refs import AccountRef

if TYPE_CHECKING:
    from collections.abc import Collection

Holder = tuple[AccountKind, str]


_FIND = """
SELECT a.id, a.public_id, a.purpose, a.holder FROM ledger_account a
JOIN unnest(%s::text[], %s::text[]) AS wanted(purpose, holder) USING (purpose, holder)
WHERE a.club_id = %s
"""
_MAKE = """
WITH made AS (
    INSERT INTO ledger_account (club_id, public_id, purpose, holder)
    SELECT %s, * FROM unnest(%s::text[], %s::text[], %s::text[])
    ON CONFLICT (club_id, purpose, holder) DO NOTHING RETURNING id)
INSERT INTO ledger_balance (account_id, units, version) SELECT id, 0, 0 FROM made
"""


def find_accounts(*, club_id: int, holders: Collection[Holder]) -> dict[Holder, AccountRef]:
    """Return those of the holders' accounts that exist."""
    with prepared() as cursor:
        cursor.execute(_FIND, [[kind.value for kind, _ in holders], [held for _, held in holders], club_id])
        return {
            (AccountKind(purpose), holder): AccountRef(row, public_id)
            for row, public_id, purpose, holder in cursor.fetchall()
        }


def ensure_accounts(*, club_id: int, holders: Collection[Holder]) -> dict[Holder, AccountRef]:
    """Return the holders' accounts, made where missing.

    To be called before the transaction that posts: a row written ahead of the locks would take a
    transaction id too early, and the order of ids is the causal order (L-70).
    """
    found = find_accounts(club_id=club_id, holders=holders)
    missing = sorted({holder for holder in holders if holder not in found})
    if not missing:
        return found
    with connection.cursor() as cursor:
        cursor.execute(
            _MAKE,
            [
                club_id,
                [new_account_id() for _ in missing],
                [kind.value for kind, _ in missing],
                [held for _, held in missing],
            ],
        )
    return find_accounts(club_id=club_id, holders=holders)

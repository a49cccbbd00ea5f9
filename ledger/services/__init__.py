"""The only writers of the ledger."""

from ledger.services.accounts import ensure_accounts
from ledger.services.books import day_book, open_book
from ledger.services.payments import pay, planned_line, take_back
from ledger.services.posting import NewTransaction, lock_accounts, post
from ledger.services.settling import settle_book

__all__ = [
    "NewTransaction",
    "day_book",
    "ensure_accounts",
    "lock_accounts",
    "open_book",
    "pay",
    "planned_line",
    "post",
    "settle_book",
    "take_back",
]

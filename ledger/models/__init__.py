"""Who owes whom: accounts, books, transactions, postings, balances, settlements. It knows no card."""

from ledger.models.account import Account, AccountKind, Balance
from ledger.models.book import Book, BookKind, BookState
from ledger.models.settlement import Settlement
from ledger.models.transaction import Posting, Transaction

__all__ = [
    "Account",
    "AccountKind",
    "Balance",
    "Book",
    "BookKind",
    "BookState",
    "Posting",
    "Settlement",
    "Transaction",
]

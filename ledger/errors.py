"""What the ledger refuses, as stable codes with parameters; the sentences live at the edge."""

from enum import StrEnum
from typing import Any


class Code(StrEnum):
    """Codes never change their meaning."""

    ACCOUNT_UNKNOWN = "ledger.account_unknown"
    BOOK_CLOSED = "book.closed"
    BOOK_UNKNOWN = "ledger.book_unknown"
    PAYMENT_DONE = "payment.done"
    PAYMENT_LINE_UNKNOWN = "payment.line_unknown"
    PAYMENT_NOT_DONE = "payment.not_done"
    SETTLEMENT_UNKNOWN = "settlement.unknown"
    UNBALANCED = "ledger.unbalanced"
    TRANSACTION_REVERSED = "ledger.already_reversed"


class LedgerError(Exception):
    """The ledger refused, and nothing was written."""

    def __init__(self, code: Code, **params: Any) -> None:
        """Keep the code and what a sentence about it needs."""
        super().__init__(code)
        self.code = code
        self.params = params

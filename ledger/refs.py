"""How the ledger's rows are named between its services and their callers. It reads and writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import datetime as dt

    from ledger.plans import Payment


class AccountRef(NamedTuple):
    """An account as postings need it: the row and the id that is hashed."""

    id: int
    public_id: str


class BookRef(NamedTuple):
    """A book as postings need it."""

    id: int
    public_id: str
    business_day: dt.date


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """One line of a frozen plan with its accounts; lines count from 0."""

    settlement: str
    line: int
    payment: Payment
    payer: AccountRef
    payee: AccountRef

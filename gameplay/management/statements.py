"""Assembles a member's statement: rows that add up, each with the deal behind it; it writes nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from gameplay.management.holders import account_row
from gameplay.models import Deal
from ledger.models import Account, Transaction
from ledger.selectors import MAX_PAGE, StatementRow, statement_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clubs.models import Club, Member


@dataclass(frozen=True, slots=True)
class DealBehind:
    """The deal that a row comes from: its number in its session, and the session's business day."""

    number: int
    session: str
    business_day: str


@dataclass(frozen=True, slots=True)
class Statement:
    """The last rows of an account, oldest first, from the opening to the closing balance."""

    account: str | None
    rows: Sequence[StatementRow] = ()
    deals: dict[str, DealBehind] = field(default_factory=dict)
    why: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    @property
    def opening(self) -> int:
        """What stood on the account before the first row."""
        return self.rows[0].balance_before if self.rows else 0

    @property
    def closing(self) -> int:
        """What stands there after the last row."""
        return self.rows[-1].balance_after if self.rows else 0

    @property
    def adds_up(self) -> bool:
        """Whether each row begins where the one before it ended, up to the closing balance."""
        balance = self.opening
        for row in self.rows:
            if row.balance_before != balance:
                return False
            balance += row.amount
        return balance == self.closing


def statement(club: Club, member: Member, *, limit: int, has_why: bool) -> Statement:
    """Return up to `limit` rows of a member's account; `has_why` adds the lines that explain them."""
    row = account_row(club, member)
    if row is None:
        return Statement(None)
    account = Account.objects.values_list("public_id", flat=True).get(pk=row)
    rows = _last_rows(club.pk, row, limit)
    return Statement(account, rows, _deals(club, rows), _why(club, account, rows) if has_why else {})


def _last_rows(club_id: int, account: int, limit: int) -> list[StatementRow]:
    found: list[StatementRow] = []
    before: int | None = None
    while len(found) < limit:
        wanted = min(limit - len(found), MAX_PAGE)
        page = statement_page(club_id, account, before_version=before, limit=wanted)
        found += page
        if len(page) < wanted:
            break
        before = page[-1].version
    return found[::-1]


def _deals(club: Club, rows: Sequence[StatementRow]) -> dict[str, DealBehind]:
    deals = Deal.objects.filter(club=club, public_id__in={row.source for row in rows})
    known = deals.values_list("public_id", "number", "session__public_id", "session__business_day")
    return {deal: DealBehind(number, session, day.isoformat()) for deal, number, session, day in known}


def _why(club: Club, account: str, rows: Sequence[StatementRow]) -> dict[str, list[dict[str, Any]]]:
    """Return transaction -> the lines that move the account."""
    wanted = [row.transaction for row in rows]
    bodies = Transaction.objects.filter(club=club, public_id__in=wanted).values_list("public_id", "body")
    return {
        transaction: [
            line
            for line in msgspec.json.decode(bytes(body))["lines"]
            if account in {line["payer"], line["payee"]}
        ]
        for transaction, body in bodies
    }

"""Marks lines of a payment plan as paid, and takes that back. It changes no plan (L-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from django.db import connection

from ledger.errors import Code, LedgerError
from ledger.plans import Payment
from ledger.refs import AccountRef, PlannedLine
from ledger.selectors import PAYMENT, paid_lines
from ledger.services.posting import NewTransaction, post

if TYPE_CHECKING:
    import datetime as dt

    from ledger.refs import BookRef

PAYMENT_VOID = "payment_void"


def planned_line(*, club_id: int, settlement: str, line: int) -> PlannedLine:
    """Return a line of a settlement's plan.

    Raises LedgerError `settlement.unknown` or `payment.line_unknown`.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT body FROM ledger_settlement WHERE club_id = %s AND public_id = %s", [club_id, settlement]
        )
        row = cursor.fetchone()
        if row is None:
            raise LedgerError(Code.SETTLEMENT_UNKNOWN, settlement=settlement)
        plan = msgspec.json.decode(bytes(row[0]))["plan"]
        if not 0 <= line < len(plan):
            raise LedgerError(Code.PAYMENT_LINE_UNKNOWN, settlement=settlement, line=line, lines=len(plan))
        payment = Payment(*plan[line])
        cursor.execute(
            "SELECT id, public_id FROM ledger_account WHERE club_id = %s AND public_id = ANY(%s)",
            [club_id, [payment.payer, payment.payee]],
        )
        accounts = {public_id: AccountRef(row, public_id) for row, public_id in cursor.fetchall()}
    return PlannedLine(settlement, line, payment, accounts[payment.payer], accounts[payment.payee])


def pay(
    *, club_id: int, book: BookRef, planned: PlannedLine, recorded_at: dt.datetime, recorded_by: str
) -> str:
    """Post a plan's line as paid and return the transaction's public id; the accounts are locked.

    Units go the way that the debt went the other way: who pays owes less. Raises LedgerError
    `payment.done` when the line is paid already.
    """
    lines = paid_lines(club_id, planned.settlement)
    if planned.line in lines:
        raise LedgerError(Code.PAYMENT_DONE, settlement=planned.settlement, line=planned.line)
    times = _times_paid(club_id, planned)
    new = NewTransaction(
        reason=PAYMENT,
        source=planned.settlement,
        key=f"{PAYMENT}/{planned.settlement}/{planned.line}/{times + 1}",
        movements={planned.payer: planned.payment.units, planned.payee: -planned.payment.units},
        lines=[
            {
                "reason": PAYMENT,
                "line": planned.line,
                "payer": planned.payer.public_id,
                "payee": planned.payee.public_id,
                "units": planned.payment.units,
            }
        ],
    )
    return post(
        club_id=club_id, book=book, transactions=[new], recorded_at=recorded_at, recorded_by=recorded_by
    )[0]


def take_back(
    *, club_id: int, book: BookRef, planned: PlannedLine, recorded_at: dt.datetime, recorded_by: str
) -> str:
    """Reverse the payment of a plan's line and return the new transaction's public id; accounts are locked.

    Raises LedgerError `payment.not_done` when the line is not paid (L-14).
    """
    paid = paid_lines(club_id, planned.settlement).get(planned.line)
    if paid is None:
        raise LedgerError(Code.PAYMENT_NOT_DONE, settlement=planned.settlement, line=planned.line)
    new = NewTransaction(
        reason=PAYMENT_VOID,
        source=planned.settlement,
        key=f"{PAYMENT_VOID}/{paid.public_id}",
        movements={planned.payer: -planned.payment.units, planned.payee: planned.payment.units},
        reverses=(paid.id, paid.public_id),
    )
    return post(
        club_id=club_id, book=book, transactions=[new], recorded_at=recorded_at, recorded_by=recorded_by
    )[0]


def _times_paid(club_id: int, planned: PlannedLine) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM ledger_transaction WHERE club_id = %s AND source = %s AND key LIKE %s",
            [club_id, planned.settlement, f"{PAYMENT}/{planned.settlement}/{planned.line}/%"],
        )
        return int(cursor.fetchone()[0])

"""Marks payments of a settlement's plan, in the book of the day on which they are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from clubs.business_day import business_day
from gameplay import settlement as door
from gameplay import store
from gameplay.services.asking import asked, first_answer, locked, retried
from gameplay.streams import Stamp

if TYPE_CHECKING:
    from collections.abc import Callable

    from clubs.models import Club
    from gameplay.services.asking import Asked
    from ledger.refs import PlannedLine


def mark_paid(*, club: Club, settlement: str, line: int, by: str, key: str | None = None) -> str:
    """Record that a line of a plan (from 0) was paid; return the transaction's public id.

    Exactly once: LedgerError `payment.done` for a line that is paid. Raises also `settlement.unknown`,
    `payment.line_unknown`.
    """
    body = {"settlement": settlement, "line": line}
    return _write(club, settlement, line, door.pay, request=asked("mark_paid", key, body), by=by)


def mark_unpaid(*, club: Club, settlement: str, line: int, by: str, key: str | None = None) -> str:
    """Take the payment of a line back; return the reversing transaction. LedgerError `payment.not_done`."""
    body = {"settlement": settlement, "line": line}
    return _write(
        club, settlement, line, door.take_back_payment, request=asked("mark_unpaid", key, body), by=by
    )


@retried
def _write(
    club: Club,
    settlement: str,
    line: int,
    post: Callable[[door.Posting, PlannedLine], str],
    *,
    request: Asked,
    by: str,
) -> str:
    planned = door.planned_line(club_id=club.pk, settlement=settlement, line=line)
    day = business_day(timezone.now(), club.time_zone, club.cutoff_hour)
    book = door.day_book(club_id=club.pk, day=day, by=by)
    with locked(request, club_id=club.pk):
        if (made := first_answer(club.pk, request)) is not None:
            return str(made["transaction"])
        stamp = Stamp(door.lock([planned.payer, planned.payee]), by, request.key)
        transaction = post(door.Posting(club.pk, book, stamp.recorded_at, by), planned)
        store.write(
            store.Write(
                club_id=club.pk,
                stream="",
                rows=[],
                stamp=stamp,
                operation=request.operation,
                body_hash=request.body_hash,
                made={"transaction": transaction},
                feed=[store.FeedRow("transaction", transaction)],
            )
        )
    return transaction

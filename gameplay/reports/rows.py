"""Reads what a session had posted and finished by an instant, and what came after it. It writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from django.db import connection

from gameplay import store

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Moved:
    """A transaction of a session: net units by account, and the lines that explain them."""

    transaction: str
    reason: str
    source: str
    business_day: dt.date
    recorded_at: dt.datetime
    nets: dict[str, int]
    lines: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A finished deal that was not void at the instant; seats by members' ids."""

    deal: str
    seats: Sequence[str]
    winner: int | None
    loser: int | None


# The settlement is recorded under the session's lock: whatever came before it has an earlier time.
_SOURCES = """
WITH sources AS (
    SELECT d.public_id FROM gameplay_deal d JOIN gameplay_session s ON s.id = d.session_id
    WHERE s.club_id = %(club)s AND s.public_id = %(session)s
    UNION ALL
    SELECT m.public_id FROM gameplay_matchstate m JOIN gameplay_session s ON s.id = m.session_id
    WHERE s.club_id = %(club)s AND s.public_id = %(session)s
)
SELECT t.public_id, t.reason, t.source, t.business_day, t.recorded_at,
    array_agg(a.public_id ORDER BY p.id), array_agg(p.amount ORDER BY p.id), t.body
FROM ledger_transaction t JOIN sources x ON x.public_id = t.source
JOIN ledger_posting p ON p.transaction_id = t.id JOIN ledger_account a ON a.id = p.account_id
"""
# A reversal names no lines of its own: a pair of which both lie before the instant explains nothing.
_UNTIL = f"""{_SOURCES}
WHERE t.club_id = %(club)s AND t.recorded_at <= %(at)s AND t.reverses_id IS NULL AND NOT EXISTS (
    SELECT FROM ledger_transaction r
    WHERE r.club_id = t.club_id AND r.reverses_id = t.id AND r.recorded_at <= %(at)s)
GROUP BY t.id ORDER BY t.id
"""
_SINCE = f"""{_SOURCES}
WHERE t.club_id = %(club)s AND t.recorded_at > %(at)s GROUP BY t.id ORDER BY t.id
"""
_DEALS = """
SELECT d.public_id, d.header, st.winner, st.loser FROM gameplay_deal d
JOIN gameplay_dealstate st ON st.deal_id = d.id JOIN gameplay_session s ON s.id = d.session_id
WHERE s.club_id = %(club)s AND s.public_id = %(session)s AND st.is_over AND d.recorded_at <= %(at)s
    AND NOT EXISTS (SELECT FROM gameplay_event e
        WHERE e.club_id = %(club)s AND e.stream = %(session)s AND e.type = 'voided'
            AND e.payload ->> 'deal' = d.public_id AND e.recorded_at <= %(at)s)
ORDER BY d.number
"""


def moved_until(club_id: int, session: str, at: dt.datetime) -> list[Moved]:
    """Return what the session had posted by an instant and not reversed by then, in order."""
    return _moved(_UNTIL, club_id, session, at)


def moved_since(club_id: int, session: str, at: dt.datetime) -> list[Moved]:
    """Return what was posted for the session's deals and matches after an instant, in order."""
    return _moved(_SINCE, club_id, session, at)


def finished_deals(club_id: int, session: str, at: dt.datetime) -> list[FinishedDeal]:
    """Return the deals that counted at an instant, in order; to be asked of a closed session."""
    with connection.cursor() as cursor:
        cursor.execute(_DEALS, {"club": club_id, "session": session, "at": at})
        return [
            FinishedDeal(deal, store.read_header(header)["seats"], winner, loser)
            for deal, header, winner, loser in cursor.fetchall()
        ]


def _moved(statement: str, club_id: int, session: str, at: dt.datetime) -> list[Moved]:
    with connection.cursor() as cursor:
        cursor.execute(statement, {"club": club_id, "session": session, "at": at})
        return [
            Moved(
                transaction=transaction,
                reason=reason,
                source=source,
                business_day=day,
                recorded_at=recorded_at,
                nets=dict(zip(accounts, amounts, strict=True)),
                lines=tuple(msgspec.json.decode(bytes(body))["lines"]),
            )
            for transaction, reason, source, day, recorded_at, accounts, amounts, body in cursor.fetchall()
        ]

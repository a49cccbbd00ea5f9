"""Reads settlements: a club's list, one with nets and plan, who owes whom directly. It writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from django.db import connection

from gameplay.selectors.people import Person, named, people
from ledger.plans import direct_debts
from ledger.selectors import paid_lines

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose an account is: a member, or the pot of a table (then `person` is None)."""

    account: str
    purpose: str
    holder: str
    name: str
    person: Person | None


@dataclass(frozen=True, slots=True)
class SettlementRow:
    """A settlement as lists show it. `position` is where a page after it begins."""

    position: int
    settlement: str
    number: int
    supersedes: str | None
    successor: str | None
    session: str
    table_name: str
    game: str
    business_day: dt.date
    recorded_at: dt.datetime
    recorded_by: str
    root: str
    lines: int
    paid: int


@dataclass(frozen=True, slots=True)
class Net:
    """What a holder won (+) or lost (-) in the session, in units."""

    holder: Holder
    units: int


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A payment of the plan, counted from 0; `payment` is the transaction that stands for it."""

    line: int
    payer: Holder
    payee: Holder
    units: int
    payment: str | None


@dataclass(frozen=True, slots=True)
class SettlementView:
    """One settlement as frozen, with which payments stand now."""

    row: SettlementRow
    nets: tuple[Net, ...]
    plan: tuple[PlanLine, ...]
    previous_root: str


@dataclass(frozen=True, slots=True)
class Debt:
    """What one holder owes another for what was played."""

    debtor: Holder
    creditor: Holder
    units: int


_COLUMNS = """
SELECT l.id, l.public_id, l.number, p.public_id, n.public_id, s.public_id, t.name, s.game, s.business_day,
    l.recorded_at, l.recorded_by, encode(l.root, 'hex'),
    jsonb_array_length(convert_from(l.body, 'UTF8')::jsonb -> 'plan'),
    (SELECT count(*) FROM ledger_transaction x WHERE x.club_id = l.club_id AND x.source = l.public_id
        AND x.reason = 'payment' AND NOT EXISTS (SELECT FROM ledger_transaction r
            WHERE r.club_id = x.club_id AND r.reverses_id = x.id)),
    l.body, encode(l.previous_root, 'hex')
FROM ledger_settlement l
JOIN ledger_book b ON b.id = l.book_id
JOIN gameplay_session s ON s.club_id = l.club_id AND s.public_id = b.source
JOIN clubs_table t ON t.id = s.table_id
LEFT JOIN ledger_settlement p ON p.id = l.supersedes_id
LEFT JOIN ledger_settlement n ON n.supersedes_id = l.id
WHERE l.club_id = %(club)s
"""
_LIST = f"""{_COLUMNS} AND l.id < %(before)s AND (%(session)s::text IS NULL OR s.public_id = %(session)s)
ORDER BY l.id DESC LIMIT %(limit)s"""
_ONE = f"{_COLUMNS} AND l.public_id = %(settlement)s"
_HOLDERS = """
SELECT a.public_id, a.purpose, a.holder, coalesce(t.name, '') FROM ledger_account a
LEFT JOIN clubs_table t ON t.club_id = a.club_id AND t.public_id = a.holder
WHERE a.club_id = %s AND a.public_id = ANY(%s)
"""
# What stands of a session's deals and matches, summed up by who owes whom.
_OWED = """
SELECT line ->> 'payer', line ->> 'payee', sum((line ->> 'units')::bigint)::bigint
FROM gameplay_session s
JOIN LATERAL (
    SELECT d.public_id FROM gameplay_deal d WHERE d.session_id = s.id
    UNION ALL SELECT m.public_id FROM gameplay_matchstate m WHERE m.session_id = s.id
) x ON true
JOIN ledger_transaction t ON t.club_id = s.club_id AND t.source = x.public_id AND t.reverses_id IS NULL
LEFT JOIN ledger_transaction r ON r.club_id = t.club_id AND r.reverses_id = t.id
CROSS JOIN LATERAL jsonb_array_elements(convert_from(t.body, 'UTF8')::jsonb -> 'lines') AS line
WHERE s.club_id = %s AND s.public_id = %s AND r.id IS NULL
GROUP BY 1, 2
"""


def list_settlements(
    club_id: int, *, session: str | None = None, before: int | None = None, limit: int = 20
) -> list[SettlementRow]:
    """Return a club's settlements, or a session's, the latest first, below a position."""
    asked = {"session": session, "before": 2**62 if before is None else before, "limit": limit}
    return [SettlementRow(*columns) for *columns, _, _ in _read(club_id, _LIST, asked)]


def find_settlement(club_id: int, settlement: str) -> SettlementView | None:
    """Return one settlement of the club, or None."""
    found = _read(club_id, _ONE, {"settlement": settlement})
    if not found:
        return None
    *columns, body, previous = found[0]
    frozen = msgspec.json.decode(bytes(body))
    accounts = {account for account, _ in frozen["nets"]} | {
        each for line in frozen["plan"] for each in line[:2]
    }
    who = holders(club_id, accounts)
    paid = paid_lines(club_id, settlement)
    nets = sorted(frozen["nets"], key=lambda net: (-net[1], who[net[0]].name, net[0]))
    plan = tuple(
        PlanLine(line, who[payer], who[payee], units, paid[line].public_id if line in paid else None)
        for line, (payer, payee, units) in enumerate(frozen["plan"])
    )
    return SettlementView(
        SettlementRow(*columns), tuple(Net(who[account], units) for account, units in nets), plan, previous
    )


def debts_of_session(club_id: int, session: str) -> list[Debt]:
    """Return who owes whom for what stands of a session, the pot as a party, the largest debt first."""
    with connection.cursor() as cursor:
        cursor.execute(_OWED, [club_id, session])
        owed = {(payer, payee): units for payer, payee, units in cursor.fetchall()}
    payments = direct_debts(owed)
    who = holders(club_id, {each for payment in payments for each in (payment.payer, payment.payee)})
    return [Debt(who[each.payer], who[each.payee], each.units) for each in payments]


def holders(club_id: int, accounts: Iterable[str]) -> dict[str, Holder]:
    """Return whose each account is."""
    with connection.cursor() as cursor:
        cursor.execute(_HOLDERS, [club_id, sorted(set(accounts))])
        rows = cursor.fetchall()
    persons = people(club_id, (holder for _, purpose, holder, _ in rows if purpose == "member"))
    found = {}
    for account, purpose, holder, table in rows:
        person = named(persons, holder) if purpose == "member" else None
        found[account] = Holder(account, purpose, holder, person.label if person else table, person)
    return found


def _read(club_id: int, statement: str, asked: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, asked | {"club": club_id})
        return list(cursor.fetchall())

"""Turns what the engine says into postings: the one door from the table to the ledger.

It decides no rule: amounts come from the engine's lines, reversals from the stored postings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection

from ledger import selectors as ledger_selectors
from ledger import services as ledger
from ledger.models import AccountKind, BookKind
from ledger.refs import AccountRef, BookRef

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from gameplay.engine.verdict import Line, MatchOutcome, Outcome
    from ledger.plans import Payment
    from ledger.refs import PlannedLine
    from ledger.sealing import Head
    from ledger.selectors import PostedTransaction
    from ledger.services.settling import Sealed

DEAL = "deal"
VOID = "void"
MATCH_STAKE = "match_stake"

_SOURCES = """
SELECT d.public_id FROM gameplay_deal d JOIN gameplay_session s ON s.id = d.session_id
WHERE s.club_id = %(club)s AND s.public_id = %(session)s
UNION ALL
SELECT m.public_id FROM gameplay_matchstate m JOIN gameplay_session s ON s.id = m.session_id
WHERE s.club_id = %(club)s AND s.public_id = %(session)s
"""


class DealAccounts(NamedTuple):
    """Whose units a deal moves: an account a seat, and the pot of its table."""

    seats: tuple[AccountRef, ...]
    pot: AccountRef


class Posting(NamedTuple):
    """Where and when something is posted, and by whom."""

    club_id: int
    book: BookRef
    recorded_at: dt.datetime
    recorded_by: str


def deal_accounts(*, club_id: int, seats: Sequence[str], table: str) -> DealAccounts:
    """Return the accounts of a deal's members and of its table's pot, made where missing.

    Before the transaction that writes (see `ledger.services.ensure_accounts`).
    """
    holders = [(AccountKind.MEMBER, member) for member in seats]
    found = ledger.ensure_accounts(club_id=club_id, holders=[*holders, (AccountKind.POT, table)])
    return DealAccounts(tuple(found[holder] for holder in holders), found[AccountKind.POT, table])


def member_accounts(*, club_id: int, members: Sequence[str]) -> dict[str, AccountRef]:
    """Return the accounts of members, made where missing; before the transaction that writes."""
    holders = [(AccountKind.MEMBER, member) for member in members]
    found = ledger.ensure_accounts(club_id=club_id, holders=holders)
    return {holder: account for (_, holder), account in found.items()}


def pot_account(*, club_id: int, table: str) -> AccountRef:
    """Return the account of a table's pot, made where missing; before the transaction that writes."""
    holder = (AccountKind.POT, table)
    return ledger.ensure_accounts(club_id=club_id, holders=[holder])[holder]


def lock(accounts: Sequence[AccountRef], root_of_club: int | None = None) -> dt.datetime:
    """Take the last locks of the write path and return the clock after them."""
    return ledger.lock_accounts(accounts=accounts, root_of_club=root_of_club)


def moves_units(outcome: Outcome, pot_in: int) -> bool:
    """Tell whether a deal as it stands would post anything."""
    return outcome.is_over and (any(outcome.units) or outcome.pot != pot_in)


def post_deal(at: Posting, *, deal: str, outcome: Outcome, pot_in: int, accounts: DealAccounts) -> str | None:
    """Post a finished deal once and return the transaction's public id, or None when nothing moved.

    What the seats gain the pot of the table loses: sum(units) + pot - pot_in = 0 (rule R).
    """
    movements = dict(zip(accounts.seats, outcome.units, strict=True))
    movements[accounts.pot] = outcome.pot - pot_in
    new = ledger.NewTransaction(
        reason=DEAL,
        source=deal,
        key=f"{DEAL}/{deal}",
        movements=movements,
        lines=[_line(line, accounts) for line in outcome.lines],
    )
    made = _post(at, [new])
    return made[0] if made else None


def post_stakes(at: Posting, *, match: str, outcome: MatchOutcome, seats: Sequence[AccountRef]) -> list[str]:
    """Post the stakes of a decided match (PL-9) and return the transaction's public id, if units moved.

    A match that a void revived and later deals decided again posts again: stakes are numbered.
    """
    times = ledger_selectors.count_transactions(at.club_id, source=match, reason=MATCH_STAKE)
    lines = [
        {
            "rule": line.rule,
            "reason": line.reason.value,
            "event": None,
            "payer": seats[line.payer].public_id,
            "payee": seats[line.payee].public_id,
            "units": line.units,
        }
        for line in outcome.lines
        if line.payer is not None and line.payee is not None
    ]
    new = ledger.NewTransaction(
        reason=MATCH_STAKE,
        source=match,
        key=f"{MATCH_STAKE}/{match}/{times + 1}",
        movements=dict(zip(seats, outcome.units, strict=True)),
        lines=lines,
    )
    return _post(at, [new])


def units_by_holder(posted: Sequence[PostedTransaction]) -> dict[str, int]:
    """Return what stored transactions moved together, by the holder of each account; zeros left out."""
    return ledger_selectors.units_by_holder([each.id for each in posted])


def session_nets(club_id: int, session: str) -> dict[str, int]:
    """Return account -> net units of all that a session has posted, in whatever book; zeros left out."""
    with connection.cursor() as cursor:
        cursor.execute(_SOURCES, {"club": club_id, "session": session})
        sources = [source for (source,) in cursor.fetchall()]
    return ledger_selectors.nets_of_sources(club_id, sources)


def unpaid(club_id: int, session: str, nets: Mapping[str, int]) -> dict[str, int]:
    """Return what is left of nets after the payments that name the session's settlements."""
    paid = ledger_selectors.paid_for_source(club_id, BookKind.SESSION.value, session)
    return {
        account: left for account in {*nets, *paid} if (left := nets.get(account, 0) + paid.get(account, 0))
    }


def planned_line(*, club_id: int, settlement: str, line: int) -> PlannedLine:
    """Return a line of a plan; LedgerError `settlement.unknown`, `payment.line_unknown`."""
    return ledger.planned_line(club_id=club_id, settlement=settlement, line=line)


def pay(at: Posting, planned: PlannedLine) -> str:
    """Post a line as paid; raises LedgerError `payment.done`."""
    return ledger.pay(
        club_id=at.club_id,
        book=at.book,
        planned=planned,
        recorded_at=at.recorded_at,
        recorded_by=at.recorded_by,
    )


def take_back_payment(at: Posting, planned: PlannedLine) -> str:
    """Reverse the payment of a line; raises LedgerError `payment.not_done`."""
    return ledger.take_back(
        club_id=at.club_id,
        book=at.book,
        planned=planned,
        recorded_at=at.recorded_at,
        recorded_by=at.recorded_by,
    )


def standing(club_id: int, deal: str) -> list[PostedTransaction]:
    """Return what a deal has posted and nobody has reversed."""
    return ledger_selectors.standing_transactions(club_id, deal)


def accounts_of(posted: Sequence[PostedTransaction]) -> list[AccountRef]:
    """Return the accounts that stored transactions touch."""
    return sorted({AccountRef(row, public_id) for each in posted for row, public_id, _ in each.postings})


def reverse(at: Posting, *, reason: str, posted: Sequence[PostedTransaction], source: str) -> list[str]:
    """Post the *stored* postings of transactions negated, never recomputed (L-6), and return the new ids."""
    return _post(
        at,
        [
            ledger.NewTransaction(
                reason=reason,
                source=source,
                key=f"{reason}/{each.public_id}",
                movements={AccountRef(row, public_id): -units for row, public_id, units in each.postings},
                reverses=(each.id, each.public_id),
            )
            for each in posted
        ],
    )


def open_session_book(*, club_id: int, session: str, day: dt.date, at: dt.datetime, by: str) -> BookRef:
    """Open the next book of a session."""
    return ledger.open_book(
        club_id=club_id,
        purpose=BookKind.SESSION,
        source=session,
        business_day=day,
        recorded_at=at,
        recorded_by=by,
    )


def day_book(*, club_id: int, day: dt.date, by: str) -> BookRef:
    """Return the book of a business day, made where missing, before the transaction that posts."""
    return ledger.day_book(club_id=club_id, business_day=day, recorded_by=by)


def seal_session(
    at: Posting,
    *,
    club: str,
    session: str,
    heads: Sequence[Head],
    nets: Mapping[str, int],
    plan: Sequence[Payment],
) -> Sealed:
    """Close the session's book for good under the club's next root."""
    return ledger.settle_book(
        club=(at.club_id, club),
        book=at.book,
        source=(BookKind.SESSION.value, session),
        heads=heads,
        nets=nets,
        plan=plan,
        recorded_at=at.recorded_at,
        recorded_by=at.recorded_by,
    )


def seal_day(at: Posting, *, club: str, nets: Mapping[str, int]) -> Sealed:
    """Close the book of a business day for good under the club's next root; it has no streams and no plan."""
    return ledger.settle_book(
        club=(at.club_id, club),
        book=at.book,
        source=(BookKind.DAY.value, at.book.business_day.isoformat()),
        heads=[],
        nets=nets,
        plan=[],
        recorded_at=at.recorded_at,
        recorded_by=at.recorded_by,
    )


def _post(at: Posting, new: Sequence[ledger.NewTransaction]) -> list[str]:
    return ledger.post(
        club_id=at.club_id,
        book=at.book,
        transactions=new,
        recorded_at=at.recorded_at,
        recorded_by=at.recorded_by,
    )


def _line(line: Line, accounts: DealAccounts) -> dict[str, Any]:
    written: dict[str, Any] = {
        "rule": line.rule,
        "reason": line.reason.value,
        "event": line.event,
        "payer": _account(line.payer, accounts),
        "payee": _account(line.payee, accounts),
        "units": line.units,
    }
    return written if line.meld is None else written | {"meld": line.meld}


def _account(seat: int | None, accounts: DealAccounts) -> str:
    return (accounts.pot if seat is None else accounts.seats[seat]).public_id

"""Turns what the engine says into postings: the one door from the table to the ledger.

It decides no rule: amounts come from the engine's lines, reversals from the stored postings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ledger import selectors
from ledger import services as ledger
from ledger.models import AccountKind, BookKind
from ledger.refs import AccountRef, BookRef

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from gameplay.engine.verdict import Line, Outcome
    from ledger.plans import Payment
    from ledger.sealing import Head
    from ledger.services.settling import Sealed

DEAL = "deal"
VOID = "void"


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


def standing(club_id: int, deal: str) -> list[selectors.PostedTransaction]:
    """Return what a deal has posted and nobody has reversed."""
    return selectors.standing_transactions(club_id, deal)


def accounts_of(posted: Sequence[selectors.PostedTransaction]) -> list[AccountRef]:
    """Return the accounts that stored transactions touch."""
    return sorted({AccountRef(row, public_id) for each in posted for row, public_id, _ in each.postings})


def reverse(
    at: Posting, *, reason: str, posted: Sequence[selectors.PostedTransaction], source: str
) -> list[str]:
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
    at: Posting, *, club: str, session: str, heads: Sequence[Head], plan: Sequence[Payment]
) -> Sealed:
    """Close the session's book for good under the club's next root."""
    return ledger.settle_book(
        club=(at.club_id, club),
        book=at.book,
        source=(BookKind.SESSION.value, session),
        heads=heads,
        plan=plan,
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

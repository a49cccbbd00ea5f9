"""Assembles the report of a settlement: what was frozen, and what the ledger had by then. It writes nothing.

Figures are those of the settlement's time and never change: what is posted afterwards is listed as a
correction, and payments as what they are.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gameplay.models import HouseRulesRevision, Session
from gameplay.reports.rows import FinishedDeal, Moved, finished_deals, moved_since, moved_until
from gameplay.selectors import Holder, SettlementView, find_settlement, holders, people, rules_spans

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable

    from clubs.models import Club
    from gameplay.selectors import Person, RulesSpan


@dataclass(slots=True)
class PlayerLine:
    """One player: deals counted by the engine's outcome, units by reason, what was paid since.

    `lost` is None where the game knows no loser (Panguingue): that is not the same as none (L-31).
    """

    person: Person
    account: str
    deals: int = 0
    won: int = 0
    lost: int | None = None
    units: dict[str, int] = field(default_factory=dict)
    net: int = 0
    to_pay: int = 0
    to_receive: int = 0
    paid: int = 0
    received: int = 0


@dataclass(frozen=True, slots=True)
class Correction:
    """Something of the session that was posted after the settlement, on the day on which it was made."""

    transaction: str
    reason: str
    source: str
    business_day: dt.date
    recorded_at: dt.datetime
    nets: dict[str, int]


@dataclass(frozen=True, slots=True)
class SettlementReport:
    """A settlement in full. `pot_net` is what the pot of the table gained.

    `rules` are those that the session was opened with, `later_rules` those by which it went on.
    """

    club: Club
    view: SettlementView
    rules: HouseRulesRevision
    later_rules: tuple[RulesSpan, ...]
    players: tuple[PlayerLine, ...]
    pot_net: int
    corrections: tuple[Correction, ...]


def settlement_report(club: Club, settlement: str) -> SettlementReport | None:
    """Return the report of one settlement of the club, or None."""
    view = find_settlement(club.pk, settlement)
    if view is None:
        return None
    row = view.row
    session = Session.objects.select_related("revision__house_rules").get(
        club_id=club.pk, public_id=row.session
    )
    moved = moved_until(club.pk, row.session, row.recorded_at)
    since = moved_since(club.pk, row.session, row.recorded_at)
    deals = finished_deals(club.pk, row.session, row.recorded_at)
    accounts = {account for each in moved for account in each.nets}
    lines = _lines(club.pk, view, deals, holders(club.pk, accounts | _planned(view)))
    _count(lines, deals, has_loser=row.game == "pan")
    _add_units(lines, moved)
    _add_payments(lines, view)
    return SettlementReport(
        club,
        view,
        session.revision,
        tuple(each for each in rules_spans(club.pk, row.session)[1:] if each.recorded_at < row.recorded_at),
        tuple(sorted(lines.values(), key=lambda line: (line.person.number, line.person.member))),
        sum(net.units for net in view.nets if net.holder.person is None),
        tuple(
            Correction(
                each.transaction, each.reason, each.source, each.business_day, each.recorded_at, each.nets
            )
            for each in since
        ),
    )


def _planned(view: SettlementView) -> set[str]:
    return {line.payer.account for line in view.plan} | {line.payee.account for line in view.plan}


def _lines(
    club_id: int, view: SettlementView, deals: Iterable[FinishedDeal], who: dict[str, Holder]
) -> dict[str, PlayerLine]:
    """Return a line for everybody who sat in a deal or holds units of the session, by member's id."""
    found = {
        holder.holder: PlayerLine(holder.person, holder.account)
        for holder in who.values()
        if holder.person is not None
    }
    seated = {member for deal in deals for member in deal.seats} - set(found)
    for member, person in people(club_id, seated).items():
        found[member] = PlayerLine(person, "")
    for net in view.nets:
        if net.holder.person is not None:
            line = found.setdefault(net.holder.holder, PlayerLine(net.holder.person, net.holder.account))
            line.net = net.units
    return found


def _count(lines: dict[str, PlayerLine], deals: Iterable[FinishedDeal], *, has_loser: bool) -> None:
    for line in lines.values():
        line.lost = 0 if has_loser else None
    for deal in deals:
        for seat, member in enumerate(deal.seats):
            line = lines[member]
            line.deals += 1
            line.won += seat == deal.winner
            if line.lost is not None:
                line.lost += seat == deal.loser


def _add_units(lines: dict[str, PlayerLine], moved: Iterable[Moved]) -> None:
    """Add up the itemised lines by reason; what was reversed by then comes with both and cancels out."""
    by_account = {line.account: line for line in lines.values() if line.account}
    sums: dict[tuple[str, str], int] = defaultdict(int)
    for each in moved:
        for item in each.lines:
            sums[item["payer"], item["reason"]] -= item["units"]
            sums[item["payee"], item["reason"]] += item["units"]
    for (account, reason), units in sorted(sums.items()):
        if account in by_account and units:
            by_account[account].units[reason] = units


def _add_payments(lines: dict[str, PlayerLine], view: SettlementView) -> None:
    for planned in view.plan:
        for holder, wanted, done in (
            (planned.payer, "to_pay", "paid"),
            (planned.payee, "to_receive", "received"),
        ):
            if holder.person is None:
                continue
            line = lines[holder.holder]
            setattr(line, wanted, getattr(line, wanted) + planned.units)
            if planned.payment is not None:
                setattr(line, done, getattr(line, done) + planned.units)


def as_data(report: SettlementReport) -> dict[str, Any]:
    """Return the report as plain values, everything keyed by ids (L-43)."""
    row, rules = report.view.row, report.rules
    return {
        "club": {"id": report.club.public_id, "name": report.club.name},
        "session": row.session,
        "table_name": row.table_name,
        "game": row.game,
        "business_day": row.business_day,
        "rules": {
            "id": rules.house_rules.public_id,
            "name": rules.house_rules.name,
            "revision": rules.public_id,
            "number": rules.number,
            "profile": rules.profile,
        },
        "later_rules": [
            {
                "id": each.house_rules,
                "name": each.name,
                "revision": each.revision,
                "number": each.number,
                "profile": each.profile,
                "from_number": each.from_number,
            }
            for each in report.later_rules
        ],
        "settlement": row.settlement,
        "number": row.number,
        "supersedes": row.supersedes,
        "successor": row.successor,
        "root": row.root,
        "previous_root": report.view.previous_root,
        "recorded_at": row.recorded_at,
        "players": report.players,
        "pot_net": report.pot_net,
        "plan": report.view.plan,
        "corrections": report.corrections,
    }

"""Lays a settlement's report out as one table: a row a player, keyed by ids; names are values only (L-43)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gameplay.engine.verdict import LineReason

if TYPE_CHECKING:
    from gameplay.reports.settlement import PlayerLine, SettlementReport
    from gameplay.reports.tables import Cell

REASONS: Final = tuple(reason.value for reason in LineReason)
"""One column each, in every report: columns must not come and go with what happened."""

HEADER: Final = (
    "club_id",
    "club_name",
    "session_id",
    "business_day",
    "game",
    "table_name",
    "rules_name",
    "rules_revision_id",
    "rules_number",
    "settlement_id",
    "settlement_number",
    "supersedes_id",
    "root",
    "member_id",
    "member_number",
    "member_name",
    "deals",
    "won",
    "lost",
    *(f"units_{reason}" for reason in REASONS),
    "net",
    "to_pay",
    "paid",
    "to_receive",
    "received",
)


def rows_of(report: SettlementReport) -> list[list[Cell]]:
    """Return the rows under `HEADER`."""
    row, rules = report.view.row, report.rules
    head: list[Cell] = [
        report.club.public_id,
        report.club.name,
        row.session,
        row.business_day,
        row.game,
        row.table_name,
        rules.house_rules.name,
        rules.public_id,
        rules.number,
        row.settlement,
        row.number,
        row.supersedes,
        row.root,
    ]
    return [[*head, *_player(line)] for line in report.players]


def _player(line: PlayerLine) -> list[Cell]:
    return [
        line.person.member,
        line.person.number,
        line.person.name,
        line.deals,
        line.won,
        line.lost,
        *(line.units.get(reason, 0) for reason in REASONS),
        line.net,
        line.to_pay,
        line.paid,
        line.to_receive,
        line.received,
    ]

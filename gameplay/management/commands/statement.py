"""`manage.py statement CLUB MEMBER`: an account from opening to closing balance; it changes nothing."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING, Any

import msgspec
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from clubs.selectors import find_club, find_member
from gameplay.importing.verdicts import printable, signed
from gameplay.management.columns import aligned
from gameplay.management.holders import holders
from gameplay.management.refusal import told
from gameplay.management.statements import statement
from gameplay.reasons import words
from ledger.errors import Code, LedgerError

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from clubs.models import Member
    from gameplay.management.holders import Holder
    from gameplay.management.statements import Statement
    from ledger.selectors import StatementRow

ROWS = 50
MOST_ROWS = 1_000_000


class Command(BaseCommand):
    help = "Print the statement of a member, oldest row first: every amount, and the deal behind it."
    requires_system_checks: list[str] = []  # no page is shown, so no address is checked

    def add_arguments(self, parser: ArgumentParser) -> None:
        """CLUB and MEMBER as in `manage.py club`."""
        parser.add_argument("club", help="public id or exact name")
        parser.add_argument("member", help="number, public id or exact name")
        parser.add_argument("--limit", type=_limit, default=ROWS, help="how many rows, the last ones")
        parser.add_argument("--why", action="store_true", help="print what each row is made of")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *_args: Any, club: str, member: str, **options: Any) -> None:
        """Print the rows; ones that do not add up end with status 1."""
        with told():
            room = find_club(club)
            who = find_member(room, member)
            found = statement(room, who, limit=options["limit"], has_why=options["why"])
            if options["json"]:
                self.stdout.write(_as_json(who, found, has_why=options["why"]))
            else:
                self.stdout.write("\n".join(_as_text(who, found, holders(room))))
            if not found.adds_up:
                raise LedgerError(Code.UNBALANCED, member=who.public_id)


def _limit(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= MOST_ROWS or len(text) > 9:
        raise ArgumentTypeError(f"a whole number from 1 to {MOST_ROWS}")
    return int(text)


def _as_json(who: Member, found: Statement, *, has_why: bool) -> str:
    rows = []
    for row in found.rows:
        said = {
            "version": row.version,
            "business_day": row.business_day,
            "recorded_at": row.recorded_at,
            "reason": row.reason,
            "source": row.source,
            "deal": found.deals.get(row.source),
            "transaction": row.transaction,
            "amount": row.amount,
            "balance": row.balance_after,
        }
        rows.append(said | {"lines": found.why.get(row.transaction, [])} if has_why else said)
    head = {"member": who.public_id, "number": who.number, "name": who.name, "account": found.account}
    body = {"opening": found.opening, "rows": rows, "closing": found.closing}
    return msgspec.json.encode(head | body).decode()


def _as_text(who: Member, found: Statement, known: dict[str, Holder]) -> list[str]:
    rows = [(_("Day"), _("Reason"), _("Amount"), _("Balance"))]
    rows.append(("", _("opening balance"), "", signed(found.opening)))
    rows += [
        (row.business_day.isoformat(), _from(row, found), signed(row.amount), signed(row.balance_after))
        for row in found.rows
    ]
    rows.append(("", _("closing balance"), "", signed(found.closing)))
    title, opening, *lines, closing = aligned(rows, right={2, 3})
    told_rows = [printable(f"{who.number} {who.name}"), title, opening]
    for line, row in zip(lines, found.rows, strict=True):
        told_rows += [line, *_because(row, found, known)]
    return [*told_rows, closing]


def _from(row: StatementRow, found: Statement) -> str:
    deal = found.deals.get(row.source)
    if deal is None:
        return f"{words(row.reason)} {row.source}"
    said = f"{words(row.reason)} #{deal.number}, {deal.session}"
    day = row.business_day.isoformat()
    return said if deal.business_day == day else f"{said}, {deal.business_day}"


def _because(row: StatementRow, found: Statement, known: dict[str, Holder]) -> list[str]:
    lines = found.why.get(row.transaction, [])
    if not lines:
        return []
    told_lines = []
    for line in lines:
        is_paid = line["payer"] == found.account
        other = known.get(line["payee" if is_paid else "payer"])
        told_lines.append(
            (
                "   ",
                signed(-line["units"] if is_paid else line["units"]),
                f"{words(line['reason'])} ({line['rule']})",
                (_("to %(who)s") if is_paid else _("from %(who)s"))
                % {"who": printable(other.label) if other else "?"},
                "" if line["event"] is None else _("event %(event)s") % {"event": line["event"]},
            )
        )
    return aligned(told_lines, right={1})

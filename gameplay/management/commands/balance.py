"""`manage.py balance CLUB`: what stands on every account; it changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from clubs.models import Member
from clubs.selectors import find_club
from gameplay.importing.verdicts import printable, signed
from gameplay.management.columns import aligned
from gameplay.management.holders import holders
from gameplay.management.refusal import told
from ledger.errors import Code, LedgerError
from ledger.models import AccountKind
from ledger.selectors import balances

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from clubs.models import Club
    from ledger.selectors import BalanceRow

NONE = "-"  # never played, which is not zero (L-31)


class Command(BaseCommand):
    help = "Print the balance of every member and every pot, in units; they sum to zero."
    requires_system_checks: list[str] = []  # no page is shown, so no address is checked

    def add_arguments(self, parser: ArgumentParser) -> None:
        """CLUB as in `manage.py club`."""
        parser.add_argument("club", help="public id or exact name")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *_args: Any, club: str, **options: Any) -> None:
        """Print the balances; a sum other than zero ends with status 1."""
        with told():
            found = find_club(club)
            rows = balances(found.pk)  # in one statement: they belong to one moment
            members, others = _members(found, rows), _others(found, rows)
            total = sum(row.units for row in rows)
            if options["json"]:
                self.stdout.write(_as_json(found, members, others, total))
            else:
                self.stdout.write("\n".join(_as_text(members, others, total)))
            if total:
                raise LedgerError(Code.UNBALANCED, club=found.public_id)


def _members(club: Club, rows: list[BalanceRow]) -> list[dict[str, Any]]:
    """Return everybody active, and whoever has left with an account, by number."""
    units = {row.holder: row.units for row in rows if row.purpose == AccountKind.MEMBER}
    people = Member.objects.filter(club=club).order_by("number", "id")
    return [
        {
            "member": member.public_id,
            "number": member.number,
            "name": member.name,
            "is_active": member.is_active,
            "units": units.get(member.public_id),
        }
        for member in people
        if member.is_active or member.public_id in units
    ]


def _others(club: Club, rows: list[BalanceRow]) -> list[dict[str, Any]]:
    """Return the pots of the tables, and the club's own accounts."""
    known = holders(club)
    return [
        {
            "kind": row.purpose,
            "holder": row.holder,
            "name": known[row.account].name,
            "units": row.units,
        }
        for row in rows
        if row.purpose != AccountKind.MEMBER
    ]


def _as_json(club: Club, members: list[dict[str, Any]], others: list[dict[str, Any]], total: int) -> str:
    said = {"club": club.public_id, "members": members, "others": others, "sum": total}
    return msgspec.json.encode(said).decode()


def _as_text(members: list[dict[str, Any]], others: list[dict[str, Any]], total: int) -> list[str]:
    rows = [(_("Number"), _("Name"), _("Units"))]
    rows += [
        (
            each["number"],
            printable(each["name"]) + ("" if each["is_active"] else " " + _("(left)")),
            NONE if each["units"] is None else signed(each["units"]),
        )
        for each in members
    ]
    rows += [
        ("", f"{AccountKind(each['kind']).label}: {printable(each['name'])}", signed(each["units"]))
        for each in others
    ]
    rows.append(("", _("Sum"), signed(total)))
    return aligned(rows, right={2})

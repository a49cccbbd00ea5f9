"""Says whose an account is, for the commands that print the books; it writes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from clubs.models import Member, Table
from ledger.models import Account, AccountKind

if TYPE_CHECKING:
    from clubs.models import Club


class Holder(NamedTuple):
    """Whose units an account holds: its kind, and the number (of a member) and name of who holds them."""

    purpose: str
    public_id: str
    number: str
    name: str

    @property
    def label(self) -> str:
        """How a line names the holder: two people of one name have two numbers (L-28)."""
        return f"{self.number} {self.name}".strip()


def holders(club: Club) -> dict[str, Holder]:
    """Return whose each account of the club is, by the account's public id."""
    members = {
        public_id: (number, name)
        for public_id, number, name in Member.objects.filter(club=club).values_list(
            "public_id", "number", "name"
        )
    }
    tables = dict(Table.objects.filter(club=club).values_list("public_id", "name"))
    accounts = Account.objects.filter(club=club).values_list("public_id", "purpose", "holder")
    return {
        account: Holder(purpose, held, *members.get(held, ("", tables.get(held, held))))
        for account, purpose, held in accounts
    }


def account_row(club: Club, member: Member) -> int | None:
    """Return the row of a member's account; None for who has never played."""
    found = Account.objects.filter(club=club, purpose=AccountKind.MEMBER, holder=member.public_id)
    return found.values_list("pk", flat=True).first()

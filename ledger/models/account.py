"""Accounts of a club, and what stands on them now."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.models import Club
from clubs.models.fields import public_id_field, recorded_at_field
from clubs.public_ids import MAX_LENGTH, new_public_id


def new_account_id() -> str:
    """Return a new public id of an account."""
    return new_public_id("acc")


class AccountKind(models.TextChoices):
    """Whose units an account holds."""

    MEMBER = "member", _("member")
    POT = "pot", _("pot of a table")
    HOUSE = "house", _("house")
    CASH = "cash", _("cash")
    VARIANCE = "variance", _("variance")


class Account(models.Model):
    """One account; `holder` is the public id of its member or table, of the club for the other kinds."""

    kind: ClassVar = Kind.IDENTITY

    public_id = public_id_field(new_account_id)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, db_index=False, related_name="accounts")
    purpose = models.CharField(_("kind"), max_length=8, choices=AccountKind)
    holder = models.CharField(_("holder"), max_length=MAX_LENGTH)
    recorded_at = recorded_at_field()

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [
            models.UniqueConstraint(fields=["club", "purpose", "holder"], name="ledger_account_once"),
            models.CheckConstraint(
                condition=models.Q(purpose__in=["member", "pot", "house", "cash", "variance"]),
                name="ledger_account_known_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} {self.holder}"


class Balance(models.Model):
    """What stands on an account after its last posting, in units. Version counts its postings."""

    kind: ClassVar = Kind.DERIVED

    account = models.OneToOneField(Account, on_delete=models.PROTECT, primary_key=True)
    units = models.BigIntegerField()
    version = models.BigIntegerField()

    class Meta:
        verbose_name = _("balance")
        verbose_name_plural = _("balances")
        constraints = [
            models.CheckConstraint(condition=models.Q(version__gte=0), name="ledger_balance_version"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id}: {self.units}"

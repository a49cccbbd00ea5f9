"""Transactions and their postings: the facts of the ledger."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.models import Club
from clubs.models.fields import fact_id_field, fact_id_is_unique
from clubs.public_ids import MAX_LENGTH
from ledger.models.account import Account
from ledger.models.book import Book

MAX_KEY_LENGTH = 120


class Transaction(models.Model):
    """Units moved between accounts for one reason.

    `body` is the RFC 8785 JSON of the row with its postings' amounts and the itemised `lines` that explain
    them; `hash` is its SHA-256, which the database checks. `xact` is stamped by a trigger.
    """

    kind: ClassVar = Kind.FACT

    public_id = fact_id_field()
    club = models.ForeignKey(Club, on_delete=models.PROTECT, db_index=False, related_name="transactions")
    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="transactions")
    business_day = models.DateField(_("business day"))
    reason = models.CharField(_("reason"), max_length=24)
    source = models.CharField(_("source"), max_length=MAX_LENGTH)
    key = models.CharField(max_length=MAX_KEY_LENGTH)
    reverses = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="reversals", verbose_name=_("reverses")
    )
    recorded_at = models.DateTimeField(_("recorded"))
    recorded_by = models.CharField(_("recorded by"), max_length=MAX_LENGTH)
    body = models.BinaryField()
    hash = models.BinaryField()
    xact = models.BigIntegerField(editable=False)

    class Meta:
        verbose_name = _("transaction")
        verbose_name_plural = _("transactions")
        constraints = [
            fact_id_is_unique("ledger_transaction"),
            models.UniqueConstraint(fields=["club", "key"], name="ledger_transaction_key"),
            # One effect, however often and by how many a thing is taken back (L-11, L-80).
            models.UniqueConstraint(fields=["club", "reverses"], name="ledger_transaction_reversed_once"),
        ]
        indexes = [
            models.Index(fields=["book", "id"], name="ledger_transaction_of_book"),
            models.Index(fields=["club", "source"], name="ledger_transaction_of_source"),
        ]

    def __str__(self) -> str:
        return self.public_id


class Posting(models.Model):
    """One movement on one account, in units. `account_version` counts the account's postings from 1."""

    kind: ClassVar = Kind.FACT

    club = models.ForeignKey(Club, on_delete=models.PROTECT, db_index=False, related_name="+")
    transaction = models.ForeignKey(Transaction, on_delete=models.PROTECT, related_name="postings")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="postings")
    amount = models.BigIntegerField(_("amount"))
    balance_after = models.BigIntegerField(_("balance after"))
    account_version = models.BigIntegerField(_("version"))

    class Meta:
        verbose_name = _("posting")
        verbose_name_plural = _("postings")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "account", "account_version"], name="ledger_posting_version"
            ),
            models.CheckConstraint(
                condition=~models.Q(amount=0) & models.Q(account_version__gte=1),
                name="ledger_posting_moves_something",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.amount:+d}"

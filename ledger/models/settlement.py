"""Settlements: the frozen close of a book, under a Merkle root that also covers the root before it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.models import Club
from clubs.models.fields import fact_id_field, fact_id_is_unique
from clubs.public_ids import MAX_LENGTH
from ledger.models.book import Book


class Settlement(models.Model):
    """The close of one book.

    `body` is the RFC 8785 JSON of what was frozen: book, number, what it supersedes, nets in units per
    account, payment plan, and the heads of the streams that the root covers. `root` covers the body, the
    heads, the book's transactions with their postings, and `previous_root`.
    """

    kind: ClassVar = Kind.FACT

    public_id = fact_id_field()
    club = models.ForeignKey(Club, on_delete=models.PROTECT, db_index=False, related_name="settlements")
    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="settlements")
    number = models.PositiveIntegerField(_("number"))
    supersedes = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="successors")
    body = models.BinaryField()
    previous_root = models.BinaryField()
    root = models.BinaryField()
    recorded_at = models.DateTimeField(_("recorded"))
    recorded_by = models.CharField(max_length=MAX_LENGTH)

    class Meta:
        verbose_name = _("settlement")
        verbose_name_plural = _("settlements")
        constraints = [
            fact_id_is_unique("ledger_settlement"),
            models.UniqueConstraint(fields=["club", "book"], name="ledger_settlement_of_book"),
            # The chain of roots of a club cannot fork (L-91).
            models.UniqueConstraint(fields=["club", "previous_root"], name="ledger_settlement_one_chain"),
        ]

    def __str__(self) -> str:
        return self.public_id

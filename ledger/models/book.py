"""Books: what transactions are posted into, until the book is closed."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.models import Club
from clubs.models.fields import fact_id_field, fact_id_is_unique
from clubs.public_ids import MAX_LENGTH


class BookKind(models.TextChoices):
    """What a book is kept for."""

    SESSION = "session", _("session")
    DAY = "day", _("business day")


class Book(models.Model):
    """One book. `source` is the public id of its session, or the ISO date of its business day.

    A session that is reopened posts into a new book, so books of one source are numbered from 1.
    """

    kind: ClassVar = Kind.FACT

    public_id = fact_id_field()
    club = models.ForeignKey(Club, on_delete=models.PROTECT, db_index=False, related_name="books")
    purpose = models.CharField(_("kind"), max_length=7, choices=BookKind)
    source = models.CharField(_("source"), max_length=MAX_LENGTH)
    number = models.PositiveIntegerField(_("number"))
    business_day = models.DateField(_("business day"))
    recorded_at = models.DateTimeField()
    recorded_by = models.CharField(max_length=MAX_LENGTH)

    class Meta:
        verbose_name = _("book")
        verbose_name_plural = _("books")
        constraints = [
            fact_id_is_unique("ledger_book"),
            models.UniqueConstraint(
                fields=["club", "purpose", "source", "number"], name="ledger_book_number"
            ),
            models.CheckConstraint(
                condition=models.Q(purpose__in=["session", "day"], number__gte=1), name="ledger_book_shape"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} · {self.number}"


class BookState(models.Model):
    """Whether a book still takes transactions: it does until a settlement seals it."""

    kind: ClassVar = Kind.DERIVED

    book = models.OneToOneField(Book, on_delete=models.PROTECT, primary_key=True)
    is_open = models.BooleanField()

    class Meta:
        verbose_name = _("state of a book")
        verbose_name_plural = _("states of books")

    def __str__(self) -> str:
        return f"{self.book_id}: {'open' if self.is_open else 'closed'}"

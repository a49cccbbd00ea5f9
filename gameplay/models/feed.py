"""The feed: where each fact stands in the order of commits, for readers that follow (TRUST, L-69 to L-71)."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.models import Club
from clubs.models.fields import recorded_at_field
from clubs.public_ids import MAX_LENGTH


class FeedEpoch(models.Model):
    """A span in which transaction ids of one database order its facts; a restore begins a new one."""

    kind: ClassVar = Kind.OPERATIONAL

    number = models.PositiveIntegerField(primary_key=True)
    system_identifier = models.BigIntegerField()
    database = models.BigIntegerField()
    recorded_at = recorded_at_field()

    class Meta:
        verbose_name = _("epoch of the feed")
        verbose_name_plural = _("epochs of the feed")

    def __str__(self) -> str:
        return str(self.number)


class FeedFact(models.TextChoices):
    """Which facts the feed tells."""

    EVENTS = "events", _("events")
    TRANSACTION = "transaction", _("transaction")
    SETTLEMENT = "settlement", _("settlement")


class Feed(models.Model):
    """One write: `ref` is a stream with its events `first` to `last`, or another fact's public id.

    Readers follow (epoch, xact, id) below `pg_snapshot_xmin`; the id alone is not commit order.
    """

    kind: ClassVar = Kind.OPERATIONAL
    app_rights: ClassVar = "SELECT, INSERT"

    # Here as in every fact: an index of the club alone would only tempt the planner.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, db_index=False, related_name="+")
    epoch = models.PositiveIntegerField()
    xact = models.BigIntegerField()
    fact = models.CharField(max_length=11, choices=FeedFact)
    ref = models.CharField(max_length=MAX_LENGTH)
    first = models.PositiveIntegerField(null=True)
    last = models.PositiveIntegerField(null=True)

    class Meta:
        verbose_name = _("entry of the feed")
        verbose_name_plural = _("entries of the feed")
        indexes = [models.Index(fields=["club", "epoch", "xact", "id"], name="gameplay_feed_order")]

    def __str__(self) -> str:
        return f"{self.fact} {self.ref}"

"""Deals: one hand of cards for all, one event stream. The header is a fact, the rest is derived."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.models import Club, Member
from clubs.models.fields import fact_id_field, fact_id_is_unique
from clubs.public_ids import MAX_LENGTH
from gameplay.models.session import Session


class Deal(models.Model):
    """The header of a deal stream.

    `header` is the RFC 8785 JSON of {deal, session, number, game, detail, profile, options, seats, first,
    pot, texts}: all options resolved, seats as members' public ids, `texts` the salted hash of what people
    wrote (or null). `header_hash` is its SHA-256, the first `prev_hash` of the stream. `import_key`
    recognises an imported record; a deal that was logged has its own public id there.
    """

    kind: ClassVar = Kind.FACT

    public_id = fact_id_field()
    club = models.ForeignKey(Club, on_delete=models.PROTECT, db_index=False, related_name="deals")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="deals")
    number = models.PositiveIntegerField(_("number"))
    import_key = models.CharField(max_length=120)
    header = models.BinaryField()
    header_hash = models.BinaryField()
    recorded_at = models.DateTimeField(_("recorded"))
    recorded_by = models.CharField(max_length=MAX_LENGTH)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        constraints = [
            fact_id_is_unique("gameplay_deal"),
            models.UniqueConstraint(fields=["club", "session", "number"], name="gameplay_deal_number"),
            # The same file twice adds nothing (L-44).
            models.UniqueConstraint(
                fields=["club", "session", "import_key"], name="gameplay_deal_import_key"
            ),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="gameplay_deal_number_from_one"),
        ]

    def __str__(self) -> str:
        return self.public_id


class DealSeat(models.Model):
    """Who sat where in a deal."""

    kind: ClassVar = Kind.DERIVED

    pk = models.CompositePrimaryKey("deal_id", "seat")
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="sittings")
    seat = models.PositiveSmallIntegerField()
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="sittings")

    class Meta:
        verbose_name = _("seat of a deal")
        verbose_name_plural = _("seats of deals")

    def __str__(self) -> str:
        return f"{self.deal_id}/{self.seat}"


class DealState(models.Model):
    """What replaying a deal gives, under the engine's version that replayed it.

    `units` is the net per seat; `pot` what the deal carries out; `seq` and `head` the last event.
    """

    kind: ClassVar = Kind.DERIVED

    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, primary_key=True, related_name="state")
    seq = models.PositiveIntegerField()
    head = models.BinaryField()
    outcome = models.CharField(_("outcome"), max_length=12)
    is_over = models.BooleanField(_("finished"))
    is_void = models.BooleanField(_("void"), default=False)
    winner = models.PositiveSmallIntegerField(_("winner"), null=True)
    loser = models.PositiveSmallIntegerField(_("loser"), null=True)
    units = ArrayField(models.BigIntegerField(), verbose_name=_("units"))
    pot = models.BigIntegerField(_("pot"))
    engine_version = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("state of a deal")
        verbose_name_plural = _("states of deals")

    def __str__(self) -> str:
        return f"{self.deal_id}: {self.outcome}"

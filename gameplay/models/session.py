"""Sessions: one table, one game, from open to close. The header is a fact, the state is derived."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.models import Club, Member, Table
from clubs.models.fields import fact_id_field, fact_id_is_unique
from clubs.public_ids import MAX_LENGTH
from gameplay.models.house_rules import Game, HouseRulesRevision
from ledger.models import Book


class Origin(models.TextChoices):
    """How a session came into being."""

    LIVE = "live", _("kept at the table")
    IMPORT = "import", _("imported records")


class Session(models.Model):
    """The header of a session stream.

    `header` is the RFC 8785 JSON of {session, table, game, business_day, rules, origin} in public ids;
    `header_hash` is its SHA-256, the first `prev_hash` of the stream.
    """

    kind: ClassVar = Kind.FACT

    public_id = fact_id_field()
    club = models.ForeignKey(Club, on_delete=models.PROTECT, db_index=False, related_name="sessions")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="sessions")
    game = models.CharField(_("game"), max_length=10, choices=Game)
    business_day = models.DateField(_("business day"))
    revision = models.ForeignKey(HouseRulesRevision, on_delete=models.PROTECT, related_name="sessions")
    origin = models.CharField(max_length=6, choices=Origin)
    header = models.BinaryField()
    header_hash = models.BinaryField()
    recorded_at = models.DateTimeField(_("recorded"))
    recorded_by = models.CharField(max_length=MAX_LENGTH)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        constraints = [
            fact_id_is_unique("gameplay_session"),
            # An import finds its session again by table, day and game (DESIGN, "Import").
            models.UniqueConstraint(
                fields=["club", "table", "business_day", "game"],
                condition=models.Q(origin="import"),
                name="gameplay_session_of_import",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id


class SessionStatus(models.TextChoices):
    """Where a session stands on its way to the report."""

    OPEN = "open", _("open")
    CLOSING = "closing", _("closing")
    SETTLED = "settled", _("settled")


class SessionState(models.Model):
    """What the session stream amounts to: the book that its deals post into, the rules they are played by."""

    kind: ClassVar = Kind.DERIVED

    session = models.OneToOneField(Session, on_delete=models.PROTECT, primary_key=True, related_name="state")
    status = models.CharField(_("status"), max_length=7, choices=SessionStatus)
    seq = models.PositiveIntegerField()
    head = models.BinaryField()
    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="+")
    revision = models.ForeignKey(HouseRulesRevision, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = _("state of a session")
        verbose_name_plural = _("states of sessions")

    def __str__(self) -> str:
        return f"{self.session_id}: {self.status}"


class SessionSeat(models.Model):
    """Who sits on which chair of a session now; chairs count from 1."""

    kind: ClassVar = Kind.DERIVED

    pk = models.CompositePrimaryKey("session_id", "chair")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="seats")
    chair = models.PositiveSmallIntegerField(_("chair"))
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="chairs")

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["session", "member"], name="gameplay_sessionseat_member_once")
        ]

    def __str__(self) -> str:
        return f"{self.session_id}/{self.chair}"

"""Events: the append-only log of every stream, chained by hashes over the stored bytes."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Func
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.models import Club
from clubs.public_ids import MAX_LENGTH

MAX_KEY_LENGTH = 120


class BodyType(Func):
    """The event's type, read by the database out of the stored bytes."""

    template = "(gameplay_json(%(expressions)s) ->> 'type')"


class BodyPayload(Func):
    """The event's payload, read by the database out of the stored bytes."""

    template = "(gameplay_json(%(expressions)s) -> 'payload')"


class Event(models.Model):
    """One event of one stream; `stream` is the public id of a deal or a session.

    `body` is the RFC 8785 JSON of {stream, seq, type, payload, entered_at, recorded_at, recorded_by, key};
    `hash` = SHA-256(prev_hash ‖ body), which the database checks (L-92). `type` and `payload` are generated
    from the body, so that they cannot say anything else.
    """

    kind: ClassVar = Kind.FACT

    club = models.ForeignKey(Club, on_delete=models.PROTECT, db_index=False, related_name="+")
    stream = models.CharField(max_length=MAX_LENGTH)
    seq = models.PositiveIntegerField()
    type = models.GeneratedField(
        expression=BodyType(F("body")), output_field=models.TextField(), db_persist=True
    )
    payload = models.GeneratedField(
        expression=BodyPayload(F("body")), output_field=models.JSONField(), db_persist=True
    )
    entered_at = models.DateTimeField(_("entered"), null=True)
    recorded_at = models.DateTimeField(_("recorded"))
    recorded_by = models.CharField(_("recorded by"), max_length=MAX_LENGTH)
    key = models.CharField(max_length=MAX_KEY_LENGTH)
    body = models.BinaryField()
    prev_hash = models.BinaryField()
    hash = models.BinaryField()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints = [
            models.UniqueConstraint(fields=["club", "stream", "seq"], name="gameplay_event_seq"),
            models.UniqueConstraint(fields=["club", "stream", "prev_hash"], name="gameplay_event_one_chain"),
            models.UniqueConstraint(fields=["club", "key"], name="gameplay_event_key"),
            models.CheckConstraint(condition=models.Q(seq__gte=1), name="gameplay_event_seq_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.stream}/{self.seq}"


class Text(models.Model):
    """What people wrote into a header (seq 0) or an event: names, ids of their own, notes, reasons.

    `content` is JSON text and may be blanked on request; the salted hash of it stands in the fact.
    """

    kind: ClassVar = Kind.ERASABLE

    club = models.ForeignKey(Club, on_delete=models.PROTECT, db_index=False, related_name="+")
    stream = models.CharField(max_length=MAX_LENGTH)
    seq = models.PositiveIntegerField()
    salt = models.BinaryField(null=True)
    content = models.TextField(null=True)

    class Meta:
        verbose_name = _("text")
        verbose_name_plural = _("texts")
        constraints = [
            models.UniqueConstraint(fields=["club", "stream", "seq"], name="gameplay_text_once"),
        ]

    def __str__(self) -> str:
        return f"{self.stream}/{self.seq}"

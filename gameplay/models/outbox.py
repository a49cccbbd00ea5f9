"""Work that a write has caused: the row is the truth, the message to the worker a hint (DESIGN, "Celery")."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.models import Club
from clubs.models.fields import recorded_at_field
from clubs.public_ids import MAX_LENGTH


class OutboxTask(models.TextChoices):
    """Which work is to be done on the subject."""

    SETTLE_SESSION = "settle_session", _("settle a session")
    ADVANCE_MATCH = "advance_match", _("advance a match")
    AUDIT_CLUB = "audit_club", _("verify a club")


class Outbox(models.Model):
    """One task, written in the transaction that causes it; `subject` is a public id.

    Whoever works on it holds its advisory lock; `done_at` is set in the transaction of its effect's end.
    """

    kind: ClassVar = Kind.OPERATIONAL

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    task = models.CharField(max_length=20, choices=OutboxTask)
    subject = models.CharField(max_length=MAX_LENGTH)
    recorded_at = recorded_at_field()
    tries = models.PositiveIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    failure = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        verbose_name = _("task")
        verbose_name_plural = _("tasks")
        indexes = [
            models.Index(
                fields=["recorded_at"], condition=models.Q(done_at=None), name="gameplay_outbox_waiting"
            )
        ]

    def __str__(self) -> str:
        return f"{self.task} {self.subject}"


class Progress(models.Model):
    """How far a task has come: `done` of `total` steps. Its own row, so that it shows while the task runs."""

    kind: ClassVar = Kind.OPERATIONAL

    outbox = models.OneToOneField(Outbox, on_delete=models.CASCADE, primary_key=True, related_name="progress")
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("progress of a task")
        verbose_name_plural = _("progress of tasks")

    def __str__(self) -> str:
        return f"{self.done} of {self.total}"

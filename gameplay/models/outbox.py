"""Work that a write has caused: the row is the truth, the message to the worker a hint (DESIGN, "Celery")."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
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
    SEAL_DAY_BOOK = "seal_day_book", _("seal the book of a day")


class Outbox(models.Model):
    """One task, written in the transaction that causes it; `subject` is a public id.

    Whoever works on it holds its advisory lock. `done_at` is set behind the effect, so that a worker that
    dies in between leaves a row whose work answers like the first time. `failed_at` is set when no further
    try would help; `failure` is the code of the last try that went wrong. `period` makes rows of a rule
    unique: the business day of an audit, the place in a stream at which work was found missing.
    """

    kind: ClassVar = Kind.OPERATIONAL

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    task = models.CharField(max_length=20, choices=OutboxTask)
    subject = models.CharField(max_length=MAX_LENGTH)
    period = models.CharField(max_length=64, blank=True, default="", db_default="")
    recorded_at = recorded_at_field()
    due_at = models.DateTimeField(db_default=Now())
    tries = models.PositiveIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)
    failure = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        verbose_name = _("task")
        verbose_name_plural = _("tasks")
        constraints = [
            # Two beats, one row (L-53, L-86).
            models.UniqueConstraint(
                fields=["club", "task", "period"],
                condition=~models.Q(period=""),
                name="gameplay_outbox_once_a_period",
            )
        ]
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(done_at=None, failed_at=None),
                name="gameplay_outbox_due",
            ),
            models.Index(
                fields=["club", "task", "subject"],
                condition=models.Q(done_at=None),
                name="gameplay_outbox_undone",
            ),
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


class AuditRun(models.Model):
    """What one audit of a club walked over and found; `findings` holds the first of the flaws."""

    kind: ClassVar = Kind.OPERATIONAL

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="audit_runs")
    outbox = models.OneToOneField(Outbox, on_delete=models.CASCADE, related_name="audit_run")
    started_at = models.DateTimeField(_("started"))
    finished_at = models.DateTimeField(_("finished"), null=True)
    sessions = models.PositiveIntegerField(_("sessions"), default=0)
    deals = models.PositiveIntegerField(_("deals"), default=0)
    events = models.PositiveBigIntegerField(_("events"), default=0)
    unsealed_events = models.PositiveBigIntegerField(_("events under no root yet"), default=0)
    unsealed_transactions = models.PositiveBigIntegerField(_("transactions under no root yet"), default=0)
    flaws = models.PositiveIntegerField(_("flaws"), default=0)
    findings = models.JSONField(_("findings"), default=list)

    class Meta:
        verbose_name = _("audit of a club")
        verbose_name_plural = _("audits of clubs")
        indexes = [models.Index(fields=["club", "-started_at"], name="gameplay_auditrun_latest")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.flaws}"

"""Requests: what was asked under which key, so that asking again is answered as the first time."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.models import Club
from clubs.public_ids import MAX_LENGTH

MAX_KEY_LENGTH = 100


class Request(models.Model):
    """One request that was carried out. Keys never expire.

    `body_hash` is SHA-256 of what was asked; `made` the public ids (and sequence numbers) that the first
    answer named, from which it is built again.
    """

    kind: ClassVar = Kind.FACT

    club = models.ForeignKey(Club, on_delete=models.PROTECT, db_index=False, related_name="+")
    key = models.CharField(max_length=MAX_KEY_LENGTH)
    operation = models.CharField(max_length=40)
    body_hash = models.BinaryField()
    status = models.PositiveSmallIntegerField()
    made = models.JSONField()
    recorded_at = models.DateTimeField()
    recorded_by = models.CharField(max_length=MAX_LENGTH)

    class Meta:
        verbose_name = _("request")
        verbose_name_plural = _("requests")
        constraints = [models.UniqueConstraint(fields=["club", "key"], name="gameplay_request_key")]

    def __str__(self) -> str:
        return f"{self.operation} {self.key}"

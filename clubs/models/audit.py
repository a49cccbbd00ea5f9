"""Who changed which identity row, when, from what to what. Rows are written by triggers alone (L-63)."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.models.fields import recorded_at_field


class AuditEntry(models.Model):
    """One insert, update or delete of one identity row.

    `old` and `new` are the changed columns only; both may be blanked on request, nothing else may change.
    """

    kind: ClassVar = Kind.ERASABLE
    # The triggers write as the owner of the tables, so that nobody who serves can forge a row.
    app_rights: ClassVar = "SELECT, UPDATE (old, new)"

    club_id = models.BigIntegerField(null=True)  # a log-in belongs to no club
    table = models.CharField(max_length=63)
    row = models.BigIntegerField()
    action = models.CharField(max_length=6)
    actor = models.CharField(max_length=64)
    address = models.CharField(max_length=45)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    recorded_at = recorded_at_field()

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        indexes = [models.Index(fields=["club_id", "table", "row"], name="clubs_audit_row")]

    def __str__(self) -> str:
        return f"{self.action} {self.table} {self.row}"

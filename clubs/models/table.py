"""A table of a club, where sessions are held."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.models.club import Club
from clubs.models.fields import public_id_field, recorded_at_field
from clubs.public_ids import new_public_id


def new_table_id() -> str:
    """Return a new public id of a table."""
    return new_public_id("tbl")


class Table(models.Model):
    """One table; its name is unique in the club."""

    kind: ClassVar = Kind.IDENTITY

    public_id = public_id_field(new_table_id)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tables")
    name = models.CharField(_("name"), max_length=60)
    is_active = models.BooleanField(_("active"), default=True)
    recorded_at = recorded_at_field()

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="clubs_table_name"),
            # What a foreign key of (club, table) points to.
            models.UniqueConstraint(fields=["club", "id"], name="clubs_table_in_club"),
            models.CheckConstraint(condition=~models.Q(name=""), name="clubs_table_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

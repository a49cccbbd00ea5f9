"""A club: the wall between what belongs to different rooms. It holds no money."""

from __future__ import annotations

import zoneinfo
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.models.fields import public_id_field, recorded_at_field
from clubs.public_ids import new_public_id


def new_club_id() -> str:
    """Return a new public id of a club."""
    return new_public_id("club")


def validate_time_zone(name: str) -> None:
    """Refuse a name that the time-zone database does not have."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("There is no time zone of this name."), code="club.time_zone")


class Club(models.Model):
    """One card room. Its time zone and cut-off hour decide the business day of a session."""

    kind: ClassVar = Kind.IDENTITY

    public_id = public_id_field(new_club_id)
    name = models.CharField(_("name"), max_length=100)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="Europe/Warsaw", validators=[validate_time_zone]
    )
    cutoff_hour = models.PositiveSmallIntegerField(
        _("cut-off hour"),
        default=6,
        validators=[MaxValueValidator(23)],
        help_text=_("What happens before this hour belongs to the business day before."),
    )
    is_active = models.BooleanField(_("active"), default=True)
    recorded_at = recorded_at_field()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(cutoff_hour__lte=23), name="clubs_club_cutoff_hour_of_a_day"
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="clubs_club_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

"""House rules: a club's named set of options, in revisions that never change."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.models import Club
from clubs.models.fields import fact_id_field, fact_id_is_unique, public_id_field, recorded_at_field
from clubs.public_ids import MAX_LENGTH, new_public_id


def new_house_rules_id() -> str:
    """Return a new public id of a set of house rules."""
    return new_public_id("hrs")


class Game(models.TextChoices):
    """The games, by their names in the record format (RULES R)."""

    PANGUINGUE = "panguingue", _("Panguingue")
    PAN = "pan", _("Polish Pan")


class HouseRules(models.Model):
    """A name under which a club keeps options for one game."""

    kind: ClassVar = Kind.IDENTITY

    public_id = public_id_field(new_house_rules_id)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, db_index=False, related_name="house_rules")
    game = models.CharField(_("game"), max_length=10, choices=Game)
    name = models.CharField(_("name"), max_length=60)
    is_active = models.BooleanField(_("active"), default=True)
    recorded_at = recorded_at_field()

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")
        constraints = [
            models.UniqueConstraint(fields=["club", "game", "name"], name="gameplay_houserules_name"),
            models.CheckConstraint(
                condition=models.Q(game__in=["panguingue", "pan"]) & ~models.Q(name=""),
                name="gameplay_houserules_shape",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class HouseRulesRevision(models.Model):
    """One revision: a profile and all its options, resolved. Numbered from 1."""

    kind: ClassVar = Kind.FACT

    public_id = fact_id_field()
    club = models.ForeignKey(Club, on_delete=models.PROTECT, db_index=False, related_name="+")
    house_rules = models.ForeignKey(HouseRules, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField(_("number"))
    profile = models.CharField(_("profile"), max_length=20)
    options = models.JSONField(_("options"))
    recorded_at = models.DateTimeField(_("recorded"))
    recorded_by = models.CharField(max_length=MAX_LENGTH)

    class Meta:
        verbose_name = _("revision of house rules")
        verbose_name_plural = _("revisions of house rules")
        constraints = [
            fact_id_is_unique("gameplay_houserulesrevision"),
            models.UniqueConstraint(
                fields=["club", "house_rules", "number"], name="gameplay_houserulesrevision_number"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.house_rules} · {self.number}"

"""Matches of Polish Pan: letters over deals (RULES PL-9). All of it is derived from the session's stream."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.public_ids import MAX_LENGTH
from gameplay.models.session import Session


class MatchState(models.Model):
    """A match as its deals stand. Lists run over `members`, public ids in seat order."""

    kind: ClassVar = Kind.DERIVED

    public_id = models.CharField(max_length=MAX_LENGTH, primary_key=True)
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="matches")
    members = ArrayField(models.CharField(max_length=MAX_LENGTH), verbose_name=_("players"))
    word = models.CharField(_("word"), max_length=12)
    match_end = models.CharField(_("ends"), max_length=13)
    match_stake = models.BigIntegerField(_("stake"))
    from_number = models.PositiveIntegerField()
    through_number = models.PositiveIntegerField(null=True)
    is_ended = models.BooleanField(_("ended"))
    is_over = models.BooleanField(_("decided"))
    letters = ArrayField(models.CharField(max_length=12, blank=True), verbose_name=_("letters"))
    eliminated = ArrayField(models.PositiveSmallIntegerField(), verbose_name=_("out"))
    winner = models.PositiveSmallIntegerField(_("winner"), null=True)

    class Meta:
        verbose_name = _("state of a match")
        verbose_name_plural = _("states of matches")

    def __str__(self) -> str:
        return self.public_id

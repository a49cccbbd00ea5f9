"""A member of a club and the roles that the member holds there."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Func
from django.utils.translation import gettext_lazy as _

from clubs.kinds import Kind
from clubs.models.club import Club
from clubs.models.fields import public_id_field, recorded_at_field
from clubs.public_ids import new_public_id


def new_member_id() -> str:
    """Return a new public id of a member."""
    return new_public_id("mbr")


class SearchKey(Func):
    """Fold a name for searching, in the database: `Łukasz` and `lukasz` have one key (L-30)."""

    function = "clubs_search_key"
    output_field = models.TextField()


class Member(models.Model):
    """One person of one club, found by number, public id or the search key of the name."""

    kind: ClassVar = Kind.IDENTITY

    public_id = public_id_field(new_member_id)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="members")
    # Text, because 0042 is not 42 (L-41).
    number = models.CharField(
        _("number"), max_length=12, validators=[RegexValidator(r"^[0-9A-Za-z-]{1,12}$", code="member.number")]
    )
    name = models.CharField(_("name"), max_length=100)
    search_key = models.GeneratedField(
        expression=SearchKey(F("name")), output_field=models.TextField(), db_persist=True
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="memberships",
        verbose_name=_("log-in"),
    )
    is_active = models.BooleanField(_("active"), default=True)
    recorded_at = recorded_at_field()

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="clubs_member_number"),
            models.UniqueConstraint(fields=["club", "user"], name="clubs_member_user"),
            # What a foreign key of (club, member) points to.
            models.UniqueConstraint(fields=["club", "id"], name="clubs_member_in_club"),
            models.CheckConstraint(
                condition=models.Q(number__regex=r"^[0-9A-Za-z-]{1,12}$"), name="clubs_member_number_shape"
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="clubs_member_has_a_name"),
        ]
        indexes = [models.Index(fields=["club", "search_key"], name="clubs_member_search")]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class Role(models.TextChoices):
    """What a member may do in the club. Every member is a player; the others are granted."""

    OWNER = "owner", _("owner")
    MANAGER = "manager", _("manager")
    SCORER = "scorer", _("scorer")


class MemberRole(models.Model):
    """One role of one member, beyond that of a player."""

    kind: ClassVar = Kind.IDENTITY

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="roles")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="roles")
    role = models.CharField(_("role"), max_length=8, choices=Role)
    is_active = models.BooleanField(_("active"), default=True)
    recorded_at = recorded_at_field()

    class Meta:
        verbose_name = _("role")
        verbose_name_plural = _("roles")
        constraints = [
            models.UniqueConstraint(fields=["club", "member", "role"], name="clubs_memberrole_once"),
            models.CheckConstraint(
                condition=models.Q(role__in=["owner", "manager", "scorer"]), name="clubs_memberrole_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} · {self.get_role_display()}"

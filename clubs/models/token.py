"""Tokens of the API: what other software shows instead of a password. The secret itself is stored nowhere."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from clubs.kinds import Kind
from clubs.models.club import Club
from clubs.models.fields import public_id_field, recorded_at_field
from clubs.models.member import Member
from clubs.public_ids import new_public_id


def new_token_id() -> str:
    """Return a new public id of a token."""
    return new_public_id("tok")


class Scope(StrEnum):
    """What a token may be used for; its member's roles bound it too."""

    READ = "read"
    SCORE = "score"
    MANAGE = "manage"
    REPORT = "report"


class ApiToken(models.Model):
    """One token of one member, for one club. `secret_hash` is the SHA-256 of 256 random bits."""

    kind: ClassVar = Kind.IDENTITY

    public_id = public_id_field(new_token_id)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tokens")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="tokens")
    label = models.CharField(max_length=60, blank=True, default="")
    secret_hash = models.BinaryField(max_length=32, unique=True, editable=False)
    scopes = ArrayField(models.CharField(max_length=8))
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    recorded_at = recorded_at_field()

    class Meta:
        verbose_name = "API token"
        verbose_name_plural = "API tokens"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scopes__len__gt=0)
                & models.Q(scopes__contained_by=["read", "score", "manage", "report"]),
                name="clubs_apitoken_known_scopes",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id


class ApiTokenUse(models.Model):
    """When a token was last used, to the minute. A row of its own, because edits of tokens are audited."""

    kind: ClassVar = Kind.OPERATIONAL

    token = models.OneToOneField(ApiToken, on_delete=models.PROTECT, primary_key=True, related_name="use")
    used_at = models.DateTimeField()

    class Meta:
        verbose_name = "use of an API token"
        verbose_name_plural = "uses of API tokens"

    def __str__(self) -> str:
        return f"{self.token_id}: {self.used_at}"

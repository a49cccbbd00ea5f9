"""Makes and revokes tokens of the API, and notes when one is used; what a token may do is asked elsewhere."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from typing import TYPE_CHECKING, NamedTuple

from django.db import connection
from django.utils import timezone

from clubs.models import ApiToken, Scope
from clubs.services.members import active_member
from clubs.services.refusals import lock_club, refusals

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clubs.models import Member

PREFIX = "pbk_"
MAX_DAYS = 3650
# Seen at most once a minute: a write for every read would cost more than the read.
_USED = """
INSERT INTO clubs_apitokenuse AS u (token_id, used_at) VALUES (%s, now())
ON CONFLICT (token_id) DO UPDATE SET used_at = now() WHERE u.used_at < now() - interval '1 minute'
"""


class Created(NamedTuple):
    """A new token, and its secret: shown once, and then known to its bearer alone."""

    token: ApiToken
    secret: str


def create_token(*, member: Member, scopes: Iterable[Scope], days: int, label: str = "") -> Created:
    """Return a new token of a member, valid for 1 to 3650 days. Raises ClubsError `member.inactive`."""
    chosen = sorted({Scope(scope).value for scope in scopes})
    if not chosen or not 1 <= days <= MAX_DAYS:
        raise ValueError("a token needs a scope and 1 to 3650 days")
    secret = PREFIX + secrets.token_urlsafe(32)
    with refusals():
        club = lock_club(member.club)
        token = ApiToken.objects.create(
            club=club,
            member=active_member(member),
            label=label,
            secret_hash=hash_of(secret),
            scopes=chosen,
            expires_at=timezone.now() + dt.timedelta(days=days),
        )
    return Created(token, secret)


def revoke_token(*, token: ApiToken) -> ApiToken:
    """End a token now. Repeating it changes nothing."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
    token.refresh_from_db()
    return token


def note_use(*, token: ApiToken) -> None:
    """Note that a token is being used."""
    with connection.cursor() as cursor:
        cursor.execute(_USED, [token.pk])


def hash_of(secret: str) -> bytes:
    """Return what is stored of a secret: of 256 random bits, one plain hash tells nothing."""
    return hashlib.sha256(secret.encode()).digest()

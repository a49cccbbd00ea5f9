"""Says who asks, by a token or by the session of the pages. What may be done is asked in `access.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, SessionAuthentication

from clubs.actor import name_actor
from clubs.api.refusals import ApiError, Code
from clubs.middleware import SAFE_METHODS, address_of
from clubs.models import ApiToken
from clubs.services.tokens import PREFIX, hash_of, note_use

if TYPE_CHECKING:
    from rest_framework.request import Request

_LONGEST = 200


class Bearer(BaseAuthentication):
    """`Authorization: Bearer pbk_…`."""

    def authenticate(self, request: Request) -> tuple[Any, ApiToken] | None:
        """Return user and token; None when no token is shown."""
        kind, _, secret = request.headers.get("Authorization", "").partition(" ")
        if not kind:
            return None
        if kind.lower() != "bearer":
            raise ApiError(Code.TOKEN_INVALID)
        token = _find(secret.strip())
        note_use(token=token)
        if request.method not in SAFE_METHODS:
            name_actor(f"{token.member.public_id}/{token.public_id}", address_of(request._request))  # noqa: SLF001 - Django's own
        return token.member.user or AnonymousUser(), token

    def authenticate_header(self, request: Request) -> str:
        """Return what a 401 asks for."""
        del request
        return 'Bearer realm="panbook"'


class PageSession(SessionAuthentication):
    """The session cookie of the pages; writes carry the CSRF token, as forms do."""

    def enforce_csrf(self, request: Request) -> None:
        """Refuse under a code of ours."""
        from rest_framework.exceptions import PermissionDenied

        try:
            super().enforce_csrf(request)
        except PermissionDenied:
            raise ApiError(Code.CSRF) from None


def _find(secret: str) -> ApiToken:
    token = None
    if secret.startswith(PREFIX) and len(secret) <= _LONGEST and secret.isascii():
        found = ApiToken.objects.select_related("club", "member__user").filter(secret_hash=hash_of(secret))
        token = found.first()
    if token is None or token.revoked_at is not None or not _is_alive(token):
        raise ApiError(Code.TOKEN_INVALID)
    if token.expires_at <= timezone.now():
        raise ApiError(Code.TOKEN_EXPIRED)
    return token


def _is_alive(token: ApiToken) -> bool:
    """A token ends with its member, and with the member's log-in where there is one."""
    user = token.member.user
    return token.member.is_active and token.club.is_active and (user is None or user.is_active)

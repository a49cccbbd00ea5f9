"""What every request passes: who acts, and what a browser may load; it answers no request itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied

from clubs.actor import ANONYMOUS, acting_as

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    Handler = Callable[[HttpRequest], HttpResponse]

# Nothing may run or be loaded but our own files.
STRICT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# The back office (Alpine.js, inline styles) evaluates expressions; it loads nothing foreign either.
BACK_OFFICE = (
    "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
POLICIES = {"/back-office/": BACK_OFFICE}
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


def content_security_policy(get_response: Handler) -> Handler:
    """Name the policy of the address; a view that sets its own keeps it."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        policy = next((told for path, told in POLICIES.items() if request.path.startswith(path)), STRICT)
        response.headers.setdefault("Content-Security-Policy", policy)
        return response

    return answer


def actor(get_response: Handler) -> Handler:
    """Tell the database who acts, in requests that may write; the others write nothing (L-17)."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method in SAFE_METHODS:
            return get_response(request)
        user = request.user
        with acting_as(user.public_id if user.is_authenticated else ANONYMOUS, address_of(request)):
            return get_response(request)

    return answer


def address_of(request: HttpRequest) -> str:
    """Return the client's address as the rate limits know it; empty where there is none."""
    try:
        return str(get_adapter(request).get_client_ip(request))
    except PermissionDenied:
        return ""

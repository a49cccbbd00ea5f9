"""What the edge itself refuses, as stable codes with parameters; it knows neither status nor sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Code(StrEnum):
    """Codes never change their meaning; a retired one stays, marked."""

    MALFORMED = "request.malformed"
    INVALID = "request.invalid"
    PARAMETER_UNKNOWN = "request.parameter_unknown"
    PARAMETER_INVALID = "request.parameter_invalid"
    CURSOR_INVALID = "request.cursor_invalid"
    KEY_INVALID = "idempotency.key_invalid"
    TOO_LARGE = "request.too_large"
    NOT_AUTHENTICATED = "auth.required"
    TOKEN_INVALID = "auth.token_invalid"  # noqa: S105 - a code, not a secret
    TOKEN_EXPIRED = "auth.token_expired"  # noqa: S105 - as above
    CSRF = "auth.csrf"
    ROLE = "auth.role"
    SCOPE = "auth.scope"
    NOT_FOUND = "address.unknown"
    METHOD = "method.not_allowed"
    NOT_ACCEPTABLE = "answer.not_acceptable"
    MEDIA_TYPE = "request.media_type"
    TAG_STALE = "etag.stale"
    TAG_MISSING = "etag.missing"
    NAME_TAKEN = "name.taken"  # retired: house rules have a code of their own
    RATE = "rate.exceeded"
    INTERNAL = "server.error"


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing that is wrong with a request: where (RFC 6901), and what."""

    pointer: str
    code: str
    detail: str = ""
    params: dict[str, Any] = field(default_factory=dict)


class ApiError(Exception):
    """The request was refused before any service was asked, and nothing was written."""

    def __init__(self, code: Code, *flaws: Flaw, **params: Any) -> None:
        """Keep the code, what a sentence about it needs, and each flaw by itself."""
        super().__init__(code)
        self.code = code
        self.flaws = flaws
        self.params = params

"""How allauth logs people in here; it decides no rights in a club."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.adapter import DefaultAccountAdapter

from clubs.models.user import fold_email

if TYPE_CHECKING:
    from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc] # allauth ships no types
    """Closed sign-up, folded addresses."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002 - asked by allauth
        """Nobody signs up alone: a club adds its people."""
        return False

    def clean_email(self, email: str) -> str:
        """Fold the address before allauth looks it up (L-29)."""
        return fold_email(super().clean_email(email))

"""How allauth logs people in here; it decides no rights in a club."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from clubs.models.user import fold_email


class AccountAdapter(DefaultAccountAdapter):
    """Closed sign-up, folded addresses."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Nobody signs up alone: a club adds its people."""
        return False

    def clean_email(self, email: str) -> str:
        """Fold the address before allauth looks it up (L-29)."""
        return fold_email(super().clean_email(email))

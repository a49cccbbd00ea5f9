"""Who appears in all tests: owner, manager, scorer, player, stranger; the fixtures make them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.test import Client

if TYPE_CHECKING:
    from clubs.models import Member, User


@dataclass(frozen=True)
class Person:
    """Somebody who can log in, and the member that this is in the club of the test (a stranger is none)."""

    user: User
    member: Member | None

    def client(self) -> Client:
        """Return a browser in which this person is logged in."""
        client = Client()
        client.force_login(self.user, backend="django.contrib.auth.backends.ModelBackend")
        return client

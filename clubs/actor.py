"""Tells the database who acts, for the audit rows that its triggers write; it asks for no permission."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Iterator

# Commands and shells act as this one without saying so: the triggers take it where nothing is set.
OPERATOR = "sys_operator"
ANONYMOUS = "anonymous"

_SET = "SELECT set_config('panbook.actor', %s, false), set_config('panbook.address', %s, false)"


@contextmanager
def acting_as(actor: str, address: str = "") -> Iterator[None]:
    """Let the connection's audit rows name this actor, until the block ends."""
    name_actor(actor, address)
    try:
        yield
    finally:
        # A broken connection forgets by itself; in a broken transaction the rollback does it for us.
        if connection.connection is not None and not connection.needs_rollback and connection.is_usable():
            name_actor("", "")


def name_actor(actor: str, address: str) -> None:
    """Name the actor from now on, for whoever learns only inside the block who it is (a token, say)."""
    with connection.cursor() as cursor:
        cursor.execute(_SET, [actor, address])

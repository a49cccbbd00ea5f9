"""Connections to the test database as each of its three roles; a test's own work goes as the serving role."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

import psycopg
import pytest
from django.db import connection
from psycopg.conninfo import conninfo_to_dict, make_conninfo

if TYPE_CHECKING:
    from collections.abc import Iterator

APP, OWNER, SUPERUSER = "app", "owner", "superuser"
ROLES = (APP, OWNER, SUPERUSER)
_ADDRESS = {APP: "DATABASE_URL", OWNER: "DATABASE_OWNER_URL", SUPERUSER: "PANBOOK_TEST_SUPERUSER_URL"}


def address(role: str, database: str | None = None) -> str:
    """Return where a role reaches the test database, or another one of the same server."""
    url = os.environ.get(_ADDRESS[role])
    if url is None:
        pytest.skip(f"{_ADDRESS[role]} is not set: nobody here is the {role}")
    return make_conninfo(url, dbname=database or connection.settings_dict["NAME"])


def connect(role: str, database: str | None = None, *, autocommit: bool = True) -> psycopg.Connection:
    """Open a connection of our own; it waits for no lock longer than ten seconds."""
    return psycopg.connect(
        address(role, database), autocommit=autocommit, options="-c lock_timeout=10s -c timezone=UTC"
    )


@contextmanager
def working_as(role: str, database: str | None = None) -> Iterator[None]:
    """Let Django's own connection be of another role, or to another database, for a while."""
    wanted = conninfo_to_dict(address(role, database))
    before = {name: connection.settings_dict[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")}
    connection.close()
    connection.settings_dict.update(
        NAME=str(wanted["dbname"]),
        USER=str(wanted.get("user", "")),
        PASSWORD=str(wanted.get("password", "")),
        HOST=str(wanted.get("host", "")),
        PORT=str(wanted.get("port", "")),
    )
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(before)

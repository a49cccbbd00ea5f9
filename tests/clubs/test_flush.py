"""The clean-up of tests that commit: it must leave the guards awake and the seeds in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import connection

from clubs.models import AuditEntry, Club
from clubs.services import create_club

if TYPE_CHECKING:
    import psycopg


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, 2])
def test_each_test_that_commits_begins_with_an_empty_database(turn: int) -> None:
    assert not Club.objects.exists()
    assert not AuditEntry.objects.exists()
    create_club(name="Card Room")


def test_every_guard_is_awake(owner_connection: psycopg.Connection) -> None:
    asleep = owner_connection.execute(
        "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'A'"
    ).fetchall()
    assert asleep == []


def test_tests_work_as_the_serving_role(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user, session_user")
        assert cursor.fetchone() == ("panbook_app", "panbook_app")


def test_what_the_migrations_made_is_there(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM django_migrations")
        assert cursor.fetchone()[0] > 0
        cursor.execute("SELECT count(*) FROM auth_permission")
        assert cursor.fetchone()[0] > 0

"""The database of a test run, and its five people; it must not lift a guard of any other database.

The owner makes and migrates the test database; then every test works as the serving role, `panbook_app`.
Tests that commit (`django_db(transaction=True)`) are cleaned up by the owner, in one statement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from django.db import connection
from django.test import TransactionTestCase, override_settings
from django.utils import translation

from config import settings as our_settings
from tests.flush import FLUSH, REMEMBER
from tests.people import Person

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clubs.models import Club, Member, User

# The test servers run without autovacuum.
FLUSHES_TO_A_VACUUM = 100


def _settings(role: str) -> dict[str, Any]:
    """Return how a role reaches the server."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PANBOOK_DB_ROLE", role)
        return dict(our_settings._database())


def _become(role: str) -> None:
    """Let all connections of this process, in every thread, work as one of the two roles from now on."""
    wanted = _settings(role)
    connection.close()
    # Threads make their connections from this same dictionary.
    for key in ("USER", "PASSWORD", "HOST", "PORT", "OPTIONS"):
        connection.settings_dict[key] = wanted.get(key, "")


def _connect_as_owner() -> psycopg.Connection:
    """Return a connection of our own to the test database, beside that of the test."""
    owner = _settings("owner")
    return psycopg.connect(
        dbname=connection.settings_dict["NAME"],
        user=owner["USER"],
        password=owner.get("PASSWORD") or None,
        host=owner["HOST"],
        port=owner.get("PORT") or None,
        options="-c lock_timeout=10s -c timezone=UTC",
        autocommit=True,
    )


@pytest.fixture(autouse=True)
def source_language() -> Iterator[None]:
    """A request in another language leaves it active in its thread: the next test begins in English."""
    with translation.override("en"):
        yield


@pytest.fixture(scope="session", autouse=True)
def plain_static_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Pages are tested without collecting static files first."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    storages = our_settings.STORAGES | {"staticfiles": plain}
    with override_settings(STORAGES=storages, STATIC_ROOT=tmp_path_factory.mktemp("static")):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """The owner makes the test database."""
    _become("owner")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Hand the migrated database over to the serving role; take it back to drop it."""
    with _connect_as_owner() as owner, pytest.MonkeyPatch.context() as patch:
        owner.execute(REMEMBER)
        owner.execute(FLUSH)
        flushes = 0

        def flush(_: TransactionTestCase) -> None:
            nonlocal flushes
            connection.close()
            owner.execute("SELECT pg_temp.flush_rows()")
            flushes += 1
            if flushes % FLUSHES_TO_A_VACUUM == 0:
                owner.execute("VACUUM (ANALYZE)")

        patch.setattr(TransactionTestCase, "_fixture_teardown", flush)
        _become("app")
        yield
    _become("owner")


@pytest.fixture
def owner_connection(db: None) -> Iterator[psycopg.Connection]:
    """A connection of the tables' owner, beside the test's own."""
    with _connect_as_owner() as opened:
        yield opened


@pytest.fixture
def club(db: None) -> Club:
    from clubs.services import create_club

    return create_club(name="Card Room", time_zone="Europe/Warsaw", cutoff_hour=6)


@pytest.fixture
def other_club(db: None) -> Club:
    from clubs.services import create_club

    return create_club(name="Other Room", time_zone="America/Los_Angeles", cutoff_hour=6)


def _person(club: Club, name: str, roles: tuple[str, ...]) -> tuple[User, Member]:
    from clubs.services import add_member, create_user, grant_role, link_user

    member = add_member(club=club, name=name)
    for role in roles:
        grant_role(member=member, role=role)
    user = create_user(email=f"{roles[0] if roles else 'player'}.{club.public_id[-6:]}@example.com")
    return user, link_user(member=member, user=user)


@pytest.fixture
def owner(club: Club) -> Person:
    return Person(*_person(club, "Member 01", ("owner",)))


@pytest.fixture
def manager(club: Club) -> Person:
    return Person(*_person(club, "Member 02", ("manager",)))


@pytest.fixture
def scorer(club: Club) -> Person:
    return Person(*_person(club, "Member 03", ("scorer",)))


@pytest.fixture
def player(club: Club) -> Person:
    return Person(*_person(club, "Member 04", ()))


@pytest.fixture
def stranger(other_club: Club) -> Person:
    """Owner of another club, and nobody in this one."""
    return Person(_person(other_club, "Member 01", ("owner",))[0], None)


@pytest.fixture
def five_people(
    owner: Person, manager: Person, scorer: Person, player: Person, stranger: Person
) -> dict[str, Person]:
    return {"owner": owner, "manager": manager, "scorer": scorer, "player": player, "stranger": stranger}

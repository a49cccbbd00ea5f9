"""A copy of the database is the same history under a new epoch of the feed (L-92, L-93)."""

from __future__ import annotations

import os
import subprocess
from io import StringIO
from typing import TYPE_CHECKING

import psycopg
import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection
from psycopg.conninfo import conninfo_to_dict

from config import lodging
from config.troubles import CannotStart
from gameplay import rebuild
from gameplay.errors import Code, GameplayError
from gameplay.feed import Position, read_feed
from tests.builders import PAN, lost, record
from tests.gameplay.followers import follow_to_the_end
from tests.gameplay.roles import APP, OWNER, SUPERUSER, address, connect, working_as
from tests.gameplay.worlds import World, flaws, rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def run_program(name: str, *arguments: str) -> None:
    """Run one of PostgreSQL's own programs as the superuser of the test server."""
    try:
        program = lodging.wheel_binaries(int(os.environ.get("PANBOOK_TEST_POSTGRES", "18"))) / name
    except CannotStart:
        pytest.skip(f"{name} is not installed here")
    where = conninfo_to_dict(address(SUPERUSER))
    server = [
        f"--{option}={where[key]}" for option, key in (("host", "host"), ("username", "user")) if key in where
    ]
    server += [f"--port={where['port']}"] if "port" in where else []
    done = subprocess.run([str(program), *server, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def copy(world: World, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of a database restored from a dump of the test database."""
    dump: Path = tmp_path_factory.mktemp("dump") / "club.dump"
    name = f"{connection.settings_dict['NAME']}_copy"
    run_program("pg_dump", "--format=custom", f"--file={dump}", str(connection.settings_dict["NAME"]))
    with connect(SUPERUSER, "postgres") as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}"'.encode())
        server.execute(f'CREATE DATABASE "{name}" OWNER panbook_owner'.encode())
    run_program("pg_restore", "--exit-on-error", f"--dbname={name}", str(dump))
    yield name
    with connect(SUPERUSER, "postgres") as server:
        server.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def test_a_copy_verifies_rebuilds_and_takes_new_facts_only_in_an_epoch_of_its_own(
    world: World, copy: str
) -> None:
    before = follow_to_the_end(world.club.pk)
    digest = rebuild.digest(world.club.pk)
    with working_as(APP, copy):
        assert flaws(world.club) == []  # L-92: what is stored is what was hashed
        assert rebuild.digest(world.club.pk) == digest
        assert rebuild.rebuild_club(world.club) is False
        with pytest.raises(DatabaseError, match="new epoch"):
            world.house.deal(world.open, record(PAN, world.house.ids, [lost(0)]))
        with pytest.raises(DatabaseError, match="new epoch"):
            read_feed(world.club.pk, Position())
        assert flaws(world.club) == []

        written = StringIO()
        call_command("feed", new_epoch=True, stdout=written)
        assert "Epoch 2 has begun." in written.getvalue()
        made = world.house.deal(world.open, record(PAN, world.house.ids, [lost(0)])).deal
        assert read_feed(world.club.pk, Position(), limit=len(before)) == before
        news = follow_to_the_end(world.club.pk, before[-1].position)
        assert {entry.position.epoch for entry in news} == {2}
        assert news[0].ref == made
        assert read_feed(world.club.pk, before[3].position, limit=1_000) == [*before[4:], *news]
        assert flaws(world.club) == []
        ahead = news[-1].position
    # Back at the original, which goes on in its first epoch and knows nothing of the second.
    world.house.deal(world.open, record(PAN, world.house.ids, [lost(1)]))
    with pytest.raises(GameplayError) as refused:
        read_feed(world.club.pk, ahead)
    assert refused.value.code == Code.FEED_EPOCH
    after = follow_to_the_end(world.club.pk, before[-1].position)
    assert {entry.position.epoch for entry in after} == {1}
    # And who has read on at the original is refused by the copy, whose first epoch ended earlier.
    with working_as(APP, copy), pytest.raises(GameplayError) as refused:
        read_feed(world.club.pk, after[-1].position)
    assert refused.value.code == Code.FEED_EPOCH


def test_a_copy_keeps_its_guards(world: World, copy: str) -> None:  # L-96
    guards = "SELECT tgrelid::regclass::text, tgname, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal"
    with connect(OWNER, copy) as restored:
        assert set(restored.execute(guards.encode())) == set(rows(guards))
        with pytest.raises(psycopg.Error) as refused:
            restored.execute("UPDATE gameplay_event SET seq = seq")
        assert refused.value.diag.message_hint == "fact.frozen"

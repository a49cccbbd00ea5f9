"""The backup of docs/operations.md, word for word, on the embedded server."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import psycopg

from config import embedded
from config.embedded import Server
from tests.ops.conftest import ROOT, clean_environment

if TYPE_CHECKING:
    from pathlib import Path


def postgres(var: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "postgres", *arguments],
        cwd=ROOT,
        env=clean_environment(PANBOOK_VAR=str(var)),
        check=False,
        capture_output=True,
        text=True,
    )


def test_a_dump_restores_rows_owners_and_grants(private_folder: Path) -> None:
    data = embedded.data_folder(private_folder)
    dump = private_folder / "panbook.dump"
    with Server(data):
        with psycopg.connect(embedded.url(data, embedded.OWNER), autocommit=True) as owner:
            owner.execute("CREATE TABLE kept (word text)")
            owner.execute("INSERT INTO kept VALUES ('still here')")
            owner.execute("GRANT SELECT ON kept TO panbook_app")
        for command in (
            ["pg_dump", "-Fc", "-f", str(dump)],
            ["dropdb", "--force", "panbook"],
            ["createdb", "-O", "panbook_owner", "panbook"],
            ["pg_restore", "--exit-on-error", "-d", "panbook", str(dump)],
        ):
            done = postgres(private_folder, *command)
            assert done.returncode == 0, done.stderr
            assert " ".join(command[:-1]) in (ROOT / "docs" / "operations.md").read_text()
        with psycopg.connect(embedded.url(data, embedded.APP)) as app:
            assert app.execute("SELECT word FROM kept").fetchone() == ("still here",)
        with psycopg.connect(embedded.url(data, embedded.SUPERUSER)) as superuser:
            owner_of = "SELECT tableowner FROM pg_tables WHERE tablename = 'kept'"
            assert superuser.execute(owner_of).fetchone() == (embedded.OWNER,)


def test_without_a_running_database_it_says_so(tmp_path: Path) -> None:
    done = postgres(tmp_path, "pg_dump")
    assert done.returncode == 1
    assert "start it first with `make run`" in done.stderr

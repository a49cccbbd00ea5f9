"""A PostgreSQL server of its own for a run of benchmarks: durable settings, thrown away afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

from config import embedded

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "var" / "bench-pg"


@contextmanager
def server() -> Iterator[dict[str, str]]:
    """Run the server, fsync and synchronous commit on, with our schema; give what the workers' env needs."""
    embedded.remove(DATA)
    with embedded.Server(data=DATA):
        env = os.environ | {
            "DATABASE_URL": embedded.url(DATA, embedded.APP),
            "DATABASE_OWNER_URL": embedded.url(DATA, embedded.OWNER),
            "PGHOST": str(embedded.socket_folder(DATA)),
            "PGUSER": embedded.SUPERUSER,
            "PGPORT": "5432",
        }
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True)
        yield env
    shutil.rmtree(DATA, ignore_errors=True)
    embedded.remove(DATA)


def fresh_database(env: dict[str, str], name: str) -> None:
    """Make an empty database for a peer."""
    with psycopg.connect(
        host=env["PGHOST"], user=env["PGUSER"], dbname="postgres", autocommit=True
    ) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name}")

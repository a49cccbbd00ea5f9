"""Makes and judges a database cluster: the files of initdb, their version, the two roles, the database.

It must not start a server, nor change a folder that is a cluster already.
"""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

from config import lodging
from config.troubles import CannotStart

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

DATABASE = "panbook"
SUPERUSER = "panbook"
OWNER = "panbook_owner"
APP = "panbook_app"
# Trust, since the socket is open to the server's own user alone; C, so that order is the same everywhere.
OPTIONS = ("-A", "trust", "-E", "UTF8", "--no-locale", "--data-checksums", "--no-instructions")


def create(data: Path, binaries: Path, account: lodging.Account, environment: Mapping[str, str]) -> None:
    """Make the cluster beside its final name: an interrupted initdb never looks like a data folder."""
    home = lodging.home_for(data, account)
    new = home.with_name(f"{home.name}.new")
    if new.exists():
        shutil.rmtree(new)
    new.mkdir(mode=0o700)
    account.own(new)
    done = subprocess.run(
        [binaries / "initdb", "-D", new, "-U", SUPERUSER, *OPTIONS],
        check=False,
        cwd="/",
        env=dict(environment),
        capture_output=True,
        text=True,
        errors="replace",
        **account.process_options,
    )
    if done.returncode:
        shutil.rmtree(new, ignore_errors=True)
        raise in_one_line(data, done.stderr.splitlines(), done.returncode)
    new.rename(home)
    if home != data:
        data.symlink_to(home)


def check_version(data: Path, binaries: Path) -> None:
    """Refuse data of another major version, which PostgreSQL would refuse in its own words."""
    try:
        found = (data / "PG_VERSION").read_text().strip()
    except FileNotFoundError:
        raise CannotStart(f"The folder {data} is no data folder of PostgreSQL.") from None
    shown = subprocess.run([binaries / "postgres", "--version"], check=False, capture_output=True, text=True)
    if shown.returncode:
        raise CannotStart(f"PostgreSQL's programs do not run here: {shown.stderr.strip()}")
    ours = shown.stdout.split()[-1].partition(".")[0]
    if found != ours:
        raise CannotStart(
            f"The data folder {data} is of PostgreSQL {found}, the programs are of {ours}: "
            "see `Upgrade` in docs/operations.md.",
        )


def in_one_line(data: Path, lines: Sequence[str], status: int) -> CannotStart:
    """Put what PostgreSQL said last into one line."""
    if any("No space left on device" in line for line in lines):
        return CannotStart(f"The disk that holds {data.resolve()} is full: make room.")
    grave = [line for line in lines if any(word in line for word in ("FATAL", "PANIC", "error:"))]
    said = (grave or [line for line in lines if line.strip()] or [f"exit status {status}"])[-1]
    return CannotStart(f"The database cannot start: {said.strip()}")


def make_roles(url: str) -> None:
    """See to the two roles and the database; what each may do is granted by the migrations."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        roles = {row[0] for row in connection.execute("SELECT rolname FROM pg_roles")}
        if OWNER not in roles:
            connection.execute(f"CREATE ROLE {OWNER} LOGIN CREATEROLE")
        if APP not in roles:
            connection.execute(f"CREATE ROLE {APP} LOGIN")
        # The owner may *become* the app, so that one connection can try what the app may not do. Granted at
        # each start: a first one may have been cut before it.
        connection.execute(f"GRANT {APP} TO {OWNER} WITH INHERIT FALSE, SET TRUE")
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            connection.execute(f"CREATE DATABASE {DATABASE} OWNER {OWNER}")

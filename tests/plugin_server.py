"""Gives a test run one embedded PostgreSQL of its own, also when xdist spreads the run over processes.

It must not start a server that no collected test needs, nor touch one that `DATABASE_URL` names.

The addresses are exported before pytest-django reads the settings; the server itself starts after the
collection, by whichever process first sees a test marked `db`, and is stopped by the process that began.
Runs at the same time take folders of their own. `PANBOOK_TEST_POSTGRES=16` takes the older programs.
"""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pytest

from config import embedded, lodging, processes
from config.troubles import CannotStart

if TYPE_CHECKING:
    from collections.abc import Generator

ROOT = Path(__file__).resolve().parent.parent
DATA = "PANBOOK_TEST_DATA"
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "django_db_reset_sequences", "live_server"}
# The data of a run is thrown away, so nothing of it need survive a power cut.
FAST = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off", "autovacuum": "off"}

_slot: list[IO[str]] = []


def _major() -> int:
    return int(os.environ.get("PANBOOK_TEST_POSTGRES", "18"))


def _take_slot() -> Path:
    """Return a data folder that no other run uses, ours until this process ends."""
    var = Path(os.environ.get("PANBOOK_VAR", ROOT / "var"))
    for number in range(100):
        data = var / f"test-pg{_major()}-{number}"
        try:
            _slot.append(processes.lock(data.with_suffix(".run")))
        except CannotStart:
            continue
        return data
    raise CannotStart(f"A hundred test runs seem to use {var}.")


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests() -> Generator[None, None, None]:
    if "DATABASE_URL" not in os.environ:
        data = _take_slot()
        os.environ[DATA] = str(data)
        os.environ["DATABASE_URL"] = embedded.url(data, embedded.APP)
        os.environ["DATABASE_OWNER_URL"] = embedded.url(data, embedded.OWNER)
        os.environ["PANBOOK_TEST_SUPERUSER_URL"] = embedded.url(data, embedded.SUPERUSER)
    yield


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    from django.test import TransactionTestCase

    for item in items:
        case = getattr(item, "cls", None)
        if (
            item.get_closest_marker("django_db")
            or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
            or (isinstance(case, type) and issubclass(case, TransactionTestCase))
        ):
            item.add_marker("db")


def pytest_collection_finish(session: pytest.Session) -> None:
    if session.config.option.collectonly or DATA not in os.environ:
        return
    if any(item.get_closest_marker("db") for item in session.items):
        try:
            _see_to_server(Path(os.environ[DATA]))
        except CannotStart as trouble:
            pytest.exit(str(trouble), returncode=1)


def _see_to_server(data: Path) -> None:
    """Start the server unless a fellow process has; the lock makes the others wait until it serves."""
    with data.with_suffix(".starting").open("a") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if _began(data).exists():
            return
        _throw_away(data)
        log = data.with_suffix(".log")
        log.unlink(missing_ok=True)
        binaries = lodging.wheel_binaries(_major())
        server = embedded.Server(data, binaries, options=FAST, log=log, is_tied=False)
        server.start()
        server.release()
        _let_owner_make_databases(data)
        _began(data).touch()


def _began(data: Path) -> Path:
    """The sign that the server of *this* run was started, named by the process that runs the run."""
    runner = data.with_suffix(".run").read_text().strip()
    return data.with_suffix(f".began-{runner}")


def _let_owner_make_databases(data: Path) -> None:
    import psycopg

    with psycopg.connect(embedded.url(data, embedded.SUPERUSER), autocommit=True) as connection:
        connection.execute(f"ALTER ROLE {embedded.OWNER} CREATEDB")


def _throw_away(data: Path) -> None:
    """Stop the server of an earlier or of this run, and remove its data."""
    embedded.stop_serving(data)
    while processes.servers_in(data.resolve()):
        time.sleep(0.02)
    embedded.remove(data)


def pytest_unconfigure() -> None:
    if _slot:
        data = Path(os.environ[DATA])
        if _began(data).exists():
            _throw_away(data)
        for sign in data.parent.glob(f"{data.name}.began-*"):
            sign.unlink()
        _slot.pop().close()

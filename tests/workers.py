"""Real workers and beats over the test database, to be killed; it fakes no part of Celery.

A `Yard` has a broker and a folder of its own. What the test process sends goes to the same broker.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote
from uuid import uuid4

import pytest
from celery import Celery, current_app
from django.db import connection

from config import processes
from config.celery_settings import celery_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parent.parent
# What a test waits for happens within seconds; the promise is a minute (issue "First light").
PROMISE_SECONDS = 60.0


def database_url() -> str:
    """Return the address of the test database, as the serving role."""
    about = connection.settings_dict
    user, password, name = (quote(about[key] or "", safe="") for key in ("USER", "PASSWORD", "NAME"))
    login = f"{user}:{password}" if password else user
    if about["HOST"].startswith("/"):
        return f"postgresql://{login}@/{name}?host={about['HOST']}"
    return f"postgresql://{login}@{about['HOST']}:{about['PORT'] or 5432}/{name}"


def await_that(is_so: Callable[[], object], seconds: float = PROMISE_SECONDS, what: str = "") -> float:
    """Wait for something to become true and return for how long."""
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() - began < seconds, f"waited {seconds:g} s in vain {what}"
        time.sleep(0.05)
    return time.monotonic() - began


class Yard:
    """Workers and beats that share a broker and the test database."""

    def __init__(self, var: Path, broker: str = "") -> None:
        self.var = var
        self.folder = var / "celery"
        self.broker = broker
        self._sending = {"CELERY_BROKER_URL": broker, "CELERY_QUEUE": f"panbook-test-{uuid4().hex[:8]}"}
        self._environment = (
            os.environ
            | {
                "PANBOOK_VAR": str(var),
                "PANBOOK_DB_ROLE": "app",
                "PYTHONUNBUFFERED": "1",
                "DATABASE_URL": database_url(),
            }
            | self._sending
        )
        self.workers: list[subprocess.Popen[bytes]] = []
        self.beats: list[subprocess.Popen[bytes]] = []

    def worker(self, *, ready: bool = True, **environment: str) -> subprocess.Popen[bytes]:
        """Start a worker; it is ready when its two children wait for work."""
        options = ("-c", "2", "--without-gossip", "--without-mingle")
        started = self._start("worker", *options, **environment)
        self.workers.append(started)
        if ready:
            await_that(
                lambda: len(children(started.pid)) >= 2 or started.poll() is not None, what=self.said()
            )
        return started

    def beat(self, **environment: str) -> subprocess.Popen[bytes]:
        """Start a beat."""
        self.beats.append(self._start("beat", **environment))
        return self.beats[-1]

    def _start(self, *command: str, **environment: str) -> subprocess.Popen[bytes]:
        with (self.var / "log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "celery", "-q", "-A", "config.celery", *command, "-l", "info"],
                cwd=ROOT,
                env=self._environment | environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def said(self) -> str:
        """Return all that workers and beats have printed."""
        log = self.var / "log"
        return log.read_text("utf-8", "replace") if log.exists() else ""

    def end(self) -> None:
        """End the families of all that was started here, and leave no queue behind."""
        for one in [*self.workers, *self.beats]:
            kill_family(one)
        with self.sending() as app, app.connection_for_write() as broker:
            for queue in app.amqp.queues.values():
                queue(broker.default_channel).delete()

    @contextmanager
    def sending(self) -> Iterator[Celery]:
        """Let this process send to the yard's broker while the block runs."""
        before = current_app._get_current_object()  # type: ignore[attr-defined] # of the proxy
        app = Celery("yard", set_as_current=True)
        with pytest.MonkeyPatch.context() as patch:
            for name, value in self._sending.items():
                patch.setenv(name, value)
            app.conf.update(celery_settings(self.var))
        try:
            yield app
        finally:
            before.set_current()
            app.close()


def children(pid: int) -> list[int]:
    """Return the living child processes of a process."""
    found = (processes.PROC / str(pid) / "task" / str(pid) / "children").read_text().split()
    return [int(child) for child in found if not processes.is_gone(int(child))]


def kill(*pids: int) -> None:
    """End processes as a power cut would."""
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


def kill_family(one: subprocess.Popen[bytes]) -> None:
    """End a worker with its children, as a power cut would."""
    if one.poll() is None:
        os.killpg(one.pid, signal.SIGKILL)
    one.wait()

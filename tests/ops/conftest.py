"""Real processes for the tests of running Panbook; nothing of them may outlive its test."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from config import embedded, processes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parents[2]
OURS = ("CELERY_", "DATABASE_", "PANBOOK_", "PYTEST_", "DJANGO_")


def clean_environment(**more: str) -> dict[str, str]:
    """The environment of a person's terminal: nothing of the test run in it."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(OURS)}
    return kept | {"PANBOOK_DEMO": "0"} | more


def await_that(is_so: Callable[[], object], seconds: float = 30.0) -> None:
    """Wait for something to become true; a test that waits for ever shows nothing."""
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.01)


class Running:
    """A command with its lines as they come, of which a test can await one."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        with self.process.stdout as pipe:
            for line in pipe:
                self.lines.append(line.rstrip())

    @property
    def said(self) -> str:
        return "\n".join(self.lines)

    def await_line(self, text: str, times: int = 1, seconds: float = 60.0) -> None:
        until = time.monotonic() + seconds
        while sum(text in line for line in list(self.lines)) < times:
            assert self.process.poll() is None or self._reader.is_alive(), self.said
            assert time.monotonic() < until, f"no line {text!r} in:\n{self.said}"
            time.sleep(0.02)

    def end(self, sig: signal.Signals = signal.SIGTERM, seconds: float = 30.0) -> int:
        if self.process.poll() is None:
            self.process.send_signal(sig)
        status = self.process.wait(seconds)
        self._reader.join(5.0)
        return status


@pytest.fixture
def running() -> Iterator[Callable[..., Running]]:
    """Start commands; stop at the end what still runs."""
    started: list[Running] = []

    def run(*command: str, **environment: str) -> Running:
        started.append(Running([sys.executable, *command], clean_environment(**environment)))
        return started[-1]

    yield run
    for one in started:
        one.end()


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that every user can enter; pytest's own are private."""
    folder = Path(tempfile.mkdtemp(prefix="panbook-test-"))
    folder.chmod(0o755)
    yield folder
    forget(folder)


@pytest.fixture
def private_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that only its owner can enter."""
    tmp_path.chmod(0o700)
    yield tmp_path
    forget(tmp_path)


def forget(folder: Path) -> None:
    """Remove a folder with the data that root may have put elsewhere, and what still runs over it."""
    data = embedded.data_folder(folder)
    embedded.stop_serving(data)
    await_that(lambda: not processes.servers_in(data.resolve()))
    home = data.resolve()
    embedded.remove(data)
    home.with_name(f"{home.name}.lock").unlink(missing_ok=True)
    shutil.rmtree(folder)


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

"""`manage.py up` as a person starts it: every part real, killed one by one, and clean at the end.

The walk is one test because each start costs seconds; its steps are what a bad night looks like.
"""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from config import embedded, processes
from tests.ops.conftest import ROOT, await_that, clean_environment

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.ops.conftest import Running

    Start = Callable[..., Running]


def answers(port: int) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/accounts/login/", headers={"Host": "localhost"})
        return connection.getresponse().status
    finally:
        connection.close()


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def command(var: Path, *arguments: str) -> str:
    """A command in a second terminal."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=clean_environment(PANBOOK_VAR=str(var)),
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def ours(up: Running) -> list[str]:
    """What `up` itself said, without what a library may say on being imported."""
    return [line for line in up.lines if line.startswith("panbook")]


def leader(var: Path, what: str) -> int:
    """The process that was started first among ours of a kind."""
    pids = [
        pid
        for pid in processes.marked(str(var))
        if what.encode() in (processes.PROC / str(pid) / "cmdline").read_bytes()
    ]
    return min(pids)


def await_end_of(var: Path, port: int) -> None:
    data = embedded.data_folder(var)
    await_that(lambda: not processes.marked(str(var)))
    await_that(lambda: not processes.servers_in(data.resolve()) and not is_listening(port))


def test_a_night_of_kills(private_folder: Path, free_port: int, running: Start) -> None:
    var = private_folder
    start = ("manage.py", "up", "--port", str(free_port))
    ready = f"open http://127.0.0.1:{free_port}/"

    up = running(*start, PANBOOK_VAR=str(var))
    up.await_line(ready)
    assert answers(free_port) < 500
    assert (var / "secret_key").stat().st_mode & 0o777 == 0o600
    assert "[X]" in command(var, "showmigrations", "contenttypes")

    second = running(*start, PANBOOK_VAR=str(var))
    assert second.process.wait(20) == 1
    second.await_line(f"Another Panbook (process {up.process.pid})")

    os.kill(leader(var, "granian"), signal.SIGKILL)
    up.await_line("web was ended by SIGKILL; starting it again in 0.5 s")
    up.await_line(ready, times=2)
    assert answers(free_port) < 500

    os.kill(embedded.recorded(embedded.data_folder(var))[0], signal.SIGKILL)
    up.await_line("database was ended by SIGKILL; starting it again in 0.5 s")
    up.await_line("not properly shut down")
    await_that(lambda: embedded.is_serving(embedded.data_folder(var)))
    assert "[X]" in command(var, "showmigrations", "contenttypes")
    assert answers(free_port) < 500

    up.end(signal.SIGKILL)
    again = running(*start, PANBOOK_VAR=str(var))
    again.await_line(ready)
    assert answers(free_port) < 500
    assert "collecting static files" not in again.said

    assert again.end(signal.SIGINT) == 0
    assert again.lines[-1].endswith("stopped")
    await_end_of(var, free_port)


def test_a_taken_port_is_said_before_anything_is_made(
    private_folder: Path, free_port: int, running: Start
) -> None:
    with socket.create_server(("127.0.0.1", free_port)):
        up = running("manage.py", "up", "--port", str(free_port), PANBOOK_VAR=str(private_folder))
        assert up.process.wait(20) == 1
    assert len(ours(up)) == 1
    assert f"Port {free_port} of 127.0.0.1 cannot be had" in up.said
    assert not os.path.lexists(embedded.data_folder(private_folder))


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path, free_port: int, running: Start) -> None:
    (tmp_path / "file").touch()
    up = running("manage.py", "up", "--port", str(free_port), PANBOOK_VAR=str(tmp_path / "file" / "var"))
    assert up.process.wait(20) == 1
    assert len(ours(up)) == 1


@pytest.mark.db
def test_database_url_replaces_the_embedded_server(
    private_folder: Path, free_port: int, running: Start
) -> None:
    up = running(
        "manage.py",
        "up",
        "--port",
        str(free_port),
        PANBOOK_VAR=str(private_folder),
        DATABASE_URL=os.environ["DATABASE_URL"],
        DATABASE_OWNER_URL=os.environ["DATABASE_OWNER_URL"],
    )
    up.await_line(f"open http://127.0.0.1:{free_port}/")
    assert not os.path.lexists(embedded.data_folder(private_folder))
    assert answers(free_port) < 500
    assert up.end() == 0
    await_end_of(private_folder, free_port)

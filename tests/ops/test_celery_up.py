"""Worker and beat as parts of `manage.py up`: killed, bereft of their folder, stopped; and light starts."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from config import processes
from tests.ops.conftest import ROOT, await_that, clean_environment

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.ops.conftest import Running

STOPS_WITHIN_SECONDS = 20.0


def leaders(var: Path, what: str) -> list[int]:
    """The processes of `up` that run this command, the oldest first."""
    wanted = f"config.celery\0{what}".encode()
    return sorted(
        pid
        for pid in processes.marked(str(var))
        if wanted in (processes.PROC / str(pid) / "cmdline").read_bytes()
    )


def test_worker_and_beat_come_back_and_stop(
    private_folder: Path, free_port: int, running: Callable[..., Running]
) -> None:
    var = private_folder
    up = running("manage.py", "up", "--port", str(free_port), "--no-demo", PANBOOK_VAR=str(var))
    up.await_line(f"open http://127.0.0.1:{free_port}/")
    await_that(lambda: len(leaders(var, "worker")) == 3 and leaders(var, "beat"))
    await_that((var / "celery").is_dir)

    for part in ("worker", "beat"):
        os.kill(leaders(var, part)[0], signal.SIGKILL)
        up.await_line(f"{part} was ended by SIGKILL; starting it again in 0.5 s")
    await_that(lambda: len(leaders(var, "worker")) == 3 and leaders(var, "beat"))

    # Deleted once more for as long as the new worker is still starting.
    for _ in range(3):
        shutil.rmtree(var / "celery", ignore_errors=True)
        await_that((var / "celery").is_dir)
    assert up.process.poll() is None
    assert "worker ended with status" not in up.said

    began = time.monotonic()
    assert up.end(signal.SIGINT, seconds=60.0) == 0
    print(f"stopped within {time.monotonic() - began:.1f} s")
    assert time.monotonic() - began < STOPS_WITHIN_SECONDS
    assert "did not stop within" not in up.said
    assert up.lines[-1].endswith("stopped")
    await_that(lambda: not processes.marked(str(var)))


def loaded(*lines: str) -> set[str]:
    """The modules that a process of its own has loaded after these lines."""
    code = "; ".join([*lines, "import sys; print(*sys.modules)"])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        cwd=ROOT,
        env=clean_environment(DJANGO_SETTINGS_MODULE="config.settings"),
        check=True,
        capture_output=True,
        text=True,
    )
    return set(done.stdout.split())


def test_replay_loads_neither_django_nor_celery() -> None:
    modules = loaded("import gameplay.replay_command", "import config")
    assert not {"django", "celery", "kombu", "config.celery"} & modules


def test_our_application_is_current_in_every_thread_that_serves() -> None:
    code = (
        "import django, threading; django.setup(); from celery import current_app; names = []; "
        "t = threading.Thread(target=lambda: names.append(current_app.main)); t.start(); t.join(); "
        "assert names == ['panbook'], names; assert current_app.conf.timezone == 'UTC'"
    )
    assert "config.celery" in loaded(code)

"""The two commands of the README on a fresh clone; it fetches every package, so it is no quick test."""

from __future__ import annotations

import subprocess
import threading
import time
from typing import TYPE_CHECKING

import pytest

from tests.ops.conftest import ROOT, clean_environment, forget

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.soak


@pytest.fixture(params=["public", "private"])
def clone(request: pytest.FixtureRequest, public_folder: Path, tmp_path: Path) -> Iterator[Path]:
    above = public_folder if request.param == "public" else tmp_path
    subprocess.run(["git", "clone", "-q", ROOT, above / "clone"], check=True)
    yield above / "clone"
    if (above / "clone" / "var").exists():
        forget(above / "clone" / "var")


def seconds_to_open(clone: Path, port: int) -> float:
    began = time.monotonic()
    up = subprocess.Popen(
        ["make", "-s", "run", f"PORT={port}"],
        cwd=clone,
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    guard = threading.Timer(300, up.terminate)
    guard.start()
    assert up.stdout
    said = []
    took = 0.0
    with up.stdout as pipe:
        for line in pipe:
            said.append(line)
            if f"open http://127.0.0.1:{port}/" in line:
                took = time.monotonic() - began
                up.terminate()
    guard.cancel()
    up.wait(30)
    assert took, "".join(said)
    assert "stopped" in said[-1]
    return took


def test_make_run_on_a_fresh_clone_and_again(clone: Path, free_port: int) -> None:
    first = seconds_to_open(clone, free_port)
    second = seconds_to_open(clone, free_port)
    assert second < first
    assert second < 20

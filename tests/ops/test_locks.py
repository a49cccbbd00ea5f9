"""The locks: every requirement pinned and hashed, and no place named from which to take it."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.ops.conftest import ROOT

LOCKS = ["uv.txt", "prod.txt", "dev.txt", "bench.txt"]
PINNED = re.compile(r"[a-z0-9][a-z0-9._-]*(\[[a-z0-9,-]+\])?==[^ ]+( ; .+)?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
# Written in pieces, so that this file is not the one it finds.
HOSTS = ["py" + "pi.org", "python" + "hosted", "npm" + "js.", "deb.deb" + "ian", "/sim" + "ple/"]
ADDRESSES = re.compile(r"--(extra-)?index-url|--find-links|--trusted-host|https?://|file:")


def requirements(lock: str) -> list[str]:
    """The logical lines of a lock: a requirement with its hashes."""
    text = (ROOT / "requirements" / lock).read_text()
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    return [line for line in lines.replace("\\\n", " ").splitlines() if line.strip()]


@pytest.mark.parametrize("lock", LOCKS)
def test_each_requirement_is_pinned_with_hashes(lock: str) -> None:
    found = requirements(lock)
    assert found
    for line in found:
        name, *hashes = re.split(r"\s+(?=--hash)", line.strip())
        assert PINNED.fullmatch(name.strip()), line
        assert hashes, line
        assert all(HASH.fullmatch(one.strip()) for one in hashes), line


@pytest.mark.parametrize("name", [*LOCKS, *(lock.replace(".txt", ".in") for lock in LOCKS)])
def test_no_lock_names_an_address(name: str) -> None:
    assert not ADDRESSES.search((ROOT / "requirements" / name).read_text())


def test_each_level_holds_the_one_below() -> None:
    prod, dev, bench = ({line.split("==")[0] for line in requirements(lock)} for lock in LOCKS[1:])
    assert prod < dev < bench


def test_each_level_has_the_versions_of_the_one_below() -> None:
    prod, dev, bench = (
        {line.split()[0] for line in requirements(lock) if "==" in line} for lock in LOCKS[1:]
    )
    assert prod <= dev <= bench


def test_no_file_names_an_index_host() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    paths = [ROOT / name for name in listed.split("\0") if name]
    assert len(paths) > 50
    for path in paths:
        if path.is_file():
            text = path.read_text(errors="replace")
            assert not any(host in text for host in HOSTS), path

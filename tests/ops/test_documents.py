"""The rules, the lessons and the vectors are copies: not a byte of them changes here."""

from __future__ import annotations

import hashlib
import re

import pytest

from tests.ops.conftest import ROOT


@pytest.mark.parametrize(
    ("folder", "patterns"),
    [("docs", ["rules.md", "lessons.md"]), ("tests/conformance", ["*.jsonl"])],
)
def test_the_copies_have_their_checksums(folder: str, patterns: list[str]) -> None:
    lines = (ROOT / folder / "SHA256SUMS").read_text().splitlines()
    sums = {name: digest for digest, name in (line.split(maxsplit=1) for line in lines)}
    there = {path.name for pattern in patterns for path in (ROOT / folder).glob(pattern)}
    assert there == set(sums)
    for name, digest in sums.items():
        assert hashlib.sha256((ROOT / folder / name).read_bytes()).hexdigest() == digest, name


def test_the_operators_page_explains_every_variable() -> None:
    read = re.compile(r'environ(?:\.get\(|\[)"(\w+)"')
    names = set(read.findall((ROOT / "config" / "settings.py").read_text()))
    assert len(names) > 5
    page = (ROOT / "docs" / "operations.md").read_text()
    assert [name for name in sorted(names) if f"`{name}`" not in page] == []

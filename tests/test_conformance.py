"""The conformance vectors, through the engine and the command; every verdict counts, save its message."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gameplay.engine.verdict import Code, Fault, as_json
from gameplay.replay_command import judge, lines_of

ROOT = Path(__file__).resolve().parents[1]
VECTORS = ROOT / "tests" / "conformance"
FILES = sorted(VECTORS.glob("*.pdr.jsonl"), key=lambda path: path.name)

Json = dict[str, Any]


def expected(records: Path) -> dict[int, Json]:
    text = records.with_name(records.name.replace(".pdr.", ".expected.")).read_text("utf-8")
    return {verdict["line"]: verdict for verdict in map(json.loads, text.rstrip("\n").split("\n"))}


def same(wanted: Json, given: Json) -> bool:
    """Only what the expectation names is compared; more may be given."""
    return {key: given.get(key, "absent") for key in wanted} == wanted


def test_the_vectors_are_complete_and_unchanged() -> None:
    listed = (line.split() for line in (VECTORS / "SHA256SUMS").read_text("utf-8").splitlines())
    sums = {name: digest for digest, name in listed}
    assert sums == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in VECTORS.glob("*.jsonl")
    }
    assert sum(len(expected(path)) for path in FILES) == 839


@pytest.mark.parametrize("records", FILES, ids=lambda path: path.name)
def test_the_engine_gives_every_verdict(records: Path) -> None:
    wanted = expected(records)
    differing, seen = [], set()
    with records.open("rb") as source:
        for number, line in lines_of(source):
            record_id, verdict = judge(line)
            seen.add(number)
            given = as_json(verdict, number, record_id)
            if not same(wanted[number], given):
                differing.append((wanted[number], given))
            if isinstance(verdict, Fault):
                assert isinstance(verdict.code, Code)
    assert differing == []
    assert seen == set(wanted)


@pytest.mark.parametrize("records", FILES, ids=lambda path: path.name)
def test_the_command_gives_every_verdict(records: Path) -> None:
    run = subprocess.run(
        [sys.executable, ROOT / "manage.py", "replay", "--json", records], capture_output=True, check=False
    )
    wanted = expected(records)
    given = {verdict["line"]: verdict for verdict in map(json.loads, run.stdout.decode().splitlines())}
    assert list(given) == sorted(wanted)
    assert [
        (wanted[number], verdict) for number, verdict in given.items() if not same(wanted[number], verdict)
    ] == []
    assert run.returncode == (0 if all(verdict["ok"] for verdict in wanted.values()) else 1)
    assert run.stderr == b""

"""`POST /replay`: the conformance vectors, the command's own lines, and its rate."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.api.caller import check

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "tests/conformance").glob("*.pdr.jsonl"))
LINES = "application/x-ndjson"
pytestmark = pytest.mark.django_db


def post(body: bytes, **headers: str) -> Any:
    answer = Client().generic("POST", "/api/v1/replay", body, content_type=LINES, **headers)  # type: ignore[arg-type] # headers
    check(answer)
    return answer


@pytest.mark.parametrize("records", FILES, ids=lambda path: path.name)
def test_the_vectors_get_their_verdicts_as_the_command_prints_them(records: Path) -> None:
    answer = post(records.read_bytes())
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, LINES)
    printed = subprocess.run(
        [sys.executable, ROOT / "manage.py", "replay", "--json", records], capture_output=True, check=False
    )
    assert answer.content == printed.stdout
    wanted = records.with_name(records.name.replace(".pdr.", ".expected.")).read_text("utf-8")
    given = {verdict["line"]: verdict for verdict in map(json.loads, answer.content.splitlines())}
    assert given
    for verdict in map(json.loads, wanted.splitlines()):
        if verdict["line"] in given:
            assert given[verdict["line"]].items() >= verdict.items()


def test_no_line_gets_no_verdict() -> None:
    assert post(b"\n \n").content == b""
    assert json.loads(post(b"\nx").content)["line"] == 2


def test_the_rate_is_limited_and_says_for_how_long() -> None:
    for _ in range(60):
        assert post(b"x\n").status_code == 200
    answer = post(b"x\n")
    assert answer.status_code == 429
    assert json.loads(answer.content)["code"] == "rate.exceeded"
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert post(b"x\n", HTTP_X_FORWARDED_FOR="203.0.113.9").status_code == 429

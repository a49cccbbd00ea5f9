"""`manage.py replay`, run as people run it (R)."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.engine.records import Json, by, match, meld, pan, panguingue

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"


def run(*arguments: str, text: bytes = b"") -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, MANAGE, "replay", *arguments], input=text, capture_output=True, check=False
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def verdicts(text: bytes) -> tuple[int, list[Json]]:
    status, out, _err = run("--json", "-", text=text)
    return status, [json.loads(line) for line in out.splitlines()]


def line(record: Any) -> bytes:
    return json.dumps(record).encode() + b"\n"


def test_r_one_verdict_a_line_in_order_and_blank_ones_counted() -> None:  # L-45
    text = (
        b"\n"
        + line(panguingue(id="x"))
        + b" \t\r\n"
        + b"{\n"
        + line(pan(by("out", 9), id="y"))
        + line(match(0))
    )
    status, given = verdicts(text)
    assert status == 1
    assert [(each["line"], each["id"], each["ok"]) for each in given] == [
        (2, "x", True),
        (4, None, False),
        (5, "y", False),
        (6, None, True),
    ]
    assert given[2]["code"] == "seat.unknown"
    assert given[2]["message"].endswith("(E)")


def test_r_lines_split_at_lf_alone_and_the_last_may_lack_it() -> None:  # L-47
    record = json.dumps(panguingue(seats=["a\u2028b", "c\x85", "d"]), ensure_ascii=False).encode()
    status, given = verdicts(record + b"\r\n" + record)
    assert (status, [each["line"] for each in given]) == (0, [1, 2])


def test_r_the_itemised_lines_are_printed() -> None:
    _status, given = verdicts(line(panguingue(meld(0, "3h 3h 3h"), seats=2)))
    assert given[0]["lines"] == [
        {"event": 0, "rule": "PG-10", "reason": "condition", "payer": 1, "payee": 0, "units": 2, "meld": 0}
    ]


def test_r_texts_that_are_not_admitted_are_named_with_id_and_place() -> None:
    bad = panguingue(by("drop", 0, _p="\0"), id="x"), panguingue(by("drop", 0, _p="\ud800"), id="y")
    _status, given = verdicts(b"".join(map(line, bad)) + line(panguingue(id="\ud800")))
    assert [(each["id"], each["event"], each["code"]) for each in given] == [
        ("x", 0, "record.invalid"),
        ("y", 0, "record.invalid"),
        (None, None, "record.invalid"),
    ]


def test_r_a_line_of_more_than_one_mebibyte_costs_itself_alone() -> None:
    longest = 2**20
    fits = json.dumps(panguingue(id="fits")).encode().ljust(longest)
    text = fits + b"\n" + fits + b" \n" + b" " * 3 * longest + b"\n" + fits[:99] + b"\n"
    text += (
        b" " * 2 * longest
        + line(panguingue(id="late"))
        + b"x" * 3 * longest
        + b"\n"
        + line(panguingue(id="last"))
    )
    status, given = verdicts(text)
    assert status == 1
    assert [(each["line"], each["id"], each["ok"]) for each in given] == [
        (1, "fits", True),
        (2, None, False),
        (4, None, False),
        (5, None, False),
        (6, None, False),
        (7, "last", True),
    ]


@pytest.mark.parametrize(
    ("text", "status"),
    [(b"", 0), (b"\n\n", 0), (line(panguingue()), 0), (b"x", 1), (line(panguingue()) + b"x\n", 1)],
)
def test_r_exit_status_0_if_all_are_ok_and_1_if_any_is_not(text: bytes, status: int) -> None:
    assert run("--json", "-", text=text)[0] == status
    assert run("-", text=text)[0] == status


def test_r_exit_status_2_for_wrong_usage() -> None:
    assert run()[0] == 2
    assert run("--json")[0] == 2
    assert run("--yaml", "-")[0] == 2
    assert run("--help")[0] == 0


def test_r_a_file_that_cannot_be_opened_costs_itself_alone(tmp_path: Path) -> None:
    good, faulty = tmp_path / "good.jsonl", tmp_path / "faulty.jsonl"
    good.write_bytes(line(panguingue(id="x")) + line(panguingue(id="z")))
    faulty.write_bytes(b"\n\nx\n")
    status, out, err = run("--json", str(tmp_path / "none"), str(tmp_path), str(good), str(faulty), str(good))
    assert status == 2
    assert [json.loads(each)["line"] for each in out.splitlines()] == [1, 2, 3, 1, 2]
    assert len(err.splitlines()) == 2


def test_briefly_each_record_is_a_readable_line() -> None:
    text = (
        line(panguingue(meld(0, "3h 3h 3h"), id="n1\x1b[31m"))
        + line(panguingue(by("drop", 4)))
        + line(match(1))
    )
    status, out, _err = run("--brief", "-", text=text)
    assert status == 1
    first, second, third = out.splitlines()
    assert "\x1b" not in first
    assert first.endswith("ok  open  units +4 -2 -2  pot 0")
    assert "event 0  seat.unknown: There is no seat 4" in second
    assert third.endswith("match open  letters - P -  units 0 0 0")


def test_a_reader_that_goes_away_brings_no_traceback() -> None:
    command = f"{sys.executable} {MANAGE} replay --json - | head -1"
    done = subprocess.run(
        ["sh", "-c", command], input=line(panguingue()) * 20_000, capture_output=True, check=False
    )
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""


def test_it_starts_without_django_in_a_blink() -> None:
    probe = (
        "import sys, runpy; sys.argv = ['manage.py', 'replay', '--help']\n"
        "try: runpy.run_path('manage.py', run_name='__main__')\n"
        "except SystemExit: pass\n"
        "print('django' in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=MANAGE.parent, capture_output=True, text=True, check=False
    )
    assert done.stderr == "False\n"
    best = min(_seconds() for _ in range(3))
    assert best < 1.0, "far above the 0.3 s that it should take, so that a busy machine does not fail this"


def _seconds() -> float:
    began = time.perf_counter()
    run("--json", "-", text=line(panguingue()))
    return time.perf_counter() - began


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    probe = (
        "import resource, sys\nfrom gameplay.replay_command import main\nmain(['--json', sys.argv[1]])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )
    peaks = []
    for records in (100, 30_000):
        path = tmp_path / f"{records}.jsonl"
        path.write_bytes(line(panguingue(meta="x" * 1_000)) * records)
        done = subprocess.run(
            [sys.executable, "-c", probe, path],
            cwd=MANAGE.parent,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=True,
        )
        peaks.append(int(done.stderr))
    assert peaks[1] < peaks[0] + 6_000, "kilobytes; the longer file has 33,000"

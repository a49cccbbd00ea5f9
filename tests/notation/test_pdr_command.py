"""`manage.py pdr`, run as people run it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gameplay.codec import decode
from gameplay.notation.schema import schema_text
from gameplay.replay_command import lines_of
from ledger.canonical import canonical
from tests.engine.records import Json, by, call, match, meld, panguingue
from tests.notation.vectors import FOLDER

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"


def run(*arguments: str | Path, text: bytes = b"", program: str = "pdr") -> tuple[int, bytes, str]:
    done = subprocess.run(
        [sys.executable, MANAGE, program, *arguments], input=text, capture_output=True, check=False
    )
    return done.returncode, done.stdout, done.stderr.decode()


def line(record: Any) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


def test_check_names_each_fault_with_file_line_and_code() -> None:  # L-45
    text = (
        line(panguingue()) + b"\n" + line(panguingue(meld(9, "3h"), meld(0, "Zh"))) + b"{\n" + line(match(5))
    )
    status, out, err = run("check", "-", text=text)
    assert (status, err) == (1, "")
    assert out.decode().splitlines() == [
        "-:3: seat.unknown: event 0: There is no seat 9: there are 3, counted from 0 (E)",
        "-:3: card.invalid: event 1: “Zh” is not a card that can stand here (R)",
        "-:4: record.invalid: Not written as the record format wants it: see “line” (R)",
        "-:5: seat.unknown: event 0: There is no seat 5: there are 3, counted from 0 (E)",
    ]


def test_check_says_nothing_of_what_is_in_form() -> None:
    assert run("check", FOLDER / "pan-legal.pdr.jsonl", FOLDER / "panguingue-legal.pdr.jsonl") == (0, b"", "")


@pytest.mark.parametrize("command", [["canonical"], ["convert"], ["convert", "--locale", "pl"]])
def test_canonical_lines_are_written_and_written_again_as_they_are(command: list[str]) -> None:
    files = [FOLDER / "pan-legal.pdr.jsonl", FOLDER / "panguingue-legal.pdr.jsonl"]
    status, out, err = run(*command, *files)
    assert (status, err, out.count(b"\n")) == (0, "", 150)
    assert run(*command, "-", text=out) == (0, out, "")
    before, after = (run("--json", *given, program="replay", text=out)[1] for given in (files, ["-"]))
    assert _without_lines(before) == _without_lines(after)


def _without_lines(verdicts: bytes) -> list[Json]:
    return [json.loads(each) | {"line": 0} for each in verdicts.splitlines()]


def test_convert_makes_a_liberal_record_a_strict_one() -> None:
    liberal = panguingue(meld(0, "") | {"cards": "7♥, kier 5, 3h"}, meld(1, "dp Dp D♠"), id="Łódź")
    strict = panguingue(meld(0, "7h 5h 3h"), meld(1, "Qs Qs Qs"), id="Łódź")
    status, out, err = run("convert", "--locale", "pl", "-", text=b"\xef\xbb\xbf" + line(liberal) + b"\r\n")
    assert (status, err) == (0, "")
    assert out == canonical(strict) + b"\n"


def test_what_is_not_clear_is_complained_of_and_left_out_and_the_others_are_written(tmp_path: Path) -> None:
    path = tmp_path / "night.pdr.jsonl"
    path.write_bytes(line(panguingue(meld(0, "Kk 3h 10♥"), id="x")) + line(panguingue(id="y")) + b"x\n")
    status, out, err = run("convert", "--locale", "pl", path)
    assert status == 1
    assert [json.loads(each)["id"] for each in out.splitlines()] == ["y"]
    assert err.splitlines() == [
        f"{path}:1: card.ambiguous: event 0: “Kk” may be Kd / Kh: write which one",
        f"{path}:3: record.invalid: Not written as the record format wants it: see “line” (R)",
    ]


def test_complaints_are_told_in_the_language_that_is_asked_for() -> None:
    text = line(panguingue(meld(0, "Kk 3h 3h")))
    told = {
        lang: run("convert", "--locale", "pl", "--lang", lang, "-", text=text)[2]
        for lang in ("en", "pl", "nl")
    }
    assert (
        told["pl"]
        == "-:1: card.ambiguous: event 0: „Kk” może znaczyć Kd / Kh: proszę napisać, o którą kartę chodzi\n"
    )
    assert len(set(told.values())) == 3
    assert (
        "event 0: „Zh”" in run("check", "--lang", "pl", "-", text=line(panguingue(meld(0, "Zh"))))[1].decode()
    )


def test_canonical_reads_no_other_spelling_and_refuses_a_number_that_would_change() -> None:
    text = (
        line(panguingue(meld(0, "10h 3h 3h"))) + line(panguingue(call("drop", seat=2.0))) + line({"pdr": 2})
    )
    status, out, err = run("canonical", "-", text=text)
    assert status == 1
    assert [decode(each)["events"][0]["cards"][0] for each in out.splitlines()] == ["10h"]
    assert err.splitlines() == [
        "-:2: number.not_canonical: The canonical form of 2.0 would be read as another number",
        "-:3: record.unsupported_version: The record is of a format version other than 1 (R)",
    ]


@pytest.mark.parametrize("command", ["check", "canonical", "convert"])
def test_every_line_of_the_vectors_is_answered(command: str) -> None:
    for path in sorted(FOLDER.glob("*.pdr.jsonl")):
        status, out, err = run(command, path)
        assert status in {0, 1}
        assert "Traceback" not in err
        with path.open("rb") as source:
            numbers = {number for number, _line in lines_of(source)}
        complained = {
            int(each[len(str(path)) + 1 :].partition(":")[0])
            for each in (out.decode() if command == "check" else err).splitlines()
        }
        assert complained <= numbers
        assert (status == 1) is bool(complained)
        if command != "check":
            assert out.count(b"\n") == len(numbers - complained)


def test_texts_and_lines_that_are_not_admitted_cost_themselves_alone() -> None:
    bad = line(panguingue(by("drop", 0, _p="\0"))) + b"x" * 2**20 + b"x\n" + b"\xff\n"
    for command in ("canonical", "convert", "check"):
        status, out, err = run(command, "-", text=bad + line(panguingue()))
        told = out.decode() if command == "check" else err
        assert status == 1
        assert [each.split(": ")[0] for each in told.splitlines()] == ["-:1", "-:2", "-:3"]


def test_control_characters_do_not_reach_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31mb"
    path.write_bytes(line(panguingue(meld(0, "\x1b[31m"))))
    assert b"\x1b" not in run("check", path)[1]
    assert "\x1b" not in run("check", tmp_path / "\x1b[3m")[2]


def test_exit_status_2_for_wrong_usage_and_files_that_cannot_be_read(tmp_path: Path) -> None:
    for arguments in (
        [],
        ["check"],
        ["convert", "--locale", "de", "-"],
        ["canonical", "--locale", "pl", "-"],
    ):
        assert run(*arguments)[0] == 2
    assert run("convert", "--to-version", "2", "-")[0] == 2
    assert run("convert", "--to-version", "1", "-", text=line(panguingue()))[0] == 0
    good = tmp_path / "good.jsonl"
    good.write_bytes(line(panguingue()))
    status, out, err = run("canonical", str(tmp_path), str(tmp_path / "none"), str(good))
    assert (status, out.count(b"\n"), len(err.splitlines())) == (2, 1, 2)


def test_the_schema_is_printed() -> None:
    assert run("schema") == (0, schema_text(), "")


def test_a_reader_that_goes_away_brings_no_traceback() -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} {MANAGE} pdr canonical - | head -1"],
        input=line(panguingue()) * 20_000,
        capture_output=True,
        check=False,
    )
    assert (done.stdout.count(b"\n"), done.stderr) == (1, b"")


def test_it_starts_without_django() -> None:
    probe = (
        "import sys, runpy; sys.argv = ['manage.py', 'pdr', 'schema']\n"
        "try: runpy.run_path('manage.py', run_name='__main__')\n"
        "except SystemExit: pass\n"
        "print('django' in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=MANAGE.parent, capture_output=True, text=True, check=False
    )
    assert done.stderr == "False\n"


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    probe = (
        "import re, sys\nfrom gameplay.pdr_command import main\nmain(['convert', sys.argv[1]])\n"
        "print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1], file=sys.stderr)"
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

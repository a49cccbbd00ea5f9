"""`manage.py replay`, run as people run it (R)."""

import json
import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.engine.records import Json, by, call, match, meld, pan, panguingue

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


def account(text: bytes, *arguments: str) -> str:
    return run(*arguments, "-", text=text)[1]


WON = panguingue(
    by("drop", 2), meld(0, "3h 3h 3h"), call("undo"), meld(0, "Kc Kc Kd Kh Ks Kd"), meld(0, "As Ac Ad Ah As")
)


def test_each_record_is_told_event_by_event_with_units_and_reasons() -> None:
    assert account(line(WON | {"id": "d-1", "rules": {"ante": 1}})) == (
        "Line 1  d-1\n"
        "  Panguingue by the rules “classic”, what was declared written down\n"
        "  Seats: a, b, c\n"
        "  Different from the profile: ante 1\n"
        "        Before the first card\n"
        "          ante: 1 unit from each of a, b, c to the pot  PG-4\n"
        "     0  c drops\n"
        "          forfeit for dropping: 1 unit from c to the pot  PG-5\n"
        "     1  a melds 3♥ 3♥ 3♥  [undone]\n"
        "     2  Taken back: a melds 3♥ 3♥ 3♥\n"
        "     3  a melds K♣ K♣ K♦ K♥ K♠ K♦\n"
        "     4  a melds A♠ A♣ A♦ A♥ A♠\n"
        "          bonus for going out: 1 unit from b to a  PG-11\n"
        "          pot: 4 units from the pot to a  PG-11\n"
        "  a wins\n"
        "  Melds of a: K♣ K♣ K♦ K♥ K♠ K♦; A♠ A♣ A♦ A♥ A♠\n"
        "  Units: a +4   b -2   c -2   pot 0\n"
        "\n"
    )


def test_the_table_at_the_end_is_told() -> None:
    worth = panguingue(meld(1, "3h 3h 3h"), meld(1, "4h 4c 4d"), by("foul", 2))
    assert "  Melds of b: 3♥ 3♥ 3♥ (2); 4♥ 4♣ 4♦\n" in account(line(worth))
    assert "Melds" not in account(line(panguingue(meld(1, "3h 3h 3h"), call("misdeal"))))
    out = pan(by("out", 2), by("out", 0))
    assert "  Out, in this order: c, a\n" in account(line(out))
    dealt = pan(call("deal"), by("play", 0, cards=["9h"]), detail="play", seats=2)
    assert "  Cards in hand: a 11, b 12\n" in account(line(dealt))


def test_a_refused_event_is_told_with_the_reason_a_person_understands() -> None:
    record = panguingue(by("drop", 2), meld(0, "6h 7h Qh"), meld(1, "4c 4c 4c"), id="n1")
    assert account(line(record)).splitlines()[3:] == [
        "     0  c drops",
        "          forfeit for dropping: 1 unit from c to the pot  PG-5",
        "     1  a melds 6♥ 7♥ Q♥",
        "  REFUSED at event 1: meld.invalid",
        "  These cards are neither a rope nor a set: 6♥ 7♥ Q♥ (PG-7)",
        "  A rope from 6♥ to Q♥ lacks J♥.",
        "",
    ]
    header = account(line(panguingue(profile="vegas")))
    assert header.splitlines()[1:4] == [
        "  REFUSED in the header: rules.unknown_profile",
        "  There is no rule profile “vegas” (PG-1)",
        "  There are: classic, cardroom, hoyle.",
    ]


def test_what_cannot_be_read_is_told_too() -> None:
    for text in (b"{", b"[]", b"null", b'"x"', b'{"pdr":1,"game":"pan-match"}', b'{"game":"pan-match"}'):
        assert "REFUSED in the header: record.invalid" in account(text), text


def test_a_match_is_told_with_letters_and_stakes() -> None:
    told = account(line(match(1, None, 1, 1, match_end="first", match_stake=2)))
    assert told.splitlines()[4:] == [
        "     1  b loses and stands at P",
        "     2  Drawn: nobody gets a letter",
        "     3  b loses and stands at PA",
        "     4  b loses and has the whole word, PAN: out of the match",
        "          stake of the match: 2 units from b to a  PL-9",
        "          stake of the match: 2 units from b to c  PL-9",
        "  The match is over; undefeated: a, c",
        "  Letters: a –  b PAN  c –",  # noqa: RUF001 - no letter
        "  Units: a +2   b -4   c +2",
        "",
    ]
    assert "The match is over and takes no further deal" in account(
        line(match(1, 1, 1, 0, match_end="first"))
    )


@pytest.mark.parametrize(
    ("language", "words"),
    [("pl", ("pasuje", "Sekwensowi", "ODRZUCONE")), ("nl", ("past", "Een reeks", "GEWEIGERD"))],
)
def test_the_account_is_in_the_language_asked_for(language: str, words: tuple[str, ...]) -> None:
    told = account(line(panguingue(by("drop", 2), meld(0, "6h 7h Qh"))), "--lang", language)
    assert all(word in told for word in words)
    assert run("--lang", "fr", "-")[0] == 2


def test_colours_are_for_terminals_or_when_asked_for() -> None:
    text = line(WON)
    assert "\x1b" not in account(text)
    assert "\x1b" not in account(text, "--color", "never")
    coloured = account(text, "--color", "always")
    assert "\x1b[2m     1  a melds 3♥ 3♥ 3♥  [undone]\x1b[0m" in coloured
    assert "\x1b[1mA♠\x1b[0m" in coloured
    assert "\x1b[32m+2\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == account(text)


@pytest.mark.parametrize(
    ("environment", "is_coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_on_a_terminal_it_is_coloured_unless_the_environment_objects(
    environment: dict[str, str],
    *,
    is_coloured: bool,
) -> None:
    ours, theirs = pty.openpty()
    given = {"PATH": os.environ["PATH"], "TERM": "xterm"} | environment
    subprocess.run(
        [sys.executable, MANAGE, "replay", "-"],
        input=line(panguingue()),
        stdout=theirs,
        env=given,
        check=True,
    )
    assert (b"\x1b[" in os.read(ours, 4096)) == is_coloured
    os.close(ours)
    os.close(theirs)


def test_nothing_of_a_record_steers_the_terminal() -> None:
    nasty = "\x1b[31m\r\n\x07\x9b\u202e\u2028\u2066"
    text = b"".join(
        line(record)
        for record in (
            panguingue(by("drop", 0), seats=[f"a{nasty}", "b", "c"], id=nasty),
            panguingue(**{f"k{nasty}": 1}),
            panguingue(meld(0, nasty)),
            panguingue(call("misdeal", reason=nasty)),
            panguingue(seats=[nasty, nasty]),
            match(0, seats=[nasty, "b"]),
        )
    )
    for form in ([], ["--brief"], ["--lang", "pl"]):
        told = account(text, *form)
        assert not set(told) & set(nasty) - {"\n", "[", "3", "1", "m"}, form
    plain = account(text).count("\n")
    assert plain == account(text, "--color", "always").count("\n")


@pytest.mark.parametrize(
    ("form", "loaded"), [("--json", set()), ("--brief", set()), ("--lang=pl", {"gameplay.telling"})]
)
def test_no_form_needs_django_and_the_words_are_loaded_for_the_account_alone(
    form: str, loaded: set[str]
) -> None:
    probe = (
        "import sys\nfrom gameplay.replay_command import main\nmain([sys.argv[1], '-'])\n"
        "print(*({'django', 'config', 'psycopg', 'gameplay.telling'} & sys.modules.keys()), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe, form],
        cwd=MANAGE.parent,
        input=line(WON),
        capture_output=True,
        check=True,
    )
    assert set(done.stderr.decode().split()) == loaded


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


@pytest.mark.parametrize(("form", "most"), [("--json", 30_000), ("--color=never", 6_000)])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, form: str, most: int) -> None:
    probe = (  # the peak of this very process; `getrusage` may give that of its parent
        "import sys\nfrom gameplay.replay_command import main\nmain([*sys.argv[1:]])\n"
        "peak = next(line for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"
        "print(peak.split()[1], file=sys.stderr)"
    )
    peaks = []
    for records in (100, most):
        path = tmp_path / f"{records}.jsonl"
        path.write_bytes(line(panguingue(meta="x" * 1_900)) * records)
        done = subprocess.run(
            [sys.executable, "-c", probe, form, path],
            cwd=MANAGE.parent,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=True,
        )
        peaks.append(int(done.stderr))
    assert peaks[1] < peaks[0] + 6_000, "kilobytes; the longer file has 12,000 or more"


def test_the_account_in_the_documentation_is_what_is_printed() -> None:
    text = (MANAGE.parent / "docs" / "replay.md").read_text("utf-8")
    record, told = re.findall(r"```json\n(.*?)\n```.*?```\n(.*?)\n```", text, re.DOTALL)[0]
    assert account(record.encode()) == f"{told}\n\n"

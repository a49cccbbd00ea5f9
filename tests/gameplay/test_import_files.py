"""One line, one verdict: whatever it holds, the next one is taken; the exit status tells the worst."""

from __future__ import annotations

import io
import json
import select
import subprocess
import tracemalloc
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DataError
from django.utils import translation

from clubs.models import Member
from clubs.services import add_member, add_table
from gameplay.codec import LINE_LARGEST
from gameplay.error_sentences import LEDGER_SENTENCES, SENTENCES
from gameplay.errors import Code
from gameplay.importing import one
from gameplay.importing.keys import EqualLines
from gameplay.management.progress import Progress
from gameplay.models import Deal, Session
from gameplay.services import open_deal
from ledger.errors import Code as LedgerCode
from tests.gameplay.importing import deal, pan_deal, process, run, session_at, write

if TYPE_CHECKING:
    from pathlib import Path

    from clubs.models import Club

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def session(club: Club) -> str:
    for number in ("a", "b"):
        add_member(club=club, name=number, number=number)
    return session_at(add_table(club=club, name="Table 1"))


def nested(depth: int) -> bytes:
    """A record that is legal but for how deep a private key nests."""
    whole = json.dumps(deal("a", "b", _deep="HERE")).encode()
    return whole.replace(b'"HERE"', b"[" * depth + b"]" * depth)


def cancelled(event: dict[str, Any]) -> dict[str, Any]:
    """A legal record: of a cancelled event nothing is checked (rule R)."""
    record = deal("a", "b")
    record["events"][:0] = [event, {"type": "undo"}]
    return record


UNFINISHED = deal("a", "b") | {"events": []}
MATCH = {"pdr": 1, "game": "pan-match", "id": "m", "word": "PAN", "match_end": "last_standing"} | {
    "match_stake": 0,
    "seats": ["a", "b"],
    "losses": [],
}
REFUSED = [
    (b"{", "record.invalid", None),
    (b"\xff\xfe", "record.invalid", None),
    (b"[1]", "record.invalid", None),
    (b'{"pdr":1e400}', "record.invalid", None),
    (b"[" * 100_000, "record.invalid", None),
    (nested(5_000), "record.invalid", None),
    (b" " * (LINE_LARGEST + 1) + b"x", "record.invalid", None),
    (deal("a", "b", game="canasta"), "record.invalid", None),
    (deal("a", "b", pdr=2), "record.unsupported_version", None),
    (deal("a", "b", surprise=1), "record.unknown_key", None),
    (deal("a", "b", rules={"ante": -1}), "rules.invalid", None),
    (deal("a", "a"), "seats.repeated", None),
    (deal("a", "b", _text="\0"), "record.invalid", None),
    (cancelled({"type": "stay", "_text": "\ud800"}), "record.invalid", 0),
    (deal("a", "b") | {"events": [{"type": "drop", "seat": 5}]}, "seat.unknown", 0),
    (UNFINISHED, "import.unfinished", None),
    (MATCH, "import.match", None),
    (deal("a", "b", detail="play") | {"events": []}, "import.unfinished", None),
    (pan_deal("a", "b"), "import.other_game", None),
    (deal("a", "c"), "import.label_unknown", None),
    # Legal, but more than is stored for one record: a limit of an installation is `record.invalid`.
    (deal("a", "b", meta=[1e15] * 100_000), "record.invalid", None),
]


def test_no_line_stops_the_file(club: Club, session: str, tmp_path: Path) -> None:
    """L-45, L-57, L-60: each is refused with its code, and the good ones around it are imported."""
    lines = [line for line, _, _ in REFUSED]
    file = tmp_path / "a"
    written = [
        line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines
    ]  # ASCII: the surrogate travels as an escape
    good = [json.dumps(deal("a", "b", id=f"d-{n}")).encode() for n in range(len(lines) + 1)]
    mixed = [good[0], *(each for pair in zip(written, good[1:], strict=True) for each in pair)]

    answer = run("--club", club.public_id, "--session", session, write(file, *mixed))

    assert answer.status == 1
    assert answer.codes[::2] == ["ok"] * len(good)
    for verdict, (_, code, event) in zip(answer.verdicts[1::2], REFUSED, strict=True):
        assert (verdict["code"], verdict["event"]) == (code, event)
        assert verdict["message"]
    assert [verdict["line"] for verdict in answer.verdicts] == list(range(1, len(mixed) + 1))
    assert Deal.objects.filter(club=club).count() == len(good)


def test_how_deep_a_record_nests_is_no_trouble(club: Club, session: str, tmp_path: Path) -> None:
    """Wherever the limits lie, in a private key or a cancelled event, the next line is taken."""
    depths = (50, 200, 400, 600, 800, 990)
    cards = [
        cancelled({"type": "stay", "cards": json.loads("[" * depth + "]" * depth)}) for depth in depths[:-1]
    ]
    lines = [*map(nested, depths), *cards]
    mixed = [each for n, line in enumerate(lines) for each in (line, deal("a", "b", id=f"d-{n}"))]
    codes = run("--club", club.public_id, "--session", session, write(tmp_path / "a", *mixed)).codes
    assert set(codes[1::2]) == {"ok"}
    assert set(codes[::2]) == {"ok", "record.invalid"}
    assert codes[0] == "ok"
    assert codes[2 * len(depths)] == "ok"
    assert codes[-2] == "record.invalid"


def test_a_cancelled_event_of_any_size_is_kept(club: Club, session: str, tmp_path: Path) -> None:
    """What a scorer undid may be nonsense; it is stored all the same, and known again."""
    nonsense = cancelled({"type": "stay", "cards": [0] * 40_000})
    file = write(tmp_path / "a", nonsense, deal("a", "b"))
    first, again = (run("--club", club.public_id, "--session", session, file) for _ in range(2))
    assert first.codes == ["ok", "ok"]
    assert again.deals == first.deals


def test_nothing_is_made_for_a_record_that_is_too_large(club: Club, tmp_path: Path) -> None:
    """All or nothing: no member and no session for what the log will not take."""
    table = add_table(club=club, name="Table 1")
    meta = {"table": table.name, "date": "2026-10-24", "more": [1e15] * 100_000}
    answer = run("--club", club.public_id, "--map", "NEW", write(tmp_path / "a", deal("x", "y", meta=meta)))
    assert answer.codes == ["record.invalid"]
    assert not Member.objects.filter(club=club).exists()
    assert not Session.objects.filter(club=club).exists()


@pytest.mark.parametrize("trouble", [RecursionError, DataError])
def test_what_the_log_cannot_hold_stops_no_file(
    club: Club, session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: type[Exception]
) -> None:
    """L-45: whatever limit it was, of the machine or of a column."""

    def record(**asked: Any) -> Any:
        if asked["new"].written.get("id") == "monster":
            raise trouble
        return open_deal(**asked)

    monkeypatch.setattr(one, "open_deal", record)
    file = write(tmp_path / "a", deal("a", "b", id="monster"), deal("a", "b", id="next"))
    codes = run("--club", club.public_id, "--session", session, file).codes
    assert codes == ["record.invalid", "ok"]


def test_the_verdict_for_people_is_one_line_in_their_language(
    club: Club, session: str, tmp_path: Path
) -> None:
    """An id cannot talk to the terminal; a net of zero has no sign (L-9)."""
    still = pan_deal("a", "b", rules={"deal_stake": 0}, id="\x1b[31mred\u202e")
    pan = session_at(add_table(club=club, name="Table 2"), "pan")
    file = write(tmp_path / "a", still, deal("a", "b"), b"?", still)
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended, translation.override("en"):
        call_command("import_deals", file, club=club.public_id, session=pan, stdout=out)

    assert ended.value.code == 1
    one, two, three, four = out.getvalue().splitlines()
    assert "\x1b" not in one
    assert "\u202e" not in one
    assert one.endswith("#1  0 0")
    assert "import.other_game: The record is of another game" in two
    assert "record.invalid" in three
    assert four == one.replace("    1", "    4") + "  (was there already)"


def test_a_file_that_cannot_be_read_is_told_and_the_others_are_imported(
    club: Club, session: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = write(tmp_path / "a", deal("a", "b"))
    arguments = ("--club", club.public_id, "--session", session)
    answer = run(*arguments, str(tmp_path / "none"), str(tmp_path), good)
    assert (answer.status, answer.codes) == (2, ["ok"])
    complaints = capsys.readouterr().err.splitlines()
    assert len(complaints) == 2
    assert complaints[0].startswith(str(tmp_path / "none"))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"club": "Nowhere"}, "club.unknown"),
        ({"session": "ses_0"}, "session.unknown"),
        ({"map": "BAD"}, "import.map_invalid"),
        ({"map": "/nowhere/map"}, "/nowhere/map"),
    ],
)
def test_what_the_options_name_and_is_not_there_is_a_usage_error(
    club: Club, session: str, tmp_path: Path, change: dict[str, str], code: str
) -> None:
    names = tmp_path / "map"
    names.write_text("{")
    options = {"club": club.public_id, "session": session} | change
    if options.get("map") == "BAD":
        options["map"] = str(names)
    with pytest.raises(CommandError) as refused:
        call_command("import_deals", write(tmp_path / "a", deal("a", "b")), **options)
    assert str(refused.value).startswith(code)
    assert refused.value.returncode == 2
    assert not Deal.objects.exists()


def test_a_session_of_another_club_is_unknown(
    club: Club, other_club: Club, session: str, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match=r"session\.unknown"):
        run("--club", other_club.public_id, "--session", session, write(tmp_path / "a", deal("a", "b")))


def test_the_verdict_comes_before_the_next_line(club: Club, session: str) -> None:
    """Standard input is read a line at a time and answered at once: any size fits into any memory."""
    running = process(club, "--session", session, "-", stdin=subprocess.PIPE)
    assert running.stdin is not None
    assert running.stdout is not None
    for number in range(3):
        running.stdin.write(json.dumps(deal("a", "b", id=str(number))) + "\n")
        running.stdin.flush()
        if not select.select([running.stdout], [], [], 60)[0]:
            running.kill()
            pytest.fail("no answer to a line that has come")
        assert json.loads(running.stdout.readline())["line"] == number + 1
    running.stdin.close()
    assert running.wait(timeout=60) == 0
    assert running.stderr is not None
    assert running.stderr.read() == ""
    running.stdout.close()
    running.stderr.close()


def test_counting_equal_lines_takes_no_memory_of_ours() -> None:
    """A hundred thousand different lines leave less than a megabyte behind."""
    tracemalloc.start()
    try:
        with EqualLines() as seen:
            for number in range(100_000):
                assert seen.count(f"{number:040x}") == 1
            assert seen.count(f"{7:040x}") == 2
            assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_progress_bar_shows_on_a_terminal_alone() -> None:
    quiet, terminal = io.StringIO(), Terminal()
    for stream in (quiet, terminal):
        with Progress(stream, 200) as progress:
            progress.show(100, 7)
            progress.show(200, 8)  # at once: the eye has not seen the first
    assert quiet.getvalue() == ""
    assert " 50%  7" in terminal.getvalue()
    assert "100%" not in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_every_code_has_a_sentence() -> None:
    assert set(Code) <= set(SENTENCES)
    assert set(LedgerCode) <= set(LEDGER_SENTENCES)

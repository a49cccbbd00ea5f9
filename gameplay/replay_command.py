"""`manage.py replay`: files of records in, verdicts out (rule R); needs no Django and no database.

Reads a line at a time, so that memory does not grow with the file. What the readable account needs is loaded
only for it: `--json` starts in a blink.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, Any, Final

import msgspec

from gameplay.codec import LINE_LARGEST, Unreadable, decode
from gameplay.engine.replay import record_id, replay
from gameplay.engine.verdict import Code, Fault, MatchOutcome, Verdict, as_json
from gameplay.sentences import sentence
from gameplay.terminal import UNSAFE

ALL_OK: Final = 0
NOT_ALL_OK: Final = 1
NOT_ALL_JUDGED: Final = 2

_BLANK: Final = b" \t\r\n"
_UNREADABLE: Final = Fault(Code.RECORD_INVALID, None, {"rule": "R", "key": "line"})

Form = Callable[[int, str | None, Any, Verdict], bytes]
"""How a verdict is written: number of the line, id, the record itself, the verdict."""

_encode: Final = msgspec.json.Encoder().encode


def judge(line: bytes) -> tuple[str | None, Verdict]:
    """Give the id to echo and the verdict on one line (rule R)."""
    return _judged(line)[1:]


def _judged(line: bytes) -> tuple[Any, str | None, Verdict]:
    """Give what the line says as well; None where it cannot be read."""
    try:
        record = decode(line)
    except Unreadable as unreadable:
        if unreadable.value is None:
            return None, None, _UNREADABLE
        record = unreadable.value
    return record, record_id(record), replay(record)


def lines_of(source: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Number the lines from 1 and leave out blank ones (rule R).

    Of a line that is too long only the beginning is given, longer than the limit: enough to be refused.
    """
    number = 0
    while piece := source.readline(LINE_LARGEST + 2):
        number += 1
        line = piece
        while not piece.endswith(b"\n"):
            piece = source.readline(LINE_LARGEST + 2)
            if not piece:
                break
            if not line.strip(_BLANK):
                line = b"" if not piece.strip(_BLANK) else b" " * (LINE_LARGEST + 1) + b"x"
        if line.strip(_BLANK):
            yield number, line.removesuffix(b"\n")


def main(arguments: list[str]) -> int:
    """Replay the named files and give the exit status: 0 all ok, 1 not all ok, 2 not all judged (rule R)."""
    asked = _parser().parse_args(arguments)
    try:
        return _replay_files(asked.files, _form(asked))
    except BrokenPipeError:  # whoever reads has gone; the interpreter must not complain about it at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOT_ALL_JUDGED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="manage.py replay",
        description="Replay records of deals and matches, and tell each: who did what, and why units moved.",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON line for each record")
    form.add_argument("--brief", action="store_true", help="print one readable line for each record")
    parser.add_argument(
        "--lang", choices=("en", "nl", "pl"), default="en", help="the language of the account"
    )
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours: on a terminal (auto, unless NO_COLOR is set), always, or never",
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a file of records, one a line; - reads standard input"
    )
    return parser


def _form(asked: argparse.Namespace) -> Form:
    if asked.json:
        return _as_json
    if asked.brief:
        return _brief
    from gameplay.replay_account import Account
    from gameplay.telling.language import language

    account = Account(language(asked.lang), is_coloured=_is_coloured(asked.color))
    return lambda *told: "\n".join(account.lines(*told)).encode()


def _is_coloured(asked: str) -> bool:
    if asked == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return asked == "always"


def _replay_files(names: Iterable[str], form: Form) -> int:
    status = ALL_OK
    for name in names:
        try:
            with _open(name) as source:
                status = max(status, _replay_file(source, form))
        except BrokenPipeError:
            raise
        except OSError as error:
            _complain(f"{name}: {error.strerror or error}")
            status = NOT_ALL_JUDGED
    sys.stdout.buffer.flush()
    return status


def _open(name: str) -> AbstractContextManager[IO[bytes]]:
    return nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb")


def _replay_file(source: IO[bytes], form: Form) -> int:
    status = ALL_OK
    write = sys.stdout.buffer.write
    for number, line in lines_of(source):
        record, written_id, verdict = _judged(line)
        if isinstance(verdict, Fault):
            status = max(status, NOT_ALL_OK)
        write(form(number, written_id, record, verdict) + b"\n")
    return status


def _as_json(number: int, written_id: str | None, _record: Any, verdict: Verdict) -> bytes:
    message = sentence(verdict) if isinstance(verdict, Fault) else ""
    return _encode(as_json(verdict, number, written_id, message))


def _complain(text: str) -> None:
    sys.stdout.buffer.flush()
    print(text, file=sys.stderr)  # noqa: T201 - a command prints


def _brief(number: int, written_id: str | None, _record: Any, verdict: Verdict) -> bytes:
    """Say the verdict in one line; control characters of a record must not reach a terminal."""
    return UNSAFE.sub("\ufffd", _line(number, written_id or "-", verdict)).encode()


def _line(number: int, name: str, verdict: Verdict) -> str:
    if isinstance(verdict, Fault):
        place = "header" if verdict.event is None else f"event {verdict.event}"
        return f"{number:>5}  {name}  REFUSED  {place}  {verdict.code}: {sentence(verdict)}"
    units = " ".join(f"{units:+d}" if units else "0" for units in verdict.units)
    if isinstance(verdict, MatchOutcome):
        letters = " ".join(letters or "-" for letters in verdict.letters)
        state = "over" if verdict.over else "open"
        return f"{number:>5}  {name}  ok  match {state}{_won(verdict)}  letters {letters}  units {units}"
    lost = "" if verdict.loser is None else f", seat {verdict.loser} loses"
    return (
        f"{number:>5}  {name}  ok  {verdict.outcome}{_won(verdict)}{lost}  units {units}  pot {verdict.pot}"
    )


def _won(verdict: Any) -> str:
    return "" if verdict.winner is None else f", seat {verdict.winner} wins"

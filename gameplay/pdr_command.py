"""`manage.py pdr`: checks how records are written, and writes them anew; needs no Django and no database.

Reads a line at a time, so that memory does not grow with the file; a line at fault costs itself alone.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, TextIO

from gameplay.codec import Unreadable, decode
from gameplay.engine.verdict import Code
from gameplay.notation import versions
from gameplay.notation.complaints import Complaint, Objection, sentence
from gameplay.notation.schema import schema_text
from gameplay.notation.spelling import LOCALES
from gameplay.replay_command import lines_of
from gameplay.terminal import UNSAFE

NO_COMPLAINT: Final = 0
COMPLAINTS: Final = 1
NOT_ALL_READ: Final = 2

_BOM: Final = b"\xef\xbb\xbf"
_NO_RECORD: Final = Complaint(Code.RECORD_INVALID, None, {"rule": "R", "key": "line"})

Answer = tuple[bytes | None, Iterable[Complaint]]
Work = Callable[[bytes], Answer]
Tell = Callable[[str, int, Complaint], None]


def main(arguments: list[str]) -> int:
    """Do what is asked and give the exit status: 0 no complaint, 1 complaints, 2 not all files read."""
    asked = _parser().parse_args(arguments)
    try:
        if asked.what == "schema":
            sys.stdout.buffer.write(schema_text())
            return NO_COMPLAINT
        return _each_file(asked.files, _work(asked), _teller(asked))
    except BrokenPipeError:  # whoever reads has gone; the interpreter must not complain about it at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOT_ALL_READ


def check(line: bytes) -> Answer:
    """Name every fault of form of a line."""
    try:
        return None, versions.faults(decode(line))
    except Unreadable as unreadable:
        if unreadable.value is None:
            return None, [_NO_RECORD]
        return None, list(versions.faults(unreadable.value)) or [_NO_RECORD]


def canonical(line: bytes) -> Answer:
    """Give the canonical line of a line."""
    try:
        return versions.canonical(decode(line)), []
    except Unreadable:
        return None, [_NO_RECORD]
    except Objection as objection:
        return None, [objection.complaint(None)]


def convert(line: bytes, locale: str, wanted: int) -> Answer:
    """Read a line liberally, and give it in canonical form; a BOM may stand before it."""
    try:
        return versions.convert(decode(line.removeprefix(_BOM)), locale, wanted)
    except Unreadable:
        return None, [_NO_RECORD]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="manage.py pdr",
        description="Check how records of deals and matches are written, and write them anew.",
    )
    kinds = parser.add_subparsers(dest="what", required=True)
    _with_files(kinds, "check", "name every fault of form, as FILE:LINE: CODE: SENTENCE")
    _with_files(
        kinds, "canonical", "write each record as its canonical line; nothing that it says is changed"
    )
    converting = _with_files(kinds, "convert", "read cards in any spelling, and write canonical lines")
    converting.add_argument(
        "--locale", choices=sorted(LOCALES), default="en", help="whose letters are read too"
    )
    converting.add_argument(
        "--to-version",
        type=int,
        choices=sorted(versions.VERSIONS),
        default=versions.NEWEST,
        help="the format version to write",
    )
    kinds.add_parser("schema", help="print the JSON Schema of the record format")
    return parser


def _with_files(kinds: Any, name: str, told: str) -> argparse.ArgumentParser:
    kind: argparse.ArgumentParser = kinds.add_parser(name, help=told, description=told)
    kind.add_argument("--lang", choices=sorted(LOCALES), default="en", help="the language of complaints")
    kind.add_argument(
        "files", nargs="+", metavar="FILE", help="a file of records, one a line; - reads standard input"
    )
    return kind


def _work(asked: argparse.Namespace) -> Work:
    if asked.what == "convert":
        return partial(convert, locale=asked.locale, wanted=asked.to_version)
    return check if asked.what == "check" else canonical


def _teller(asked: argparse.Namespace) -> Tell:
    """Say complaints in a language; they are the product of a check, and else beside it."""
    translate: Callable[[str], str] = str
    if asked.lang != "en":
        from gameplay.telling.language import language  # reads a catalogue: only where one is needed

        translate = language(asked.lang).gettext
    stream = sys.stdout if asked.what == "check" else sys.stderr

    def tell(name: str, number: int, complaint: Complaint) -> None:
        place = "" if complaint.event is None else f"event {complaint.event}: "
        _write(stream, f"{name}:{number}: {complaint.code}: {place}{sentence(complaint, translate)}")

    return tell


def _each_file(names: Iterable[str], work: Work, tell: Tell) -> int:
    status = NO_COMPLAINT
    for name in names:
        try:
            with _open(name) as source:
                status = max(status, _each_line(name, source, work, tell))
        except BrokenPipeError:
            raise
        except OSError as error:
            _write(sys.stderr, f"{name}: {error.strerror or error}")
            status = NOT_ALL_READ
    sys.stdout.buffer.flush()
    return status


def _open(name: str) -> AbstractContextManager[IO[bytes]]:
    return nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb")


def _each_line(name: str, source: IO[bytes], work: Work, tell: Tell) -> int:
    status = NO_COMPLAINT
    write = sys.stdout.buffer.write
    for number, line in lines_of(source):
        written, complaints = work(line)
        for complaint in complaints:
            status = COMPLAINTS
            tell(name, number, complaint)
        if written is not None:
            write(written + b"\n")
    return status


def _write(stream: TextIO, text: str) -> None:
    """Write a line for people; what of names and records must not reach a terminal does not."""
    if stream is sys.stderr:
        sys.stdout.buffer.flush()  # so that records and complaints stand in order where both go to one place
    stream.buffer.write(UNSAFE.sub("\ufffd", text).encode("utf-8", "replace") + b"\n")
    if stream is sys.stderr:
        stream.buffer.flush()

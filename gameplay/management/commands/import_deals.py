"""`manage.py import_deals`: files of deal records in, a verdict a line out; it decides nothing itself."""

from __future__ import annotations

import io
import os
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from django.core.management.base import BaseCommand
from django.db import InterfaceError, OperationalError

from clubs.actor import acting_as
from clubs.selectors import find_club
from gameplay.importing.keys import EqualLines
from gameplay.importing.labels import Labels
from gameplay.importing.map_file import read_map
from gameplay.importing.one import Importer, Refused
from gameplay.importing.places import IMPORTER, find_session
from gameplay.importing.verdicts import as_json, as_text
from gameplay.management.progress import Progress
from gameplay.management.refusal import Refused as CommandRefused
from gameplay.management.refusal import told
from gameplay.replay_command import ALL_OK, NOT_ALL_JUDGED, NOT_ALL_OK, lines_of

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from contextlib import AbstractContextManager

NEW = "NEW"


class Command(BaseCommand):
    help = (
        "Import records of finished deals. Every line is imported or refused by itself, and a file that is "
        "imported twice adds nothing. Exit status: 0 all imported, 1 some refused, 2 not all could be read."
    )
    requires_system_checks: list[str] = []  # no page is shown, so no address is checked

    def add_arguments(self, parser: ArgumentParser) -> None:
        """CLUB as in `manage.py club`."""
        parser.add_argument("--club", required=True, help="public id or exact name")
        parser.add_argument("--session", help="public id; otherwise meta.table and meta.date of each record")
        parser.add_argument(
            "--map",
            metavar="FILE|NEW",
            help="JSON object or table of two columns: label, number or public id; "
            "NEW makes a member for every label that is nobody's",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON line for each record")
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="records, one a line; - is standard input"
        )

    def handle(self, *_: Any, files: list[str], **options: Any) -> None:
        """Import all files; the exit status tells the worst that happened."""
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # names and labels, whatever the terminal believes
        try:
            with acting_as(IMPORTER):
                importer = _importer(options)
                write = as_json if options["json"] else as_text
                status = max(self._import_file(importer, name, write) for name in files)
        except BrokenPipeError:  # whoever reads has gone; the interpreter must not complain about it at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = NOT_ALL_JUDGED
        except (OperationalError, InterfaceError) as error:
            line = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            raise CommandRefused(f"database: {line}", returncode=NOT_ALL_JUDGED) from error
        if status != ALL_OK:
            sys.exit(status)

    def _import_file(self, importer: Importer, name: str, write: Any) -> int:
        status = ALL_OK
        try:
            with (
                _opened(name) as source,
                EqualLines() as seen,
                Progress(sys.stderr, _size(source)) as progress,
            ):
                for number, line in lines_of(source):
                    verdict = importer.take(line, seen)
                    if isinstance(verdict, Refused):
                        status = NOT_ALL_OK
                    progress.hide()
                    self.stdout.write(write(verdict, number))
                    self.stdout.flush()  # whoever feeds us line by line waits for the answer
                    progress.show(source.tell() if source.seekable() else 0, number)
        except BrokenPipeError:
            raise
        except OSError as error:
            self.stderr.write(f"{name}: {error.strerror or error}")
            return NOT_ALL_JUDGED
        return status


def _importer(options: dict[str, Any]) -> Importer:
    """Look up what the options name; what is not there is a usage error."""
    with told(returncode=NOT_ALL_JUDGED):
        club = find_club(options["club"])
        session = find_session(club, options["session"]) if options["session"] else None
        return Importer(club, session, labels=_labels(club, options["map"]))


def _labels(club: Any, given: str | None) -> Labels:
    if given is None or given == NEW:
        return Labels(club, makes_new=given == NEW)
    try:
        return Labels(club, read_map(given))
    except OSError as error:
        raise CommandRefused(f"{given}: {error.strerror or error}", returncode=NOT_ALL_JUDGED) from error


def _opened(name: str) -> AbstractContextManager[IO[bytes]]:
    return nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb")


def _size(source: IO[bytes]) -> int:
    return os.fstat(source.fileno()).st_size if source.seekable() else 0

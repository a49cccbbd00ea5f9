"""Runs the import as a command and as a process, and builds small records for it; it judges nothing."""

from __future__ import annotations

import datetime as dt
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management import call_command
from django.db import connection

from gameplay.importing.house_rules import revision_of
from gameplay.services import open_session

if TYPE_CHECKING:
    from clubs.models import Club, Table

ROOT = Path(__file__).resolve().parent.parent.parent
DAY = dt.date(2026, 10, 24)


def deal(*seats: str, **more: Any) -> dict[str, Any]:
    """A finished deal of Panguingue: the first seat goes out with a meld of value, the others pay."""
    events = [
        *({"type": "stay", "seat": seat} for seat in range(len(seats))),
        {"type": "meld", "seat": 0, "cards": ["3c", "3c", "3c"]},
        *(
            {"type": "meld", "seat": 0, "cards": cards}
            for cards in (["4c", "5c", "6c", "7c"], ["2h", "3h", "4h", "5h"])
        ),
    ]
    return {
        "pdr": 1,
        "game": "panguingue",
        "detail": "score",
        "seats": list(seats),
        "events": events,
    } | more


def pan_deal(*seats: str, **more: Any) -> dict[str, Any]:
    """A finished deal of Polish Pan with a stake: the last seat loses."""
    return {
        "pdr": 1,
        "game": "pan",
        "detail": "score",
        "rules": {"deal_stake": 2},
        "seats": list(seats),
        "events": [{"type": "lost", "seat": len(seats) - 1}],
    } | more


@dataclass(frozen=True)
class Run:
    """What an import answered."""

    status: int
    verdicts: list[dict[str, Any]]

    @property
    def codes(self) -> list[str]:
        """The code of each line, `ok` for one that was imported."""
        return ["ok" if verdict["ok"] else verdict["code"] for verdict in self.verdicts]

    @property
    def deals(self) -> list[str | None]:
        """The deal of each line."""
        return [verdict.get("deal") for verdict in self.verdicts]


def run(*arguments: str) -> Run:
    """Run the command here."""
    out = io.StringIO()
    status: Any = 0
    try:
        call_command("import_deals", *arguments, "--json", stdout=out)
    except SystemExit as ended:
        status = ended.code
    return Run(status, [json.loads(line) for line in out.getvalue().splitlines()])


def write(path: Path, *lines: Any) -> str:
    """Write records, or bytes as they are, into a file and return its name."""
    path.write_bytes(
        b"".join(
            (line if isinstance(line, bytes) else json.dumps(line, ensure_ascii=False).encode()) + b"\n"
            for line in lines
        )
    )
    return str(path)


def session_at(table: Table, game: str = "panguingue") -> str:
    """Open a session under the published rules."""
    revision = revision_of(club=table.club, game=game, profile="classic", rules={}, by="sys_operator")
    return open_session(table=table, revision=revision, business_day=DAY, by="sys_operator")


def process(club: Club, *arguments: str, **streams: Any) -> subprocess.Popen[str]:
    """Start the command as a process of its own on the test's database."""
    there = connection.settings_dict
    address = f"postgresql://{there['USER']}@/{there['NAME']}?host={there['HOST']}"
    if there["PORT"] or there["PASSWORD"]:
        address = f"postgresql://{there['USER']}:{there['PASSWORD']}@{there['HOST']}:{there['PORT']}/{there['NAME']}"
    # Output is held back as it would be for anybody else.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.Popen(
        [sys.executable, "manage.py", "import_deals", "--club", club.public_id, "--json", *arguments],
        cwd=ROOT,
        env=environment | {"DATABASE_URL": address, "PANBOOK_DB_ROLE": "app"},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **streams,
    )

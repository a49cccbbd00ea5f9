"""Imports every record of the conformance files and checks the books against the files' own verdicts."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from clubs.models import Club, Member
from clubs.services import add_table
from gameplay.models import Deal, Event, Request
from ledger.models import Posting
from ledger.selectors import balances
from tests.gameplay.importing import run, session_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clubs.models import Table

pytestmark = pytest.mark.django_db(transaction=True)

FACTS: tuple[Any, ...] = (Deal, Event, Posting, Request, Member)
FILES = sorted((Path(__file__).parent.parent / "conformance").glob("*.pdr.jsonl"))


@pytest.fixture
def table(club: Club) -> Table:
    return add_table(club=club, name="Table 1")


def lines_with_verdicts(file: Path) -> Iterator[tuple[int, Any, dict[str, Any]]]:
    """Give number, record (None: unreadable) and expected verdict of each line, read without our code."""
    lines = file.read_bytes().split(b"\n")
    expected = file.with_name(file.name.replace(".pdr.", ".expected.")).read_text().splitlines()
    for verdict in map(json.loads, expected):
        try:
            record = json.loads(lines[verdict["line"] - 1])
        except ValueError:
            record = None
        yield verdict["line"], record, verdict


def expected_code(record: Any, verdict: dict[str, Any], game: str) -> set[str]:
    """Say with which codes the import may refuse the line; the empty set: it is imported."""
    if record is None or type(record) is not dict or "pdr" not in record:
        return {verdict["code"]}
    if record.get("game") == "pan-match":
        return {verdict["code"]} if not verdict["ok"] else {"import.match"}
    if not verdict["ok"]:
        return {verdict["code"]}
    if verdict["outcome"] == "open":
        return {"import.unfinished"}
    return {"import.other_game"} if record["game"] != game else set()


@pytest.mark.parametrize("game", ["panguingue", "pan"])
def test_exactly_the_legal_finished_deals_are_booked_and_again_adds_nothing(
    club: Club, table: Table, game: str
) -> None:
    """L-44, L-45: one line, one verdict; the same files twice add nothing; the sums come from the files."""
    session = session_at(table, game)
    net: Counter[str] = Counter()
    pot = 0
    known: dict[Any, Any] = {}
    for file in FILES:
        answer = run("--club", club.public_id, "--session", session, "--map", "NEW", str(file))
        verdicts = answer.verdicts
        wanted = list(lines_with_verdicts(file))
        assert [verdict["line"] for verdict in verdicts] == [line for line, _, _ in wanted]
        assert answer.status == int(any(not verdict["ok"] for verdict in verdicts))
        equals: Counter[bytes] = Counter()
        for verdict, (line, record, expected) in zip(verdicts, wanted, strict=True):
            codes = expected_code(record, expected, game)
            place = (file.name, line, verdict)
            assert verdict["id"] == expected["id"], place
            if codes:
                assert not verdict["ok"], place
                assert verdict["code"] in codes, place
                assert verdict["message"], place
                if verdict["code"] == expected.get("code"):
                    assert verdict["event"] == expected["event"], place
                continue
            raw = file.read_bytes().split(b"\n")[line - 1].rstrip()
            if "id" not in record:
                equals[raw] += 1
            key = record["id"] if "id" in record else (raw, equals[raw])
            if known.setdefault(key, record) != record:
                assert verdict["code"] == "idempotency.key_reused", place
                continue
            assert verdict["ok"], place
            assert verdict["units"] == expected["units"], place
            assert verdict["is_new"] == (known[key] is record), place
            if verdict["is_new"]:
                pot += expected["pot"] - record.get("pot", 0)
                for label, units in zip(record["seats"], expected["units"], strict=True):
                    net[label] += units
    assert len(known) > 10
    assert Deal.objects.filter(club=club).count() == len(known)
    numbers = {member.public_id: member.number for member in Member.objects.filter(club=club)}
    rows = balances(club.pk)
    assert {numbers[row.holder]: row.units for row in rows if row.purpose == "member"} == dict(net)
    assert [row.units for row in rows if row.purpose == "pot"] == [pot]
    assert sum(row.units for row in rows) == 0
    assert any(net.values())

    before = [model.objects.filter(club=club).count() for model in FACTS]
    for file in FILES:
        verdicts = run("--club", club.public_id, "--session", session, "--map", "NEW", str(file)).verdicts
        assert not any(verdict.get("is_new") for verdict in verdicts)
    assert [model.objects.filter(club=club).count() for model in FACTS] == before

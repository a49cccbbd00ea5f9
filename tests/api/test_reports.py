"""The report of a settlement: the same numbers in each form, under any name, whatever follows."""

from __future__ import annotations

import csv
import io
import json
import random
from decimal import Decimal
from typing import Any

import pytest

from clubs.models import Scope
from clubs.services.members import rename_member
from clubs.services.roles import grant_role
from gameplay import services
from gameplay.reports.tables import Profile, guarded, unguarded, write_table
from tests.api.caller import Caller
from tests.builders import BY, PAN, PANGUINGUE, House, lost, make_house, random_record, record

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("=1+1", "-5", 'Łoś, "ąę"', "🂡 Ace", "amount")


@pytest.fixture
def house() -> House:
    made = make_house()
    for member, name in zip(made.members, NAMES, strict=True):
        rename_member(member=member, name=name)
    grant_role(member=made.members[0], role="owner")
    return made


@pytest.fixture
def caller(house: House) -> Caller:
    return Caller.of(house.club, house.members[0], tuple(Scope))


def settled(house: House, game: str, seed: int) -> tuple[str, str]:
    rng = random.Random(seed)
    session = house.open(game)
    deals = [house.deal(session, random_record(rng, house.ids, game)).deal for _ in range(12)]
    house.void(deals[3])
    return session, house.settle(session).settlement


def table(caller: Caller, settlement: str, query: str = "") -> list[dict[str, str]]:
    answer = caller.ask("GET", f"/settlements/{settlement}/report.csv{query}")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{settlement}.csv"'
    text = answer.content.decode("utf-8-sig" if "excel" in query else "utf-8")
    assert text.endswith("\r\n")
    assert answer.content.startswith(b"\xef\xbb\xbf") == ("excel" in query)
    delimiter = ";" if "locale=pl" in query or "locale=nl" in query else ","
    rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    assert rows
    return rows


@pytest.mark.parametrize("game", [PAN, PANGUINGUE])
def test_all_forms_say_the_same_and_add_up(caller: Caller, house: House, game: str) -> None:
    _, settlement = settled(house, game, 5)
    report = caller.get(f"/settlements/{settlement}/report")
    nets = {
        net["holder"]["holder"]: net["units"]
        for net in caller.get(f"/settlements/{settlement}")["nets"]
        if net["holder"]["kind"] == "member"
    }
    assert any(nets.values())
    for player in report["players"]:
        assert sum(player["units"].values()) == player["net"] == nets.get(player["member"]["id"], 0)
        assert player["to_receive"] - player["to_pay"] in {player["net"], 0}
        assert (player["lost"] is None) == (game == PANGUINGUE)
    assert sum(player["net"] for player in report["players"]) + report["pot_net"] == 0
    for query in ("", "?profile=machine", "?profile=excel", "?profile=excel&locale=pl"):
        rows = table(caller, settlement, query)
        assert len(rows) == len(report["players"])
        for row, player in zip(rows, report["players"], strict=True):
            _same(row, player, report)


def _same(row: dict[str, str], player: dict[str, Any], report: dict[str, Any]) -> None:
    assert row["member_id"] == player["member"]["id"]
    assert unguarded(row["member_name"]) == player["member"]["name"]
    assert row["member_number"] == player["member"]["number"]
    assert row["root"] == report["root"]
    assert row["lost"] == ("" if player["lost"] is None else str(player["lost"]))
    for name in ("deals", "won", "net", "to_pay", "paid", "to_receive", "received"):
        assert int(row[name]) == player[name]
    cells = {name.removeprefix("units_"): cell for name, cell in row.items() if name[:6] == "units_"}
    units = {reason: int(cell) for reason, cell in cells.items()}
    assert {reason: moved for reason, moved in units.items() if moved} == player["units"]


def test_names_run_nowhere_and_overwrite_nothing(caller: Caller, house: House) -> None:  # L-37, L-38, L-43
    _, settlement = settled(house, PAN, 5)
    rows = table(caller, settlement)
    names = {row["member_id"]: row["member_name"] for row in rows}
    for member, name in zip(house.members, NAMES, strict=True):
        assert unguarded(names[member.public_id]) == name
    assert names[house.ids[0]] == "'=1+1"
    assert names[house.ids[1]] == "'-5"
    assert names[house.ids[4]] == "amount"
    negative = [row["net"] for row in rows if int(row["net"]) < 0]
    assert negative
    assert all(cell.startswith("-") for cell in negative)
    assert len(rows[0]) == len(set(rows[0]))


def test_what_follows_the_settlement_changes_no_figure(caller: Caller, house: House) -> None:
    session = house.open(PAN)
    deal = house.deal(session, record(PAN, house.ids[:3], [lost(0)])).deal
    house.deal(session, record(PAN, house.ids[:3], [lost(1)]))
    settlement = house.settle(session).settlement
    before = caller.get(f"/settlements/{settlement}/report")
    house.void(deal)
    services.mark_paid(club=house.club, settlement=settlement, line=0, by=BY)
    after = caller.get(f"/settlements/{settlement}/report")
    (correction,) = after.pop("corrections")
    assert before.pop("corrections") == []
    assert (correction["reason"], correction["source"]) == ("void", deal)
    assert sum(correction["nets"].values()) == 0
    paid = [player.pop("paid") for player in after["players"]]
    assert sum(paid) == after["plan"][0]["units"]
    for report in (before, after):
        for player in report["players"]:
            player.pop("paid", None)
            player.pop("received")
        report.pop("plan")
    assert after == before


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "'"])  # noqa: RUF001
def test_every_beginning_of_a_formula_is_guarded(sign: str) -> None:
    for text in (f"{sign}1", f"  {sign}1", sign):
        assert guarded(text).startswith("'")
        assert unguarded(guarded(text)) == text
    assert guarded("a=1") == "a=1"
    assert guarded("") == ""


def test_numbers_stay_numbers_in_the_locale(house: House) -> None:  # L-40
    rows: list[list[Any]] = [[-5, Decimal("-15.38"), None, "a;b", "a,b", 'a"b', "a\nb"]]
    written = write_table(["=n"], rows)
    assert written == '\'=n\r\n-5,-15.38,,a;b,"a,b","a""b","a\nb"\r\n'
    polish = write_table(["n"], rows, profile=Profile.EXCEL, locale="pl")
    assert polish == '\ufeffn\r\n-5;-15,38;;"a;b";a,b;"a""b";"a\nb"\r\n'
    english = write_table(["n"], rows, profile=Profile.EXCEL, locale="en")
    assert english.startswith("\ufeffn\r\n-5,-15.38,")


def test_a_form_that_is_none_is_refused(caller: Caller, house: House) -> None:
    _, settlement = settled(house, PAN, 5)
    for query in ("profile=word", "locale=de", "format=csv"):
        answer = caller.ask("GET", f"/settlements/{settlement}/report.csv?{query}")
        assert answer.status_code == 400
        assert json.loads(answer.content)["errors"][0]["pointer"].startswith("?")


def test_the_import_judges_each_line_alone(caller: Caller, house: House) -> None:  # L-44, L-45
    session = house.open(PAN)
    good = record(PAN, house.ids[:3], [lost(0)]) | {"id": "d-1"}
    bad = good | {"id": "d-2", "events": [lost(7)]}
    body = b"\n".join(json.dumps(each).encode() for each in (good, bad, good | {"id": "d-3"})) + b"\nx\n"
    address = f"/deals/import?session={session}"
    for is_new in (True, False):
        answer = caller.ask("POST", address, body, "application/x-ndjson")
        verdicts = [json.loads(line) for line in answer.content.splitlines()]
        assert [verdict["ok"] for verdict in verdicts] == [True, False, True, False]
        assert verdicts[0]["is_new"] is is_new
        assert (verdicts[1]["code"], verdicts[1]["event"]) == ("seat.unknown", 0)
    assert len(caller.get(f"/sessions/{session}/deals")["items"]) == 2

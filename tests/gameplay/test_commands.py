"""Sessions, balances and statements by command: sums that add up, and one line for whatever is refused."""

from __future__ import annotations

import datetime as dt
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from django.core.management import CommandError, call_command

from clubs.models import Member
from clubs.services import add_member, add_table, deactivate_member
from gameplay.engine.verdict import LineReason
from gameplay.management.columns import aligned
from gameplay.models import Deal, HouseRulesRevision, Session, SessionState
from gameplay.reasons import LINES
from gameplay.selectors import reopenings_of
from gameplay.services import VoidReason, close_session
from ledger.models import Balance, Settlement, Transaction
from tests.gameplay.importing import deal, pan_deal, run, session_at, write

if TYPE_CHECKING:
    from pathlib import Path

    from clubs.models import Club, Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(club: Club) -> Table:
    return add_table(club=club, name="Table 1")


@pytest.fixture
def session(club: Club, table: Table) -> str:
    add_member(club=club, name="Member 01", number="a")
    add_member(club=club, name="Członek 02", number="b")
    add_member(club=club, name="Member 03", number="c")
    return session_at(table)


def told(command: str, *arguments: str) -> list[str]:
    out = io.StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue().splitlines()


def refused(command: str, *arguments: str) -> CommandError:
    with pytest.raises(CommandError) as error:
        call_command(command, *arguments, stdout=io.StringIO())
    assert "\n" not in str(error.value)
    return error.value


def played(club: Club, session: str, path: Path, *records: dict[str, Any]) -> list[str]:
    answer = run("--club", club.public_id, "--session", session, write(path / "played", *records))
    assert set(answer.codes) == {"ok"}
    return [str(name) for name in answer.deals]


def test_a_session_is_opened_for_the_business_day_of_the_club(club: Club, table: Table) -> None:
    """L-33, L-34: at five past midnight in Warsaw it is still yesterday's night."""
    with time_machine.travel(dt.datetime(2026, 10, 24, 22, 5, tzinfo=dt.UTC), tick=False):
        line = told("session", "open", club.public_id, "Table 1", "--game", "pan")[0].split("\t")
    stored = Session.objects.get(public_id=line[0])
    assert (stored.business_day, stored.game, stored.origin) == (dt.date(2026, 10, 24), "pan", "live")
    assert (stored.recorded_by, stored.table) == ("sys_operator", table)
    assert stored.revision.profile == "classic"


def test_a_session_takes_a_profile_options_and_a_day(club: Club, table: Table) -> None:
    """The same options open under the same revision again."""
    options = ("--game", "panguingue", "--profile", "cardroom", "--rules", '{"ante": 4}')
    arguments = ("session", "open", club.name, table.public_id, *options, "--business-day", "2026-01-31")
    first, second = (told(*arguments)[0].split("\t") for _ in range(2))
    assert first[0] != second[0]
    stored = Session.objects.get(public_id=first[0])
    assert stored.business_day == dt.date(2026, 1, 31)
    assert stored.revision.options["ante"] == 4
    assert HouseRulesRevision.objects.filter(club=club).count() == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["Table 2", "--game", "pan"], "table.unknown"),
        (["Table 1", "--game", "pan", "--profile", "nobody's"], "rules.unknown_profile"),
        (["Table 1", "--game", "pan", "--rules", '{"ante": 1}'], "record.unknown_key"),
        (["Table 1", "--game", "panguingue", "--rules", '{"ante": -1}'], "rules.invalid"),
    ],
)
def test_a_session_that_cannot_be_opened_is_told_in_one_line(
    club: Club, table: Table, arguments: list[str], code: str
) -> None:
    error = refused("session", "open", club.public_id, *arguments)
    assert str(error).startswith(f"{code}: ")
    assert error.returncode == 1
    assert not Session.objects.exists()


@pytest.mark.parametrize(
    "arguments",
    [["--rules", "[1]"], ["--rules", "{"], ["--business-day", "31.1.2026"], ["--game", "canasta"]],
)
def test_a_misspelled_option_is_a_usage_error(club: Club, table: Table, arguments: list[str]) -> None:
    refused("session", "open", club.public_id, "Table 1", "--game", "pan", *arguments)
    assert not Session.objects.exists()


def test_a_club_that_is_not_there_is_told_by_every_command() -> None:
    for command in (
        ["balance"],
        ["statement", "0001"],
        ["session", "list"],
        ["session", "close", "ses_x"],
        ["session", "reopen", "ses_x", "--reason", "other"],
        ["session", "void", "deal_x", "--reason", "other"],
    ):
        place = 2 if command[0] == "session" else 1
        error = refused(*[*command[:place], "Nowhere", *command[place:]])
        assert str(error).startswith("club.unknown: ")


def test_closing_settles_and_prints_the_nets(club: Club, session: str, tmp_path: Path) -> None:
    """The figures are the session's alone and sum to zero; closing again answers the same."""
    played(club, session_at(Session.objects.get(public_id=session).table), tmp_path, deal("a", "b"))
    played(club, session, tmp_path, deal("a", "b", "c"), deal("c", "a", pot=3))

    lines = told("session", "close", club.public_id, session)

    settlement = Settlement.objects.get(club=club)
    assert lines[0].endswith(settlement.public_id)
    assert bytes(settlement.root).hex() in lines[1]
    nets = {line.split()[1]: int(line.split()[-1]) for line in lines[2:]}
    assert nets == {"a": 10 - 5 - 0, "b": -5, "c": 0} | nets
    assert sum(nets.values()) == 0
    assert SessionState.objects.get(session__public_id=session).status == "settled"
    assert told("session", "close", club.public_id, session) == lines
    assert Settlement.objects.count() == 1


def test_what_cannot_be_closed_is_told_in_one_line(club: Club, other_club: Club, session: str) -> None:
    for name in ("ses_nowhere", ""):
        assert str(refused("session", "close", club.public_id, name)).startswith("session.unknown: ")
    assert str(refused("session", "close", other_club.public_id, session)).startswith("session.unknown: ")


def test_a_session_is_opened_again_by_somebody_else_than_who_closed_it(
    club: Club, session: str, tmp_path: Path
) -> None:
    again = ("session", "reopen", club.public_id, session, "--reason", "deal_missing", "--note", "on paper")
    assert str(refused(*again)).startswith("session.not_closed: ")
    close_session(club_id=club.pk, session=session, by=Member.objects.filter(club=club)[0].public_id)
    assert told(*again) == [f"{session}\topen"]
    (found,) = reopenings_of(club.pk, session)
    assert (found.reason, found.note, found.by.member) == ("deal_missing", "on paper", "sys_operator")
    told("session", "close", club.public_id, session)
    assert str(refused(*again)).startswith("session.same_person: ")
    refused("session", "reopen", club.public_id, session, "--reason", "because")
    refused("session", "reopen", club.public_id, session)


def test_a_deal_is_taken_back_once(club: Club, session: str, tmp_path: Path) -> None:
    """L-11: whoever asks how often, the balances go back to where they were."""
    name = played(club, session, tmp_path, deal("a", "b"))[0]
    arguments = (club.public_id, name, "--reason", VoidReason.ENTERED_TWICE, "--note", "Twice, I fear")
    first, second = told("session", "void", *arguments), told("session", "void", *arguments)
    posted = Transaction.objects.filter(club=club, reverses__isnull=False).values_list("public_id", flat=True)
    assert first == [f"{name}\t{posted[0]}"]
    assert second == [f"{first[0]}\t(was taken back already)"]
    assert {balance.units for balance in Balance.objects.filter(account__club=club)} == {0}
    assert str(refused("session", "void", club.public_id, "deal_x", "--reason", "other")).startswith(
        "deal.unknown: "
    )
    long = ("--reason", "other", "--note", "x" * 501)
    assert str(refused("session", "void", club.public_id, name, *long)).startswith("text.too_long: ")


def test_the_list_names_each_session_of_the_club_alone(
    club: Club, other_club: Club, session: str, tmp_path: Path
) -> None:
    session_at(add_table(club=other_club, name="Table 1"))
    played(club, session, tmp_path, deal("a", "b"), deal("b", "a"))
    title, line = told("session", "list", club.public_id)
    assert title.split()[0] == "Session"
    assert line.split()[0] == session
    assert "2026-10-24" in line
    assert line.split()[-1] == "2"
    assert len(line) == len(title)


def test_balances_sum_to_zero_and_tell_zero_from_never_played(
    club: Club, session: str, tmp_path: Path
) -> None:
    """L-9, L-31: nothing, zero and minus are three things; the numbers end below each other."""
    played(club, session, tmp_path, deal("a", "b", pot=100), deal("b", "a"))
    pot = next(row["units"] for row in json.loads(told("balance", club.public_id, "--json")[0])["others"])
    lines = told("balance", club.public_id)

    assert len({len(line) for line in lines}) == 1
    by_number = {line.split()[0]: line.split()[-1] for line in lines}
    assert by_number["c"] == "-"
    figures = [line.split()[-1] for line in lines[1:]]
    assert "+0" not in figures
    assert "-0" not in figures
    assert int(by_number["a"]) + int(by_number["b"]) + pot == 0
    assert pot < 0
    assert lines[-1].split() == ["Sum", "0"]


def test_balances_for_programs_name_members_by_id(
    club: Club, other_club: Club, session: str, tmp_path: Path
) -> None:
    """L-43: keyed by id, whatever the names are. Another club's people are not there."""
    add_member(club=other_club, name="Member 09", number="z")
    played(club, session, tmp_path, deal("a", "b"))
    left = Member.objects.get(club=club, number="b")
    deactivate_member(member=left)
    deactivate_member(member=Member.objects.get(club=club, number="c"))

    found = json.loads(told("balance", club.public_id, "--json")[0])

    assert [(row["number"], row["is_active"], row["units"]) for row in found["members"]] == [
        ("a", True, 5),
        ("b", False, -5),
    ]
    assert found["members"][1]["member"] == left.public_id
    assert found["sum"] == 0
    assert "(left)" in "".join(told("balance", club.public_id))


def test_balances_that_do_not_sum_to_zero_end_with_an_error(club: Club, session: str, tmp_path: Path) -> None:
    played(club, session, tmp_path, deal("a", "b"))
    Balance.objects.filter(account__club=club, units=5).update(units=6)
    error = refused("balance", club.public_id)
    assert (str(error).split(":")[0], error.returncode) == ("ledger.unbalanced", 1)


def amounts(lines: list[str]) -> tuple[int, list[int], list[int], int]:
    """Return opening balance, amounts, balances and closing balance as printed."""
    rows = [line.split() for line in lines[3:-1]]
    return (
        int(lines[2].split()[-1]),
        [int(row[-2]) for row in rows],
        [int(row[-1]) for row in rows],
        int(lines[-1].split()[-1]),
    )


def test_a_statement_adds_up_from_opening_to_closing(club: Club, session: str, tmp_path: Path) -> None:
    """L-35: oldest first, in the order of the account, however many rows are asked for."""
    pan = session_at(Session.objects.get(public_id=session).table, "pan")
    for _ in range(3):
        played(club, session, tmp_path, deal("a", "b", "c", id=f"d-{Deal.objects.count()}"))
        played(club, pan, tmp_path, pan_deal("b", "c", "a", id=f"p-{Deal.objects.count()}"))

    whole = told("statement", club.public_id, "a")
    opening, moved, balances, closing = amounts(whole)
    assert (opening, moved, closing) == (0, [10, -4] * 3, 18)
    assert balances == [10, 6, 16, 12, 22, 18]
    assert whole[0] == "a Member 01"
    assert f"#1, {session}" in whole[3]
    assert f"#1, {pan}" in whole[4]
    assert len({len(line) for line in whole[1:]}) == 1

    opening, moved, balances, closing = amounts(told("statement", club.public_id, "a", "--limit", "2"))
    assert (opening, moved, balances, closing) == (12, [10, -4], [22, 18], 18)


def test_a_statement_for_programs_says_the_same(club: Club, session: str, tmp_path: Path) -> None:
    names = played(club, session, tmp_path, deal("a", "b"), deal("b", "a"))
    who = Member.objects.get(club=club, number="b")
    found = json.loads(told("statement", club.public_id, who.public_id, "--json", "--why")[0])

    assert (found["member"], found["opening"], found["closing"]) == (who.public_id, 0, 0)
    assert [row["source"] for row in found["rows"]] == names
    assert [row["deal"] for row in found["rows"]] == [
        {"number": number, "session": session, "business_day": "2026-10-24"} for number in (1, 2)
    ]
    for row in found["rows"]:
        signs = [1 if line["payee"] == found["account"] else -1 for line in row["lines"]]
        units = [line["units"] for line in row["lines"]]
        assert sum(sign * each for sign, each in zip(signs, units, strict=True)) == row["amount"]
    plain = json.loads(told("statement", club.public_id, "b", "--json")[0])
    assert "lines" not in plain["rows"][0]


def test_a_statement_says_why(club: Club, session: str, tmp_path: Path) -> None:
    """Every unit of a row is explained: rule, reason, from whom, by which event."""
    played(club, session, tmp_path, deal("a", "b", "c"))
    lines = told("statement", club.public_id, "a", "--why")
    why = [line for line in lines if line.startswith("    ")][:-1]
    why = [line for line in why if "(P" in line]
    assert sum(int(line.split()[0]) for line in why) == 10
    assert any(
        "condition (PG-10)" in line and "from b Członek 02" in line and "event 3" in line for line in why
    )
    paid = [line for line in told("statement", club.public_id, "b", "--why") if "(P" in line]
    assert sum(int(line.split()[0]) for line in paid) == -5
    assert all("to a Member 01" in line for line in paid)


def test_a_deal_taken_back_stands_in_the_statement_with_its_number(
    club: Club, session: str, tmp_path: Path
) -> None:
    name = played(club, session, tmp_path, deal("a", "b"))[0]
    told("session", "void", club.public_id, name, "--reason", "not_played")
    lines = told("statement", club.public_id, "a", "--why")
    opening, *_, closing = amounts([line for line in lines if "(P" not in line])
    assert (opening, closing) == (0, 0)
    assert any("taken back #1" in line for line in lines)


def test_a_statement_longer_than_a_page_of_the_ledger_is_whole(
    club: Club, session: str, tmp_path: Path
) -> None:
    """The ledger gives 200 rows at a time."""
    played(club, session, tmp_path, *(deal("a", "b") for _ in range(203)))
    opening, moved, balances, closing = amounts(told("statement", club.public_id, "a", "--limit", "202"))
    assert (opening, len(moved), closing) == (5, 202, 203 * 5)
    assert balances == [5 * number for number in range(2, 204)]


def test_who_has_never_played_has_an_empty_statement(club: Club, session: str) -> None:
    assert amounts(told("statement", club.public_id, "c")) == (0, [], [], 0)
    found = json.loads(told("statement", club.public_id, "c", "--json")[0])
    assert (found["account"], found["rows"]) == (None, [])


def test_a_statement_of_nobody_is_told_in_one_line(club: Club, other_club: Club, session: str) -> None:
    add_member(club=other_club, name="Member 09", number="z")
    assert str(refused("statement", club.public_id, "z")).startswith("member.unknown: ")
    for limit in ("0", "-1", "x", "1" * 400, "²"):
        refused("statement", club.public_id, "a", "--limit", limit)


def test_columns_align_whatever_the_script_is() -> None:
    lines = aligned([("Łódź", "1"), ("日本", "-22"), ("e\u0301", "333")], right={1})
    assert lines == ["Łódź    1", "日本  -22", "e\u0301     333"]


def test_every_reason_of_a_line_has_words() -> None:
    assert set(LINES) == set(LineReason)

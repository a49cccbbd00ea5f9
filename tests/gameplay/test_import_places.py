"""Where records go that no session was named for: one import session a table, business day and game."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import pytest

from clubs.models import Member
from clubs.services import add_table
from gameplay.models import HouseRules, HouseRulesRevision, Session
from gameplay.services import revise_house_rules
from tests.gameplay.importing import deal, pan_deal, run, session_at, write

if TYPE_CHECKING:
    from pathlib import Path

    from clubs.models import Club, Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(club: Club) -> Table:
    return add_table(club=club, name="Table 1")


def at(table: str, date: str) -> dict[str, str]:
    return {"table": table, "date": date}


def test_records_go_to_one_session_a_table_day_and_game(club: Club, table: Table, tmp_path: Path) -> None:
    file = write(
        tmp_path / "a",
        deal("a", "b", meta=at("Table 1", "2026-10-24")),
        deal("b", "a", meta=at(table.public_id, "2026-10-24") | {"scorer": "x"}),
        deal("a", "b", meta=at("Table 1", "2026-10-25")),
        pan_deal("a", "b", meta=at("Table 1", "2026-10-24")),
    )
    arguments = ("--club", club.public_id, "--map", "NEW")
    first = run(*arguments, file)
    again = run(
        *arguments, file, write(tmp_path / "b", deal("a", "b", meta=at("Table 1", "2026-10-25"), id="x"))
    )

    assert first.codes == ["ok"] * 4
    assert again.deals[:4] == first.deals
    found = Session.objects.filter(club=club).values_list("business_day", "game", "origin")
    assert sorted(found) == [
        (dt.date(2026, 10, 24), "pan", "import"),
        (dt.date(2026, 10, 24), "panguingue", "import"),
        (dt.date(2026, 10, 25), "panguingue", "import"),
    ]
    assert [verdict["number"] for verdict in again.verdicts] == [1, 2, 1, 1, 2]


def test_a_live_session_of_that_table_and_day_is_left_alone(club: Club, table: Table, tmp_path: Path) -> None:
    live = session_at(table)
    file = write(tmp_path / "a", deal("a", "b", meta=at("Table 1", "2026-10-24")))
    assert run("--club", club.public_id, "--map", "NEW", file).codes == ["ok"]
    assert not Session.objects.get(public_id=live).deals.exists()


@pytest.mark.parametrize(
    ("meta", "code"),
    [
        (None, "import.no_session"),
        ("Table 1", "import.no_session"),
        ({"table": "Table 1"}, "import.no_session"),
        ({"date": "2026-10-24"}, "import.no_session"),
        (at("Table 2", "2026-10-24"), "import.table_unknown"),
        (at("table 1", "2026-10-24"), "import.table_unknown"),
        ({"table": 1, "date": "2026-10-24"}, "import.table_unknown"),
        (at("Other table", "2026-10-24"), "import.table_unknown"),
        (at("Table 1", "2026-02-30"), "import.date_invalid"),
        (at("Table 1", "20261024"), "import.date_invalid"),
        (at("Table 1", "2026-W43-6"), "import.date_invalid"),
        (at("Table 1", "24.10.2026"), "import.date_invalid"),
        (at("Table 1", "2026-10-24T10:00"), "import.date_invalid"),
        (at("Table 1", "0000-01-01"), "import.date_invalid"),
        (at("Table 1", "٢٠٢٦-10-24"), "import.date_invalid"),
        ({"table": "Table 1", "date": 20261024}, "import.date_invalid"),
    ],
)
def test_a_record_without_a_place_is_refused_and_opens_nothing(
    club: Club, other_club: Club, table: Table, tmp_path: Path, meta: Any, code: str
) -> None:
    add_table(club=other_club, name="Other table")
    answer = run("--club", club.public_id, "--map", "NEW", write(tmp_path / "a", deal("a", "b", meta=meta)))
    assert answer.codes == [code]
    assert not Session.objects.exists()
    assert not Member.objects.exists()


def test_a_record_that_is_refused_opens_no_session(club: Club, table: Table, tmp_path: Path) -> None:
    """All or nothing: an unknown label is found before the session is made."""
    file = write(tmp_path / "a", deal("a", "b", meta=at("Table 1", "2026-10-24")))
    assert run("--club", club.public_id, file).codes == ["import.label_unknown"]
    assert not Session.objects.exists()
    assert not HouseRules.objects.exists()


def test_the_session_is_held_under_the_published_rules_of_the_profile(
    club: Club, table: Table, tmp_path: Path
) -> None:
    """The deal has options of its own; the club's own rules of that name get no revision behind its back."""
    own = revise_house_rules(
        club=club,
        game="panguingue",
        name="cardroom",
        profile="cardroom",
        rules={"ante": 5},
        by="sys_operator",
    )
    meta = at("Table 1", "2026-10-24")
    file = write(
        tmp_path / "a",
        deal("a", "b", profile="cardroom", rules={"ante": 3}, meta=meta),
        deal("a", "b", profile="cardroom", meta=at("Table 1", "2026-10-25")),
    )
    assert run("--club", club.public_id, "--map", "NEW", file).codes == ["ok"] * 2

    used = {session.revision for session in Session.objects.select_related("revision")}
    assert len(used) == 1
    assert used != {own}
    assert own.house_rules.revisions.count() == 1
    published = revise_house_rules(
        club=club, game="panguingue", name="fresh", profile="cardroom", rules={}, by="sys_operator"
    )
    assert used.pop().options == published.options
    assert HouseRulesRevision.objects.count() == 3

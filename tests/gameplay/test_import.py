"""What an import adds, what it knows again, and what it leaves alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection

from clubs.models import AuditEntry, Member
from clubs.services import add_table
from gameplay.errors import Code, GameplayError
from gameplay.importing import one
from gameplay.models import Deal, DealState, Event, Request, Session, Text
from gameplay.records import record_of
from gameplay.services import VoidReason, close_session, open_deal, void_deal
from ledger.models import Posting
from ledger.selectors import balances
from tests.gameplay.importing import deal, pan_deal, process, run, session_at, write

if TYPE_CHECKING:
    from pathlib import Path

    from clubs.models import Club, Table
    from tests.gameplay.importing import Run

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(club: Club) -> Table:
    return add_table(club=club, name="Table 1")


@pytest.fixture
def session(table: Table) -> str:
    return session_at(table)


def into(club: Club, session: str, file: str) -> Run:
    return run("--club", club.public_id, "--session", session, "--map", "NEW", file)


def units_of(club: Club) -> dict[str, int]:
    numbers = dict(Member.objects.filter(club=club).values_list("public_id", "number"))
    return {numbers[row.holder]: row.units for row in balances(club.pk) if row.purpose == "member"}


def counts(club: Club) -> list[int]:
    facts: tuple[Any, ...] = (Deal, Event, Request, Posting, Session, Member)
    return [model.objects.filter(club=club).count() for model in facts]


def test_two_equal_lines_are_two_deals_and_the_same_file_again_adds_nothing(
    club: Club, session: str, tmp_path: Path
) -> None:
    """L-44. CR and blanks at the end of a line do not make it another one."""
    line = json.dumps(deal("a", "b", "c")).encode()
    file = write(tmp_path / "a.pdr.jsonl", line, deal("b", "a"), line + b" \r", b"")

    first = into(club, session, file)
    before = counts(club)
    again = into(club, session, file)

    assert first.codes == again.codes == ["ok"] * 3
    assert [verdict["is_new"] for verdict in first.verdicts] == [True] * 3
    assert [verdict["is_new"] for verdict in again.verdicts] == [False] * 3
    assert len(set(first.deals)) == 3
    assert again.deals == first.deals
    for was, now in zip(first.verdicts, again.verdicts, strict=True):
        assert was | {"is_new": False} == now
    assert counts(club) == before
    assert units_of(club) == {"a": 10 + 10 - 5, "b": -5 - 5 + 5, "c": -5 - 5}


def test_a_file_that_came_back_with_other_line_ends_is_the_same_file(
    club: Club, session: str, tmp_path: Path
) -> None:
    """L-44: a mail or an editor adds CR and drops the last LF."""
    lines = [json.dumps(record).encode() for record in (deal("a", "b"), deal("b", "a"), deal("a", "b"))]
    first = into(club, session, write(tmp_path / "a", *lines))
    (tmp_path / "b").write_bytes(b" \r\n".join(lines))
    assert into(club, session, str(tmp_path / "b")).deals == first.deals


def test_a_record_that_somebody_else_is_importing_is_waited_for(
    club: Club, session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request in flight is not refused at once; one that stays in flight is, and the next line is taken."""
    tries = []

    def busy(**asked: Any) -> Any:
        tries.append(asked["key"])
        if len(tries) <= 2 or asked["new"].written.get("id") == "stuck":
            raise GameplayError(Code.IDEMPOTENCY_IN_FLIGHT, key=asked["key"])
        return open_deal(**asked)

    monkeypatch.setattr(one, "open_deal", busy)
    monkeypatch.setattr(one, "_WAITS", (0.0,) * 4)
    file = write(tmp_path / "a", deal("a", "b"), deal("a", "b", id="stuck"), deal("b", "a"))
    answer = into(club, session, file)

    assert answer.codes == ["ok", "idempotency.in_flight", "ok"]
    assert len(tries) == 3 + 5 + 1
    assert len(set(tries)) == 3


def test_a_known_id_with_another_deal_is_refused_and_the_first_one_stays(
    club: Club, session: str, tmp_path: Path
) -> None:
    """L-49: nothing is swallowed. The same record under its id, written otherwise, is the same."""
    file = write(
        tmp_path / "a.pdr.jsonl",
        deal("a", "b", id="d-1"),
        deal("b", "a", id="d-1"),
        deal("a", "b", id="d-1", meta={"table": 1}),
        dict(reversed(deal("a", "b", id="d-1").items())),
        deal("a", "new", id="d-1"),
    )

    found = into(club, session, file)

    assert found.codes == ["ok", *["idempotency.key_reused"] * 2, "ok", "idempotency.key_reused"]
    assert found.deals[3] == found.deals[0]
    assert units_of(club) == {"a": 5, "b": -5}
    assert not Member.objects.filter(club=club, number="new").exists()


def test_an_empty_id_names_nothing(club: Club, session: str, tmp_path: Path) -> None:
    """L-31: empty is not an id that many records share."""
    file = write(tmp_path / "a.pdr.jsonl", deal("a", "b", id=""), deal("b", "a", id=""))
    assert into(club, session, file).codes == ["ok", "ok"]


def test_the_record_keeps_its_own_rules_and_pot(club: Club, session: str, tmp_path: Path) -> None:
    """The session was opened under other options; the deal is stored and replayed with its own."""
    record = deal("a", "b", profile="cardroom", rules={"out_bonus": 3, "_why": "festival"}, pot=7)
    verdict = into(club, session, write(tmp_path / "a", record)).verdicts[0]

    header = json.loads(bytes(Deal.objects.get(public_id=verdict["deal"]).header))
    assert (header["profile"], header["options"]["out_bonus"], header["pot"]) == ("cardroom", 3, 7)
    state = DealState.objects.get(deal__public_id=verdict["deal"])
    assert state.units == verdict["units"]
    assert sum(verdict["units"]) + state.pot - 7 == 0


def test_what_people_wrote_is_erasable_and_comes_back(club: Club, session: str, tmp_path: Path) -> None:
    """L-64: ids, labels, meta and private keys stand in the erasable rows and in no fact."""
    words = "Zażółć"
    record = deal(
        f"{words} one",
        f"{words} two",
        id=f"{words} id",
        meta={"scorer": f"{words} meta", "rate": 0.5},
        rules={"_house": f"{words} rule"},
        _table=f"{words} key",
    )
    record["events"][0]["_said"] = f"{words} event"
    found = into(club, session, write(tmp_path / "a", record))

    name = found.deals[0]
    texts = dict(Text.objects.filter(stream=name).values_list("seq", "content"))
    assert json.loads(texts[0] or "") == {
        "id": f"{words} id",
        "meta": {"scorer": f"{words} meta", "rate": 0.5},
        "labels": [f"{words} one", f"{words} two"],
        "keys": {"_table": f"{words} key"},
        "rules": {"_house": f"{words} rule"},
    }
    assert json.loads(texts[1] or "") == {"_said": f"{words} event"}
    with connection.cursor() as cursor:
        for fact in ("deal", "event", "request", "session", "feed", "houserulesrevision"):
            cursor.execute(f"SELECT count(*) FROM gameplay_{fact} f WHERE f::text LIKE %s", [f"%{words}%"])
            assert cursor.fetchone() == (0,), fact
            hexadecimal = words.encode().hex()
            cursor.execute(
                f"SELECT count(*) FROM gameplay_{fact} f WHERE f::text LIKE %s", [f"%{hexadecimal}%"]
            )
            assert cursor.fetchone() == (0,), fact


def test_the_importer_signs_what_it_records(club: Club, session: str, tmp_path: Path) -> None:
    found = into(club, session, write(tmp_path / "a", deal("a", "b")))

    stored = Deal.objects.get(public_id=found.deals[0])
    assert stored.recorded_by == "sys_import"
    events = Event.objects.filter(stream=stored.public_id)
    assert set(events.values_list("recorded_by", "entered_at")) == {("sys_import", None)}
    made = AuditEntry.objects.filter(table="clubs_member", actor="sys_import")
    assert made.count() == 2


def test_a_closed_session_takes_nothing_and_knows_what_it_has(
    club: Club, session: str, tmp_path: Path
) -> None:
    """L-15: no other door into a closed session, and nobody is made for a record that is refused."""
    old = deal("a", "b", id="old")
    first = into(club, session, write(tmp_path / "a", old))
    close_session(club_id=club.pk, session=session, by="sys_operator")
    before = counts(club)

    again = into(club, session, write(tmp_path / "b", old, deal("a", "b", id="late"), deal("a", "x")))

    assert again.codes == ["ok", "session.closed", "session.closed"]
    assert again.deals[0] == first.deals[0]
    assert counts(club) == before


def test_a_void_deal_is_still_known(club: Club, session: str, tmp_path: Path) -> None:
    file = write(tmp_path / "a", deal("a", "b", id="d-1"))
    first = into(club, session, file)
    name = str(first.deals[0])
    void_deal(club_id=club.pk, deal=name, reason=VoidReason.ENTERED_TWICE, by="sys_operator")

    assert into(club, session, file).deals == [name]
    assert units_of(club) == {"a": 0, "b": 0}


def exported(deal_id: str) -> dict[str, Any]:
    """The record that an export makes of a deal: its stored header and events, `id`, `meta`, and `_deal`."""
    stored = Deal.objects.get(public_id=deal_id)
    texts = {
        seq: json.loads(content or "{}")
        for seq, content in Text.objects.filter(stream=deal_id).values_list("seq", "content")
    }
    events = []
    for event in Event.objects.filter(stream=deal_id).order_by("seq"):
        body = json.loads(bytes(event.body))
        body["payload"].pop("texts", None)
        events.append({"type": body["type"], **body["payload"], **texts.get(event.seq, {})})
    record = record_of(json.loads(bytes(stored.header)), events)
    words = texts.get(0, {})
    record |= {key: words[key] for key in ("id", "meta") if key in words}
    record |= words.get("keys", {}) | {"_deal": deal_id}
    record["rules"] |= words.get("rules", {})
    return record


@pytest.fixture
def export(club: Club, session: str, tmp_path: Path) -> dict[str, Any]:
    record = deal("a", "b", id="d-1", meta={"by": "hand"}, rules={"_r": 1}, _k=[1.5])
    record["events"][1:1] = [{"type": "drop", "seat": 1, "_oops": True}, {"type": "undo"}]
    found = into(club, session, write(tmp_path / "export", record))
    assert found.codes == ["ok"]
    return exported(str(found.deals[0]))


def test_an_exported_deal_is_known_by_its_own_id(club: Club, export: dict[str, Any], tmp_path: Path) -> None:
    """It needs no session and adds nothing; names that an export added do not make it another one."""
    before = counts(club)
    named = export | {"meta": export["meta"] | {"names": {"a": "A"}}}
    found = run("--club", club.public_id, write(tmp_path / "a", export, named))

    assert found.codes == ["ok", "ok"]
    assert found.deals == [export["_deal"]] * 2
    stored = Posting.objects.filter(club=club).values_list("transaction__public_id", flat=True)
    assert {verdict["transaction"] for verdict in found.verdicts} == set(stored)
    assert counts(club) == before


@pytest.mark.parametrize(
    "change",
    [
        {"id": "d-2"},
        {"meta": {"by": "somebody"}},
        {"pot": 1},
        {"rules": {"out_bonus": 2}},
        {"seats": ["b", "a"]},
        {"seats": ["a", "nobody"]},
        {"first": 1},
        {"_k": [1]},
        {"_new": 1},
    ],
    ids=lambda change: next(iter(change)),
)
def test_an_exported_deal_that_was_changed_is_refused(
    club: Club, export: dict[str, Any], tmp_path: Path, change: dict[str, Any]
) -> None:
    """L-49."""
    before = counts(club)
    found = run("--club", club.public_id, "--map", "NEW", write(tmp_path / "a", export | change))
    assert found.codes == ["idempotency.key_reused"]
    assert counts(club) == before


def test_an_exported_deal_with_another_event_is_refused(
    club: Club, export: dict[str, Any], tmp_path: Path
) -> None:
    others = []
    for place, change in ((1, {"_oops": False}), (1, {"seat": 0}), (2, {"_new": 1})):
        events = [dict(event) for event in export["events"]]
        events[place] |= change
        others.append(export | {"events": events})
    found = run("--club", club.public_id, write(tmp_path / "a", *others))
    assert found.codes == ["idempotency.key_reused"] * 3


def test_an_exported_deal_is_known_after_its_texts_were_blanked(
    club: Club, export: dict[str, Any], tmp_path: Path
) -> None:
    """What is left of it must still agree."""
    Text.objects.filter(stream=export["_deal"]).update(salt=None, content=None)
    found = run("--club", club.public_id, write(tmp_path / "a", export, export | {"pot": 1}))
    assert found.codes == ["ok", "idempotency.key_reused"]


def test_a_deal_of_another_club_is_a_new_one_here(
    club: Club, other_club: Club, export: dict[str, Any], tmp_path: Path
) -> None:
    session = session_at(add_table(club=other_club, name="Table 1"))
    found = into(other_club, session, write(tmp_path / "a", export | {"seats": ["x", "y"]}))
    assert found.codes == ["ok"]
    assert found.deals != [export["_deal"]]
    assert units_of(other_club) == {"x": 5, "y": -5}


def test_both_games_go_into_sessions_of_their_own(club: Club, table: Table, tmp_path: Path) -> None:
    file = write(tmp_path / "a", deal("a", "b"), pan_deal("a", "b", "c"))
    assert into(club, session_at(table), file).codes == ["ok", "import.other_game"]
    assert into(club, session_at(table, "pan"), file).codes == ["import.other_game", "ok"]
    assert units_of(club) == {"a": 5 + 2, "b": -5 + 2, "c": -4}


def test_two_imports_of_one_file_at_the_same_time_record_each_deal_once(
    club: Club, session: str, tmp_path: Path
) -> None:
    """L-44, L-48: real processes on real commits; both answer the same deals, and nobody is made twice."""
    records = [deal(f"Player {n % 7}", f"{n % 3}", id=f"d-{n}" if n % 2 else "") for n in range(40)]
    file = write(tmp_path / "a", *records)
    arguments = ("--session", session, "--map", "NEW", file)

    answers = [one.communicate(timeout=120) for one in [process(club, *arguments) for _ in range(2)]]

    verdicts = [[json.loads(line) for line in out.splitlines()] for out, _ in answers]
    assert [errors for _, errors in answers] == ["", ""]
    for verdict in (*verdicts[0], *verdicts[1]):
        assert verdict["ok"], verdict
    assert [each["deal"] for each in verdicts[0]] == [each["deal"] for each in verdicts[1]]
    assert all(one["is_new"] != other["is_new"] for one, other in zip(*verdicts, strict=True))
    assert Deal.objects.filter(club=club).count() == len(records)
    assert Member.objects.filter(club=club).count() == 7 + 3
    assert sum(row.units for row in balances(club.pk)) == 0
    assert units_of(club)["0"] == -5 * len([n for n in range(40) if n % 3 == 0])

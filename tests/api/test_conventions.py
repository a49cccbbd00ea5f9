"""The conventions of all addresses: problems, unknown parameters, bounds, tags, keys, pages."""

from __future__ import annotations

import datetime as dt
import json
import threading
import time
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest
from django.db import connection, connections
from django.test import Client

from clubs.api.refusals import Code as Api
from clubs.errors import Code as Clubs
from config.problems import PROBLEMS
from gameplay import settlement
from gameplay.engine.verdict import Code as Rule
from gameplay.errors import Code as Gameplay
from gameplay.models import Deal
from ledger.errors import Code as Ledger
from tests.api.addresses import addresses
from tests.api.caller import Caller, check
from tests.builders import PAN, House, lost, make_house, record
from tests.gameplay.followers import PATIENCE

if TYPE_CHECKING:
    from clubs.models import Club
    from tests.people import Person

AT = dt.datetime(2026, 9, 1, 20, tzinfo=dt.UTC)
pytestmark = pytest.mark.django_db(transaction=True)


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, json.loads(answer.content)["code"]


@pytest.mark.parametrize("code", [*Api, *Clubs, *Gameplay, *Ledger, *Rule], ids=str)
def test_every_code_has_its_status_and_title(code: str) -> None:
    assert PROBLEMS[str(code)].title
    assert 400 <= PROBLEMS[str(code)].status <= 500


@pytest.mark.parametrize(
    "address", ["/api/", "/api/v1", "/api/v1/", "/api/v1/clubs/", "/api/v1/clubs/club_x", "/api/v2/x"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "PUT", "OPTIONS"])
def test_an_unknown_address_is_a_problem_too(address: str, method: str) -> None:
    answer = Client().generic(method, address)
    check(answer)
    assert answer.status_code in {404, 405}


def test_a_method_that_is_none_names_those_that_are(as_owner: Caller) -> None:
    for method in ("DELETE", "PUT", "OPTIONS", "TRACE"):
        answer = as_owner.ask(method, "/members")
        assert refused(answer) == (405, "method.not_allowed")
        assert answer.headers["Allow"] == "GET, HEAD, POST"


def test_other_forms_are_refused(as_owner: Caller) -> None:
    assert refused(as_owner.ask("GET", "/members", accept="text/csv")) == (406, "answer.not_acceptable")
    answer = as_owner.ask("POST", "/members", b"name=x", "application/x-www-form-urlencoded")
    assert refused(answer) == (415, "request.media_type")
    answer = as_owner.ask("POST", "/deals/import", b"{}", "application/json")
    assert refused(answer) == (415, "request.media_type")


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b'{"name": NaN}',
        b'{"name": 1e999}',
        b'{"name": "\\ud800"}',
        b'{"name": "a\\u0000"}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a":' * 70 + b"1" + b"}" * 70,
        b'{"a":' + b"9" * 5000 + b"}",
        b'{"a": 9007199254740993}',
    ],
)
def test_a_body_that_cannot_be_read_is_malformed(as_owner: Caller, body: bytes) -> None:  # L-60
    assert refused(as_owner.ask("POST", "/members", body)) == (400, "request.malformed")


def test_bodies_are_bounded(as_owner: Caller) -> None:
    answer = as_owner.ask("POST", "/members", b'{"name":"' + b"x" * 2**20 + b'"}')
    assert refused(answer) == (413, "request.too_large")
    answer = as_owner.ask("POST", "/api/v1/replay", b"x" * (2 * 2**20 + 1), "application/x-ndjson")
    assert refused(answer) == (413, "request.too_large")
    answer = as_owner.ask("POST", "/deals/import", b"{}\n" * 1_001, "application/x-ndjson")
    assert refused(answer) == (413, "request.too_large")


def test_everything_that_is_wrong_is_said_at_once(as_owner: Caller) -> None:
    answer = as_owner.ask("POST", "/members", {"nmae": "x", "number": "a b", "roles": ["king"]})
    assert refused(answer) == (422, "request.invalid")
    found = {flaw["pointer"]: flaw["code"] for flaw in json.loads(answer.content)["errors"]}
    assert found == {"/nmae": "unknown"}
    answer = as_owner.ask("POST", "/members", {"number": "a b", "roles": ["scorer", "king"]})
    found = {flaw["pointer"]: flaw["code"] for flaw in json.loads(answer.content)["errors"]}
    assert found == {"/name": "required", "/number": "invalid", "/roles/1": "invalid_choice"}
    assert refused(as_owner.ask("POST", "/members", [])) == (422, "request.invalid")
    assert refused(as_owner.ask("POST", "/members", "x")) == (422, "request.invalid")


@pytest.mark.parametrize("units", ["15,38", "15.38", 15.38, "1538", True, None, 2**53, -1])
def test_an_amount_is_a_whole_number_or_refused(as_owner: Caller, house: House, units: Any) -> None:  # L-42
    session = house.open(PAN)
    caller = Caller(f"/api/v1/clubs/{house.club.public_id}", _token(house))
    answer = caller.ask("POST", f"/sessions/{session}/start-match", {"match_stake": units})
    assert answer.status_code in {400, 422}
    if answer.status_code == 422:
        assert json.loads(answer.content)["errors"][0]["pointer"] == "/match_stake"


@pytest.mark.parametrize("query", ["limit=1,5", "limit=0", "limit=201", "limit=x", "limit=" + "9" * 400])
def test_a_limit_is_bounded(as_owner: Caller, query: str) -> None:
    answer = as_owner.ask("GET", f"/members?{query}")
    assert refused(answer) == (400, "request.parameter_invalid")
    assert json.loads(answer.content)["errors"][0]["pointer"] == "?limit"


@pytest.mark.parametrize("query", ["limits=5", "format=json", "limit=1&x=2", "%00=1"])
def test_a_parameter_that_is_not_known_is_refused_everywhere(as_owner: Caller, query: str) -> None:
    assert refused(as_owner.ask("GET", f"/members?{query}")) == (400, "request.parameter_unknown")
    assert refused(as_owner.ask("POST", f"/members?{query}", {})) == (400, "request.parameter_unknown")
    answer = as_owner.ask("GET", "/members?limit=1&limit=2")
    assert refused(answer) == (400, "request.parameter_invalid")


@pytest.mark.parametrize(
    "cursor",
    ["x", "é", "WyJ4Il0", "WyJtZW1iZXJzIiwxXQ", "WyJtZW1iZXJzIiwiXHUwMDAwIl0", "A" * 1001, "W10", "bnVsbA"],
)
def test_a_cursor_that_we_did_not_make_is_refused(as_owner: Caller, cursor: str) -> None:
    answer = as_owner.ask("GET", f"/members?cursor={cursor}")
    assert answer.status_code == 400
    for address in addresses():
        query = address.operation.query
        if query is None or "cursor" not in query().fields or "{" in address.route.replace("{club}", ""):
            continue
        assert as_owner.ask("GET", f"/{address.route.split('/', 4)[4]}?cursor={cursor}").status_code == 400


def test_nothing_that_went_wrong_here_is_shown(club: Club, as_owner: Caller) -> None:
    as_owner.client = Client(raise_request_exception=False)
    with mock.patch("clubs.api.tables.cut", side_effect=RuntimeError("secret of the house")):
        answer = as_owner.ask("GET", "/tables")
    assert refused(answer) == (500, "server.error")
    assert b"secret" not in answer.content
    assert b"Traceback" not in answer.content


def test_a_reader_is_told_that_nothing_has_changed(as_owner: Caller) -> None:
    first = as_owner.ask("GET", "/members?limit=1")
    tag = first.headers["ETag"]
    for given in (tag, f'"x", {tag}', f"W/{tag}", "*"):
        again = as_owner.ask("GET", "/members?limit=1", if_none_match=given)
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    assert as_owner.ask("GET", "/members?limit=1", if_none_match='"x"').status_code == 200
    head = as_owner.ask("HEAD", "/members?limit=1")
    assert (head.status_code, head.headers["ETag"]) == (200, tag)


def test_an_edit_changes_what_is_named_and_nothing_else(as_owner: Caller) -> None:  # L-51
    made = as_owner.post("/members", {"name": "Member 12", "roles": ["scorer"]})
    address = f"/members/{made['id']}"
    tag = as_owner.ask("GET", address).headers["ETag"]
    renamed = as_owner.ask("PATCH", address, {"name": "Member 13"}, if_match=tag)
    assert json.loads(renamed.content) == made | {"name": "Member 13"}
    stale = as_owner.ask("PATCH", address, {"roles": []}, if_match=tag)
    assert refused(stale) == (412, "etag.stale")
    weak = as_owner.ask("PATCH", address, {"roles": []}, if_match=f"W/{renamed.headers['ETag']}")
    assert refused(weak) == (412, "etag.stale")
    assert refused(as_owner.ask("PATCH", address, {"roles": []})) == (428, "etag.missing")
    good = as_owner.ask("PATCH", address, {"roles": []}, if_match=renamed.headers["ETag"])
    assert json.loads(good.content)["roles"] == []


@pytest.fixture
def house(db: None) -> House:
    return make_house()


def _token(house: House) -> str:
    from clubs.models import Scope
    from clubs.services.roles import grant_role
    from clubs.services.tokens import create_token

    grant_role(member=house.members[0], role="owner")
    return create_token(member=house.members[0], scopes=tuple(Scope), days=1).secret


@pytest.fixture
def caller(house: House) -> Caller:
    return Caller(f"/api/v1/clubs/{house.club.public_id}", _token(house))


def _seated(caller: Caller, house: House) -> str:
    session = house.open(PAN)
    for chair, member in enumerate(house.ids[:3], 1):
        caller.post(f"/sessions/{session}/seat", {"chair": chair, "member": member}, 200)
    return session


def test_the_same_key_gives_the_same_answer_whatever_has_happened_since(caller: Caller, house: House) -> None:
    session = _seated(caller, house)
    opened = caller.ask("POST", f"/sessions/{session}/deals", {}, idempotency_key="a")
    deal = json.loads(opened.content)["id"]
    body = {"events": [{"type": "out", "seat": 0}], "expected_seq": 0}
    first = caller.ask("POST", f"/deals/{deal}/events", body, idempotency_key="b")
    more = {"events": [lost(1)], "expected_seq": 1}
    last = caller.ask("POST", f"/deals/{deal}/events", more, idempotency_key="c")
    for asked, address, key, before in (
        ({}, f"/sessions/{session}/deals", "a", opened),
        (body, f"/deals/{deal}/events", "b", first),
        (more, f"/deals/{deal}/events", "c", last),
    ):
        again = caller.ask("POST", address, asked, idempotency_key=key)
        assert (again.status_code, again.content) == (before.status_code, before.content)
    other = caller.ask("POST", f"/deals/{deal}/events", more, idempotency_key="b")
    assert refused(other) == (422, "idempotency.key_reused")
    assert len(caller.get(f"/deals/{deal}")["events"]) == 2


def test_two_members_may_choose_the_same_key(house: House, caller: Caller) -> None:
    from clubs.models import Scope
    from clubs.services.roles import grant_role

    grant_role(member=house.members[1], role="manager")
    other = Caller.of(house.club, house.members[1], tuple(Scope))
    first = caller.post("/members", {"name": "Member 20"}, idempotency_key="1")
    second = other.post("/members", {"name": "Member 20"}, idempotency_key="1")
    assert first["id"] != second["id"]


def test_the_same_key_in_flight_is_told_so(house: House, caller: Caller) -> None:
    from clubs.models import ApiToken

    member = ApiToken.objects.get().member.public_id
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        from django.db import transaction

        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(
                    "SELECT gameplay_enter(%s, %s, NULL, false, NULL)", [f"api/{member}/k", house.club.pk]
                )
                held.set()
                done.wait(10)
        finally:
            connections.close_all()

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        assert held.wait(10)
        answer = caller.ask("POST", "/members", {"name": "Member 20"}, idempotency_key="k")
        assert refused(answer) == (409, "idempotency.in_flight")
        assert answer.headers["Retry-After"] == "1"
    finally:
        done.set()
        thread.join()
    caller.post("/members", {"name": "Member 20"}, idempotency_key="k")


@pytest.mark.parametrize("key", ["", " ", "a b", "ł", "x" * 65])
def test_a_key_is_bounded(caller: Caller, key: str) -> None:
    answer = caller.ask("POST", "/members", {"name": "x"}, idempotency_key=key)
    assert refused(answer) == (400, "idempotency.key_invalid")


def test_whoever_was_slower_is_told_what_the_other_wrote(caller: Caller, house: House) -> None:  # L-52
    session = _seated(caller, house)
    deal = caller.post(f"/sessions/{session}/deals")["id"]
    caller.post(f"/deals/{deal}/events", {"events": [{"type": "out", "seat": 2}], "expected_seq": 0})
    answer = caller.ask("POST", f"/deals/{deal}/events", {"events": [lost(0)], "expected_seq": 0})
    assert refused(answer) == (409, "deal.changed")
    params = json.loads(answer.content)["errors"][0]["params"]
    assert (params["seq"], params["expected_seq"]) == (1, 0)
    assert [each["event"] for each in params["events"]] == [{"type": "out", "seat": 2}]


def test_a_fault_of_the_rules_names_event_and_rule(caller: Caller, house: House) -> None:
    session = _seated(caller, house)
    deal = caller.post(f"/sessions/{session}/deals", {"events": [{"type": "out", "seat": 2}]})["id"]
    body = {"events": [{"type": "undo"}, {"type": "out", "seat": 7}], "expected_seq": 1}
    problem = caller.post(f"/deals/{deal}/events", body, 422)
    assert (problem["code"], problem["event"]) == ("seat.unknown", 2)
    assert problem["rule"]
    assert problem["errors"][0]["pointer"] == "/events/1"
    unknown = {"events": [{"type": "out", "seat": 0, "cheat": 1}], "expected_seq": 1}
    assert caller.post(f"/deals/{deal}/events", unknown, 422)["code"] == "record.unknown_key"
    second = caller.ask("POST", f"/sessions/{session}/deals", {})
    assert refused(second) == (409, "session.unfinished_deal")


def pages(caller: Caller, address: str, limit: int) -> list[list[Any]]:
    """Walk by the Link header alone."""
    found, following = [], f"{caller.base}{address}{'&' if '?' in address else '?'}limit={limit}"
    while following:
        answer = caller.ask("GET", following)
        found.append(json.loads(answer.content)["items"])
        link = answer.headers.get("Link", "")
        following = link.partition(">")[0].removeprefix("<http://testserver") if link else ""
    return found


def test_pages_show_each_row_once_under_one_time(caller: Caller, house: House) -> None:  # L-55, L-56
    lock = settlement.lock
    with mock.patch.object(settlement, "lock", lambda *told, **more: (lock(*told, **more), AT)[1]):
        session = house.open(PAN)
        deals = [house.deal(session, record(PAN, house.ids[:3], [lost(0)])).deal for _ in range(7)]
        sessions = [session, *(house.open(PAN) for _ in range(4))]
    assert Deal.objects.values("recorded_at").distinct().count() == 1
    for limit in (1, 2, 3, 7, 200):
        walked = pages(caller, f"/sessions/{session}/deals", limit)
        assert [row["id"] for page in walked for row in page] == deals[::-1]
        assert all(len(page) <= limit for page in walked)
    for limit in (1, 2, 5):
        walked = pages(caller, "/sessions", limit)
        assert [row["id"] for page in walked for row in page] == sessions[::-1]
    for address in ("/members", "/balances", "/tables"):
        whole = [row for page in pages(caller, address, 200) for row in page]
        assert [row for page in pages(caller, address, 1) for row in page] == whole


def test_what_is_written_meanwhile_moves_no_page(caller: Caller, house: House) -> None:  # L-55
    session = house.open(PAN)
    deals = [house.deal(session, record(PAN, house.ids[:3], [lost(0)])).deal for _ in range(4)]
    first = caller.ask("GET", f"/sessions/{session}/deals?limit=2")
    house.deal(session, record(PAN, house.ids[:3], [lost(1)]))
    cursor = json.loads(first.content)["next"]
    second = caller.get(f"/sessions/{session}/deals?limit=2&cursor={cursor}")
    rows = [*json.loads(first.content)["items"], *second["items"]]
    assert [row["id"] for row in rows] == deals[::-1]
    assert second["next"] is None


def test_statement_pages_add_up(caller: Caller, house: House) -> None:  # L-3
    session = house.open(PAN)
    for loser in (0, 1, 2, 0, 1):
        house.deal(session, record(PAN, house.ids[:3], [lost(loser)]))
    address = f"/members/{house.ids[0]}/statement?limit=2"
    cursor, closing = "", caller.get(f"/members/{house.ids[0]}/balance")["units"]
    for _ in range(10):
        page = caller.get(address + cursor)
        assert page["closing"] == closing
        assert page["opening"] + sum(row["amount"] for row in page["items"]) == page["closing"]
        closing = page["opening"]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert closing == 0


def told(caller: Caller, address: str) -> Any:
    """Ask until there is something: a writer in any database of the server can hold the feed back."""
    until = time.monotonic() + PATIENCE
    while not (page := caller.get(address))["items"] and time.monotonic() < until:
        time.sleep(0.02)
    return page


def test_the_feed_is_followed_and_says_when_it_begins_anew(caller: Caller, house: House) -> None:
    session = house.open(PAN)
    first = told(caller, "/feed?limit=1000")
    assert [row["fact"] for row in first["items"]] == ["events"]
    assert caller.get(f"/feed?cursor={first['next']}") == {"items": [], "next": first["next"]}
    house.deal(session, record(PAN, house.ids[:3], [lost(0)]))
    news = told(caller, f"/feed?cursor={first['next']}")["items"]
    assert [row["fact"] for row in news] == ["events", "transaction"]
    from clubs.api.paging import write_cursor

    answer = caller.ask("GET", f"/feed?cursor={write_cursor('feed', [9, 9, 9])}")
    assert refused(answer) == (410, "feed.epoch")


@pytest.mark.parametrize(
    "written",
    [
        "2026-09-01T20:15:30Z",
        "2026-09-01T22:15:30+02:00",
        "2026-09-01T13:15:30-07:00",
        "2026-09-02T05:15:30+09:00",
        "2026-09-02T02:00:30+05:45",
    ],
)
def test_an_instant_is_the_same_in_every_offset(caller: Caller, house: House, written: str) -> None:  # L-98
    session = _seated(caller, house)
    body = {"events": [{"type": "out", "seat": 0}], "entered_at": written}
    deal = caller.post(f"/sessions/{session}/deals", body)["id"]
    assert caller.get(f"/deals/{deal}")["events"][0]["entered_at"] == "2026-09-01T20:15:30Z"


@pytest.mark.parametrize(
    "written",
    [
        "2026-09-01T20:15:30",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
        "2026-09-01",
        "",
        5,
        "x",
    ],
)
def test_what_names_no_instant_is_refused(caller: Caller, house: House, written: Any) -> None:
    session = _seated(caller, house)
    problem = caller.post(f"/sessions/{session}/deals", {"entered_at": written}, 422)
    assert problem["errors"][0]["pointer"] == "/entered_at"


def test_opening_is_answered_as_then_on_the_next_day_too(caller: Caller, house: House) -> None:
    from clubs.models import Table

    body = {"table": house.tables[0].public_id, "rules": house.rules[PAN].public_id}
    first = caller.ask("POST", "/sessions", body, idempotency_key="k")
    Table.objects.filter(pk=house.tables[0].pk).update(is_active=False)
    with mock.patch("gameplay.api.sessions.business_day", return_value=dt.date(2031, 1, 1)):
        again = caller.ask("POST", "/sessions", body, idempotency_key="k")
    assert (again.status_code, again.content) == (201, first.content)
    other = caller.ask("POST", "/sessions", body, idempotency_key="k2")
    assert refused(other) == (409, "table.retired")


def test_a_renamed_member_is_answered_as_added(caller: Caller) -> None:
    first = caller.ask("POST", "/members", {"name": "Member 20", "roles": ["scorer"]}, idempotency_key="m")
    address = f"/members/{json.loads(first.content)['id']}"
    tag = caller.ask("GET", address).headers["ETag"]
    caller.ask("PATCH", address, {"name": "Member 21", "is_active": False}, if_match=tag)
    again = caller.ask("POST", "/members", {"name": "Member 20", "roles": ["scorer"]}, idempotency_key="m")
    assert again.content == first.content
    assert caller.get(address)["name"] == "Member 21"
    ids = [row["id"] for row in caller.get("/members?is_active=false")["items"]]
    assert ids == [address.rsplit("/", 1)[1]]
    assert len(caller.get("/members?is_active=null")["items"]) == len(caller.get("/members")["items"]) + 1


def test_the_last_owner_stays_and_owners_are_an_owners_business(
    as_owner: Caller, as_manager: Caller, owner: Person
) -> None:
    assert owner.member is not None
    address = f"/members/{owner.member.public_id}"
    tag = as_owner.ask("GET", address).headers["ETag"]
    edits: list[dict[str, Any]] = [{"roles": []}, {"is_active": False}]
    for changes in edits:
        assert refused(as_owner.ask("PATCH", address, changes, if_match=tag)) == (409, "role.last_owner")
        assert refused(as_manager.ask("PATCH", address, changes, if_match=tag)) == (403, "auth.role")
    answer = as_manager.ask("POST", "/members", {"name": "Member 20", "roles": ["owner"]})
    assert refused(answer) == (403, "auth.role")


def test_house_rules_say_what_they_pay(caller: Caller) -> None:
    body = {"game": "panguingue", "name": "High", "rules": {"valle_set": 7, "ante": 3, "drop_forfeit": 4}}
    made = caller.post("/house-rules", body)
    pays = {(row["what"], " ".join(row["cards"])): row["units"] for row in made["pays"]}
    assert pays["meld", "5h 5h 5h"] == 7
    assert (pays["ante", ""], pays["drop", ""]) == (3, 4)
    assert caller.post("/house-rules", body)["revision"] == made["revision"]
    wrong = caller.post("/house-rules", body | {"rules": {"valle_set": -1}}, 422)
    assert (wrong["code"], wrong["rule"]) == ("rules.invalid", "PG-1")
    taken = caller.post("/house-rules", body | {"name": "Low"})
    address = f"/house-rules/{taken['id']}"
    tag = caller.ask("GET", address).headers["ETag"]
    assert refused(caller.ask("PATCH", address, {"name": "High"}, if_match=tag)) == (409, "rules.name_taken")

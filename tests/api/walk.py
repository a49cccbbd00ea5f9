"""Walks through every address of the API once, as a club's owner and a manager would in one evening."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gameplay.services import settle_session
from tests.builders import lost

if TYPE_CHECKING:
    from clubs.models import Club
    from tests.api.caller import Caller

LINES = "application/x-ndjson"
RECORD = {
    "pdr": 1,
    "game": "pan",
    "id": "d-17",
    "detail": "score",
    "seats": ["a", "b", "c"],
    "events": [{"type": "lost", "seat": 1}],
}


@dataclass
class Step:
    """What was asked and answered."""

    name: str
    method: str
    address: str
    asked: Any
    status: int
    answered: Any
    media: str


@dataclass
class Trip:
    """The walk: its steps in order, and the ids that it met, by the names of the addresses' parts."""

    owner: Caller
    manager: Caller
    club: Club
    steps: list[Step] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=dict)

    def do(
        self,
        name: str,
        method: str,
        address: str,
        asked: Any = None,
        *,
        by: Caller | None = None,
        media: str = "application/json",
        **headers: str,
    ) -> Any:
        """Do one step and keep it; it must go well."""
        who = by or self.owner
        if method == "PATCH":
            headers["if_match"] = who.ask("GET", address).headers["ETag"]
        answer = who.ask(method, address, asked, media, **headers)
        assert answer.status_code in {200, 201}, (name, answer.content)
        text = answer.content.decode()
        kind = answer.headers["Content-Type"]
        answered = json.loads(text) if kind == "application/json" else text
        shown = asked.decode() if isinstance(asked, bytes) else asked
        self.steps.append(Step(name, method, address, shown, answer.status_code, answered, kind))
        return answered


def walk(owner: Caller, manager: Caller, club: Club) -> Trip:
    """Go all the way."""
    trip = Trip(owner, manager, club, ids={"club": club.public_id})
    _people(trip)
    _rules(trip)
    _session(trip)
    _deals(trip)
    _money(trip)
    trip.do("reopen_session", "POST", f"/sessions/{trip.ids['session']}/reopen", _WHY, by=manager)
    _open(trip)
    return trip


_WHY = {"reason": "deal_missing", "note": "the last deal was left out"}


def _people(trip: Trip) -> None:
    trip.do("list_clubs", "GET", "/api/v1/clubs")
    trip.do("get_club", "GET", "")
    trip.do("edit_club", "PATCH", "", {"name": "Card Room"})
    for name in ("Member 11", "Member 12", "Member 13"):
        made = trip.do(
            "add_member", "POST", "/members", {"name": name, "roles": []}, idempotency_key=name[-2:]
        )
        trip.ids[name] = made["id"]
    trip.ids["member"] = made["id"]
    trip.do("list_members", "GET", "/members?search=member+1")
    trip.do("get_member", "GET", f"/members/{made['id']}")
    trip.do("edit_member", "PATCH", f"/members/{made['id']}", {"roles": ["scorer"]})
    table = trip.do("add_table", "POST", "/tables", {"name": "By the window"})["id"]
    trip.ids["table"] = table
    trip.do("list_tables", "GET", "/tables")
    trip.do("get_table", "GET", f"/tables/{table}")
    trip.do("edit_table", "PATCH", f"/tables/{table}", {"name": "Corner"})


def _rules(trip: Trip) -> None:
    asked = {"game": "pan", "name": "House", "profile": "classic", "rules": {"deal_stake": 5}}
    made = trip.do("revise_house_rules", "POST", "/house-rules", asked)
    trip.ids |= {"house_rules": made["id"], "revision": made["revision"]}
    trip.do("list_house_rules", "GET", "/house-rules?game=pan")
    trip.do("get_house_rules", "GET", f"/house-rules/{made['id']}")
    trip.do("edit_house_rules", "PATCH", f"/house-rules/{made['id']}", {"name": "House rules"})
    trip.do("get_revision", "GET", f"/revisions/{made['revision']}")


def _session(trip: Trip) -> None:
    asked = {
        "table": trip.ids["table"],
        "rules": trip.ids["revision"],
        "business_day": "2026-09-01",
    }
    session = trip.do("open_session", "POST", "/sessions", asked)["id"]
    trip.ids["session"] = session
    below = f"/sessions/{session}"
    for chair, name in enumerate(("Member 11", "Member 12", "Member 13"), 1):
        trip.do("seat_member", "POST", f"{below}/seat", {"chair": chair, "member": trip.ids[name]})
    trip.do("unseat_member", "POST", f"{below}/unseat", {"chair": 3})
    trip.do("seat_member", "POST", f"{below}/seat", {"chair": 3, "member": trip.ids["Member 13"]})
    trip.ids["match"] = trip.do("start_match", "POST", f"{below}/start-match", {"word": "PAN"})["id"]
    trip.do("list_sessions", "GET", "/sessions?status=open&game=pan&business_day=2026-09-01")
    trip.do("get_session", "GET", below)


def _deals(trip: Trip) -> None:
    session = f"/sessions/{trip.ids['session']}"
    deal = trip.do("open_next_deal", "POST", f"{session}/deals", {"detail": "score"})["id"]
    trip.ids["deal"] = deal
    asked = {"events": [{"type": "out", "seat": 2}, lost(0)], "expected_seq": 0}
    trip.do("list_legal_events", "GET", f"/deals/{deal}/legal")
    trip.do("dry_run_events", "POST", f"/deals/{deal}/events/dry-run", asked)
    trip.do("record_events", "POST", f"/deals/{deal}/events", asked, idempotency_key="4711-1")
    trip.do("get_deal", "GET", f"/deals/{deal}")
    trip.do("list_matches", "GET", f"/matches?session={trip.ids['session']}")
    trip.do("get_match", "GET", f"/matches/{trip.ids['match']}")
    second = trip.do("open_next_deal", "POST", f"{session}/deals", {"events": [lost(1)]})["id"]
    trip.do("void_deal", "POST", f"/deals/{second}/void", {"reason": "entered_twice", "note": "no such deal"})
    trip.do("end_match", "POST", f"{session}/end-match", {})
    asked_rules: dict[str, Any] = {"game": "pan", "name": "House rules", "rules": {"deal_stake": 10}}
    dearer = trip.do("revise_house_rules", "POST", "/house-rules", asked_rules)["revision"]
    asked_rules = {"rules": dearer, "expected_rules": trip.ids["revision"]}
    trip.do("revise_session_rules", "POST", f"{session}/rules", asked_rules)
    trip.do("list_deals", "GET", f"{session}/deals?limit=2")
    record = RECORD | {"seats": [trip.ids[name] for name in ("Member 11", "Member 12", "Member 13")]}
    line = json.dumps(record).encode() + b"\n"
    asked_at = f"/deals/import?session={trip.ids['session']}"
    trip.do("import_deals", "POST", asked_at, line, media=LINES)


def _money(trip: Trip) -> None:
    trip.do("close_session", "POST", f"/sessions/{trip.ids['session']}/close", {})
    settled = settle_session(club_id=trip.club.pk, session=trip.ids["session"], by="sys_task")
    trip.ids["settlement"] = settled.settlement
    one = f"/settlements/{settled.settlement}"
    trip.do("list_settlements", "GET", f"/settlements?session={trip.ids['session']}")
    trip.do("mark_paid", "POST", f"{one}/mark-paid", {"line": 0})
    trip.do("mark_unpaid", "POST", f"{one}/mark-unpaid", {"line": 0})
    trip.do("mark_paid", "POST", f"{one}/mark-paid", {"line": 0})
    trip.do("get_settlement", "GET", one)
    trip.do("get_report", "GET", f"{one}/report")
    trip.do("get_report_csv", "GET", f"{one}/report.csv?profile=machine")
    trip.do("list_balances", "GET", "/balances?is_active=true")
    member = trip.ids["Member 12"]
    trip.do("get_balance", "GET", f"/members/{member}/balance")
    trip.do("get_statement", "GET", f"/members/{member}/statement?limit=2")
    trip.do("read_feed", "GET", "/feed?limit=5")


def _open(trip: Trip) -> None:
    line = json.dumps(RECORD).encode() + b"\n"
    trip.do("replay", "POST", "/api/v1/replay", line, media=LINES)
    trip.do("list_problems", "GET", "/api/v1/problems")
    trip.do("get_problem", "GET", "/api/v1/problems/deal.changed")

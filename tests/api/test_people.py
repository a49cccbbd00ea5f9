"""Clubs, members and tables: listed, added, edited by whoever saw what there is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from clubs.models import Club
    from tests.api.caller import Caller
    from tests.people import Person

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_clubs_of_the_caller_are_listed(as_manager: Caller, club: Club, manager: Person) -> None:
    found = as_manager.get("/api/v1/clubs")
    assert manager.member is not None
    assert [row["id"] for row in found["items"]] == [club.public_id]
    assert found["items"][0]["role"] == "manager"
    assert found["items"][0]["member"]["id"] == manager.member.public_id
    assert found["items"][0]["recorded_at"].endswith("Z")


def test_a_member_is_added_once_under_a_key(as_manager: Caller) -> None:
    first = as_manager.ask("POST", "/members", {"name": "Łoś"}, idempotency_key="k-1")
    again = as_manager.ask("POST", "/members", {"name": "Łoś"}, idempotency_key="k-1")
    assert (first.status_code, first.content) == (again.status_code, again.content) == (201, first.content)
    assert first.headers["Idempotency-Key"] == "k-1"
    assert len(as_manager.get("/members?search=los")["items"]) == 1
    other = as_manager.ask("POST", "/members", {"name": "Ryś"}, idempotency_key="k-1")
    assert (other.status_code, json.loads(other.content)["code"]) == (422, "idempotency.key_reused")


def test_an_edit_needs_the_tag_of_what_was_seen(as_manager: Caller) -> None:
    made = as_manager.post("/tables", {"name": "By the window"})
    address = f"/tables/{made['id']}"
    read = as_manager.ask("GET", address)
    assert as_manager.ask("PATCH", address, {"name": "A"}).status_code == 428
    tag = read.headers["ETag"]
    changed = as_manager.ask("PATCH", address, {"name": "Corner"}, if_match=tag)
    assert changed.status_code == 200
    assert as_manager.ask("PATCH", address, {"name": "B"}, if_match=tag).status_code == 412
    assert as_manager.get(address)["name"] == "Corner"
    assert as_manager.ask("GET", address, if_none_match=changed.headers["ETag"]).status_code == 304

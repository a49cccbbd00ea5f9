"""Every address by owner, manager, scorer, player, stranger, not logged in; generated from the URL list."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver

from clubs.api.views import ApiView
from clubs.models import Scope
from tests.api.addresses import Address, addresses
from tests.api.caller import Caller, check
from tests.api.walk import walk

if TYPE_CHECKING:
    from clubs.models import Club
    from tests.people import Person

pytestmark = pytest.mark.django_db(transaction=True)

ORDER = ("player", "scorer", "manager", "owner")
ANYBODY, KNOWN = "anybody", "known"
# The least that may: a new address without a row here fails, as does one whose row has become another.
LEAST = {
    "list_clubs": KNOWN,
    "get_club": "player",
    "edit_club": "owner",
    "list_members": "player",
    "add_member": "manager",
    "get_member": "player",
    "edit_member": "manager",
    "list_tables": "player",
    "add_table": "manager",
    "get_table": "player",
    "edit_table": "manager",
    "list_house_rules": "player",
    "revise_house_rules": "manager",
    "get_house_rules": "player",
    "edit_house_rules": "manager",
    "get_revision": "player",
    "list_sessions": "player",
    "open_session": "manager",
    "get_session": "player",
    "seat_member": "scorer",
    "unseat_member": "scorer",
    "start_match": "scorer",
    "end_match": "scorer",
    "list_deals": "player",
    "open_next_deal": "scorer",
    "revise_session_rules": "manager",
    "close_session": "manager",
    "reopen_session": "manager",
    "import_deals": "manager",
    "get_deal": "player",
    "record_events": "scorer",
    "list_legal_events": "scorer",
    "dry_run_events": "scorer",
    "void_deal": "manager",
    "list_matches": "player",
    "get_match": "player",
    "list_balances": "scorer",
    "get_balance": "scorer",  # of somebody else; the own one is asked below
    "get_statement": "scorer",
    "list_settlements": "player",
    "get_settlement": "player",
    "mark_paid": "manager",
    "mark_unpaid": "manager",
    "get_report": "scorer",
    "get_report_csv": "scorer",
    "read_feed": "scorer",
    "replay": ANYBODY,
    "list_problems": ANYBODY,
    "get_problem": ANYBODY,
}


def test_every_address_has_its_row() -> None:
    assert {address.name for address in addresses()} == set(LEAST)


def test_every_view_marks_its_methods_with_an_operation() -> None:
    views = [getattr(pattern.callback, "cls", None) for pattern in _patterns(get_resolver().url_patterns)]
    unmarked = [
        f"{view.__name__}.{method}"
        for view in views
        if view is not None and issubclass(view, ApiView)
        for method in ("get", "post", "patch")
        if hasattr(view, method) and not hasattr(getattr(view, method), "operation")
    ]
    assert unmarked == []


def _patterns(found: Any) -> list[URLPattern]:
    flat: list[URLPattern] = []
    for pattern in found:
        flat += [pattern] if isinstance(pattern, URLPattern) else _patterns(pattern.url_patterns)
    return flat


@pytest.fixture
def ids(club: Club, as_owner: Caller, as_manager: Caller) -> dict[str, str]:
    trip = walk(as_owner, as_manager, club)
    return trip.ids | {"code": "deal.changed"}


def ask(client: Client, address: Address, ids: dict[str, str], secret: str = "") -> Any:
    told = {"HTTP_AUTHORIZATION": f"Bearer {secret}"} if secret else {}
    query = f"?session={ids['session']}" if address.name == "list_matches" else ""
    media = address.operation.body if isinstance(address.operation.body, str) else "application/json"
    body = "{}" if media == "application/json" else "\n"
    answer = client.generic(address.method, address.at(ids) + query, body, content_type=media, **told)  # type: ignore[arg-type] # headers
    check(answer)
    return answer


def code_of(answer: Any) -> str:
    return str(json.loads(answer.content)["code"]) if answer.status_code >= 400 else ""


def test_who_may_do_what(five_people: dict[str, Person], ids: dict[str, str]) -> None:
    for role, person in five_people.items():
        client = person.client()
        for address in addresses():
            answer = ask(client, address, ids)
            told = (role, address.name, answer.status_code, answer.content[:200])
            least = LEAST[address.name]
            if least in {ANYBODY, KNOWN}:
                assert answer.status_code < 400, told
            elif role == "stranger":
                assert (answer.status_code, code_of(answer)) == (404, "address.unknown"), told
            elif ORDER.index(role) < ORDER.index(least):
                assert (answer.status_code, code_of(answer)) == (403, "auth.role"), told
            else:
                # Allowed: what is wrong now is the empty body, or that nothing is left to be done.
                assert answer.status_code not in {401, 403, 404, 405}, told
                assert answer.status_code < 500, told
                assert address.method != "GET" or answer.status_code == 200, told


def test_without_a_log_in_and_with_a_token_of_another_club(
    stranger: Person, other_club: Club, ids: dict[str, str]
) -> None:
    from clubs.models import Member

    member = Member.objects.get(club=other_club, user=stranger.user)
    foreign = Caller.of(other_club, member, tuple(Scope))
    for address in addresses():
        answer = ask(Client(), address, ids)
        if LEAST[address.name] == ANYBODY:
            assert answer.status_code < 400
        else:
            assert (answer.status_code, code_of(answer)) == (401, "auth.required"), address
            assert answer.headers["WWW-Authenticate"] == 'Bearer realm="panbook"'
        if LEAST[address.name] in ORDER:
            other = ask(Client(), address, ids, foreign.secret or "")
            assert (other.status_code, code_of(other)) == (404, "address.unknown"), address


def test_a_player_reads_the_own_balance_and_statement(as_player: Caller, player: Person) -> None:
    assert player.member is not None
    own = f"/members/{player.member.public_id}"
    assert as_player.get(f"{own}/balance")["units"] is None
    assert as_player.get(f"{own}/statement")["items"] == []


def test_ids_of_another_club_lead_nowhere(ids: dict[str, str], stranger: Person, other_club: Club) -> None:
    """Who is an owner there finds nothing of this club below the own one."""
    client = stranger.client()
    elsewhere = ids | {"club": other_club.public_id}
    for address in addresses():
        if len(address.route.split("{")) > 2 and address.method == "GET":
            answer = ask(client, address, elsewhere)
            assert answer.status_code == 404, address

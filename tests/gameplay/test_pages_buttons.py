"""What the buttons of a club do, what they refuse in words, and that forms contain whom a record names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from clubs.models import Member
from clubs.services import deactivate_member
from gameplay import selectors, services
from tests import builders
from tests.builders import BY
from tests.gameplay.page_worlds import PageWorld, make_page_world, seat

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.db


@pytest.fixture
def evening(transactional_db: None) -> PageWorld:
    return make_page_world()


def press(evening: PageWorld, who: str, button: str, /, *parts: object, **sent: Any) -> str:
    """Press a button and return the page that follows."""
    client = evening.people[who].client()
    response = client.post(reverse(f"club:{button}", args=[evening.club, *parts]), sent, follow=True)
    assert response.status_code in {200, 422}
    return response.content.decode()


def find(evening: PageWorld, session: str) -> selectors.SessionRow:
    """Return a session."""
    row = selectors.find_session(evening.house.club.pk, session)
    assert row is not None
    return row


def test_a_session_is_opened_seated_dealt_and_closed(evening: PageWorld) -> None:
    house = evening.house
    page = press(
        evening,
        "manager",
        "open_session",
        table=house.tables[2].public_id,
        rules=house.rules[builders.PAN].public_id,
        business_day="2026-09-02",
    )
    session = selectors.list_sessions(house.club.pk)[0].session
    assert "2 Sep 2026" in page
    for chair, member in ((2, 4), (5, 5)):
        press(evening, "scorer", "take_seat", session, chair=chair, member=house.ids[member])
    assert [each.chair for each in find(evening, session).chairs] == [2, 5]
    press(evening, "scorer", "leave_seat", session, 2)
    assert "Somebody sits on this chair" in press(
        evening, "scorer", "take_seat", session, chair=5, member=house.ids[4]
    )
    press(evening, "scorer", "take_seat", session, chair=1, member=house.ids[4])
    assert "Next entry" in press(evening, "scorer", "next_deal", session)
    assert "№ 1" in press(evening, "manager", "close", session)
    assert find(evening, session).status == "open"


def test_next_deal_goes_on_with_the_one_that_is_played(evening: PageWorld) -> None:
    page = press(evening, "scorer", "next_deal", evening.panguingue)
    assert evening.open_deal in page
    assert find(evening, evening.panguingue).deals == 1


def test_a_match_is_ended_and_started(evening: PageWorld) -> None:
    press(evening, "scorer", "end_match", evening.pan)
    page = press(evening, "scorer", "start_match", evening.pan, word="dama", match_stake="3")
    assert "Match for DAMA" in page
    assert "Each defeated player pays 3 units" in page
    assert "match is running" in press(evening, "scorer", "start_match", evening.pan, word="PAN")
    press(evening, "scorer", "end_match", evening.pan)
    assert "PL-9" in press(evening, "scorer", "start_match", evening.pan, word="1")


def test_a_session_is_closed_by_one_and_opened_again_by_another(evening: PageWorld) -> None:
    press(evening, "manager", "close", evening.pan)
    assert find(evening, evening.pan).status == "closing"
    assert "Say why" in press(evening, "owner", "reopen", evening.pan, reason="because")
    assert "Somebody else" in press(evening, "manager", "reopen", evening.pan, reason="deal_missing")
    press(evening, "owner", "reopen", evening.pan, reason="deal_missing", note="the last one")
    assert find(evening, evening.pan).status == "open"


def test_a_deal_is_taken_back_with_a_reason_once(evening: PageWorld) -> None:
    assert "Say why" in press(evening, "manager", "void", evening.pan_deal, reason="because")
    for _ in range(3):  # L-11
        page = press(evening, "manager", "void", evening.pan_deal, reason="entered_twice", note="seen twice")
    assert "entered twice" in page
    assert "seen twice" in page
    assert len(selectors.transactions_of(evening.house.club.pk, evening.pan_deal)) == 2


def test_a_payment_is_marked_once_and_taken_back(evening: PageWorld) -> None:  # L-14
    page = press(evening, "manager", "paid", evening.settlement, 0)
    assert "3 payments open" in page
    assert "is marked as paid already" in press(evening, "owner", "paid", evening.settlement, 0)
    assert "4 payments open" in press(evening, "manager", "unpaid", evening.settlement, 0)
    assert "no such line" in press(evening, "manager", "paid", evening.settlement, 99)


def test_a_member_of_a_known_name_is_asked_about(evening: PageWorld) -> None:  # L-23
    page = press(evening, "manager", "members", name="member 02")
    assert "Did you mean" in page
    assert "0002 Member 02" in page
    press(evening, "manager", "members", name="member 02", sure="on")
    press(evening, "manager", "members", name="Member 10", number="0100")
    assert Member.objects.filter(club=evening.house.club).count() == 9
    assert "belongs to another member" in press(
        evening, "manager", "members", name="Member 11", number="0100"
    )


def test_members_are_renamed_given_roles_and_retired(evening: PageWorld) -> None:
    fifth = evening.house.ids[5]
    assert "Member Five" in press(evening, "manager", "edit_member", fifth, name="Member Five")
    press(evening, "manager", "grant", fifth, role="scorer", do="grant")
    standing = selectors.find_standing(evening.house.club.pk, fifth)
    assert standing is not None
    assert standing.roles == ("scorer",)
    press(evening, "manager", "grant", fifth, role="scorer", do="revoke")
    press(evening, "manager", "deactivate", fifth)
    assert not Member.objects.get(public_id=fifth).is_active
    assert "last owner" in press(evening, "manager", "deactivate", evening.house.ids[0])


def test_owners_are_made_by_owners_alone(evening: PageWorld) -> None:
    where = reverse("club:grant", args=[evening.club, evening.house.ids[5]])
    sent = {"role": "owner", "do": "grant"}
    assert evening.people["manager"].client().post(where, sent).status_code == 403
    assert evening.people["owner"].client().post(where, sent).status_code == 302


def test_a_table_is_added_and_named_once(evening: PageWorld) -> None:
    assert "Window" in press(evening, "manager", "tables", name=" Window ")
    assert "already" in press(evening, "manager", "tables", name="Window")


def test_house_rules_are_revised_and_refused_by_the_engine(evening: PageWorld) -> None:
    rules = evening.house.rules[builders.PANGUINGUE].house_rules.public_id
    page = press(evening, "manager", "rules_revise", rules, valle_set="4", spades_double="true")
    assert "8 units from each" in page
    latest = selectors.revisions_of(evening.house.club.pk, rules)[0]
    assert (latest.number, latest.options["valle_set"], latest.options["spades_double"]) == (2, 4, True)
    refused = press(evening, "manager", "rules_revise", rules, valle_set="minus one")
    assert "valle_set" in refused
    assert "minus one" in refused
    press(evening, "manager", "rules_new", game="pan", profile="spades", name="Club night", deal_stake="2")
    assert "this name already" in press(
        evening, "manager", "rules_new", game="pan", profile="spades", name="Club night"
    )


def test_forms_contain_whom_a_record_names(evening: PageWorld) -> None:  # L-25
    house = evening.house
    session = house.open(builders.PANGUINGUE, table=2)
    seat(house, session, 6)
    deal = services.open_next_deal(club_id=house.club.pk, session=session, by=BY).deal
    deactivate_member(member=house.members[5])
    client: Client = evening.people["manager"].client()
    for where in (
        reverse("club:log", args=[evening.club, deal]),
        reverse("club:session", args=[evening.club, session]),
        reverse("club:members", args=[evening.club]),
    ):
        assert "Member 06" in client.get(where).content.decode()


def test_a_poll_answers_304_until_something_happens(evening: PageWorld) -> None:
    client = evening.people["player"].client()
    where = reverse("club:live", args=[evening.club, evening.pan])
    etag = client.get(where).headers["ETag"]
    assert client.get(where, headers={"If-None-Match": etag}).status_code == 304
    services.open_next_deal(
        club_id=evening.house.club.pk, session=evening.pan, by=BY, events=[builders.lost(0)]
    )
    assert client.get(where, headers={"If-None-Match": etag}).status_code == 200

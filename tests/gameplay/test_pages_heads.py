"""What a manager's forms do to tables, house rules and the rules of a session; what the pages tell of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse
from django.utils import timezone

from clubs.models import Table
from gameplay import selectors, services, tasks
from gameplay.models import AuditRun, HouseRules, Outbox, OutboxTask, Text
from tests import builders
from tests.builders import BY
from tests.gameplay.page_worlds import PageWorld, make_page_world

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = pytest.mark.db
STALE = "Somebody else has changed this meanwhile"


@pytest.fixture
def evening(transactional_db: None) -> PageWorld:
    return make_page_world()


def show(evening: PageWorld, who: str, page: str, /, *parts: object) -> str:
    """Return a page."""
    response = evening.people[who].client().get(reverse(f"club:{page}", args=[evening.club, *parts]))
    assert response.status_code == 200
    return response.content.decode()


def send(evening: PageWorld, page: str, /, *parts: object, **sent: Any) -> HttpResponse:
    """Send a form as the manager."""
    client = evening.people["manager"].client()
    address = reverse(f"club:{page}", args=[evening.club, *parts])
    return client.post(address, sent, follow=True)  # type: ignore[return-value] # the client's own subclass


def seen(page: str) -> str:
    """Return what the forms of a page were filled in from."""
    (found,) = set(re.findall(r'name="seen" value="(\w+)"', page))
    return str(found)


def table(evening: PageWorld, place: int = 2) -> Table:
    return Table.objects.get(pk=evening.house.tables[place].pk)


def rules(evening: PageWorld, game: str = builders.PAN) -> HouseRules:
    return HouseRules.objects.get(pk=evening.house.rules[game].house_rules_id)


def test_a_table_is_renamed_retired_and_used_again(evening: PageWorld) -> None:
    where = ("edit_table", table(evening).public_id)
    form = show(evening, "manager", *where)
    assert "Window" in send(evening, *where, seen=seen(form), name=" Window ").content.decode()
    form = show(evening, "manager", *where)
    assert "retired" in send(evening, *where, seen=seen(form), use="no").content.decode()
    assert (table(evening).name, table(evening).is_active) == ("Window", False)
    assert "Window" not in show(evening, "manager", "open_session")
    form = show(evening, "manager", *where)
    send(evening, *where, seen=seen(form), use="yes")
    assert table(evening).is_active


def test_house_rules_are_renamed_retired_and_used_again(evening: PageWorld) -> None:
    where = ("edit_rules", rules(evening).public_id)
    form = show(evening, "manager", *where)
    assert "Club night" in send(evening, *where, seen=seen(form), name="Club night").content.decode()
    form = show(evening, "manager", *where)
    assert "retired" in send(evening, *where, seen=seen(form), use="no").content.decode()
    assert (rules(evening).name, rules(evening).is_active) == ("Club night", False)
    assert re.search(r"Club night <span[^>]*>retired", show(evening, "player", "rules"))
    assert "Club night" not in show(evening, "manager", "open_session")
    form = show(evening, "manager", *where)
    send(evening, *where, seen=seen(form), use="yes")
    assert rules(evening).is_active


def test_a_name_that_another_one_has_is_refused_and_kept_in_the_form(evening: PageWorld) -> None:
    services.revise_house_rules(
        club=evening.house.club, game=builders.PAN, name="Spare", profile="classic", rules={}, by=BY
    )
    for where, taken in (
        (("edit_table", table(evening).public_id), "Table 1"),
        (("edit_rules", rules(evening).public_id), "Spare"),
    ):
        form = show(evening, "manager", *where)
        response = send(evening, *where, seen=seen(form), name=taken)
        assert response.status_code == 422
        assert f'value="{taken}"' in response.content.decode()
        assert "already" in response.content.decode()
        assert send(evening, *where, seen=seen(form), name="  ").status_code == 422


@pytest.mark.parametrize("page", ["edit_table", "edit_rules"])
def test_a_stale_form_changes_nothing_and_shows_both(evening: PageWorld, page: str) -> None:  # L-51, L-52
    head = table(evening) if page == "edit_table" else rules(evening)
    old = seen(show(evening, "manager", page, head.public_id))
    send(evening, page, head.public_id, seen=old, name="Of the other")
    for sent in ({"use": "no", "seen": old}, {"name": "Mine", "seen": old}, {"name": "Mine"}):
        response = send(evening, page, head.public_id, **sent)
        assert response.status_code == 409
        assert STALE in response.content.decode()
    head.refresh_from_db()
    assert (head.name, head.is_active) == ("Of the other", True)
    told = response.content.decode()
    assert "<h1>Of the other</h1>" in told
    assert 'value="Mine"' in told
    assert send(evening, page, head.public_id, name="Mine", seen=seen(told)).status_code == 200
    head.refresh_from_db()
    assert head.name == "Mine"


def test_what_is_retired_opens_no_session_from_a_form_shown_before(evening: PageWorld) -> None:
    house = evening.house
    sent = {
        "table": house.tables[2].public_id,
        "rules": house.rules[builders.PAN].public_id,
        "business_day": "2026-09-02",
    }
    services.edit_house_rules(house_rules=rules(evening), check=lambda _: None, changes={"is_active": False})
    response = send(evening, "open_session", **sent)
    assert response.status_code == 422
    assert "The house rules “House” are not used any more." in response.content.decode()
    services.edit_house_rules(house_rules=rules(evening), check=lambda _: None, changes={"is_active": True})
    Table.objects.filter(pk=house.tables[2].pk).update(is_active=False)
    response = send(evening, "open_session", **sent)
    assert response.status_code == 422
    assert "The table “Table 3” is not used any more." in response.content.decode()


def test_retired_rules_are_not_revised(evening: PageWorld) -> None:
    services.edit_house_rules(house_rules=rules(evening), check=lambda _: None, changes={"is_active": False})
    public_id = rules(evening).public_id
    assert "Revise" not in show(evening, "manager", "rules_one", public_id)
    response = send(evening, "rules_revise", public_id, deal_stake="5")
    assert response.status_code == 422
    assert "are not used any more" in response.content.decode()


def test_a_retired_table_stays_in_sight_while_something_is_played_at_it(evening: PageWorld) -> None:
    session = selectors.find_session(evening.house.club.pk, evening.pan)
    assert session is not None
    Table.objects.filter(public_id=session.table).update(is_active=False)
    assert session.table_name in show(evening, "player", "home")
    assert "<h3>Table 3" in show(evening, "player", "home")
    Table.objects.filter(pk=evening.house.tables[2].pk).update(is_active=False)
    assert "<h3>Table 3" not in show(evening, "player", "home")


def test_a_session_goes_on_by_other_rules_from_its_page(evening: PageWorld) -> None:
    house = evening.house
    other = services.revise_house_rules(
        club=house.club, game=builders.PAN, name="Late", profile="classic", rules={"deal_stake": 9}, by=BY
    ).public_id
    now = house.rules[builders.PAN].public_id
    assert "Go on by other rules" not in show(
        evening, "manager", "session", evening.pan
    )  # a match is running
    services.end_match(club_id=house.club.pk, session=evening.pan, by=BY)
    assert "Go on by other rules" in show(evening, "manager", "session", evening.pan)
    assert "Go on by other rules" not in show(evening, "scorer", "session", evening.pan)
    assert "Go on by other rules" not in show(evening, "manager", "session", evening.panguingue)
    page = send(evening, "revise_rules", evening.pan, rules="", expected_rules=now).content.decode()
    assert "Choose the rules" in page
    send(evening, "revise_rules", evening.pan, rules=other, expected_rules=now)
    found = selectors.find_session(house.club.pk, evening.pan)
    assert found is not None
    assert (found.rules, found.rules_name) == (other, "Late")
    again = send(evening, "revise_rules", evening.pan, rules=other, expected_rules=now).content.decode()
    assert "Somebody else has changed this session" in again
    deal = services.open_next_deal(
        club_id=house.club.pk, session=evening.pan, by=BY, events=[builders.lost(0)]
    ).deal
    assert "The deal was played by Late" in show(evening, "player", "deal", deal)
    assert "The deal was played by House" in show(evening, "player", "deal", evening.pan_deal)


def test_why_a_session_was_opened_again_stands_on_its_page_and_its_settlements(evening: PageWorld) -> None:
    assert "Opened again" not in show(evening, "player", "settlement", evening.settlement)
    services.reopen_session(
        club_id=evening.house.club.pk,
        session=evening.settled,
        reason=services.ReopenReason.DEAL_MISSING,
        note="the <last> one",
        by=evening.house.ids[1],
    )
    for page in (
        show(evening, "player", "session", evening.settled),
        show(evening, "player", "settlement", evening.settlement),
    ):
        assert "a deal is missing" in page
        assert "“the &lt;last&gt; one”" in page
        assert evening.house.members[1].name in page
    Text.objects.filter(stream=evening.settled).update(content=None, salt=None)  # blanked on request
    page = show(evening, "player", "session", evening.settled)
    assert "a deal is missing" in page
    assert "&lt;last&gt;" not in page


def test_settling_that_was_given_up_is_told_on_the_page_of_the_session(evening: PageWorld) -> None:
    services.end_match(club_id=evening.house.club.pk, session=evening.pan, by=BY)
    services.close_session(club_id=evening.house.club.pk, session=evening.pan, by=BY)
    Outbox.objects.filter(task=OutboxTask.SETTLE_SESSION, subject=evening.pan).update(
        failed_at=timezone.now(), failure="session.not_verified"
    )
    page = show(evening, "player", "session", evening.pan)
    assert "Settling was given up (session.not_verified)" in page


def test_the_last_verification_stands_on_the_managers_first_page(evening: PageWorld) -> None:
    club = evening.house.club
    assert "Nightly verification" not in show(evening, "scorer", "home")
    assert "have not been verified yet" in show(evening, "manager", "home")
    row = Outbox.objects.create(club=club, task=OutboxTask.AUDIT_CLUB, subject=club.public_id, period="1")
    tasks.work.run(row.pk)
    page = show(evening, "manager", "home")
    assert "nothing amiss" in page
    assert f"{AuditRun.objects.get(outbox=row).events} events" in page
    AuditRun.objects.filter(outbox=row).update(
        flaws=2, findings=[{"flaw": "deal.state", "ref": evening.pan_deal}]
    )
    page = show(evening, "manager", "home")
    assert "2 flaws" in page
    assert evening.pan_deal in page
    Outbox.objects.create(
        club=club,
        task=OutboxTask.AUDIT_CLUB,
        subject=club.public_id,
        period="2",
        failed_at=timezone.now(),
        failure="task.killed",
    )
    assert "The last one was given up (task.killed)" in show(evening, "manager", "home")

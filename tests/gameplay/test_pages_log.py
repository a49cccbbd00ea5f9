"""Logging by the form: what is recorded, refused, stale, repeated, and what the check says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from gameplay import selectors, services
from gameplay.models import Event
from tests import builders
from tests.builders import BY
from tests.gameplay.page_worlds import PageWorld, make_page_world, seat

if TYPE_CHECKING:
    from django.test import Client
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

pytestmark = pytest.mark.db


@pytest.fixture(scope="module")
def evening(transactional_db: None) -> PageWorld:
    return make_page_world()


@pytest.fixture
def scorer(evening: PageWorld) -> Client:
    return evening.people["scorer"].client()


@pytest.fixture
def deal(evening: PageWorld) -> str:
    """A deal of Panguingue that has just begun."""
    session = evening.house.open(builders.PANGUINGUE, table=2)
    seat(evening.house, session, 4)
    return services.open_next_deal(club_id=evening.house.club.pk, session=session, by=BY).deal


def send(evening: PageWorld, client: Client, deal: str, **typed: Any) -> Response:
    """Send the form of a deal."""
    body = {"expected_seq": 0, "key": "form-1", "do": "record"} | typed
    return client.post(reverse("club:log", args=[evening.club, deal]), body)


def check(evening: PageWorld, client: Client, deal: str, **typed: Any) -> str:
    """Ask what the rules think of an entry."""
    return client.get(reverse("club:check", args=[evening.club, deal]), typed).content.decode()


def events(evening: PageWorld, deal: str) -> list[dict[str, Any]]:
    """Return the deal's events."""
    return [each.event for each in selectors.events_of(evening.house.club.pk, [deal])[deal]]


def test_an_entry_is_recorded_as_the_member_who_sends_it(
    evening: PageWorld, scorer: Client, deal: str
) -> None:
    response = send(evening, scorer, deal, what="meld", seat=0, cards="5s 5S 5♠", key=f"k-{deal}")
    assert response.status_code == 302
    assert events(evening, deal) == [{"type": "meld", "seat": 0, "cards": ["5s", "5s", "5s"]}]
    stored = Event.objects.get(club=evening.house.club, stream=deal, seq=1)
    assert stored.recorded_by == evening.house.ids[2]


def test_a_double_click_records_once(evening: PageWorld, scorer: Client, deal: str) -> None:  # L-48
    for _ in range(2):
        assert send(evening, scorer, deal, what="drop", seat=1, key=f"k-{deal}").status_code == 302
    assert events(evening, deal) == [{"type": "drop", "seat": 1}]


def test_an_old_form_with_another_entry_is_no_repetition(
    evening: PageWorld, scorer: Client, deal: str
) -> None:  # L-49
    send(evening, scorer, deal, what="drop", seat=1, key=f"k-{deal}")
    response = send(evening, scorer, deal, what="drop", seat=2, key=f"k-{deal}")
    assert response.status_code == 409
    assert len(events(evening, deal)) == 1


def test_a_refused_entry_keeps_what_was_typed_and_names_the_rule(
    evening: PageWorld, scorer: Client, deal: str
) -> None:
    response = send(evening, scorer, deal, what="meld", seat=3, cards="5s 6h 7s")
    page = response.content.decode()
    assert response.status_code == 422
    assert 'value="5s 6h 7s"' in page
    assert '<input type="radio" name="seat" value="3" checked' in page
    assert "PG-7" in page
    assert events(evening, deal) == []


def test_a_stale_form_shows_what_somebody_else_entered(
    evening: PageWorld, scorer: Client, deal: str
) -> None:  # L-52
    evening.house.log(deal, [{"type": "drop", "seat": 1}], after=0)
    response = send(evening, scorer, deal, what="drop", seat=2, key=f"k-{deal}")
    page = response.content.decode()
    assert response.status_code == 409
    others = page[page.index('id="others"') : page.index('id="entry"')]
    assert "Member 02 drops" in others
    assert '<input type="radio" name="seat" value="2" checked' in page
    assert '<input type="hidden" name="expected_seq" value="1">' in page
    assert events(evening, deal) == [{"type": "drop", "seat": 1}]


def test_an_unfinished_form_records_nothing(evening: PageWorld, scorer: Client, deal: str) -> None:
    for typed in ({"what": "meld", "seat": 0}, {"what": "drop"}, {"seat": 1}, {"what": "layoff", "seat": 0}):
        assert send(evening, scorer, deal, **typed).status_code == 422
    assert send(evening, scorer, deal, what="drop", seat=0, expected_seq="none").status_code == 422
    assert events(evening, deal) == []


def test_cards_taken_from_a_meld_are_borrowed_from_it(evening: PageWorld, scorer: Client, deal: str) -> None:
    evening.house.log(deal, [{"type": "meld", "seat": 0, "cards": ["5s"] * 4}], after=0)
    typed = {"what": "meld", "seat": 0, "cards": "6s7s", "lent": ["0.0.0.5s", "1.0.0.5s"]}
    assert send(evening, scorer, deal, expected_seq=1, key=f"k-{deal}", **typed).status_code == 302
    assert events(evening, deal)[-1] == {
        "type": "meld",
        "seat": 0,
        "cards": ["6s", "7s", "5s"],
        "borrow": [[0, ["5s"]]],
    }


def test_undo_takes_the_last_entry_back(evening: PageWorld, scorer: Client, deal: str) -> None:
    evening.house.log(deal, [{"type": "drop", "seat": 1}], after=0)
    assert "Taken back: Member 02 drops" in check(evening, scorer, deal, what="undo")
    assert send(evening, scorer, deal, what="undo", expected_seq=1, key=f"k-{deal}").status_code == 302
    assert events(evening, deal)[-1] == {"type": "undo"}


def test_the_check_says_what_an_entry_pays_and_writes_nothing(
    evening: PageWorld, scorer: Client, deal: str
) -> None:
    said = check(evening, scorer, deal, what="meld", seat=1, cards="5sx3")
    assert "2 units from each of Member 01, Member 03, Member 04 to Member 02" in said
    assert "PG-10" in said
    assert "neither a rope nor a set" in check(evening, scorer, deal, what="meld", seat=1, cards="5s6h7s")
    assert "The stock has run out" in check(evening, scorer, deal, what="exhausted")
    assert "Will be posted:" in check(evening, scorer, deal, what="misdeal")
    assert events(evening, deal) == []


@pytest.mark.parametrize("cards", ["5z", "??", "<b>", "5sx99", "💣", "5s" * 300, "Jk"])
def test_whatever_is_typed_as_cards_is_answered(
    evening: PageWorld, scorer: Client, deal: str, cards: str
) -> None:
    said = check(evening, scorer, deal, what="meld", seat=1, cards=cards)
    assert "verdict no" in said
    assert "<b>" not in said
    assert send(evening, scorer, deal, what="meld", seat=1, cards=cards).status_code == 422


def test_a_finished_deal_leads_to_its_page(evening: PageWorld, scorer: Client, deal: str) -> None:
    ended = send(evening, scorer, deal, what="misdeal", key=f"k-{deal}")
    assert ended.headers["Location"] == reverse("club:deal", args=[evening.club, deal])
    where = reverse("club:log", args=[evening.club, deal])
    assert scorer.get(where).headers["Location"] == ended.headers["Location"]
    late = send(evening, scorer, deal, what="drop", seat=0, expected_seq=1, key=f"late-{deal}")
    assert late.status_code == 409
    assert "takes no further" in late.content.decode()


def test_a_flag_is_offered_in_timed_play_alone(evening: PageWorld, scorer: Client) -> None:
    session = evening.house.open(builders.PAN, table=2)
    made = evening.house.deal(
        session,
        builders.record(builders.PAN, evening.house.ids[:3], rules={"timed_moves": 10, "timed_seconds": 60}),
    )
    page = scorer.get(reverse("club:log", args=[evening.club, made.deal])).content.decode()
    assert 'value="flag"' in page
    assert "Member 02 loses on time" in check(evening, scorer, made.deal, what="flag", seat=1)

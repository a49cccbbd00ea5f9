"""One evening through the browser: log both games, be refused, close, settle, pay, see why."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from gameplay import selectors, services
from tests import builders
from tests.browser.conftest import PHONE
from tests.builders import BY
from tests.gameplay.page_worlds import seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.conftest import Walk
    from tests.gameplay.page_worlds import PageWorld

pytestmark = [pytest.mark.browser, pytest.mark.db]


def chip(page: Page, name: str) -> None:
    """Choose a chip of the form by its words."""
    page.locator("label.chip", has_text=name).first.click()


def meld(page: Page, who: str, cards: str) -> None:
    """Choose and type a meld, and wait for the verdict."""
    chip(page, "melds")
    chip(page, who)
    page.get_by_label("Cards", exact=True).fill(cards)


def record(page: Page) -> None:
    """Record what was entered."""
    page.get_by_role("button", name="Record").click()


def at(name: str, evening: PageWorld, **other: str) -> str:
    """Return an address of the club."""
    return reverse(f"club:{name}", kwargs={"club": evening.club, **other})


def test_a_deal_of_panguingue_from_the_next_deal_to_the_posting(
    evening: PageWorld, walk: Callable[..., Walk]
) -> None:
    session = evening.house.open(builders.PANGUINGUE, table=2)
    seat(evening.house, session, 4)
    scorer = walk()
    scorer.log_in(evening, "scorer")
    scorer.open(at("session", evening, session=session))
    page = scorer.page
    page.get_by_role("button", name="Next deal").click()
    chip(page, "drops")
    chip(page, "Member 04")
    expect(page.locator("#verdict")).to_contain_text("Member 04 drops")
    expect(page.locator("#verdict")).to_contain_text("1 unit from Member 04 to the pot")
    record(page)
    meld(page, "Member 01", "5sx3")
    expect(page.locator("#verdict")).to_contain_text("2 units from each of Member 02, Member 03 to Member 01")
    record(page)
    meld(page, "Member 01", "4h5h6h7h")
    record(page)
    chip(page, "lays off")
    chip(page, "Member 01")
    page.locator("label.chip", has_text="Member 01: 5♠").click()
    page.locator("button[data-card='5s']").click()
    record(page)
    meld(page, "Member 01", "Kc Kd Kh")
    expect(page.locator("#verdict")).to_contain_text("Member 01 wins")
    expect(page.locator("#verdict")).to_contain_text("Will be posted:")
    record(page)
    expect(page.get_by_role("heading", name="Member 01 wins")).to_be_visible()
    scorer.check_accessible()
    row = selectors.list_deals(evening.house.club.pk, session)[0]
    assert [each.units for each in row.seats] == [11, -5, -5, -1]


def test_a_deal_of_polish_pan_on_a_phone_without_script(
    evening: PageWorld, walk: Callable[..., Walk]
) -> None:
    scorer = walk(PHONE, has_script=False)
    scorer.log_in(evening, "scorer")
    scorer.open(at("session", evening, session=evening.pan))
    page = scorer.page
    page.get_by_role("button", name="Next deal").click()
    chip(page, "lost")
    chip(page, "Member 03")
    page.get_by_role("button", name="Check first").click()
    expect(page.locator("#verdict")).to_contain_text("Will be posted:")
    record(page)
    expect(page.get_by_role("heading", name="Member 03 loses")).to_be_visible()


def test_a_refused_entry_is_kept_and_says_why(evening: PageWorld, walk: Callable[..., Walk]) -> None:
    scorer = walk()
    scorer.log_in(evening, "scorer")
    scorer.open(at("log", evening, deal=evening.open_deal))
    page = scorer.page
    meld(page, "Member 02", "5s 6h 7s")
    expect(page.locator("#verdict .no")).to_contain_text("neither a rope nor a set: 5♠ 6♥ 7♠ (PG-7)")
    record(page)
    expect(page.get_by_role("alert")).to_contain_text("Not recorded.")
    expect(page.get_by_role("alert")).to_contain_text("(PG-7)")
    assert page.get_by_label("Cards", exact=True).input_value() == "5s 6h 7s"
    scorer.check_accessible()
    # Chromium itself notes that the answer to the form was a refusal.
    scorer.complaints = [each for each in scorer.complaints if "422" not in each]


def test_an_entry_is_taken_back(evening: PageWorld, walk: Callable[..., Walk]) -> None:
    session = evening.house.open(builders.PANGUINGUE, table=2)
    seat(evening.house, session, 3)
    deal = services.open_next_deal(
        club_id=evening.house.club.pk, session=session, by=BY, events=[{"type": "drop", "seat": 1}]
    ).deal
    scorer = walk()
    scorer.log_in(evening, "scorer")
    scorer.open(at("log", evening, deal=deal))
    scorer.page.get_by_role("button", name="Take the last entry back").click()
    expect(scorer.page.locator(".told .cancelled")).to_contain_text("Member 02 drops")
    services.void_deal(club_id=evening.house.club.pk, deal=deal, reason=services.VoidReason.NOT_PLAYED, by=BY)


def test_close_watch_settle_pay_and_see_why(evening: PageWorld, walk: Callable[..., Walk]) -> None:
    club = evening.house.club
    session = evening.house.open(builders.PAN, table=2)
    seat(evening.house, session, 4)
    deal = services.open_next_deal(club_id=club.pk, session=session, by=BY, events=[builders.lost(3)]).deal
    manager = walk()
    manager.log_in(evening, "manager")
    manager.open(at("session", evening, session=session))
    page = manager.page
    page.get_by_role("button", name="Close the session").click()
    expect(page.get_by_text("The session is closed.")).to_be_visible()
    settled = services.settle_session(club_id=club.pk, session=session, by=BY).settlement
    page.get_by_role("link", name="Settlement 1").click()  # shown by the poll alone
    assert page.url.endswith(at("settlement", evening, settlement=settled))
    page.get_by_role("button", name=re.compile("Mark as paid: Member 04 to Member 01")).click()
    expect(page.get_by_text("2 payments open")).to_be_visible()
    page.get_by_role("button", name=re.compile("Mark as not paid: Member 04")).click()
    expect(page.get_by_text("3 payments open")).to_be_visible()
    page.get_by_role("button", name=re.compile("Mark as paid: Member 04 to Member 01")).click()

    player = walk(PHONE, is_dark=True)
    player.log_in(evening, "player")
    player.page.get_by_role("link", name="Card Room").click()
    player.page.get_by_role("link", name="See what moved it").click()
    player.check_accessible()
    player.page.locator(f"a[href*='{deal}']").click()
    expect(player.page.get_by_text("1 unit from Member 04 to Member 01")).to_be_visible()
    expect(player.page.locator("tr.me")).to_contain_text("\N{MINUS SIGN}3")


def test_what_one_scorer_enters_shows_at_the_other_by_itself(
    evening: PageWorld, walk: Callable[..., Walk]
) -> None:
    session = evening.house.open(builders.PAN, table=0)
    seat(evening.house, session, 3)
    watcher = walk()
    watcher.log_in(evening, "player")
    watcher.open(at("session", evening, session=session))
    expect(watcher.page.get_by_text("No deal has been logged yet.")).to_be_visible()
    services.open_next_deal(club_id=evening.house.club.pk, session=session, by=BY, events=[builders.lost(2)])
    expect(watcher.page.get_by_text("Member 03 loses")).to_be_visible()

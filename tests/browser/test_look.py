"""Every page that is read, in both themes and sizes: axe finds nothing, nothing scrolls sideways."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from tests.browser.conftest import DESKTOP, PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Walk
    from tests.gameplay.page_worlds import PageWorld

pytestmark = [pytest.mark.browser, pytest.mark.db]

# Where pictures go, if they are wanted.
PICTURES = os.environ.get("PANBOOK_SCREENSHOTS")


def shown(evening: PageWorld) -> dict[str, tuple[str, str]]:
    """Return name -> (who looks, address) of every page that is read."""
    values = evening.values()

    def at(name: str, **other: str) -> str:
        return reverse(f"club:{name}", kwargs={"club": evening.club, **other})

    member, rules = str(values["member"]), str(values["house_rules"])
    return {
        "clubs": ("manager", "/"),
        "home": ("manager", at("home")),
        "home-player": ("player", at("home")),
        "sessions": ("player", at("sessions")),
        "session-open": ("manager", at("open_session")),
        "session": ("manager", at("session", session=evening.panguingue)),
        "session-match": ("scorer", at("session", session=evening.pan)),
        "session-settled": ("player", at("session", session=evening.settled)),
        "deal": ("manager", at("deal", deal=evening.finished)),
        "deal-void": ("player", at("deal", deal=evening.void)),
        "deal-pan": ("player", at("deal", deal=evening.pan_deal)),
        "log": ("scorer", at("log", deal=evening.open_deal)),
        "statement": ("player", at("member", member=member)),
        "settlements": ("player", at("settlements")),
        "settlement": ("manager", at("settlement", settlement=evening.settlement)),
        "members": ("manager", at("members")),
        "member-edit": ("owner", at("edit_member", member=member)),
        "tables": ("manager", at("tables")),
        "table-edit": ("manager", at("edit_table", table=str(values["table"]))),
        "rules": ("manager", at("rules")),
        "rules-one": ("player", at("rules_one", house_rules=rules)),
        "rules-edit": ("manager", at("edit_rules", house_rules=rules)),
        "rules-form": ("manager", at("rules_revise", house_rules=rules)),
    }


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_every_page_is_accessible_and_fits(
    evening: PageWorld, walk: Callable[..., Walk], size: tuple[int, int], *, is_dark: bool
) -> None:
    windows: dict[str, Walk] = {}
    for name, (who, address) in shown(evening).items():
        if who not in windows:
            windows[who] = walk(size, is_dark=is_dark)
            windows[who].log_in(evening, who)
        window = windows[who]
        window.open(address)
        picture(window, name, "phone" if size == PHONE else "desktop", is_dark=is_dark)
        window.check_accessible()
        too_wide = window.page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        assert not too_wide, f"{name} scrolls sideways"


def picture(window: Walk, name: str, size: str, *, is_dark: bool) -> None:
    """Keep a picture of the page, if pictures are wanted."""
    if PICTURES:
        folder = Path(PICTURES)
        folder.mkdir(parents=True, exist_ok=True)
        theme = "dark" if is_dark else "light"
        window.page.screenshot(path=folder / f"{name}-{size}-{theme}.png", full_page=True)

"""Pages tell a deal of which every card was written down, in the words of the command, in every language."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from gameplay import services
from gameplay.telling.language import LANGUAGES
from tests import builders
from tests.builders import BY
from tests.gameplay.page_worlds import PageWorld, make_page_world, seat

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.db

HAND = ["5d", "5c", "5s", "4h", "4c", "4d", "6s", "7s", "Ks", "Ad"]


@pytest.fixture(scope="module")
def evening(transactional_db: None) -> PageWorld:
    return make_page_world()


@pytest.fixture(scope="module")
def deal(evening: PageWorld) -> str:
    """A deal of Panguingue card by card, ended by a misdeal so that hands may be seen."""
    session = evening.house.open(builders.PANGUINGUE, table=2)
    seat(evening.house, session, 3)
    events: list[dict[str, Any]] = [
        {"type": "deal", "upcard": "5h", "hands": [HAND, None, None]},
        *({"type": "stay", "seat": each} for each in range(3)),
        {"type": "draw", "seat": 0, "from": "discard"},
        {"type": "meld", "seat": 0, "cards": ["5h", "5d", "5c", "5s"]},
        {"type": "meld", "seat": 0, "cards": ["5s", "6s", "7s"], "borrow": [[0, ["5s"]]]},
        {"type": "discard", "seat": 0, "card": "Ks"},
        {"type": "draw", "seat": 1, "from": "stock"},
        {"type": "undo"},
        {"type": "misdeal", "reason": "a card was seen"},
    ]
    return services.open_next_deal(
        club_id=evening.house.club.pk, session=session, by=BY, detail="play", events=events
    ).deal


def texts(client: Client, evening: PageWorld, deal: str) -> list[str]:
    page = client.get(reverse("club:deal", args=[evening.club, deal])).content.decode()
    found = re.findall(r'<p class="(?:text|faint)">(.*?)</p>', page, re.DOTALL)
    return [html.unescape(re.sub(r"<[^>]+>", "", text)).strip() for text in found]


def test_a_deal_of_every_card_reads_as_it_went(evening: PageWorld, deal: str) -> None:
    told = texts(evening.people["player"].client(), evening, deal)
    names = [member.name for member in evening.house.members[:3]]
    first = names[0]
    assert told[:12] == [
        "Ten cards are dealt to each, and 5♥ is turned up",
        f"{first}: 5♦ 5♣ 5♠ 4♥ 4♣ 4♦ 6♠ 7♠ K♠ A♦",
        *(f"{name} stays" for name in names),
        f"{first} takes 5♥ from the discard pile",
        f"{first} melds 5♥ 5♦ 5♣ 5♠",
        f"{first} melds 5♠ 6♠ 7♠, 5♠ borrowed from meld 1 (5♥ 5♦ 5♣ 5♠)",
        f"{first} discards K♠",
        f"{names[1]} draws a card from the stock taken back",
        f"Taken back: {names[1]} draws a card from the stock",
        "Misdeal: nothing of this deal counts (a card was seen)",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_told_in_the_language_of_the_reader(evening: PageWorld, deal: str, language: str) -> None:
    client = evening.people["player"].client()
    client.cookies["django_language"] = language
    told = " ".join(texts(client, evening, deal))
    words = {"en": "takes 5♥", "nl": "pakt 5♥", "pl": "bierze 5♥"}
    assert [each for each, word in words.items() if word in told] == [language]

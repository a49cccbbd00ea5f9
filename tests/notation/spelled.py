"""Writes records liberally: each card in one of the spellings of a locale, chosen at random; judges none.

Finds the cards by the names of their keys, not by the tables that the reader goes by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from gameplay.notation.spelling import card_spellings, rank_spellings

if TYPE_CHECKING:
    from collections.abc import Callable

Json = dict[str, Any]


def spellings_of(card: str, locale: str) -> list[str]:
    """Give every spelling that means this card alone."""
    return sorted(text for text, meant in card_spellings(locale).items() if meant == {card})


def ranks_of(rank: str, locale: str) -> list[str]:
    return sorted(text for text, meant in rank_spellings(locale).items() if meant == {rank})


@st.composite
def liberally(draw: st.DrawFn, record: Json, locale: str) -> Json:
    """The record with each of its cards spelled anew, lists of cards sometimes as one text."""

    def case(text: str) -> str:
        return "".join(draw(st.sampled_from([letter, letter.upper()])) for letter in text)

    def card(text: str) -> str:
        spelled = case(draw(st.sampled_from(spellings_of(text, locale))))
        at = draw(st.integers(0, len(spelled)))
        return spelled[:at] + draw(st.sampled_from(["", "", " ", "\u00a0", "\ufe0f"])) + spelled[at:]

    def cards(texts: list[str] | None) -> Any:
        if not texts or draw(st.booleans()):
            return texts and list(map(card, texts))
        if len(texts) > 1 and draw(st.booleans()):
            return ", ".join(map(card, texts))
        return " ".join(card(text).replace(" ", "").replace("\u00a0", "") for text in texts)

    rewrite: dict[str, Callable[[Any], Any]] = {
        "card": card,
        "upcard": card,
        "cards": cards,
        "removed": cards,
        "hands": lambda hands: list(map(cards, hands)),
        "borrow": lambda loans: [[index, cards(lent)] for index, lent in loans],
        "as": lambda rank: case(draw(st.sampled_from(ranks_of(rank, locale)))),
    }

    def all_keys(place: Json) -> Json:
        return {key: rewrite.get(key, lambda value: value)(value) for key, value in place.items()}

    spelled = dict(record)
    if "rules" in record:
        spelled["rules"] = all_keys(record["rules"])
    if "events" in record:
        spelled["events"] = [all_keys(event) for event in record["events"]]
    return spelled

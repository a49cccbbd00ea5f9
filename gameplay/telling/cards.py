"""Writes cards, ranks and suits as people do. It judges no card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gameplay.telling.language import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gameplay.telling.language import Language

SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def card(text: str, say: Language) -> str:
    """Write a card of a record as people do: `5s` is 5♠, `Td` 10♦."""
    if text == "Jk":
        return say(_("joker"))
    if text == "??":
        return "?"
    name, suit = text[:-1], text[-1:]
    return f"{rank(name)}{SUITS[suit]}" if name and suit in SUITS else text


def cards(texts: Iterable[str], say: Language) -> str:
    """Write several cards one after the other."""
    return " ".join(card(text, say) for text in texts)


def rank(text: str) -> str:
    """Write a rank: `T` is 10."""
    return "10" if text == "T" else text

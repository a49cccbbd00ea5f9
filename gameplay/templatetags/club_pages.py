"""How pages write units and cards. It computes nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django import template
from django.utils.formats import date_format
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext

from clubs.sentences import STANDINGS
from gameplay import tell
from gameplay.models.house_rules import Game

if TYPE_CHECKING:
    import datetime as dt

register = template.Library()

_SUITS = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
_CARD = re.compile(r"(?:10|[2-9AJQK])?([♣♦♥♠])(?![\ufe0e\ufe0f])")


@register.filter
def signed(units: int | None) -> str:
    """Write units with their sign: a true minus, and none for zero (L-9)."""
    if units is None:
        return "–"  # noqa: RUF001 - nothing is known, which is not zero (L-31)
    return f"+{units}" if units > 0 else f"−{-units}" if units else "0"  # noqa: RUF001 - a true minus


@register.filter
def amount(units: int | None) -> SafeString:
    """Write units with their sign, coloured by it; zero is neutral."""
    kind = "zero" if not units else "plus" if units > 0 else "minus"
    return format_html('<span class="units {}">{}</span>', kind, signed(units))


@register.filter
def suits(text: str) -> SafeString:
    """Colour the cards of a text by their suits; everything else is escaped."""
    escaped = str(conditional_escape(text))
    return mark_safe(_CARD.sub(_coloured, escaped))  # noqa: S308 - escaped above


def _coloured(found: re.Match[str]) -> str:
    return f'<span class="card {_SUITS[found[1]]}">{found[0]}</span>'


@register.filter
def card_face(card: str) -> str:
    """Write a card of a record as people do."""
    return tell.card(card)


@register.filter
def lent_value(seat: int, meld: int) -> str:
    """Name a meld of a seat in the form."""
    return f"{seat}.{meld}"


@register.filter
def day(date: dt.date) -> str:
    """Write a day as the language writes one, the month in short."""
    return date_format(date, pgettext("format of a day", "j M Y"))


@register.filter
def moment(at: dt.datetime) -> str:
    """Write a moment with its day."""
    return date_format(at, pgettext("format of a moment", "j M Y, H:i"))


@register.filter
def game_name(game: str) -> str:
    """Return the name of a game."""
    return str(Game(game).label)


@register.filter
def role_name(role: str) -> str:
    """Return the words for a role."""
    return str(STANDINGS[role])


@register.filter
def item(mapping: dict[Any, Any], key: object) -> Any:
    """Return a value of a mapping, or the key itself where it has none."""
    return mapping.get(key, key)


@register.filter
def short_root(root: str) -> str:
    """Write a root in its short form: twelve digits in groups of four."""
    return " ".join(root[start : start + 4] for start in (0, 4, 8))

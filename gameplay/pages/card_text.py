"""PURE: reads cards as people type them: `5s 5s 5s`, `5sx3`, `10d`, `5♠`. It judges no card."""

from __future__ import annotations

import re

MAX_TEXT = 200
_SIGNS = str.maketrans(
    {
        "♣": "c",
        "♦": "d",
        "♥": "h",
        "♠": "s",
        "\N{MULTIPLICATION SIGN}": "x",
        "*": "x",
        "\ufe0e": "",
        "\ufe0f": "",
    }
)
_TOKEN = re.compile(r"(10|[2-9atjqk])\s*([cdhs])(?:\s*x\s*(\d{1,2}))?", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;+]+")


def read_cards(text: str) -> list[str]:
    """Return the cards of a text as a record writes them; what is no card stays as it was typed."""
    written, rest = [], text[:MAX_TEXT].translate(_SIGNS)
    while rest := _BETWEEN.sub("", rest, count=1) if _BETWEEN.match(rest) else rest:
        found = _TOKEN.match(rest)
        if found is None:
            unread, *after = _BETWEEN.split(rest, maxsplit=1)
            written.append(unread)
            rest = after[0] if after else ""
            continue
        rank, suit, times = found.groups()
        card = ("T" if rank == "10" else rank.upper()) + suit.lower()
        written += [card] * (int(times) if times else 1)
        rest = rest[found.end() :]
    return written

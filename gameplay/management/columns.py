"""Prints rows in columns that align, numbers to the right; it knows no number's meaning."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

GAP = "  "


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Return one line a row; the columns named in `right` end below each other."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join(
            _padded(cell, width, is_right=place in right)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _padded(cell: str, width: int, *, is_right: bool) -> str:
    space = " " * (width - _width(cell))
    return space + cell if is_right else cell + space


def _width(text: str) -> int:
    """Columns of a terminal: accents take none, letters of East Asia two."""
    return sum(
        0 if unicodedata.combining(sign) else 1 + (unicodedata.east_asian_width(sign) in "WF")
        for sign in text
    )

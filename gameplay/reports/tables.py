"""Writes a table as CSV in one of two profiles: for programs, or for a spreadsheet. It knows no report.

Text is guarded against being run as a formula, numbers stay numbers (L-37, L-38). Whoever reads a guarded
cell takes one apostrophe off its front: a text that has one by itself gets another.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Cell = str | int | Decimal | dt.date | None
BOM: Final = "\ufeff"
# What a spreadsheet takes for the beginning of a formula, in full width too, and what would hide one.
_BEGINNINGS: Final = frozenset("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20'")
_COMMA_IS_DECIMAL: Final = frozenset({"pl", "nl"})


class Profile(StrEnum):
    """`machine`: UTF-8, RFC 4180, dot. `excel`: with BOM, separator and decimal sign of the locale."""

    MACHINE = "machine"
    EXCEL = "excel"


def guarded(text: str) -> str:
    """Return the text, with an apostrophe in front where a spreadsheet would run it."""
    return f"'{text}" if text.lstrip(" ")[:1] in _BEGINNINGS and text.strip(" ") else text


def unguarded(text: str) -> str:
    """Return the text of a cell as it was before `guarded`."""
    return text[1:] if text[:1] == "'" else text


def write_table(
    header: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    *,
    profile: Profile = Profile.MACHINE,
    locale: str = "en",
) -> str:
    """Return the table; lines end in CR LF (RFC 4180)."""
    has_comma = profile is Profile.EXCEL and locale in _COMMA_IS_DECIMAL
    out = io.StringIO()
    if profile is Profile.EXCEL:
        out.write(BOM)
    # Where the comma is the decimal sign, it cannot part columns too (L-40).
    writer = csv.writer(out, delimiter=";" if has_comma else ",", lineterminator="\r\n")
    writer.writerow([guarded(name) for name in header])
    for row in rows:
        writer.writerow([_cell(cell, has_comma=has_comma) for cell in row])
    return out.getvalue()


def _cell(cell: Cell, *, has_comma: bool) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return guarded(cell)
    if isinstance(cell, Decimal):
        return f"{cell:f}".replace(".", ",") if has_comma else f"{cell:f}"
    return cell.isoformat() if isinstance(cell, dt.date) else str(cell)

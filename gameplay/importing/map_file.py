"""Reads a map file: which label of the records stands for which member. It asks no database."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from gameplay.errors import Code, GameplayError

_MEMBER = re.compile(r"[0-9A-Za-z_-]{1,32}", re.ASCII)


def read_map(name: str) -> dict[str, str]:
    """Return label -> number or public id, from a JSON object or a table of two columns.

    Raises GameplayError `import.map_invalid`; OSError when the file cannot be read.
    """
    try:
        text = Path(name).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        _refuse(_("it is not in UTF-8."))
    return _of_json(text) if text.lstrip().startswith("{") else _of_table(text)


def _of_json(text: str) -> dict[str, str]:
    try:
        pairs = json.loads(text, object_pairs_hook=list)
    except (ValueError, RecursionError):
        _refuse(_("it is neither a JSON object nor a table of two columns."))
    return _of_pairs(pairs)


def _of_table(text: str) -> dict[str, str]:
    """Spreadsheets write commas, semicolons or tabs, as the country has it (L-40)."""
    tables = (_rows(text, delimiter) for delimiter in ",;\t")
    pairs = next((rows for rows in tables if rows and all(len(row) == 2 for row in rows)), None)
    if pairs is None:
        _refuse(_("it is neither a JSON object nor a table of two columns."))
    return _of_pairs(pairs)


def _rows(text: str, delimiter: str) -> list[list[str]]:
    try:
        rows = list(csv.reader(text.splitlines(), delimiter=delimiter, strict=True))
    except csv.Error:
        return []
    return [[cell.strip() for cell in row] for row in rows if any(row)]


def _of_pairs(pairs: list[Any]) -> dict[str, str]:
    """A number is text: 0042 is not 42 (L-41). Of two members for one label none is taken."""
    found: dict[str, str] = {}
    for label, member in pairs:
        if type(member) is not str or not _MEMBER.fullmatch(member) or not label:
            _refuse(_("“%(label)s” has no number or id as text.") % {"label": label})
        if found.setdefault(label, member) != member:
            _refuse(_("“%(label)s” stands for two members.") % {"label": label})
    return found


def _refuse(problem: str) -> NoReturn:
    raise GameplayError(Code.IMPORT_MAP_INVALID, problem=problem)

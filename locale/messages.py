"""Compiles the catalogues (.po to .mo) with the standard library alone; it never changes a .po file.

The whole round, for `make messages` (gettext's xgettext and msgmerge are needed here, and nowhere else):

    .venv/bin/python manage.py makemessages --locale pl --locale nl --add-location file --no-wrap \
        --ignore .venv --ignore var
    .venv/bin/python locale/messages.py
"""  # noqa: INP001 - a script, no package

from __future__ import annotations

import ast
import struct
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parent
MAGIC = 0x950412DE


class Entry(NamedTuple):
    """One message: where it is used, and what it is in the language."""

    places: list[str]
    is_fuzzy: bool
    context: str | None
    text: str
    plural: str | None
    translations: list[str]

    @property
    def is_translated(self) -> bool:
        """Whether every form is there, and a person has looked at it."""
        return bool(self.translations) and all(self.translations) and not self.is_fuzzy


def parse(source: str) -> list[Entry]:
    """Return the messages of a .po file, its header first; obsolete ones are left out."""
    return [entry for block in source.split("\n\n") if (entry := _entry(block)) is not None]


def _entry(block: str) -> Entry | None:
    places: list[str] = []
    is_fuzzy = False
    fields: dict[str, str] = {}
    current = ""
    for line in block.splitlines():
        if line.startswith("#:"):
            places += line[2:].split()
        elif line.startswith("#,"):
            is_fuzzy = is_fuzzy or "fuzzy" in line
        elif line.startswith('"'):
            fields[current] += ast.literal_eval(line)
        elif line and not line.startswith("#"):
            current, _, value = line.partition(" ")
            fields[current] = ast.literal_eval(value)
    if "msgid" not in fields:
        return None
    forms = [value for name, value in fields.items() if name.startswith("msgstr")]
    return Entry(places, is_fuzzy, fields.get("msgctxt"), fields["msgid"], fields.get("msgid_plural"), forms)


def compiled(entries: list[Entry]) -> bytes:
    """Return the .mo file: sorted keys, values, and the tables that point to them.

    What is not translated is left out, so that it shows in English.
    """
    pairs = sorted(
        (_key(entry), "\0".join(entry.translations).encode()) for entry in entries if entry.is_translated
    )
    first_text = 28 + 16 * len(pairs)
    tables: tuple[list[int], list[int]] = ([], [])
    texts = b""
    for side in (0, 1):
        for pair in pairs:
            tables[side].extend((len(pair[side]), first_text + len(texts)))
            texts += pair[side] + b"\0"
    header = struct.pack("<7I", MAGIC, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, first_text)
    return header + struct.pack(f"<{4 * len(pairs)}I", *tables[0], *tables[1]) + texts


def _key(entry: Entry) -> bytes:
    context = "" if entry.context is None else f"{entry.context}\x04"
    plural = "" if entry.plural is None else f"\0{entry.plural}"
    return f"{context}{entry.text}{plural}".encode()


def catalogues() -> list[Path]:
    """Return the .po files, one a language."""
    return sorted(FOLDER.glob("*/LC_MESSAGES/django.po"))


def main() -> None:
    """Write every .mo file anew."""
    for path in catalogues():
        entries = parse(path.read_text(encoding="utf-8"))
        path.with_suffix(".mo").write_bytes(compiled(entries))
        done = sum(entry.is_translated for entry in entries)
        print(f"{path.parent.parent.name}: {done} of {len(entries)} messages")  # noqa: T201 - a script's report


if __name__ == "__main__":
    main()

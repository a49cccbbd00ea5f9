"""The conformance vectors as decoded records with what is expected of them; it judges none."""

import json
from pathlib import Path
from typing import Any, NamedTuple

from gameplay.codec import Unreadable, decode
from gameplay.replay_command import lines_of

FOLDER = Path(__file__).resolve().parents[1] / "conformance"


class Vector(NamedTuple):
    """A record that is JSON at all; `code` and `event` are of its fault, None where the verdict is ok."""

    name: str
    line: bytes
    record: Any
    code: str | None
    event: int | None


def vectors() -> list[Vector]:
    """Give all that are JSON."""
    found = []
    for path in sorted(FOLDER.glob("*.pdr.jsonl")):
        text = path.with_name(path.name.replace(".pdr.", ".expected.")).read_text("utf-8")
        wanted = {verdict["line"]: verdict for verdict in map(json.loads, text.rstrip("\n").split("\n"))}
        with path.open("rb") as source:
            for number, line in lines_of(source):
                try:
                    record = decode(line)
                except Unreadable:
                    continue
                verdict = wanted[number]
                where = f"{path.name}:{number}"
                found.append(Vector(where, line, record, verdict.get("code"), verdict.get("event")))
    return found


VECTORS = vectors()
LEGAL = [vector for vector in VECTORS if vector.code is None]
FAULTY = [vector for vector in VECTORS if vector.code is not None]

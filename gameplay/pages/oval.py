"""PURE: where the chairs of a session stand round an oval table, for the drawing. It knows no unit."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gameplay.selectors import Chair, MatchView

WIDTH, HEIGHT = 420, 330
_NAME = 13
_NAMED_CHAIRS = 8


@dataclass(frozen=True, slots=True)
class Place:
    """A chair with its place in the drawing (whole numbers), the name as long as there is room."""

    chair: int
    label: str
    letters: str
    is_out: bool
    x: int
    y: int
    label_y: int
    letters_y: int


def oval(chairs: Sequence[Chair], running: MatchView | None) -> list[Place]:
    """Set the chairs round the table, clockwise from the lower middle; many of them go without names."""
    letters = {each.person.member: each for each in running.players} if running else {}
    places = []
    for nth, chair in enumerate(chairs):
        angle = math.pi / 2 + 2 * math.pi * nth / len(chairs)
        x = round(WIDTH / 2 + 150 * math.cos(angle))
        y = round(HEIGHT / 2 + 106 * math.sin(angle))
        is_low = y >= HEIGHT / 2
        has = letters.get(chair.person.member)
        places.append(
            Place(
                chair.chair,
                _short(chair.person.label) if len(chairs) <= _NAMED_CHAIRS else "",
                has.letters if has else "",
                has.is_out if has else False,
                x,
                y,
                y + 33 if is_low else y - 23,
                y + 50 if is_low else y - 40,
            )
        )
    return places


def _short(label: str) -> str:
    return label if len(label) <= _NAME else f"{label[: _NAME - 1]}…"

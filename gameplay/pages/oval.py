"""PURE: where the chairs of a session stand round an oval table, for the drawing. It knows no unit."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gameplay.selectors import Chair, MatchView

WIDTH, HEIGHT = 520, 330
_NAME = 16
_NAMED_CHAIRS = 8
_SIDE, _EDGE = 100, 4


@dataclass(frozen=True, slots=True)
class Place:
    """A chair with its place in the drawing (whole numbers), the name as long as there is room."""

    chair: int
    label: str
    letters: str
    is_out: bool
    x: int
    y: int
    label_x: int
    anchor: str
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
        side = 0 if abs(x - WIDTH / 2) < _SIDE else 1 if x > WIDTH / 2 else -1
        has = letters.get(chair.person.member)
        places.append(
            Place(
                chair.chair,
                _short(chair.person.label) if len(chairs) <= _NAMED_CHAIRS else "",
                has.letters if has else "",
                has.is_out if has else False,
                x,
                y,
                {-1: _EDGE, 0: x, 1: WIDTH - _EDGE}[side],
                {-1: "start", 0: "middle", 1: "end"}[side],
                y + 35 if is_low else y - 24,
                y + 52 if is_low else y - 41,
            )
        )
    return places


def _short(label: str) -> str:
    return label if len(label) <= _NAME else f"{label[: _NAME - 1]}…"

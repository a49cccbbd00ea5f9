"""PURE: which evenings the demo club has had, who sat where, and what went wrong; it writes nothing.

The same in every installation: days count backwards from the day on which the demo is made.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

PANGUINGUE, PAN = "panguingue", "pan"
PLAYERS: Final = 12
WEEKS: Final = 4
_NIGHTS: Final = (6, 3, 1)
"""Days before the end of a week; on the first night one table plays, on the second two, on the third all."""
FIRST_DAYS_AGO: Final = 7 * (WEEKS - 1) + _NIGHTS[0]
_SEATED: Final = ((6,), (6, 4), (5, 4, 3))
_RULES: Final = {
    PANGUINGUE: ("House rules", "Card room", "Hoyle"),
    PAN: ("House rules", "Traditional", "Spades turn back", "On the clock"),
}
_DEALS: Final = {PANGUINGUE: (8, 10), PAN: (8, 12)}
_MATCH_LONGEST: Final = 40


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """How a match is played (PL-9)."""

    match_end: str
    match_stake: int


@dataclass(frozen=True, slots=True)
class Evening:
    """One session. Players are places in the list of members, at chairs 1, 2, …; deals count from 1.

    `changes` tells who takes which chair over before a deal; `voids` which deals are taken back, and why.
    """

    number: int
    days_ago: int
    table: int
    game: str
    players: tuple[int, ...]
    rules: str = "House rules"
    deals: int = 5
    match: MatchPlan | None = None
    changes: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    voids: Mapping[int, str] = field(default_factory=dict)
    is_open: bool = False
    has_running_deal: bool = False
    paid: str = "none"
    is_taken_back: bool = False
    is_reopened: bool = False


def evenings() -> tuple[Evening, ...]:
    """Return all evenings, the oldest first; the last two are open."""
    rng = random.Random("The demo club")  # noqa: S311 - cards for show
    planned: list[Evening] = []
    for week in reversed(range(WEEKS)):
        for night, days in enumerate(_NIGHTS):
            planned += _night(len(planned) + 1, 7 * week + days, night, rng)
    return (*planned, *_tonight(len(planned), rng))


def _night(number: int, days_ago: int, night: int, rng: random.Random) -> list[Evening]:
    """Spread the players over the tables of a night; who is left over may take a chair at the first."""
    free = rng.sample(range(PLAYERS), PLAYERS)
    planned = []
    for table, size in enumerate(_SEATED[night]):
        players, free = tuple(free[:size]), free[size:]
        game = _game(days_ago, night, table)
        planned.append(_filled(Evening(number + table, days_ago, table, game, players), rng))
    if planned[0].match is None and free:
        planned[0] = replace(planned[0], changes=_changes(planned[0].players, free, rng))
    return planned


def _game(days_ago: int, night: int, table: int) -> str:
    if night == 0:
        return PANGUINGUE if days_ago // 7 % 2 else PAN
    return PAN if table == night else PANGUINGUE


def _filled(bare: Evening, rng: random.Random) -> Evening:
    """Give an evening its rules, length, match, voids and payments."""
    number, game = bare.number, bare.game
    match = _match(number, game, len(bare.players))
    turn = number + bare.days_ago // 7  # weeks are alike, so what goes round shifts from week to week
    return replace(
        bare,
        rules=_RULES[game][turn % len(_RULES[game])],
        deals=_MATCH_LONGEST if match else rng.randint(*_DEALS[game]),
        match=match,
        voids=_VOIDS.get(number, {}),
        paid="all" if bare.days_ago >= 21 else ("all", "some", "none")[turn % 3],
        is_taken_back=number == _TAKEN_BACK,
        is_reopened=number == _REOPENED,
    )


def _match(number: int, game: str, players: int) -> MatchPlan | None:
    if game != PAN or players > 4:
        return None
    return MatchPlan("last_standing", 2) if players == 4 else MatchPlan("first", 1 + number % 3)


_TAKEN_BACK: Final = 19
_REOPENED: Final = 13
_VOIDS: Final[Mapping[int, Mapping[int, str]]] = {
    2: {3: "entered_twice"},
    5: {4: "entered_wrongly"},
    7: {6: "entered_wrongly"},
    11: {2: "not_played"},
    14: {5: "disputed"},
    20: {1: "entered_wrongly", 6: "other"},
}


def _changes(players: tuple[int, ...], free: list[int], rng: random.Random) -> dict[int, tuple[int, int]]:
    """Let one or two of those who are free take over chairs, before the fourth deal and the seventh."""
    comers = rng.sample(free, min(2, len(free)))
    chairs = rng.sample(range(1, len(players) + 1), len(comers))
    return dict(zip((4, 7), zip(chairs, comers, strict=True), strict=False))


def _tonight(past: int, rng: random.Random) -> tuple[Evening, Evening]:
    """A deal of Panguingue is being played, and a match of Pan has come as far as letters."""
    players = tuple(rng.sample(range(PLAYERS), PLAYERS))
    running = Evening(past + 1, 0, 0, PANGUINGUE, players[:6], "Card room", is_open=True)
    letters = Evening(past + 2, 0, 1, PAN, players[6:10], is_open=True)
    return (
        replace(running, has_running_deal=True),
        replace(letters, match=MatchPlan("last_standing", 2)),
    )

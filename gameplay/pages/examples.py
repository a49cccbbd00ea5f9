"""Worked examples of what house rules pay, each from a small deal by the engine. It holds no rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _

from gameplay import tell
from gameplay.engine.replay import replay
from gameplay.engine.verdict import LineReason, Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SEATS: Final = ["a", "b", "c", "d"]
MELDS: Final = (
    ("5s", "5s", "5s"),
    ("5h", "5h", "5h"),
    ("5h", "5h", "5h", "5h"),
    ("7c", "7d", "7h"),
    ("Jd", "Jd", "Jd"),
    ("Kc", "Kd", "Kh"),
    ("Ah", "2h", "3h"),
    ("Js", "Qs", "Ks"),
)
_WON: Final = (("5h", "5h", "5h"), ("Kc", "Kd", "Kh", "Kc"), ("4d", "5d", "6d", "7d"))


@dataclass(frozen=True, slots=True)
class Example:
    """What happens, and what it pays in words."""

    what: str
    pays: str


def examples(game: str, profile: str, options: Mapping[str, Any]) -> list[Example]:
    """Return examples under resolved options."""
    if game == "pan":
        return [
            Example(
                str(_("A deal among four is lost")), _from_each(_replayed(game, profile, options, [_lost()]))
            )
        ]
    melds = [
        Example(tell.cards(cards), _from_each(_replayed(game, profile, options, [_meld(cards)])))
        for cards in MELDS
    ]
    won = _replayed(game, profile, options, [_meld(cards) for cards in _WON])
    out = str(_("Going out with %(melds)s")) % {"melds": " · ".join(map(tell.cards, _WON))}
    dropped = _replayed(game, profile, options, [{"type": "drop", "seat": 1}])
    return [*melds, Example(out, _at_the_end(won)), Example(str(_("Dropping")), _forfeit(dropped))]


def _meld(cards: Sequence[str]) -> dict[str, Any]:
    return {"type": "meld", "seat": 0, "cards": list(cards)}


def _lost() -> dict[str, Any]:
    return {"type": "lost", "seat": 0}


def _replayed(
    game: str, profile: str, options: Mapping[str, Any], events: list[dict[str, Any]]
) -> Outcome | None:
    verdict = replay(
        {
            "pdr": 1,
            "game": game,
            "detail": "score",
            "profile": profile,
            "rules": dict(options) | ({"claims": "automatic"} if game == "panguingue" else {}),
            "seats": SEATS,
            "events": events,
        }
    )
    return verdict if isinstance(verdict, Outcome) else None


def _from_each(outcome: Outcome | None) -> str:
    """Say what the last event pays by each payer."""
    if outcome is None:
        return str(_("not allowed"))
    paid = sorted({line.units for line in outcome.lines if line.event is not None})
    if not paid:
        return str(_("pays nothing"))
    if outcome.loser is not None:
        return str(_("%(units)s to each of the others")) % {"units": tell.units(paid[-1])}
    return str(_("%(units)s from each")) % {"units": tell.units(paid[-1])}


def _at_the_end(outcome: Outcome | None) -> str:
    if outcome is None or outcome.winner is None:
        return str(_("not allowed"))
    ends = {LineReason.OUT_BONUS, LineReason.REPEAT}
    paid = sum(line.units for line in outcome.lines if line.payer == 1 and line.reason in ends)
    return str(_("%(units)s more from each, and the pot")) % {"units": tell.units(paid)}


def _forfeit(outcome: Outcome | None) -> str:
    paid = sum(line.units for line in outcome.lines if line.reason == LineReason.FORFEIT) if outcome else 0
    return str(_("%(units)s to the pot")) % {"units": tell.units(paid)} if paid else str(_("pays nothing"))

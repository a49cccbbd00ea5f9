"""What a revision of house rules pays, worked out by the engine from small deals. No rule stands here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gameplay.engine.replay import replay
from gameplay.engine.verdict import LineReason, Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SEATS: Final = ["a", "b", "c", "d"]
_MELDS: Final = (
    ("5s", "5s", "5s"),
    ("5h", "5h", "5h"),
    ("5h", "5h", "5h", "5h"),
    ("7c", "7d", "7h"),
    ("Jd", "Jd", "Jd"),
    ("Js", "Js", "Js"),
    ("Kc", "Kd", "Kh"),
    ("Ah", "2h", "3h"),
    ("Js", "Qs", "Ks"),
)


def what_pays(game: str, profile: str, options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what each of four would pay: `what` happens, with which `cards`, `units` from each payer."""
    if game == "pan":
        lost = _replayed(game, profile, options, [{"type": "lost", "seat": 0}])
        return [{"what": "deal_lost", "cards": [], "units": -lost.units[0] // 3 if lost else 0}]
    rows = [_meld(game, profile, options, cards) for cards in _MELDS]
    dropped = _replayed(game, profile, options, [{"type": "drop", "seat": 1}])
    rows.append({"what": "drop", "cards": [], "units": _sum(dropped, LineReason.FORFEIT)})
    rows.append({"what": "ante", "cards": [], "units": options["ante"]})
    rows.append({"what": "out", "cards": [], "units": options["out_bonus"]})
    return rows


def _meld(game: str, profile: str, options: Mapping[str, Any], cards: Sequence[str]) -> dict[str, Any]:
    event = {"type": "meld", "seat": 0, "cards": list(cards)}
    outcome = _replayed(game, profile, options, [event])
    paid = [line.units for line in outcome.lines if line.event == 0] if outcome else []
    return {"what": "meld", "cards": list(cards), "units": max(paid, default=0)}


def _sum(outcome: Outcome | None, reason: LineReason) -> int:
    return sum(line.units for line in outcome.lines if line.reason == reason) if outcome else 0


def _replayed(
    game: str, profile: str, options: Mapping[str, Any], events: list[dict[str, Any]]
) -> Outcome | None:
    rules = dict(options) | ({"claims": "automatic"} if game == "panguingue" else {})
    verdict = replay(
        {
            "pdr": 1,
            "game": game,
            "detail": "score",
            "profile": profile,
            "rules": rules,
            "seats": _SEATS,
            "events": events,
        }
    )
    return verdict if isinstance(verdict, Outcome) else None

"""Builds Panguingue's events of detail `play` in few words, and judges records of them; expects nothing."""

from typing import Any

from gameplay.engine.verdict import Outcome
from tests.engine import deals
from tests.engine.records import Json, by

SMALL = {"packs": 1, "removed": ["As", "2s", "3s", "4s", "5s", "6s", "7s", "Js"]}
"""A stack of 32: three hands, the upcard, and a stock of one card."""
KNOWN = ["Ah", "2h", "3h", "4h", "5h", "6h", "7h", "Jh", "Qh", "Kh"]


def deal(upcard: str = "2c", **more: Any) -> Json:
    return {"type": "deal", "upcard": upcard} | more


def stays(*seats: int) -> list[Json]:
    return [by("stay", seat) for seat in seats or (0, 1, 2)]


def stock(seat: int, card: str | None = None) -> Json:
    return by("draw", seat, **{"from": "stock"}) | ({} if card is None else {"card": card})


def pile(seat: int, card: str | None = None) -> Json:
    return by("draw", seat, **{"from": "discard"}) | ({} if card is None else {"card": card})


def discard(seat: int, card: str) -> Json:
    return by("discard", seat, card=card)


def outcome(*events: Any, **header: Any) -> Outcome:
    return deals.outcome(*events, detail="play", **header)


def code(*events: Any, **header: Any) -> tuple[str, int | None]:
    return deals.code(*events, detail="play", **header)

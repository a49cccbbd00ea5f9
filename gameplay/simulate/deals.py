"""One simulated deal of either game, at either detail; it carries nothing from deal to deal."""

from typing import TYPE_CHECKING, Any

from gameplay.engine.pan.rules import BOOK as PAN
from gameplay.engine.panguingue.rules import BOOK as PANGUINGUE
from gameplay.engine.verdict import Refusal
from gameplay.errors import RuleBroken
from gameplay.simulate.pan.play import pan_play
from gameplay.simulate.pan.score import pan_events
from gameplay.simulate.panguingue.play import panguingue_play
from gameplay.simulate.panguingue.score import panguingue_events
from gameplay.simulate.slips import SLIP, with_slip

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random


def score_events(
    *, game: str, profile: str, rules: "Mapping[str, Any]", seats: int, first: int | None, rng: "Random"
) -> list[dict[str, Any]]:
    """Give the events of a whole deal by a profile and the options that differ from it.

    Raises RuleBroken for a profile, an option or a number of seats that the game does not have.
    """
    try:
        if game == "panguingue":
            events = panguingue_events(PANGUINGUE.rules(profile, dict(rules)), seats, first or 0, rng)
        else:
            events = pan_events(PAN.rules(profile, dict(rules)), seats, rng)
    except Refusal as refusal:
        raise RuleBroken(refusal.fault(None)) from refusal
    if rng.random() >= SLIP:
        return events
    head = {"pdr": 1, "game": game, "detail": "score", "profile": profile, "rules": dict(rules)}
    return with_slip({**head, "seats": [str(seat) for seat in range(seats)], "events": events}, rng)


def play_events(
    *,
    game: str,
    profile: str,
    rules: "Mapping[str, Any]",
    seats: int,
    first: int | None,
    pot: int,
    rng: "Random",
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Give the keys that a header has besides, such as `first`, and the events of a whole deal card by card.

    Raises RuleBroken as `score_events` does.
    """
    try:
        if game == "panguingue":
            return panguingue_play(PANGUINGUE.rules(profile, dict(rules)), seats, first or 0, pot, rng)
        return pan_play(PAN.rules(profile, dict(rules)), seats, rng)
    except Refusal as refusal:
        raise RuleBroken(refusal.fault(None)) from refusal

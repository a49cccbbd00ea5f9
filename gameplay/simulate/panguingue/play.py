"""Plays a deal of Panguingue card by card (detail `play`)."""

from typing import TYPE_CHECKING, Any

from gameplay.engine.panguingue.rules import Rules

if TYPE_CHECKING:
    from random import Random


def panguingue_play(
    rules: Rules, seats: int, first: int, pot: int, rng: "Random"
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Give the keys that the header has besides, and the events of one deal."""
    raise NotImplementedError

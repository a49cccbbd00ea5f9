"""Tells a deal of Panguingue card by card (detail `play`), now and then with unknown cards or a slip."""

from typing import TYPE_CHECKING, Any

from gameplay.simulate.panguingue.hiding import hidden
from gameplay.simulate.panguingue.table import Table
from gameplay.simulate.slips import SLIP, with_wrong_move

if TYPE_CHECKING:
    from random import Random

    from gameplay.engine.panguingue.rules import Rules
    from gameplay.simulate.panguingue.seat import Event


def panguingue_play(
    rules: "Rules", seats: int, first: int, pot: int, rng: "Random"
) -> "tuple[dict[str, Any], list[Event]]":
    """Give what the header has besides (nothing), and the events of one deal.

    Raises the engine's `Refusal` for a wrong number of seats.
    """
    events = hidden(rules, Table(rules, seats, first, rng).play(), rng)
    if rng.random() < SLIP:
        record = {"pdr": 1, "game": "panguingue", "detail": "play", "rules": rules.options, "first": first}
        record |= {"seats": [str(seat) for seat in range(seats)], "pot": pot, "events": events}
        events = with_wrong_move(record, rng)
    return {}, events

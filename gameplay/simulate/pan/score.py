"""Tells a deal of Polish Pan as a scorer does at detail `score`: who goes out, who is left; plays no card.

A real pack is dealt; the better hand tends to go out first, and luck does the rest.
"""

from typing import TYPE_CHECKING, Any, Final

from gameplay.engine.pan.rules import Rules

if TYPE_CHECKING:
    from random import Random

DRAWN: Final = 0.02
ESCAPED: Final = 0.08
"""How many deals end drawn by agreement, and how many more where the last may escape or moves are counted."""
FLAGGED: Final = 0.15
"""How many deals end by the clock, under timed rules."""
NAMED: Final = 0.12
"""How many losers are named before all the others are out."""
_LUCK: Final = 1.0
"""What luck adds or takes, in ranks of the average card."""


def pan_events(rules: Rules, seats: int, rng: "Random") -> list[dict[str, Any]]:
    """Give the events of one deal; raises the engine's `Refusal` for a wrong number of seats."""
    rules.check_seats(seats)
    order = _order_out(rules, seats, rng)
    outs: list[dict[str, Any]] = [{"type": "out", "seat": seat} for seat in order[:-1]]
    ends_early = rng.random()
    drawn = DRAWN + (ESCAPED if rules.options["last_escape"] or rules.options["max_moves"] else 0.0)
    if ends_early < drawn:
        return [*outs[: rng.randrange(seats - 1)], {"type": "drawn"}]
    if rules.is_timed and ends_early < drawn + FLAGGED:
        gone = rng.randrange(seats - 1)
        return [*outs[:gone], {"type": "flag", "seat": rng.choice(order[gone:])}]
    if rng.random() < NAMED:
        return [*outs[: rng.randrange(seats - 1)], {"type": "lost", "seat": order[-1]}]
    return outs


def _order_out(rules: Rules, seats: int, rng: "Random") -> list[int]:
    """Deal the pack round the table and order the seats by hand and luck."""
    ranks = len(rules.ranks)
    pack = [rank for rank in range(ranks) for _ in range(4)] + [ranks] * rules.options["jokers"]
    rng.shuffle(pack)
    hands = [pack[seat::seats] for seat in range(seats)]
    worth = [sum(hand) / len(hand) + rng.gauss(0, _LUCK) for hand in hands]
    return sorted(range(seats), key=worth.__getitem__, reverse=True)

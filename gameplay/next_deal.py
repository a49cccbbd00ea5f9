"""Who is dealt in next, who is first, and what the pot carries (RULES PG-4, R). It stores nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# PG-4: where the winner is first, after the last winner; elsewhere one seat on from the last first seat.
_WINNER_IS_FIRST = frozenset({"cardroom", "hoyle"})
_SAME_FIRST = frozenset({"misdeal"})  # nothing of a misdeal stands: it is dealt again


class LastDeal(NamedTuple):
    """What the next deal takes from the last one that stands: members' ids, and units in the pot."""

    seats: Sequence[str]
    first: int | None
    winner: int | None
    outcome: str
    pot: int


def seats_in_order(chairs: Mapping[int, str], players: frozenset[str] | None = None) -> list[str]:
    """Return the members to be dealt in, clockwise by chair; `players` are those still in a match."""
    return [member for _, member in sorted(chairs.items()) if players is None or member in players]


def next_first(profile: str, rotation: str, seats: Sequence[str], last: LastDeal | None) -> int:
    """Return the first seat of the next deal of Panguingue (PG-4).

    Whoever should be first but has left is followed by the next occupied chair in turn order.
    """
    if last is None or last.first is None:
        return 0
    step = 1 if rotation == "clockwise" else -1
    if last.outcome in _SAME_FIRST:
        wanted, moves_on = last.seats[last.first], False
    elif profile in _WINNER_IS_FIRST and last.winner is not None:
        wanted, moves_on = last.seats[last.winner], False
    else:
        wanted, moves_on = last.seats[last.first], True
    if wanted in seats:
        return (seats.index(wanted) + (step if moves_on else 0)) % len(seats)
    # The one who should be counted from is gone: count on in the order of the last deal.
    place = list(last.seats).index(wanted)
    for away in range(1, len(last.seats)):
        follower = last.seats[(place + step * away) % len(last.seats)]
        if follower in seats:
            return seats.index(follower)
    return 0

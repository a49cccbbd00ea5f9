"""Pan's deal as written, weighed against the pack and itself (PL-3, PL-4); changes nothing."""

from collections.abc import Sequence
from typing import NoReturn

from gameplay.engine.pan.rules import Rules
from gameplay.engine.verdict import Code, Refusal

Hands = Sequence[Sequence[int] | None]
"""One entry a seat: the cards of its hand, the unknown card among them, or None for an unknown hand."""


def starter(rules: Rules, hands: Hands, first: int | None) -> int | None:
    """PL-4: give the seat that plays first, or None when anybody may; known hands must not contradict it."""
    holders = [seat for seat, hand in enumerate(hands) if hand is not None and rules.opener in hand]
    if first is None:
        return holders[0] if holders else None
    hand = hands[first]
    is_known_without = hand is not None and rules.opener not in hand and rules.unknown not in hand
    if is_known_without or any(seat != first for seat in holders):
        raise Refusal(Code.TURN_WRONG_SEAT, "PL-4", seat=first)
    return first


def dealt_sizes(rules: Rules, hands: Hands, sizes: Sequence[int] | None) -> list[int]:
    """PL-3: give how many cards each seat gets: the whole pack, nobody nothing, as hands and `sizes` say."""
    even, more = divmod(rules.pack_size, len(hands))
    dealt = list(sizes) if sizes is not None else [even + (seat < more) for seat in range(len(hands))]
    for seat, hand in enumerate(hands):
        if hand is not None:
            if sizes is not None and sizes[seat] != len(hand):
                _refuse_sizes(rules, dealt)
            dealt[seat] = len(hand)
    if sum(dealt) != rules.pack_size or min(dealt) < 1:
        _refuse_sizes(rules, dealt)
    return dealt


def _refuse_sizes(rules: Rules, dealt: list[int]) -> NoReturn:
    raise Refusal(Code.DEAL_HAND_SIZE, "PL-3", sizes=dealt, pack=rules.pack_size)

"""The one exact division: nothing lost, nobody preferred."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.split import SplitError, split, split_in_turn

SMALL: Final = st.integers(-1_000, 1_000)
TOTALS: Final = SMALL | st.integers(-(10**15), 10**15)
TURNS: Final = st.integers(-50, 50)
WEIGHTS: Final = st.lists(st.integers(0, 6) | st.integers(0, 10**9), min_size=1, max_size=10).filter(any)


@given(TOTALS, WEIGHTS, TURNS)
@settings(max_examples=10_000, deadline=None)
def test_shares_are_integers_that_sum_to_the_total(total: int, weights: list[int], turn: int) -> None:  # L-1
    shares = split(total, weights, turn)
    assert sum(shares) == total
    assert {type(share) for share in shares} == {int}
    assert len(shares) == len(weights)


@given(TOTALS, WEIGHTS, TURNS)
@settings(max_examples=1_000, deadline=None)
def test_no_share_is_a_whole_unit_from_its_exact_value(
    total: int, weights: list[int], turn: int
) -> None:  # L-1
    for share, weight in zip(split(total, weights, turn), weights, strict=True):
        assert abs(share - Fraction(total * weight, sum(weights))) < 1


@given(TOTALS, WEIGHTS, TURNS)
@settings(max_examples=1_000, deadline=None)
def test_no_share_is_of_the_other_sign_and_no_weight_means_no_share(
    total: int, weights: list[int], turn: int
) -> None:  # L-10
    for share, weight in zip(split(total, weights, turn), weights, strict=True):
        assert share * total >= 0
        assert weight or share == 0


@given(TOTALS, WEIGHTS, TURNS)
@settings(max_examples=1_000, deadline=None)
def test_a_larger_weight_never_gets_less(total: int, weights: list[int], turn: int) -> None:  # L-2
    by_weight = sorted(zip(weights, map(abs, split(total, weights, turn)), strict=True))
    for (light, less), (heavy, more) in pairwise(by_weight):
        assert light == heavy or less <= more


@given(TOTALS, WEIGHTS, TURNS)
@settings(max_examples=1_000, deadline=None)
def test_a_division_and_its_void_leave_nothing(total: int, weights: list[int], turn: int) -> None:  # L-6
    there, back = split(total, weights, turn), split(-total, weights, turn)
    assert [a + b for a, b in zip(there, back, strict=True)] == [0] * len(weights)


def test_a_hundred_over_three_and_its_void_leave_nothing() -> None:  # L-6
    assert split(100, [1, 1, 1]) == [34, 33, 33]
    assert split(-100, [1, 1, 1]) == [-34, -33, -33]


def test_the_turn_moves_the_odd_unit_on() -> None:  # L-2
    assert [split(7, [1, 1, 1], turn) for turn in range(4)] == [[3, 2, 2], [2, 3, 2], [2, 2, 3], [3, 2, 2]]


def test_the_rotation_counts_among_those_who_tie() -> None:  # L-2
    # The second has weight 0; the others' odd unit must not fall twice as often on whoever stands behind.
    shares = [split(1, [1, 0, 1, 1], turn) for turn in range(3)]
    assert shares == [[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]


def test_larger_remainders_come_before_any_turn() -> None:
    # Exact values 0.6, 1.2, 1.2 of 3: the first has the largest remainder, whatever the turn.
    assert {tuple(split(3, [1, 2, 2], turn)) for turn in range(5)} == {(1, 1, 1)}


@given(SMALL, st.integers(1, 12), TURNS)
def test_over_n_turns_equal_weights_get_the_same(total: int, people: int, first: int) -> None:  # L-2
    rounds = [split(total, [1] * people, turn) for turn in range(first, first + people)]
    assert [sum(column) for column in zip(*rounds, strict=True)] == [total] * people


@given(SMALL, WEIGHTS, TURNS)
@settings(deadline=None)
def test_over_a_full_round_equal_weights_within_any_weights_get_the_same(
    total: int, weights: list[int], first: int
) -> None:  # L-2
    a_round = 2520  # a multiple of each number of people who can tie here, 1 to 10
    got = [0] * len(weights)
    for turn in range(first, first + a_round):
        got = [sum(pair) for pair in zip(got, split(total, weights, turn), strict=True)]
    assert len(set(zip(weights, got, strict=True))) == len(set(weights))


def month(totals: list[int], people: list[int]) -> dict[int, int]:
    """What each got in a run of divisions, the people standing in this order."""
    got = dict.fromkeys(people, 0)
    turn = 0
    for total in totals:
        shares, turn = split_in_turn(total, [1] * len(people), turn)
        for person, share in zip(people, shares, strict=True):
            got[person] += share
    return got


@given(st.lists(SMALL, max_size=40), st.integers(1, 10).flatmap(lambda n: st.permutations(range(n))))
@settings(max_examples=1_000, deadline=None)
def test_permuting_the_people_changes_nobodys_month_by_more_than_one(
    totals: list[int], order: list[int]
) -> None:  # L-2
    as_they_came, permuted = month(totals, sorted(order)), month(totals, order)
    assert all(abs(as_they_came[person] - permuted[person]) <= 1 for person in order)
    assert max(permuted.values()) - min(permuted.values()) <= 1
    assert sum(permuted.values()) == sum(totals)


@given(TOTALS, WEIGHTS, TURNS)
@settings(max_examples=1_000, deadline=None)
def test_a_division_in_turn_and_its_opposite_come_back_to_the_same_turn(
    total: int, weights: list[int], turn: int
) -> None:  # L-6
    there, moved = split_in_turn(total, weights, turn)
    back, home = split_in_turn(-total, weights, moved)
    assert home == turn
    assert [a + b for a, b in zip(there, back, strict=True)] == [0] * len(weights)


def test_the_turn_stays_where_all_who_tie_are_served() -> None:  # L-2
    assert split_in_turn(2, [2, 2, 1], 7) == ([1, 1, 0], 7)
    assert split_in_turn(3, [1, 1, 1], 7) == ([1, 1, 1], 7)


@pytest.mark.parametrize("divide", [split, split_in_turn])
@pytest.mark.parametrize(
    ("weights", "code"),
    [
        ([], "split.no_weights"),
        ([1, -1, 3], "split.negative_weight"),
        ([0, 0], "split.zero_weights"),
    ],
)
@pytest.mark.parametrize("total", [0, 5, -5])
def test_weights_that_carry_nothing_are_refused(
    divide: Callable[[int, list[int], int], object], weights: list[int], code: str, total: int
) -> None:
    with pytest.raises(SplitError) as refused:
        divide(total, weights, 0)
    assert refused.value.code == code


@pytest.mark.parametrize("fraction", [1.0, Decimal(1), Fraction(1)], ids=repr)
def test_a_number_that_is_no_integer_is_refused(fraction: Any) -> None:  # L-1
    with pytest.raises(TypeError):
        split(fraction, [1, 2])
    with pytest.raises(TypeError):
        split(1, [1, fraction])

"""Payment plans: the fewest payments, stable while they are paid, and the direct view beside them."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import FrozenInstanceError
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.plans import EXACT_PEOPLE, Payment, direct_debts, fewest_payments, remaining

PEOPLE: Final = [f"mbr_{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]


def nets_of(amounts: Iterable[int]) -> dict[str, int]:
    """Give people, in order of their ids, these nets; the last one takes what makes the sum zero."""
    listed = list(amounts)
    return dict(zip(PEOPLE, [*listed, -sum(listed)], strict=False))


def nets(largest: int, people: int) -> st.SearchStrategy[dict[str, int]]:
    return st.lists(st.integers(-largest, largest), max_size=people - 1).map(nets_of)


ANY_NETS: Final = nets(5, 9) | nets(10**12, 9) | nets(9, 26)
OWED: Final = st.dictionaries(
    st.tuples(st.sampled_from(PEOPLE[:6]), st.sampled_from(PEOPLE[:6])).filter(
        lambda pair: pair[0] != pair[1]
    ),
    st.integers(-20, 20),
)


def after(nets: Mapping[str, int], plan: Iterable[Payment]) -> dict[str, int]:
    """What is left when the payments are made: paying brings a net up, receiving brings it down."""
    left = dict(nets)
    for payment in plan:
        left[payment.payer] += payment.units
        left[payment.payee] -= payment.units
    return left


def fewest_by_trying(amounts: list[int]) -> int:
    """Try every way to clear the first net through somebody of the other sign, intermediaries allowed."""
    amounts = [amount for amount in amounts if amount]
    if not amounts:
        return 0
    first, others = amounts[0], amounts[1:]
    return 1 + min(
        fewest_by_trying([*others[:place], other + first, *others[place + 1 :]])
        for place, other in enumerate(others)
        if other * first < 0
    )


def test_largest_first_is_not_fewest() -> None:  # L-5
    plan = fewest_payments({"a": 3, "b": 2, "c": -4, "d": -3, "e": 2})
    assert len(plan) == 3
    assert plan == [Payment("d", "a", 3), Payment("c", "b", 2), Payment("c", "e", 2)]


def test_groups_without_a_pair_are_found() -> None:  # L-5
    # a, b, c and d, e, f sum to zero; largest-first mixes them and needs 5.
    plan = fewest_payments({"a": 70, "b": -31, "c": -39, "d": 60, "e": -52, "f": -8})
    assert len(plan) == 4


@given(nets(6, 7))
@settings(max_examples=1_000, deadline=None)
def test_no_plan_has_fewer_payments_than_trying_everything_finds(nets: dict[str, int]) -> None:  # L-5
    assert len(fewest_payments(nets)) == fewest_by_trying(list(nets.values()))


@given(st.lists(st.tuples(st.integers(1, 10**6), st.integers(1, 10**6)), max_size=4), st.randoms())
@settings(deadline=None)
def test_planted_groups_are_found_up_to_twelve_people(
    threes: list[tuple[int, int]], random: Random
) -> None:  # L-5
    amounts = [amount for one, other in threes for amount in (one, other, -one - other)]
    random.shuffle(amounts)
    assert len(fewest_payments(dict(zip(PEOPLE, amounts, strict=False)))) <= 2 * len(threes)


@given(ANY_NETS)
@settings(max_examples=500, deadline=None)
def test_making_all_payments_leaves_nobody_owing(nets: dict[str, int]) -> None:
    assert not any(after(nets, fewest_payments(nets)).values())


@given(ANY_NETS)
@settings(max_examples=500, deadline=None)
def test_nobody_both_pays_and_receives_and_nobody_pays_the_same_person_twice(nets: dict[str, int]) -> None:
    plan = fewest_payments(nets)
    assert {line.payer for line in plan} == {person for person, net in nets.items() if net < 0}
    assert {line.payee for line in plan} == {person for person, net in nets.items() if net > 0}
    assert len({(line.payer, line.payee) for line in plan}) == len(plan)
    assert all(type(line.units) is int and line.units > 0 for line in plan)


@given(ANY_NETS)
@settings(max_examples=500, deadline=None)
def test_there_are_fewer_payments_than_people(nets: dict[str, int]) -> None:
    plan = fewest_payments(nets)
    assert len(plan) <= max(0, sum(map(bool, nets.values())) - 1)


@given(ANY_NETS, st.randoms())
@settings(max_examples=500, deadline=None)
def test_the_order_of_people_given_changes_no_line(nets: dict[str, int], random: Random) -> None:
    shuffled = dict(random.sample(list(nets.items()), len(nets)))
    assert fewest_payments(shuffled) == fewest_payments(nets)


@given(nets(30, 20))
@settings(deadline=None)
def test_the_largest_payment_stands_first(nets: dict[str, int]) -> None:
    units = [line.units for line in fewest_payments(nets)]
    assert units == sorted(units, reverse=True)


def test_above_twelve_people_pairs_come_first() -> None:
    # Largest first would break up 900 and -900 and need one payment more.
    amounts = [-1000, 600, 400, 900, -900, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5]
    assert len(amounts) > EXACT_PEOPLE
    assert len(fewest_payments(dict(zip(PEOPLE, amounts, strict=False)))) == 8


def test_above_twelve_people_what_is_left_of_a_payment_may_make_a_pair() -> None:
    # 1000 pays 700; the 300 left are owed to one person, and must not go into the 310 of another.
    amounts = [-1000, 700, 300, 310, -11, -13, -17, -22, -28, -33, -38, -44, -50, -54]
    assert len(amounts) == EXACT_PEOPLE + 2
    assert len(fewest_payments(dict(zip(PEOPLE, amounts, strict=False)))) == EXACT_PEOPLE


def test_above_twelve_people_the_largest_debtor_pays_the_largest_creditor() -> None:
    owing = [-100 - 7 * place for place in range(13)]  # down to -170, -177, -184
    owed = [*(101 + 7 * place for place in range(12)), 172]  # up to 171, 178, and 172
    plan = fewest_payments(dict(zip(PEOPLE, [*owing, *owed], strict=True)))
    largest = [Payment("mbr_m", "mbr_y", 178), Payment("mbr_l", "mbr_z", 172), Payment("mbr_k", "mbr_x", 170)]
    assert plan[:3] == largest


@pytest.mark.parametrize("nobody", [{}, {"a": 0}, {"a": 0, "b": 0}])
def test_where_nobody_owes_nobody_pays(nobody: dict[str, int]) -> None:
    assert fewest_payments(nobody) == []


@pytest.mark.parametrize("crooked", [{"a": 1}, {"a": 5, "b": -4}, {"a": -1, "b": 0}])
def test_nets_that_do_not_sum_to_zero_are_refused(crooked: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="not to zero"):
        fewest_payments(crooked)


def test_a_fraction_of_a_unit_is_refused() -> None:
    fractions: Any = {"a": 0.5, "b": -0.5}
    with pytest.raises(TypeError):
        fewest_payments(fractions)
    debts: Any = {("a", "b"): 1.0}
    with pytest.raises(TypeError):
        direct_debts(debts)


def test_twelve_people_are_settled_well_below_a_second() -> None:
    hardest = nets_of([2 * 3**power for power in range(11)])
    started = time.perf_counter()
    plan = fewest_payments(hardest)
    assert time.perf_counter() - started < 1
    assert len(plan) == 11


def test_a_payment_cannot_be_changed() -> None:
    line: Any = Payment("a", "b", 1)
    with pytest.raises(FrozenInstanceError):
        line.units = 2


def test_each_two_people_owe_each_other_one_amount_at_most() -> None:
    owed = {("b", "a"): 5, ("a", "b"): 2, ("c", "a"): 4, ("a", "c"): 4, ("b", "c"): 1, ("d", "c"): -6}
    assert direct_debts(owed) == [Payment("c", "d", 6), Payment("b", "a", 3), Payment("b", "c", 1)]


@given(OWED, st.randoms())
def test_direct_debts_settle_the_same_nets(owed: dict[tuple[str, str], int], random: Random) -> None:
    nets = dict.fromkeys(PEOPLE, 0)
    for (debtor, creditor), units in owed.items():
        nets[debtor] -= units
        nets[creditor] += units
    debts = direct_debts(owed)
    assert not any(after(nets, debts).values())
    assert len({frozenset((debt.payer, debt.payee)) for debt in debts}) == len(debts)
    assert all(debt.units > 0 for debt in debts)
    assert direct_debts(dict(random.sample(list(owed.items()), len(owed)))) == debts
    assert len(fewest_payments(nets)) <= len(debts)


def test_nobody_owes_himself() -> None:
    with pytest.raises(ValueError, match="himself"):
        direct_debts({("a", "a"): 1})


@given(nets(9, 10).filter(lambda nets: any(nets.values())), st.data())
@settings(deadline=None)
def test_paying_one_line_leaves_the_old_plan_minus_it(
    nets: dict[str, int], data: st.DataObject
) -> None:  # L-4
    plan = fewest_payments(nets)
    line = data.draw(st.integers(0, len(plan) - 1))
    left = remaining(plan, {line})
    assert [*left[:line], plan[line], *left[line:]] == plan


def test_the_order_in_which_lines_are_paid_changes_nothing() -> None:  # L-4
    plan = [Payment("a", "b", 3), Payment("c", "d", 2), Payment("e", "f", 2), Payment("c", "f", 1)]
    assert remaining(plan, []) == plan
    assert remaining(plan, [2, 0]) == remaining(plan, (0, 2, 2)) == [plan[1], plan[3]]
    assert remaining(plan, range(4)) == []


def test_two_equal_lines_are_paid_one_at_a_time() -> None:  # L-4
    twice = [Payment("a", "b", 3), Payment("a", "b", 3)]
    assert remaining(twice, [0]) == [twice[1]]


@pytest.mark.parametrize("line", [-1, 2])
def test_a_line_that_is_not_in_the_plan_cannot_be_paid(line: int) -> None:  # L-4
    with pytest.raises(ValueError, match="no line"):
        remaining([Payment("a", "b", 1), Payment("c", "d", 1)], [line])

"""Payments of a settlement's plan: exactly once, taken back and paid again, and the plan never moves."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
import time_machine

from gameplay import selectors, services
from ledger.errors import LedgerError
from tests.builders import BY, House, make_house
from tests.gameplay.seated import Seated, assert_kept, balances, sit_down
from tests.gameplay.storms import MANY, at_once
from tests.gameplay.worlds import rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture
def kept_house(house: House) -> Iterator[House]:
    """A club that is sound behind the test, and that a rebuild leaves as it is."""
    yield house
    assert_kept(house)


def evening(house: House, losers: tuple[int, ...] = (0, 0, 0, 1)) -> tuple[Seated, str]:
    """Play deals of Pan among four and settle: return the session and its settlement."""
    seated = sit_down(house, 4)
    for place in losers:
        seated.lose(place)
    return seated, house.settle(seated.session).settlement


def pay(house: House, settlement: str, line: int = 0, key: str | None = None) -> str:
    return services.mark_paid(club=house.club, settlement=settlement, line=line, by=BY, key=key)


def take_back(house: House, settlement: str, line: int = 0, key: str | None = None) -> str:
    return services.mark_unpaid(club=house.club, settlement=settlement, line=line, by=BY, key=key)


def plan(house: House, settlement: str) -> list[tuple[str, str, int]]:
    """Return the lines of a plan: payer, payee, units."""
    view = selectors.find_settlement(house.club.pk, settlement)
    assert view is not None
    return [(line.payer.account, line.payee.account, line.units) for line in view.plan]


def paid(house: House, settlement: str) -> list[bool]:
    """Return which lines of a plan are paid."""
    view = selectors.find_settlement(house.club.pk, settlement)
    assert view is not None
    return [line.payment is not None for line in view.plan]


def settled_again(seated: Seated) -> str:
    """Open a settled session again and settle it; return the successor."""
    services.reopen_session(**(seated.at | {"by": "sys_task"}), reason=services.ReopenReason.OTHER)
    return seated.house.settle(seated.session).settlement


def refused(code: str, act: Callable[[], Any]) -> dict[str, Any]:
    """See a refusal's code, and return its parameters."""
    with pytest.raises(LedgerError) as refusal:
        act()
    assert refusal.value.code == code
    return refusal.value.params


def payments(house: House) -> list[str]:
    found = rows(
        "SELECT reason FROM ledger_transaction WHERE club_id = %s AND reason LIKE 'payment%%' ORDER BY id",
        house.club.pk,
    )
    return [reason for (reason,) in found]


def test_all_lines_paid_leave_nobody_owing(kept_house: House) -> None:
    _, settlement = evening(kept_house)
    assert balances(kept_house) == [-8, 0, 4, 4, 0]
    assert [units for _, _, units in plan(kept_house, settlement)] == [4, 4]
    for line in range(2):
        pay(kept_house, settlement, line)
    assert balances(kept_house) == [0] * 5
    assert paid(kept_house, settlement) == [True, True]


def test_a_line_is_paid_once(kept_house: House) -> None:  # L-48
    _, settlement = evening(kept_house)
    first = pay(kept_house, settlement, key="paid")
    assert pay(kept_house, settlement, key="paid") == first
    expected = {"settlement": settlement, "line": 0}
    assert refused("payment.done", partial(pay, kept_house, settlement)) == expected
    assert payments(kept_house) == ["payment"]


def test_of_many_who_mark_a_line_one_does(kept_house: House) -> None:  # L-72
    _, settlement = evening(kept_house)

    def mark(act: Callable[[House, str], str]) -> str:
        try:
            act(kept_house, settlement)
        except LedgerError as refusal:
            return refusal.code.value
        return "done"

    assert sorted(at_once([partial(mark, pay)] * MANY)) == ["done"] + ["payment.done"] * (MANY - 1)
    assert payments(kept_house) == ["payment"]
    assert sorted(at_once([partial(mark, take_back)] * MANY)) == ["done"] + ["payment.not_done"] * (MANY - 1)
    assert payments(kept_house) == ["payment", "payment_void"]
    assert balances(kept_house) == [-8, 0, 4, 4, 0]


def test_two_lines_of_one_payer_are_paid_at_once(kept_house: House) -> None:  # L-77
    _, settlement = evening(kept_house)
    at_once([partial(pay, kept_house, settlement, line) for line in (0, 1)])
    assert paid(kept_house, settlement) == [True, True]
    assert balances(kept_house) == [0] * 5


def test_a_payment_is_taken_back_and_made_again(kept_house: House) -> None:  # L-14
    _, settlement = evening(kept_house)
    made = []
    for _ in range(3):
        made.append(pay(kept_house, settlement))
        assert (balances(kept_house)[0], paid(kept_house, settlement)) == (-4, [True, False])
        made.append(take_back(kept_house, settlement))
        assert (balances(kept_house)[0], paid(kept_house, settlement)) == (-8, [False, False])
    made.append(pay(kept_house, settlement))
    assert len(set(made)) == 7
    assert payments(kept_house) == ["payment", "payment_void"] * 3 + ["payment"]


def test_a_payment_is_taken_back_once(kept_house: House) -> None:  # L-11, L-14
    _, settlement = evening(kept_house)
    expected = {"settlement": settlement, "line": 0}
    assert refused("payment.not_done", partial(take_back, kept_house, settlement)) == expected
    pay(kept_house, settlement, key="paid")
    first = take_back(kept_house, settlement, key="back")
    assert take_back(kept_house, settlement, key="back") == first
    refused("payment.not_done", partial(take_back, kept_house, settlement))
    assert pay(kept_house, settlement, key="paid") != first
    assert paid(kept_house, settlement) == [False, False]


def test_paying_moves_no_line_of_the_plan(kept_house: House) -> None:  # L-4
    _, settlement = evening(kept_house, (0, 0, 0, 1, 1, 2))
    before = plan(kept_house, settlement)
    for line in reversed(range(len(before))):
        pay(kept_house, settlement, line)
        assert plan(kept_house, settlement) == before
    take_back(kept_house, settlement, 1)
    assert plan(kept_house, settlement) == before
    assert paid(kept_house, settlement) == [line != 1 for line in range(len(before))]


@pytest.mark.parametrize("line", [0, 1, 2])
def test_the_successor_plans_what_is_left_of_the_plan_before(kept_house: House, line: int) -> None:  # L-4
    seated, settlement = evening(kept_house, (0, 0, 0, 0, 1))
    before = plan(kept_house, settlement)
    assert len(before) == 3
    pay(kept_house, settlement, line)
    assert plan(kept_house, settled_again(seated)) == [*before[:line], *before[line + 1 :]]


def test_the_successor_plans_in_full_what_was_taken_back(kept_house: House) -> None:  # L-4, L-14
    seated, settlement = evening(kept_house)
    pay(kept_house, settlement)
    take_back(kept_house, settlement)
    assert plan(kept_house, settled_again(seated)) == plan(kept_house, settlement)


def test_payments_of_all_settlements_before_count(kept_house: House) -> None:  # L-4
    seated, first = evening(kept_house, (0, 0, 0, 0, 1))
    pay(kept_house, first, 0)
    second = settled_again(seated)
    pay(kept_house, second, 0)
    assert plan(kept_house, settled_again(seated)) == plan(kept_house, first)[2:]


def test_what_was_paid_for_a_deal_that_is_void_is_paid_back(kept_house: House) -> None:  # L-13
    seated = sit_down(kept_house, 2)
    wrong = seated.lose(0)
    settlement = kept_house.settle(seated.session).settlement
    ((payer, payee, units),) = plan(kept_house, settlement)
    pay(kept_house, settlement)
    kept_house.void(wrong)
    second = settled_again(seated)
    assert plan(kept_house, second) == [(payee, payer, units)]
    pay(kept_house, second)
    assert balances(kept_house) == [0] * 5


@pytest.mark.parametrize("line", [-1, 2, 10**12])
def test_a_line_that_is_not_in_the_plan_is_refused(kept_house: House, line: int) -> None:
    _, settlement = evening(kept_house)
    for act in (pay, take_back):
        params = refused("payment.line_unknown", partial(act, kept_house, settlement, line))
        assert params == {"settlement": settlement, "line": line, "lines": 2}
    assert payments(kept_house) == []


def test_settlements_of_nobody_and_of_another_club_are_unknown(kept_house: House) -> None:
    _, elsewhere = evening(make_house(name="Other Room"))
    for settlement in (elsewhere, "stl_nobody", ""):
        for act in (pay, take_back):
            params = refused("settlement.unknown", partial(act, kept_house, settlement))
            assert params == {"settlement": settlement}


def test_a_payment_stands_in_the_book_of_the_day_on_which_it_is_made(kept_house: House) -> None:
    _, settlement = evening(kept_house)
    # The club's day begins at 6 in Warsaw.
    for line, hour in ((0, 3), (1, 9)):
        with time_machine.travel(dt.datetime(2031, 5, 5, hour - 2, tzinfo=dt.UTC), tick=True):
            pay(kept_house, settlement, line)
    found = rows(
        "SELECT b.purpose, b.business_day::text FROM ledger_transaction t "
        "JOIN ledger_book b ON b.id = t.book_id WHERE t.source = %s ORDER BY t.id",
        settlement,
    )
    assert found == [("day", "2031-05-04"), ("day", "2031-05-05")]

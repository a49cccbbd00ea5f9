"""Statements add up, in the order of posting and not of clocks (L-3, L-35, L-55, L-74, L-76)."""

from __future__ import annotations

import datetime as dt
import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from django.db import transaction

from ledger import selectors, services
from ledger.models import AccountKind, BookKind
from tests.builders import BY, DAY, make_house

if TYPE_CHECKING:
    from ledger.refs import AccountRef, BookRef

AT = dt.datetime(2026, 9, 1, 20, tzinfo=dt.UTC)
AMOUNTS = [(-1) ** number * (number % 7 + 1) for number in range(500)]


@dataclass(frozen=True)
class Ledger:
    """A club with a book and two accounts, between which 500 transactions moved units at one instant."""

    club_id: int
    book: BookRef
    one: AccountRef
    other: AccountRef

    def post(self, amounts: list[int], at: dt.datetime, name: str, day: dt.date = DAY) -> None:
        new = [
            services.NewTransaction(
                reason="deal", source=name, key=f"{name}/{nth}", movements={self.one: each, self.other: -each}
            )
            for nth, each in enumerate(amounts)
        ]
        with transaction.atomic():
            services.lock_accounts(accounts=[self.other, self.one])
            services.post(
                club_id=self.club_id,
                book=self.book,
                transactions=new,
                recorded_at=at,
                recorded_by=BY,
                business_day=day,
            )

    def page(self, account: AccountRef, **more: int) -> list[selectors.StatementRow]:
        return selectors.statement_page(self.club_id, account.id, **more)

    def whole(self, account: AccountRef, limit: int) -> list[selectors.StatementRow]:
        rows = self.page(account, limit=limit)
        while page := self.page(account, before_version=rows[-1].version, limit=limit):
            rows += page
        return rows


@pytest.fixture(scope="module")
def ledger(transactional_db: None) -> Ledger:
    club_id = make_house(members=2).club.pk
    with transaction.atomic():
        book = services.open_book(
            club_id=club_id,
            purpose=BookKind.DAY,
            source="by hand",
            business_day=DAY,
            recorded_at=AT,
            recorded_by=BY,
        )
    holders = [(AccountKind.MEMBER, "one"), (AccountKind.MEMBER, "other")]
    found = services.ensure_accounts(club_id=club_id, holders=holders)
    opened = Ledger(club_id, book, *(found[holder] for holder in holders))
    opened.post(AMOUNTS, AT, "night")
    return opened


def test_five_hundred_postings_of_one_instant_keep_their_order(ledger: Ledger) -> None:  # L-35, L-74
    rows = ledger.whole(ledger.one, limit=200)[::-1]
    assert [row.amount for row in rows] == AMOUNTS
    assert [row.version for row in rows] == list(range(1, 501))
    assert {row.recorded_at for row in rows} == {AT}


@pytest.mark.parametrize("limit", [1, 7, 50, 200])
def test_pages_repeat_and_lose_no_row(ledger: Ledger, limit: int) -> None:  # L-55, L-56
    versions = [row.version for row in ledger.whole(ledger.one, limit)]
    assert versions == list(range(500, 0, -1))


def test_the_lines_of_every_page_add_up(ledger: Ledger) -> None:  # L-3
    rows, closing = ledger.whole(ledger.one, limit=200), 0
    for start in range(450, -1, -50):
        page = rows[start : start + 50]
        oldest_first = page[::-1]
        assert oldest_first[0].balance_before == closing
        for earlier, later in itertools.pairwise(oldest_first):
            assert later.balance_before == earlier.balance_after
        closing += sum(row.amount for row in page)
        assert page[0].balance_after == closing
    assert closing == sum(AMOUNTS)


def test_the_two_sides_of_a_transaction_mirror_each_other(ledger: Ledger) -> None:
    one, other = ledger.whole(ledger.one, 200), ledger.whole(ledger.other, 200)
    assert [(row.transaction, row.amount) for row in one] == [(row.transaction, -row.amount) for row in other]


def test_the_balance_at_each_position_is_the_sum_so_far(ledger: Ledger) -> None:  # L-74
    for version, expected in enumerate(itertools.accumulate(AMOUNTS), 1):
        if version % 50 in {0, 1}:
            assert selectors.balance_at(ledger.club_id, ledger.one.id, version) == expected


@pytest.mark.parametrize(("version", "expected"), [(0, 0), (-1, 0), (10**15, sum(AMOUNTS))])
def test_the_balance_beyond_either_end_is_that_of_the_end(
    ledger: Ledger, version: int, expected: int
) -> None:
    assert selectors.balance_at(ledger.club_id, ledger.one.id, version) == expected


def test_a_page_has_at_most_two_hundred_rows(ledger: Ledger) -> None:  # L-60
    assert len(ledger.page(ledger.one, limit=10**9)) == selectors.MAX_PAGE == 200
    assert len(ledger.page(ledger.one)) == 50
    assert ledger.page(ledger.one, limit=0) == []


def test_the_page_below_the_first_posting_is_empty(ledger: Ledger) -> None:
    assert ledger.page(ledger.one, before_version=1) == []
    assert ledger.page(ledger.one, before_version=-(2**60)) == []


def test_an_account_of_another_club_has_no_statement_here(ledger: Ledger) -> None:
    other = make_house(name="Other Room").club.pk
    assert selectors.statement_page(other, ledger.one.id) == []
    assert selectors.balance_at(other, ledger.one.id, 10) == 0


def test_a_posting_for_an_earlier_day_stands_behind_those_before_it(transactional_db: None) -> None:  # L-76
    """Balances run in the order of posting, whatever day a transaction is booked for, or its clock says."""
    club_id = make_house(members=2, name="Late Room").club.pk
    with transaction.atomic():
        book = services.open_book(
            club_id=club_id,
            purpose=BookKind.DAY,
            source="late",
            business_day=DAY,
            recorded_at=AT,
            recorded_by=BY,
        )
    holders = [(AccountKind.MEMBER, "one"), (AccountKind.MEMBER, "other")]
    found = services.ensure_accounts(club_id=club_id, holders=holders)
    late = Ledger(club_id, book, *(found[holder] for holder in holders))
    late.post([10], AT, "first")
    late.post([-4], AT - dt.timedelta(hours=5), "earlier clock", DAY - dt.timedelta(days=1))
    late.post([1], AT + dt.timedelta(hours=1), "last")
    rows = late.page(late.one)[::-1]
    assert [(row.source, row.amount, row.balance_after) for row in rows] == [
        ("first", 10, 10),
        ("earlier clock", -4, 6),
        ("last", 1, 7),
    ]
    assert [selectors.balance_at(club_id, late.one.id, version) for version in (1, 2, 3)] == [10, 6, 7]


def test_balances_are_those_of_the_last_lines(ledger: Ledger) -> None:
    found = {row.holder: row.units for row in selectors.balances(ledger.club_id)}
    assert found == {"one": sum(AMOUNTS), "other": -sum(AMOUNTS)}

"""Committed histories that the tests of a module share, and the clean-up after them."""

from __future__ import annotations

import random
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.test import TransactionTestCase

from gameplay.audit import audit_club
from tests import builders
from tests.builders import House, make_house, random_record, record

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest_django

    from clubs.models import Club
    from gameplay import services


@contextmanager
def committing(blocker: pytest_django.DjangoDbBlocker) -> Iterator[None]:
    """Let a module's tests commit, and clean up behind the last of them."""
    with blocker.unblock():
        try:
            yield
        finally:
            TransactionTestCase._fixture_teardown(None)  # type: ignore[attr-defined] # private


@dataclass(frozen=True)
class World:
    """A club with one settled and one open session, and what the tests want to name in them.

    `sealed` deals stand under a root: `sealed[0]` won, with texts; `sealed[1]` void. `fresh` deals do not:
    `fresh[0]` posted, `fresh[1]` still open with several events, `fresh[2]` void.
    """

    house: House
    settled: str
    settlement: services.Settled
    open: str
    sealed: tuple[str, ...]
    fresh: tuple[str, ...]

    @property
    def club(self) -> Club:
        """The club."""
        return self.house.club


def make_world(seed: int = 1) -> World:
    """Record a small history of both games."""
    rng = random.Random(seed)
    house = make_house(tables=2)
    settled = house.open(builders.PANGUINGUE)
    texts = [{"type": "drop", "seat": 2, "_note": "left early"}]
    first = house.deal(
        settled,
        record(builders.PANGUINGUE, house.ids[:3], texts + builders.won(0), pot=4),
        written={"id": "d-1", "meta": {"table": "4"}},
    ).deal
    taken_back = house.deal(settled, record(builders.PANGUINGUE, house.ids[:4], builders.won(1))).deal
    house.void(taken_back, note="two of us paid")
    more = [house.deal(settled, random_record(rng, house.ids, builders.PANGUINGUE)).deal for _ in range(3)]
    settlement = house.settle(settled)
    session = house.open(builders.PAN, table=1)
    finished = record(builders.PAN, house.ids[:4], [{"type": "out", "seat": 2}, builders.lost(1)], pot=3)
    fresh = [house.deal(session, finished).deal]
    fresh.append(house.deal(session, record(builders.PAN, house.ids)).deal)
    for seat in range(3):
        house.log(fresh[1], [{"type": "out", "seat": seat, "_note": f"{seat + 1}."}], after=seat)
    fresh.append(house.deal(session, record(builders.PAN, house.ids[1:4], [builders.lost(0)])).deal)
    house.void(fresh[2])
    return World(house, settled, settlement, session, (first, taken_back, *more), tuple(fresh))


def flaws(club: Club) -> list[tuple[str, str]]:
    """Return what an audit finds, as (flaw, ref)."""
    return [(finding.flaw.value, finding.ref) for finding in audit_club(club).findings]


def assert_sound(club: Club) -> None:
    """The audit finds nothing, all balances together are zero, and each is the sum of its postings (L-12)."""
    assert flaws(club) == []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(sum(b.units), 0) FROM ledger_balance b "
            "JOIN ledger_account a ON a.id = b.account_id WHERE a.club_id = %s",
            [club.pk],
        )
        assert cursor.fetchone() == (0,)
        cursor.execute(
            "SELECT b.account_id FROM ledger_balance b JOIN ledger_account a ON a.id = b.account_id "
            "LEFT JOIN ledger_posting p ON p.account_id = b.account_id WHERE a.club_id = %s "
            "GROUP BY b.account_id HAVING b.units <> coalesce(sum(p.amount), 0) OR b.version <> count(p.id)",
            [club.pk],
        )
        assert cursor.fetchall() == []


def rows(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a query."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())

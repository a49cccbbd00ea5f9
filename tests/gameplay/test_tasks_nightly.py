"""What each night brings: audits that are kept, books of days under a root; asked in this process."""

from __future__ import annotations

import datetime as dt
import threading
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection

from gameplay import settlement, sweeping, tasks
from gameplay.models import AuditRun, Outbox, OutboxTask
from gameplay.services import mark_paid, mark_unpaid
from gameplay.services.day_books import seal_day_book
from ledger.audit import count_unsealed_transactions
from ledger.models import Book, Settlement
from tests.builders import BY, PAN, House, lost, record
from tests.gameplay.evenings import Evening, row_of, take_messages
from tests.gameplay.worlds import assert_sound, rows
from tests.workers import await_that

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

AFTER_THE_CUTOFF = dt.datetime(2030, 1, 1, 12, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What would be sent, task and row; no broker is asked."""
    return take_messages(monkeypatch)


@pytest.fixture
def closed(house: House) -> Evening:
    evening = Evening(house, sessions=1, deals=2)
    evening.close()
    return evening


@pytest.fixture
def other_session() -> Iterator[Callable[..., None]]:
    """A second connection that runs one statement."""
    other = connection.copy()

    def run(statement: str, *values: Any) -> None:
        with other.cursor() as cursor:
            cursor.execute(statement, values)

    yield run
    other.close()


def test_each_night_brings_a_club_one_audit(house: House) -> None:
    made = [each for _ in range(3) for each in sweeping.write_nightly(AFTER_THE_CUTOFF)]
    row = row_of(house, OutboxTask.AUDIT_CLUB)
    assert [each.id for each in made].count(row.pk) == 1
    assert row.period == "2030-01-01"
    before = AFTER_THE_CUTOFF.replace(hour=4)  # half past five in Warsaw, half an hour before the cut-off
    assert sweeping.write_nightly(before + dt.timedelta(minutes=30)) != []
    assert row_of(house, OutboxTask.AUDIT_CLUB).period == "2029-12-31"


def test_a_club_made_today_is_not_audited_before_tomorrow(house: House) -> None:
    sweeping.write_nightly()
    assert not Outbox.objects.filter(club=house.club).exists()


def test_an_audit_keeps_what_it_found(closed: Evening) -> None:
    club = closed.house.club
    sweeping.write_nightly(AFTER_THE_CUTOFF)
    row = row_of(closed.house, OutboxTask.AUDIT_CLUB)
    tasks.night_work(row.pk)
    run = AuditRun.objects.get(outbox=row)
    assert (run.club, run.flaws, run.findings, run.sessions, run.deals) == (club, 0, [], 1, 2)
    assert run.unsealed_events > 0
    assert run.finished_at is not None
    rows_changed = (
        "UPDATE gameplay_dealstate SET pot = pot + 1 WHERE deal_id IN (SELECT id FROM gameplay_deal)"
    )
    with connection.cursor() as cursor:
        cursor.execute(rows_changed)
    sweeping.write_nightly(AFTER_THE_CUTOFF + dt.timedelta(days=1))
    tasks.night_work(row_of(closed.house, OutboxTask.AUDIT_CLUB).pk)
    run = AuditRun.objects.filter(club=club).latest("pk")
    assert run.flaws == 2
    assert {finding["flaw"] for finding in run.findings} == {"deal.state"}


def paid_line(house: House) -> str:
    """Settle a session and mark the first line of its plan paid; return the day book's public id."""
    session = house.open(PAN)
    house.deal(session, record(PAN, house.ids[:3], [lost(1)], rules={"deal_stake": 5}))
    settled = house.settle(session)
    mark_paid(club=house.club, settlement=settled.settlement, line=0, by=BY)
    return Book.objects.get(club=house.club, purpose="day").public_id


def test_the_book_of_a_day_that_is_over_comes_under_a_root(house: House) -> None:
    book = paid_line(house)
    sweeping.write_nightly(AFTER_THE_CUTOFF)
    row = row_of(house, OutboxTask.SEAL_DAY_BOOK)
    assert row.subject == book
    for _ in range(2):
        tasks.night_work(row.pk)
    assert Settlement.objects.filter(book__public_id=book).count() == 1
    assert sweeping.write_nightly(AFTER_THE_CUTOFF) == []
    assert_sound(house.club)
    assert count_unsealed_transactions(house.club.pk) == 0


def test_the_seal_waits_for_whoever_is_posting(house: House, other_session: Callable[..., None]) -> None:
    book = Book.objects.get(public_id=paid_line(house))
    other_session("BEGIN")
    other_session("SELECT FROM ledger_bookstate WHERE book_id = %s FOR SHARE", book.pk)  # as the trigger does
    sealing = threading.Thread(target=in_a_thread, args=(house, book.public_id))
    sealing.start()
    await_that(lambda: rows(WAITING_SEALS) == [(1,)])
    assert not Settlement.objects.filter(book=book).exists()
    other_session("COMMIT")
    sealing.join(20)
    assert Settlement.objects.filter(book=book).count() == 1
    assert_sound(house.club)


WAITING_SEALS = """
SELECT count(*) FROM pg_stat_activity
WHERE wait_event_type = 'Lock' AND query LIKE '%%ledger_bookstate%%FOR UPDATE%%'
"""


def in_a_thread(house: House, book: str) -> None:
    try:
        seal_day_book(club=house.club, book=book, by="sys_task")
    finally:
        connection.close()


def test_a_payment_that_the_seal_overtakes_goes_into_the_next_book(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = paid_line(house)
    paid = Settlement.objects.get(club=house.club).public_id
    choose = settlement.day_book

    def overtaken(**asked: Any) -> Any:
        chosen = choose(**asked)
        if not overtaking:
            overtaking.append(chosen)
            seal_day_book(club=house.club, book=book, by="sys_task")
        return chosen

    overtaking: list[Any] = []
    monkeypatch.setattr(settlement, "day_book", overtaken)
    mark_unpaid(club=house.club, settlement=paid, line=0, by=BY)
    first, second = Book.objects.filter(club=house.club, purpose="day").order_by("pk")
    assert (first.public_id, second.source, second.number) == (book, first.source, 2)
    assert_sound(house.club)


def test_a_book_is_not_sealed_in_the_first_minutes_after_the_cutoff(house: House) -> None:
    paid_line(house)
    cutoff = AFTER_THE_CUTOFF.replace(hour=5)  # six in Warsaw
    for minutes, is_due in ((1, False), (11, True)):
        sweeping.write_nightly(cutoff + dt.timedelta(minutes=minutes))
        assert Outbox.objects.filter(club=house.club, task="seal_day_book").exists() is is_due


def test_old_rows_are_thrown_away_but_for_audits(closed: Evening) -> None:
    tasks.work(row_of(closed.house).pk)
    sweeping.write_nightly(AFTER_THE_CUTOFF)
    tasks.night_work(row_of(closed.house, OutboxTask.AUDIT_CLUB).pk)
    Outbox.objects.update(done_at=dt.datetime(2020, 1, 1, tzinfo=dt.UTC))
    assert sweeping.forget_old() >= 1
    assert [row.task for row in Outbox.objects.filter(club=closed.house.club)] == ["audit_club"]

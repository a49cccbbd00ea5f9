"""What a task does with its row, and what the sweeps find: asked in this process, over real connections."""

from __future__ import annotations

import datetime as dt
import threading
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from celery import current_app
from django.db import IntegrityError, OperationalError, connection, transaction

from gameplay import claims, settlement, sweeping, tasks
from gameplay.errors import Code, GameplayError
from gameplay.models import AuditRun, MatchState, Outbox, OutboxTask
from gameplay.outbox import Row, hint, take_overdue
from gameplay.services import (
    close_session,
    mark_paid,
    mark_unpaid,
    reopen_session,
    seat_member,
    start_match,
)
from gameplay.services.day_books import seal_day_book
from ledger.models import Book, Settlement
from tests.builders import BY, PAN, House, lost, record
from tests.gameplay.evenings import Evening
from tests.gameplay.worlds import assert_sound, rows
from tests.workers import await_that

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

AFTER_THE_CUTOFF = dt.datetime(2030, 1, 1, 12, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What would be sent, task and row; no broker is asked."""
    taken: list[tuple[str, int]] = []
    monkeypatch.setattr(
        type(current_app._get_current_object()),  # type: ignore[attr-defined] # of the proxy
        "send_task",
        lambda _, name, args, **__: taken.append((name, args[0])),
    )
    return taken


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


def row_of(house: House, task: OutboxTask = OutboxTask.SETTLE_SESSION) -> Outbox:
    return Outbox.objects.filter(club=house.club, task=task).latest("pk")


def missing(house: House) -> list[Row]:
    """Make the rows that are missing, and return those of a club."""
    ours = set(Outbox.objects.filter(club=house.club).values_list("pk", flat=True))
    made = sweeping.write_missing()
    return [
        row for row in made if row.id not in ours and Outbox.objects.get(pk=row.id).club_id == house.club.pk
    ]


def make_due() -> None:
    Outbox.objects.update(due_at=dt.datetime(2020, 1, 1, tzinfo=dt.UTC))


def test_closing_writes_a_row_and_sends_its_id_after_the_commit(
    closed: Evening, sent: list[tuple[str, int]]
) -> None:
    row = row_of(closed.house)
    assert sent == [("gameplay.work", row.pk)]
    assert (row.done_at, row.tries, row.subject) == (None, 0, next(iter(closed.nets)))


def test_claims_have_a_kind_of_lock_of_their_own(db: None) -> None:
    found = rows(
        "SELECT proname, (regexp_matches(prosrc, '\\((\\d+)::bigint << 56\\)', 'g'))[1] "
        "FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
    )
    assert len(found) > 5
    ((ours,),) = [kinds for name, *kinds in found if name == "gameplay_outbox_lock"]
    assert [name for name, kind in found if kind == ours] == ["gameplay_outbox_lock"]


def test_work_is_done_once_however_often_it_is_told(closed: Evening) -> None:
    row = row_of(closed.house)
    for _ in range(3):
        tasks.work(row.pk)
    closed.check()
    done = row_of(closed.house)
    assert done.done_at is not None
    assert (done.tries, done.failure) == (1, "")
    assert (done.progress.done, done.progress.total) == (2, 2)


def test_a_row_that_somebody_holds_is_left_alone(
    closed: Evening, other_session: Callable[..., None], sent: list[tuple[str, int]]
) -> None:
    row = row_of(closed.house)
    make_due()
    sent.clear()
    other_session("SELECT pg_advisory_lock(gameplay_outbox_lock(%s))", row.pk)
    tasks.work(row.pk)
    assert row_of(closed.house).tries == 0
    assert row.pk not in {each.id for each in take_overdue()}
    other_session("SELECT pg_advisory_unlock(gameplay_outbox_lock(%s))", row.pk)
    assert row.pk in {each.id for each in take_overdue()}
    assert row.pk not in {each.id for each in take_overdue()}  # not again before its message has had its time


def test_progress_is_seen_while_the_work_still_runs(closed: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    row = row_of(closed.house)
    seen: list[tuple[int, int]] = []

    def slow(**asked: Any) -> None:
        with transaction.atomic():
            asked["progress"](1, 5)
            other = connection.copy()
            with other.cursor() as cursor:
                cursor.execute("SELECT done, total FROM gameplay_progress WHERE outbox_id = %s", [row.pk])
                seen.extend(cursor.fetchall())
            other.close()

    monkeypatch.setattr(tasks, "settle_session", slow)
    tasks.work(row.pk)
    assert seen == [(1, 5)]


@pytest.mark.parametrize(
    ("error", "failure", "is_given_up"),
    [
        (GameplayError(Code.SESSION_NOT_VERIFIED, flaws=["deal.state deal_x"]), "session.not_verified", True),
        (GameplayError(Code.SESSION_UNKNOWN), "session.unknown", True),
        (GameplayError(Code.IDEMPOTENCY_IN_FLIGHT), "idempotency.in_flight", False),
        (OperationalError("server closed the connection"), "database.unreachable", False),
        (RuntimeError("a fault of ours, with names of people in it"), "task.crashed", False),
    ],
    ids=["not verified", "unknown", "in flight", "database", "crash"],
)
def test_a_failure_is_kept_as_a_code(
    closed: Evening, monkeypatch: pytest.MonkeyPatch, error: Exception, failure: str, *, is_given_up: bool
) -> None:
    def fail(**_: Any) -> None:
        raise error

    monkeypatch.setattr(tasks, "settle_session", fail)
    tasks.work(row_of(closed.house).pk)
    row = row_of(closed.house)
    assert (row.failure, row.failed_at is not None, row.done_at) == (failure, is_given_up, None)
    make_due()
    assert (row.pk in {each.id for each in take_overdue()}) is not is_given_up
    # What was given up gets no second row: it shows until somebody sees to it.
    assert missing(closed.house) == []


def test_tries_come_later_and_later(closed: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: Any) -> None:
        raise OperationalError

    monkeypatch.setattr(tasks, "settle_session", fail)
    waits = []
    for _ in range(9):
        tasks.work(row_of(closed.house).pk)
        row = row_of(closed.house)
        assert row.tried_at is not None
        waits.append(round((row.due_at - row.tried_at).total_seconds()))
    assert waits == [5, 10, 20, 40, 80, 160, 320, 600, 600]


def test_a_row_that_kills_its_worker_is_given_up(closed: Evening) -> None:
    Outbox.objects.filter(club=closed.house.club).update(tries=tasks.MAX_KILLS)
    tasks.work(row_of(closed.house).pk)
    row = row_of(closed.house)
    assert (row.failure, row.failed_at is None) == ("task.killed", False)
    assert claims.try_again(row.pk)
    tasks.work(row.pk)
    closed.check()


def test_work_that_a_reopening_made_moot_is_done(closed: Evening) -> None:
    (session,) = closed.nets
    house = closed.house
    reopen_session(club_id=house.club.pk, session=session, reason="forgotten", by=house.ids[0])
    tasks.work(row_of(house).pk)
    row = row_of(house)
    assert (row.done_at is None, row.failure) == (False, "session.not_closed")
    close_session(club_id=house.club.pk, session=session, by=BY)
    tasks.work(row_of(house).pk)
    closed.check()


def test_a_closed_session_without_a_row_gets_one_and_one_only(closed: Evening) -> None:
    assert missing(closed.house) == []
    Outbox.objects.filter(club=closed.house.club).delete()
    ((row, task),) = missing(closed.house)
    assert task == OutboxTask.SETTLE_SESSION
    assert missing(closed.house) == []
    tasks.work(row)
    closed.check()


def test_a_decided_match_that_nobody_ended_gets_a_row(house: House) -> None:
    session = house.open(PAN)
    for chair, member in enumerate(house.ids[:2], 1):
        seat_member(club_id=house.club.pk, session=session, chair=chair, member=member, by=BY)
    match = start_match(club_id=house.club.pk, session=session, match_stake=3, by=BY)
    for _ in "PAN":
        house.deal(session, record(PAN, house.ids[:2], [lost(1)]))
    Outbox.objects.filter(club=house.club).delete()
    ((row, task),) = missing(house)
    assert task == OutboxTask.ADVANCE_MATCH
    assert missing(house) == []
    tasks.work(row)
    assert MatchState.objects.get(public_id=match).is_ended
    assert missing(house) == []
    assert_sound(house.club)


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


def test_an_audit_keeps_what_it_found(closed: Evening, owner_connection: Any) -> None:
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
    from ledger.audit import count_unsealed_transactions

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


def test_a_payment_that_the_seal_overtakes_is_refused_whole_and_goes_into_the_next_day(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = paid_line(house)
    paid = Settlement.objects.get(club=house.club).public_id
    choose = settlement.day_book

    def overtaken(**asked: Any) -> Any:
        chosen = choose(**asked)
        seal_day_book(club=house.club, book=book, by="sys_task")
        return chosen

    with monkeypatch.context() as patch:
        patch.setattr(settlement, "day_book", overtaken)
        with pytest.raises(IntegrityError, match="is closed"):
            mark_unpaid(club=house.club, settlement=paid, line=0, by=BY)
    assert_sound(house.club)
    with time_machine.travel(AFTER_THE_CUTOFF, tick=True):
        mark_unpaid(club=house.club, settlement=paid, line=0, by=BY)
    latest = Book.objects.filter(club=house.club, purpose="day").latest("pk")
    assert (latest.public_id == book, latest.source) == (False, "2030-01-01")
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


def test_a_hint_without_a_broker_fails_nobody(monkeypatch: pytest.MonkeyPatch, closed: Evening) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(type(current_app._get_current_object()), "send_task", fail)  # type: ignore[attr-defined]
    make_due()
    assert not hint(take_overdue())

"""What a task does with its row, and what the sweeps find: asked in this process, over real connections."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import pytest
from celery import current_app
from django.db import OperationalError, connection, transaction

from gameplay import claims, sweeping, tasks
from gameplay.errors import Code, GameplayError
from gameplay.models import MatchState, Outbox, OutboxTask
from gameplay.outbox import Row, hint, take_overdue
from gameplay.services import (
    ReopenReason,
    close_session,
    reopen_session,
    seat_member,
    start_match,
)
from tests.builders import BY, PAN, House, lost, record
from tests.gameplay.evenings import Evening, row_of, take_messages
from tests.gameplay.worlds import assert_sound, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


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
    reopen_session(club_id=house.club.pk, session=session, reason=ReopenReason.OTHER, by=house.ids[0])
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


def test_a_hint_without_a_broker_fails_nobody(monkeypatch: pytest.MonkeyPatch, closed: Evening) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(type(current_app._get_current_object()), "send_task", fail)  # type: ignore[attr-defined]
    make_due()
    assert not hint(take_overdue())

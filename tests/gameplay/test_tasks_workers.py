"""Settlement by real workers: nothing that breaks on the way is seen in the end (L-84 to L-87).

Each test closes sessions, breaks something in the middle, and then finds every session settled exactly once
within a minute, its figures exact, and an audit that finds nothing.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from gameplay.outbox import TASK
from tests.gameplay.evenings import Evening, work_rows
from tests.gameplay.worlds import rows
from tests.workers import Yard, await_that, children, kill, kill_family

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.builders import House

CUT_NOTES = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE gameplay_outbox SET done_at%%'
"""


@pytest.fixture(scope="module")
def yard(transactional_db: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Yard]:
    made = Yard(tmp_path_factory.mktemp("yard"))
    made.worker()
    made.beat()
    yield made
    made.end()


@pytest.fixture
def evening(house: House) -> Evening:
    return Evening(house)


def test_a_hint_settles_sessions_at_once(yard: Yard, evening: Evening) -> None:
    with yard.sending():
        evening.close()
    assert evening.await_settled() < 5, yard.said()
    evening.check()


def test_pool_children_die_in_the_middle(yard: Yard, evening: Evening) -> None:
    with yard.sending(), evening.held_up() as gate:
        evening.close()
        gate.await_waiting(2)
        kill(*children(yard.workers[-1].pid))
    print(f"pool children: {evening.await_settled():.1f} s")
    evening.check()


def test_a_connection_dies_between_the_effect_and_its_note(yard: Yard, house: House) -> None:
    evening = Evening(house, sessions=1)
    other = connection.copy()
    with yard.sending():
        with evening.held_up() as gate:
            evening.close()
            gate.await_waiting(1)
            other.set_autocommit(False)
            with other.cursor() as cursor:
                cursor.execute("SELECT FROM gameplay_outbox WHERE club_id = %s FOR UPDATE", [house.club.pk])
        await_that(evening.settled)
        await_that(lambda: rows(CUT_NOTES) == [(True,)])
        other.close()
    print(f"noted after: {evening.await_settled():.1f} s")
    evening.check()
    assert rows("SELECT tries FROM gameplay_outbox WHERE club_id = %s", house.club.pk) == [(2,)]


def test_worker_beat_and_folder_go_in_the_middle(yard: Yard, evening: Evening) -> None:
    with yard.sending(), evening.held_up() as gate:
        evening.close()
        gate.await_waiting(2)
        kill_family(yard.workers[-1])
        kill_family(yard.beats[-1])
        shutil.rmtree(yard.folder)
    yard.worker()
    yard.beat()
    print(f"worker, beat, folder: {evening.await_settled():.1f} s")
    evening.check()


def test_a_folder_that_goes_under_a_running_worker_is_made_again(yard: Yard, evening: Evening) -> None:
    shutil.rmtree(yard.folder)
    with yard.sending():
        evening.close()
    assert evening.await_settled() < 5
    evening.check()


def test_sessions_are_closed_without_a_broker(yard: Yard, evening: Evening) -> None:
    shutil.rmtree(yard.folder)
    yard.folder.touch()  # nobody can write there, root neither
    with yard.sending():
        evening.close()
    assert evening.settled() == 0
    yard.folder.unlink()
    print(f"broker back: {evening.await_settled():.1f} s")
    assert yard.workers[-1].poll() is None
    evening.check()


def test_doubled_messages_and_a_second_worker_double_nothing(yard: Yard, evening: Evening) -> None:
    yard.worker()
    with yard.sending() as app, evening.held_up() as gate:
        evening.close()
        for _ in range(3):
            for row in work_rows(evening.house.club.pk):
                app.send_task(TASK, args=[row])
        gate.await_waiting(2)
    evening.await_settled()
    kill_family(yard.workers.pop())
    evening.check()


def test_two_beats_make_one_row_for_each_session_without_one(yard: Yard, evening: Evening) -> None:
    evening.close()  # the hint goes to another broker
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM gameplay_outbox WHERE club_id = %s", [evening.house.club.pk])
    second = yard.beat()
    print(f"no row: {evening.await_settled():.1f} s")
    kill_family(second)
    evening.check()
    assert len(list(work_rows(evening.house.club.pk))) == len(evening.nets)

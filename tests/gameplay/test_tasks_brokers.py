"""The walk from close to settlement on the brokers of production, where the machine has them.

Which they are is asked once, when the tests are collected: `docs/celery.md` says how to start them. A broker
that is missing is named in the test that stands for it, and does not fail.
"""

from __future__ import annotations

import os
import random
import shutil
import socket
import time
from typing import TYPE_CHECKING

import pytest
from kombu import Connection

from gameplay.outbox import TASK
from tests.gameplay.evenings import Evening, work_rows
from tests.workers import Yard, await_that, children, kill, kill_family

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.builders import House

BROKERS = {
    "redis": os.environ.get("PANBOOK_TEST_REDIS", "redis://127.0.0.1:6379/13"),
    "rabbitmq": os.environ.get("PANBOOK_TEST_RABBITMQ", "amqp://guest:guest@127.0.0.1:5672//"),
}


def is_reachable(url: str) -> bool:
    about = Connection(url)
    with socket.socket() as probe:
        probe.settimeout(1.0)
        return probe.connect_ex((about.hostname, about.port or about.get_transport_cls().default_port)) == 0


REACHABLE = [name for name, url in BROKERS.items() if is_reachable(url)]


@pytest.fixture
def yard(transactional_db: None, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Yard]:
    made = Yard(tmp_path, BROKERS.get(getattr(request, "param", ""), ""))
    yield made
    made.end()


@pytest.mark.parametrize("name", BROKERS)
def test_it_is_said_which_brokers_are_tried(name: str) -> None:
    print(
        f"{name}: {'tried' if name in REACHABLE else 'not reachable at ' + BROKERS[name] + ', so not tried'}"
    )


@pytest.mark.parametrize("yard", REACHABLE, indirect=True)
def test_the_walk_from_close_to_settlement_survives_kills(yard: Yard, house: House) -> None:
    evening = Evening(house)
    yard.beat()
    yard.worker()
    with yard.sending() as app, evening.held_up() as gate:
        evening.close()
        for row in work_rows(house.club.pk):
            app.send_task(TASK, args=[row])
        gate.await_waiting(2)
        kill(*children(yard.workers[0].pid))
        kill_family(yard.workers[0])
    yard.worker()
    print(f"on {yard.broker}: {evening.await_settled():.1f} s")
    evening.check()


@pytest.mark.parametrize("yard", [name for name in REACHABLE if name == "redis"], indirect=True)
def test_work_longer_than_the_visibility_timeout_is_done_once(yard: Yard, house: House) -> None:
    evening = Evening(house, sessions=1)
    yard.worker(CELERY_VISIBILITY_SECONDS="2")
    with yard.sending(), evening.held_up() as gate:
        evening.close()
        gate.await_waiting(1)
        # A worker looks for what was not acknowledged ten seconds after its start, then every hundred.
        yard.worker(CELERY_VISIBILITY_SECONDS="2")
        # Redis has handed the message out again: the other worker finds the row held, and lets it be.
        await_that(lambda: "work held by another" in yard.said())
        assert gate.waiting() == 1
    evening.await_settled()
    evening.check()


@pytest.mark.soak
@pytest.mark.parametrize("yard", ["folder", *REACHABLE], indirect=True)
def test_a_storm_of_kills(yard: Yard, house: House) -> None:
    rng = random.Random(20)
    slowest = 0.0
    for seed in range(8):
        evening = Evening(house, sessions=12, deals=5, seed=seed)
        yard.worker()
        yard.worker()
        yard.beat()
        with yard.sending():
            evening.close()
        for _ in range(5):
            time.sleep(rng.uniform(0, 0.3))
            if rng.random() < 0.3 and not yard.broker:
                shutil.rmtree(yard.folder, ignore_errors=True)
            one = rng.choice(yard.workers)
            if one.poll() is None and (pool := children(one.pid)) and rng.random() < 0.7:
                kill(rng.choice(pool))
            else:
                kill_family(one)
                kill_family(yard.beats[-1])
                yard.worker(ready=False)
                yard.beat()
        slowest = max(slowest, evening.await_settled())
        evening.check()
        for each in (*yard.workers, *yard.beats):
            kill_family(each)
        yard.workers.clear()
        yard.beats.clear()
    print(f"slowest recovery on {yard.broker or 'the folder'}: {slowest:.1f} s")

"""Going through a deal event by event says of each just what replay says of the record so far (R)."""

from random import Random

import pytest

from gameplay.engine.replay import replay
from gameplay.engine.verdict import Fault, Outcome
from gameplay.engine.walk import opened, walk
from tests.engine.records import by, call, layoff, meld, panguingue
from tests.engine.spoiled import spoiled, vectors

DEALS = [record for record in vectors() if opened(record) is not None]


@pytest.mark.parametrize("seed", range(4))
def test_the_first_step_that_stands_and_is_refused_is_the_fault(seed: int) -> None:
    rng = Random(seed)
    seen = 0
    for record in (spoiled(rng.choice(DEALS), rng) for _ in range(300)):
        start = opened(record)
        verdict = replay(record)
        if start is None:
            continue
        steps = list(walk(*start))
        if isinstance(verdict, Outcome):
            assert len(steps) == len(start[1])
            assert not steps or steps[-1].after.outcome == verdict.outcome
            assert all(step.is_cancelled for step in steps if step.refused)
        elif isinstance(verdict, Fault) and verdict.event is not None:
            assert steps[-1].at >= verdict.event, "an undo, or what it cancels, may be at fault before"
            seen += 1
    assert seen > 20


def test_a_table_is_that_of_the_events_before() -> None:
    record = panguingue(
        meld(0, "5s 5s 5s 5s"), meld(0, "5s 6s 7s", {0: "5s"}), layoff(0, 1, "4s"), by("foul", 1)
    )
    start = opened(record)
    assert start is not None
    steps = list(walk(*start))
    assert [list(step.before.melds_of(0)) for step in steps] == [
        [],
        [("5s", "5s", "5s", "5s")],
        [("5s", "5s", "5s"), ("5s", "6s", "7s")],
        [("5s", "5s", "5s"), ("5s", "6s", "7s", "4s")],
    ]


def test_what_is_undone_is_gone_through_as_it_lay_and_need_not_be_in_order() -> None:
    record = panguingue(
        meld(0, "5s 5s 5s"),
        layoff(0, 0, "5s"),
        layoff(0, 0, "9z"),
        call("undo"),
        call("undo"),
        layoff(0, 0, "5s"),
    )
    start = opened(record)
    assert start is not None
    steps = list(walk(*start))
    assert [(step.is_cancelled, step.undoes, bool(step.refused)) for step in steps] == [
        (False, None, False),
        (True, None, False),
        (True, None, True),
        (False, 2, False),
        (False, 1, False),
        (False, None, False),
    ]
    assert [len(step.after.melds_of(0)[0]) for step in steps] == [3, 4, 4, 4, 3, 4]


def test_a_header_at_fault_opens_nothing() -> None:
    assert opened(panguingue(profile="vegas")) is None
    assert isinstance(replay(panguingue(profile="vegas")), Fault)

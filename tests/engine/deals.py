"""Judges Panguingue records for tests; holds no expectation."""

from typing import Any

from gameplay.engine.replay import replay
from gameplay.engine.verdict import Fault, Outcome
from tests.engine.records import Json, meld, panguingue

WIN = [meld(0, "4h 4c 4d 4s"), meld(0, "6h 6c 6d 6s"), meld(0, "Qh Qc Qd")]
"""Eleven cards without any condition by `classic`."""


def outcome(*events: Json, **header: Any) -> Outcome:
    verdict = replay(panguingue(*events, **header))
    assert isinstance(verdict, Outcome), verdict
    return verdict


def fault(*events: Json, **header: Any) -> Fault:
    verdict = replay(panguingue(*events, **header))
    assert isinstance(verdict, Fault), verdict
    return verdict


def code(*events: Json, **header: Any) -> tuple[str, int | None]:
    verdict = fault(*events, **header)
    return verdict.code.value, verdict.event

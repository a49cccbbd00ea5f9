"""All faults of form that a record has, where replay names the first fault of any kind; it plays no card.

Every check is the engine's own. What the order of play decides (turns, hands, melds) is not asked here.
"""

from collections.abc import Iterator
from typing import Any, Final

from gameplay.engine.pan import reading as pan
from gameplay.engine.panguingue import reading as panguingue
from gameplay.engine.record import Head, read_events, standing, version_and_game
from gameplay.engine.replay import game_of, head_of, replay
from gameplay.engine.verdict import Code, Fault, Refusal
from gameplay.notation.complaints import Complaint, complaint_of

EVENTS: Final = {
    ("panguingue", "score"): frozenset(panguingue.SCORE),
    ("panguingue", "play"): frozenset([*panguingue.BEFORE, *panguingue.DECLARING, *panguingue.PLAYING]),
    ("pan", "score"): frozenset(pan.SCORE),
    ("pan", "play"): frozenset([*pan.UNDEALT, *pan.OPENING, *pan.PLAYING]),
}
"""By game and detail, the types of the events that it has."""

_DETAILS: Final = {"panguingue": "PG-4", "pan": "PL-8"}
"""The rule that says which events a detail has."""


def faults_of_form(record: Any) -> Iterator[Complaint]:
    """Give every fault of form, in order: of the header the first, then one an event.

    An undo at fault, or a cancelled event that breaks the limits, is the last one given: what stands after it
    has no certain meaning.
    """
    try:
        written, name = version_and_game(record)
        if name == "pan-match":
            yield from _faults_of_match(written)
            return
        head = head_of(written, name)
        events = read_events(written)
    except Refusal as refusal:
        yield complaint_of(refusal.fault(None))
        return
    yield from _faults_of_events(head, events)


def _faults_of_events(head: Head, events: list[Any]) -> Iterator[Complaint]:
    left, fault = standing(events)
    deal = game_of(head.game).begin(head)
    known = EVENTS[head.game, head.detail]
    for position, event in left:
        try:
            kind = deal.plain(event)["type"]
        except Refusal as refusal:
            yield complaint_of(refusal.fault(position))
            continue
        if kind not in known:
            params = {"rule": _DETAILS[head.game], "event": kind, "detail": head.detail}
            yield Complaint(Code.EVENT_WRONG_DETAIL, position, params)
    if fault is not None:
        yield complaint_of(fault)


def _faults_of_match(record: dict[str, Any]) -> Iterator[Complaint]:
    """Give the fault of a match, unless it is one of its course (PL-9)."""
    verdict = replay(record)
    if isinstance(verdict, Fault) and verdict.code is not Code.MATCH_SEAT_OUT:
        yield complaint_of(verdict)

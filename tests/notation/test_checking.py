"""Every fault of form is named; what replay finds at fault in the form of a record is among them."""

from hypothesis import HealthCheck, given, settings

from gameplay.engine.pan.reading import SHAPES as PAN_SHAPES
from gameplay.engine.panguingue.reading import SHAPES as PANGUINGUE_SHAPES
from gameplay.engine.replay import replay
from gameplay.engine.verdict import Code, Fault
from gameplay.notation.checking import EVENTS, faults_of_form
from tests.engine import mutations, strategies
from tests.engine.records import by, call, match, meld, pan, panguingue
from tests.notation.vectors import VECTORS

OF_FORM = {
    Code.RECORD_INVALID,
    Code.RECORD_UNKNOWN_KEY,
    Code.RECORD_UNSUPPORTED_VERSION,
    Code.RULES_UNKNOWN_PROFILE,
    Code.RULES_INVALID,
    Code.SEATS_COUNT,
    Code.SEATS_REPEATED,
    Code.SEAT_UNKNOWN,
    Code.EVENT_WRONG_DETAIL,
    Code.UNDO_NOTHING,
    Code.CARD_INVALID,
    Code.CARD_NOT_IN_PACK,
}


def told(record: object) -> list[tuple[str, int | None]]:
    return [(complaint.code.value, complaint.event) for complaint in faults_of_form(record)]


def agree(record: object) -> None:
    """The three laws that tie a check to replay."""
    complaints = told(record)
    verdict = replay(record)
    if complaints:
        assert isinstance(verdict, Fault)
        assert (verdict.event is None) or complaints[0][1] is None or verdict.event <= complaints[0][1]
    if isinstance(verdict, Fault) and verdict.code in OF_FORM:
        assert (verdict.code.value, verdict.event) in complaints
    assert {code for code, _event in complaints} <= OF_FORM


def test_every_vector() -> None:
    for vector in VECTORS:
        agree(vector.record)
    assert sum(bool(told(vector.record)) for vector in VECTORS) > 100


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutations.mutated(strategies.records()))
def test_spoiled_records(record: object) -> None:
    agree(record)


def test_all_faults_are_named_where_replay_names_the_first() -> None:
    record = panguingue(
        meld(0, "Zh 3h 3h"), meld(7, "3h 3h 3h"), meld(0, "8h 8h 8h"), by("draw", 0), {"type": 1}
    )
    assert told(record) == [
        ("card.invalid", 0),
        ("seat.unknown", 1),
        ("card.not_in_pack", 2),
        ("record.invalid", 3),
        ("record.invalid", 4),
    ]


def test_what_play_decides_is_not_asked() -> None:
    assert told(panguingue(meld(0, "3h 5s Kd"), call("exhausted"), by("stay", 0))) == []
    assert told(match(0, 0, 0, 0)) == []
    assert told(match(0, 9)) == [("seat.unknown", 1)]


def test_events_of_the_other_detail() -> None:
    assert told(panguingue(by("force", 0, by=1))) == [("event.wrong_detail", 0)]
    assert told(pan(by("out", 0), by("lost", 0), detail="play")) == [
        ("event.wrong_detail", 0),
        ("event.wrong_detail", 1),
    ]


def test_every_event_has_a_detail() -> None:
    assert EVENTS["pan", "score"] | EVENTS["pan", "play"] == set(PAN_SHAPES)
    assert EVENTS["panguingue", "score"] | EVENTS["panguingue", "play"] == set(PANGUINGUE_SHAPES)


def test_undone_events_are_not_asked_and_an_undo_at_fault_is_the_last() -> None:
    assert told(panguingue({"type": "unheard"}, call("undo"))) == []
    assert told(panguingue(call("undo"), meld(9, "3h"))) == [("undo.nothing", 0)]
    assert told(panguingue(meld(9, "3h"), by("stay", 0), call("undo", x=1))) == [
        ("seat.unknown", 0),
        ("record.unknown_key", 2),
    ]

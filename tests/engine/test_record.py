"""The frame of a record (R): header, limits, undo, positions."""

from typing import Any

import pytest

from gameplay.engine.replay import Header, header, record_id, replay
from gameplay.engine.verdict import Fault, Outcome
from tests.engine.records import Json, by, call, meld, pan, panguingue

LARGEST = 2**53 - 1


def code(record: Any) -> tuple[str, int | None]:
    verdict = replay(record)
    assert isinstance(verdict, Fault), verdict
    return verdict.code.value, verdict.event


# The header


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"pdr": 2}, "record.unsupported_version"),
        ({"pdr": 0}, "record.unsupported_version"),
        ({"pdr": 1.0}, "record.invalid"),
        ({"pdr": None}, "record.invalid"),
        ({"game": "Pan"}, "record.invalid"),
        ({"game": ["pan"]}, "record.invalid"),
        ({"detail": "none"}, "record.invalid"),
        ({"detail": {}}, "record.invalid"),
        ({"id": None}, "record.invalid"),
        ({"id": 17}, "record.invalid"),
        ({"profile": "vegas"}, "rules.unknown_profile"),
        ({"profile": None}, "record.invalid"),
        ({"rules": None}, "record.invalid"),
        ({"rules": {"zero_take": True}}, "record.unknown_key"),
        ({"seats": ["a", ""]}, "record.invalid"),
        ({"seats": ["a", 2]}, "record.invalid"),
        ({"seats": ["a", "b", "a"]}, "seats.repeated"),
        ({"seats": ["a"]}, "seats.count"),
        ({"seats": ["a"] * 16}, "seats.count"),
        ({"first": 3}, "seat.unknown"),
        ({"first": -1}, "seat.unknown"),
        ({"first": None}, "record.invalid"),
        ({"first": True}, "record.invalid"),
        ({"pot": -1}, "record.invalid"),
        ({"pot": None}, "record.invalid"),
        ({"pot": 10**12 + 1}, "record.invalid"),
        ({"events": {}}, "record.invalid"),
        ({"events": [call("undo")] * 5_001}, "record.invalid"),
        ({"table": 1}, "record.unknown_key"),
    ],
)
@pytest.mark.parametrize("detail", ["score", "play"])
def test_r_a_faulty_header_is_named_at_either_detail(change: Json, expected: str, detail: str) -> None:
    assert code(panguingue(detail=detail) | change) == (expected, None)


@pytest.mark.parametrize("key", ["pdr", "game", "detail", "seats", "events"])
def test_r_a_required_key_that_is_missing(key: str) -> None:
    record = panguingue()
    del record[key]
    assert code(record) == ("record.invalid", None)


@pytest.mark.parametrize("record", [None, 1, "x", [], [{}], {}, True, 1.5])
def test_r_what_is_no_record(record: Any) -> None:
    assert code(record) == ("record.invalid", None)


def test_r_the_version_is_looked_at_before_anything_else() -> None:
    assert code({"pdr": 2}) == ("record.unsupported_version", None)
    assert code({"pdr": 7, "game": 5, "strange": "\0"}) == ("record.unsupported_version", None)


def test_r_profile_and_options_come_before_seats() -> None:
    assert code(panguingue(seats=["a"], profile="vegas")) == ("rules.unknown_profile", None)
    assert code(panguingue(seats=["a", "a"], rules={"packs": 0})) == ("rules.invalid", None)


def test_r_a_deal_without_events_is_open_at_either_detail() -> None:
    for build in (panguingue, pan):
        for detail in ("score", "play"):
            verdict = replay(build(detail=detail))
            assert isinstance(verdict, Outcome)
            assert verdict.outcome == "open"


def test_r_the_header_says_what_the_defaults_are() -> None:
    deal, other = header(panguingue(id="x")), header(pan(first=2, pot=4, rules={"deal_stake": 3}))
    assert isinstance(deal, Header)
    assert isinstance(other, Header)
    assert (deal.profile, deal.first, deal.pot, deal.record_id, deal.seats) == (
        "classic",
        0,
        0,
        "x",
        ("a", "b", "c"),
    )
    assert (other.first, other.pot, other.record_id, other.options["deal_stake"]) == (2, 4, None, 3)
    without_first = header(pan())
    assert isinstance(without_first, Header)
    assert without_first.first is None


def test_r_the_header_needs_no_events() -> None:
    record = panguingue(detail="play")
    del record["events"]
    assert isinstance(header(record), Header)
    assert isinstance(header(panguingue(seats=1)), Fault)


def test_r_the_id_is_echoed_when_it_is_text_that_can_be_printed() -> None:
    assert record_id({"id": "x" * 500}) == "x" * 500
    assert [record_id(each) for each in ({"id": 1}, {}, ["id"], {"id": "\ud800"}, {"id": "\0"})] == [None] * 5


# Limits  # L-60

TOO_MUCH = [
    LARGEST + 1,
    -LARGEST - 1,
    10**30,
    float("nan"),
    float("-inf"),
    "x" * 2_001,
    "\0",
    "a\udc00",
    {"\0": 1},
]
JUST_SO = [LARGEST, -LARGEST, 1.5e300, "x" * 200, "ł", {"k" * 200: []}, None, True]


@pytest.mark.parametrize("value", TOO_MUCH)
def test_r_limits_hold_inside_meta_and_private_keys(value: Any) -> None:
    for nested in (value, [value], {"deep": [{"er": value}]}):
        assert code(panguingue(meta=nested)) == ("record.invalid", None)
        assert code(panguingue(_p=nested)) == ("record.invalid", None)
        assert code(panguingue(rules={"_p": nested})) == ("record.invalid", None)
        assert code(panguingue(call("misdeal"), by("drop", 0, _p=nested))) == ("record.invalid", 1)
        assert code(panguingue(by("drop", 0, _p=nested), call("undo"))) == ("record.invalid", 0)
        assert code(panguingue(by("drop", 0), call("undo", _p=nested))) == ("record.invalid", 1)


@pytest.mark.parametrize("value", JUST_SO)
def test_r_what_is_just_within_the_limits(value: Any) -> None:
    plain = replay(panguingue())
    assert replay(panguingue(meta=[value], _p=value, rules={"_p": value})) == plain
    assert isinstance(replay(panguingue(by("drop", 0, _p={"q": value}))), Outcome)


def test_r_texts_are_longer_in_meta_alone() -> None:
    assert isinstance(replay(panguingue(meta="x" * 2_000)), Outcome)
    assert code(panguingue(_p="x" * 201)) == ("record.invalid", None)
    assert code(panguingue(id="x" * 201)) == ("record.invalid", None)
    assert code(panguingue(seats=["a", "x" * 201])) == ("record.invalid", None)
    assert code(panguingue(call("misdeal", reason="x" * 201))) == ("record.invalid", 0)
    assert isinstance(replay(panguingue(call("misdeal", reason="x" * 200), pot=10**12)), Outcome)


def test_r_five_thousand_events_are_read() -> None:
    assert isinstance(replay(panguingue(*[by("stay", 0)] * 5_000)), Outcome)


def test_r_nesting_as_deep_as_one_likes() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for record in (panguingue(meta=deep), panguingue(_p=deep), panguingue(by("drop", 0, _p={"a": deep}))):
        assert isinstance(replay(record), Outcome)
    for record in (panguingue(rules={"ante": deep}), panguingue(seats=deep), panguingue(deep), deep):
        assert isinstance(replay(record), Fault)


# Undo


def test_r_an_undo_cancels_what_is_not_yet_cancelled() -> None:
    verdict = replay(
        panguingue(by("drop", 0), by("drop", 1), call("undo"), by("drop", 2), call("undo"), call("undo"))
    )
    assert verdict == replay(panguingue())


def test_r_an_undo_takes_the_end_back() -> None:
    ended = [by("drop", 0), by("drop", 1)]
    assert replay(panguingue(*ended, call("undo"))) == replay(panguingue(by("drop", 0)))


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([call("undo")], ("undo.nothing", 0)),
        ([by("drop", 0), call("undo"), call("undo")], ("undo.nothing", 2)),
        ([by("drop", 9), call("undo"), call("undo"), by("drop", 8)], ("undo.nothing", 2)),
        ([by("drop", 0), call("undo", seat=0)], ("record.unknown_key", 1)),
        ([by("drop", 9), call("undo", seat=0)], ("record.unknown_key", 1)),  # it still cancels
        ([by("drop", 9), by("drop", 0), call("undo", seat=0)], ("seat.unknown", 0)),
        ([7, call("undo")], ("record.invalid", 0)),
        ([{"type": None}, call("undo")], ("record.invalid", 0)),
        ([by("drop", 9), 7, call("undo")], ("seat.unknown", 0)),  # the undo cancels the 7
        ([by("drop", 9), 7, call("undo"), call("undo")], ("record.invalid", 1)),
        ([by("drop", 0), call("undo"), by("drop", 9)], ("seat.unknown", 2)),
        ([by("stay", 0), call("undo"), by("drop", 1), by("drop", 1)], ("declare.too_late", 3)),
    ],
)
def test_r_the_first_fault_is_the_smallest_position_as_written(
    events: list[Any], expected: tuple[str, int]
) -> None:
    assert code(panguingue(*events)) == expected


def test_r_of_a_cancelled_event_little_is_checked() -> None:
    strange = {"type": "knock", "seat": "x", "cards": 1.5}
    assert replay(panguingue(strange, call("undo"), meld(0, "4h 4c 4d"))) != replay(panguingue())
    assert replay(panguingue(meld(0, "4h 4c 4d"), strange, call("undo"))) == replay(
        panguingue(meld(0, "4h 4c 4d"))
    )

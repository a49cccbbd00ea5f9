"""The canonical line: one for each record, stable to the byte, and of the same verdict."""

import json
import struct

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gameplay.codec import Unreadable, decode
from gameplay.engine.replay import record_id, replay
from gameplay.engine.verdict import Fault
from gameplay.notation.complaints import Code, Objection
from gameplay.notation.writing import canonical_line, number_text
from ledger.canonical import canonical
from tests.engine import mutations, strategies
from tests.engine.records import by, call, panguingue
from tests.notation.vectors import VECTORS

quick = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def test_the_line_of_every_vector_has_the_same_verdict_and_is_its_own_line() -> None:
    without = set()
    for vector in VECTORS:
        try:
            line = canonical_line(vector.record)
        except Objection as objection:
            without.add((objection.code, vector.code))
            continue
        read = decode(line)
        assert replay(read) == replay(vector.record), vector.name
        assert record_id(read) == record_id(vector.record)
        assert canonical_line(read) == line
        assert b"\n" not in line
    # All have a fraction, such as 2.0, or an integer beyond the limits.
    assert {of_writing for of_writing, _verdict in without} == {Code.NUMBER_NOT_CANONICAL}
    assert {verdict for _of_writing, verdict in without} == {"record.invalid"}


@quick
@given(mutations.mutated(strategies.records()))
def test_the_verdict_never_changes_and_a_second_writing_changes_nothing(record: object) -> None:
    try:
        record = decode(json.dumps(record).encode())
        line = canonical_line(record)
    except (Unreadable, Objection):
        return
    read = decode(line)
    before, after = replay(record), replay(read)
    if isinstance(before, Fault):  # of several faults in one event any may be named (E)
        assert isinstance(after, Fault)
        assert after.event == before.event
    else:
        assert after == before
    assert canonical_line(read) == line


@quick
@given(strategies.with_private_keys(strategies.records()))
def test_the_order_of_keys_does_not_matter(both: tuple[dict[str, object], dict[str, object]]) -> None:
    strewn = both[1]
    backwards = dict(reversed(strewn.items()))
    assert canonical_line(strewn) == canonical_line(backwards)


def test_blanks_escapes_and_order_are_settled() -> None:
    line = b' { "seats":["\\u0061","\xc5\x82\\/"] ,"pdr":1, "meta":{"\\ud83d\\ude00":1,"\xee\x80\x80":2}}'
    assert canonical_line(decode(line)) == (
        b'{"meta":{"\xf0\x9f\x98\x80":1,"\xee\x80\x80":2},"pdr":1,"seats":["a","\xc5\x82/"]}'
    )


def test_no_default_is_filled_in_and_nothing_is_left_out() -> None:  # L-18
    record = panguingue(profile="classic", rules={"packs": 8}, pot=0)
    assert decode(canonical_line(record)) == record
    assert decode(canonical_line(panguingue())) == panguingue()


def test_fractions_stand_where_no_rule_reads_them() -> None:
    record = panguingue(
        by("drop", 0, _took=2.50), meta={"deep": [1.0, -0.0, 1e21, 0.1]}, _x=3.0, rules={"_y": 1.0}
    )
    assert canonical_line(record) == (
        b'{"_x":3,"detail":"score","events":[{"_took":2.5,"seat":0,"type":"drop"}],"game":"panguingue",'
        b'"meta":{"deep":[1,0,1e+21,0.1]},"pdr":1,"rules":{"_y":1},"seats":["a","b","c"]}'
    )
    assert replay(decode(canonical_line(record))) == replay(record)


@pytest.mark.parametrize(
    "record",
    [
        panguingue(call("drop", seat=2.0)),
        panguingue(by("drop", 0), pot=0.0),
        panguingue(pdr=1.0),
        panguingue(meta=2.0**53),
        panguingue(meta=1e20),
        panguingue(pot=2**53),
        panguingue(_x=-(10**400)),
    ],
)
def test_a_number_that_would_come_back_as_another_has_no_canonical_form(record: object) -> None:
    with pytest.raises(Objection) as refused:
        canonical_line(record)
    assert refused.value.code is Code.NUMBER_NOT_CANONICAL
    assert len(refused.value.params["number"]) < 25


def test_what_is_nested_too_deep_or_no_text_has_no_canonical_form() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for record in (panguingue(_x=deep), panguingue(_x="\ud800"), panguingue(_x=float("nan"))):
        with pytest.raises(Objection) as refused:
            canonical_line(record)
        assert refused.value.code is Code.RECORD_NOT_CANONICAL


@pytest.mark.parametrize(
    ("bits", "written"),
    [  # RFC 8785, appendix B
        ("0000000000000000", "0"),
        ("8000000000000000", "0"),
        ("0000000000000001", "5e-324"),
        ("8000000000000001", "-5e-324"),
        ("7fefffffffffffff", "1.7976931348623157e+308"),
        ("ffefffffffffffff", "-1.7976931348623157e+308"),
        ("4340000000000000", "9007199254740992"),
        ("c340000000000000", "-9007199254740992"),
        ("4430000000000000", "295147905179352830000"),
        ("44b52d02c7e14af5", "9.999999999999997e+22"),
        ("44b52d02c7e14af6", "1e+23"),
        ("44b52d02c7e14af7", "1.0000000000000001e+23"),
        ("444b1ae4d6e2ef4e", "999999999999999700000"),
        ("444b1ae4d6e2ef4f", "999999999999999900000"),
        ("444b1ae4d6e2ef50", "1e+21"),
        ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"),
        ("3eb0c6f7a0b5ed8d", "0.000001"),
        ("41b3de4355555553", "333333333.3333332"),
        ("41b3de4355555554", "333333333.33333325"),
        ("41b3de4355555555", "333333333.3333333"),
        ("41b3de4355555556", "333333333.3333334"),
        ("41b3de4355555557", "333333333.33333343"),
        ("becbf647612f3696", "-0.0000033333333333333333"),
        ("43143ff3c1cb0959", "1424953923781206.2"),
    ],
)
def test_numbers_are_written_as_the_standard_has_them(bits: str, written: str) -> None:
    value = struct.unpack(">d", bytes.fromhex(bits))[0]
    assert number_text(value) == written


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_reads_back_the_same(value: float) -> None:
    assert float(json.loads(number_text(value))) == value


@quick
@given(strategies.records())
def test_without_fractions_it_is_the_canonical_form_of_the_ledger(record: object) -> None:
    assert canonical_line(record) == canonical(record)

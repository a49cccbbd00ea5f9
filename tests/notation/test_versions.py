"""A further version has its place: a row, and the way to it."""

from typing import Any

import pytest

from gameplay.engine.verdict import Code as RuleCode
from gameplay.notation import versions
from gameplay.notation.complaints import Code, Complaint
from gameplay.notation.versions import VERSIONS, Version, canonical, convert, faults
from gameplay.notation.writing import canonical_line
from tests.engine.records import meld, panguingue


def _next(record: dict[str, Any]) -> dict[str, Any]:
    """A version whose deals are named by `deal` and not by `id`."""
    rest = {key: value for key, value in record.items() if key != "id"}
    return rest | {"pdr": 2, "deal": record.get("id")}


TWO: versions.Versions = {
    1: Version(
        read=VERSIONS[1].read, faults=VERSIONS[1].faults, line=canonical_line, schema=dict, to_next=_next
    ),
    2: Version(
        read=lambda record, _locale: (record, []),
        faults=lambda _record: [Complaint(RuleCode.RECORD_INVALID, 2, {"rule": "R", "key": "second"})],
        line=lambda record: b"2:" + canonical_line(record),
        schema=dict,
    ),
}


def test_a_record_goes_by_the_reader_of_its_version() -> None:
    assert list(faults(panguingue(), TWO)) == []
    assert [complaint.event for complaint in faults(panguingue(pdr=2), TWO)] == [2]
    assert canonical({"pdr": 2}, TWO) == b'2:{"pdr":2}'
    assert convert({"pdr": 2}, "en", 2, TWO) == (b'2:{"pdr":2}', [])


def test_an_old_record_is_read_by_its_own_spellings_and_becomes_a_new_one() -> None:
    line, complaints = convert(panguingue(meld(0, "♥10"), id="x"), "en", 2, TWO)
    assert complaints == []
    assert line is not None
    assert line.startswith(b'2:{"deal":"x","detail":"score","events":[{"cards":["Th"]')


def test_no_record_goes_back() -> None:
    line, complaints = convert({"pdr": 2}, "en", 1, TWO)
    assert (line, [complaint.code for complaint in complaints]) == (None, [Code.VERSION_NO_WAY_BACK])


@pytest.mark.parametrize("number", [0, 2, -1, 2**70])
def test_an_unknown_version_is_refused_by_its_code(number: int) -> None:
    record = panguingue(pdr=number)
    assert [complaint.code for complaint in faults(record)] == [RuleCode.RECORD_UNSUPPORTED_VERSION]
    assert [complaint.code for complaint in convert(record, "en")[1]] == [RuleCode.RECORD_UNSUPPORTED_VERSION]


@pytest.mark.parametrize("record", [None, [], "x", {}, {"pdr": "1"}, {"pdr": True}, {"pdr": 1.0}])
def test_what_names_no_version_is_no_record(record: object) -> None:
    assert [complaint.code for complaint in faults(record)] == [RuleCode.RECORD_INVALID]
    assert convert(record, "en")[0] is None


def test_every_version_but_the_newest_has_a_way_on() -> None:
    assert sorted(VERSIONS) == list(range(1, versions.NEWEST + 1))
    assert [number for number, version in VERSIONS.items() if version.to_next is None] == [versions.NEWEST]

"""The versions of the record format, each with its reader, its writer and its way to the next one.

A further version is a further row: its reader of liberal spellings, its faults of form, its line, its schema;
and in the row before it `to_next`, which makes a record of that version into one of the new.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from gameplay.engine.verdict import Code as RuleCode
from gameplay.notation.checking import faults_of_form
from gameplay.notation.complaints import Code, Complaint, Objection
from gameplay.notation.reading import read_liberally
from gameplay.notation.schema import schema
from gameplay.notation.writing import canonical_line

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Version:
    """What Panbook knows of one version; `to_next` is None for the newest."""

    read: Callable[[Json, str], tuple[Json, list[Complaint]]]
    faults: Callable[[Json], Iterable[Complaint]]
    line: Callable[[Json], bytes]
    schema: Callable[[], Json]
    to_next: Callable[[Json], Json] | None = None


Versions = Mapping[int, Version]

VERSIONS: Final[Versions] = {
    1: Version(read=read_liberally, faults=faults_of_form, line=canonical_line, schema=schema)
}
NEWEST: Final = max(VERSIONS)


def version_of(record: Any, versions: Versions = VERSIONS) -> int:
    """Give the version that a record names; raise `Objection` if it names none, or one without a reader."""
    if type(record) is not dict:
        raise Objection(RuleCode.RECORD_INVALID, rule="R", key="record")
    number = record.get("pdr")
    if type(number) is not int:
        raise Objection(RuleCode.RECORD_INVALID, rule="R", key="pdr")
    if number not in versions:
        raise Objection(RuleCode.RECORD_UNSUPPORTED_VERSION, rule="R")
    return number


def faults(record: Any, versions: Versions = VERSIONS) -> Iterable[Complaint]:
    """Give the faults of form of a record, by the rules of its version."""
    try:
        version = versions[version_of(record, versions)]
    except Objection as objection:
        return [objection.complaint(None)]
    return version.faults(record)


def canonical(record: Any, versions: Versions = VERSIONS) -> bytes:
    """Give the canonical line of a record in its own version; raise `Objection` if it has none."""
    return versions[version_of(record, versions)].line(record)


def convert(
    record: Any, locale: str, wanted: int = NEWEST, versions: Versions = VERSIONS
) -> tuple[bytes | None, list[Complaint]]:
    """Read a record liberally and give its canonical line in a version; with complaints there is no line."""
    try:
        number = version_of(record, versions)
        read, complaints = versions[number].read(record, locale)
        if complaints:
            return None, complaints
        return versions[wanted].line(_in_version(read, number, wanted, versions)), []
    except Objection as objection:
        return None, [objection.complaint(None)]


def _in_version(record: Json, number: int, wanted: int, versions: Versions) -> Json:
    """Go from version to version; none goes back."""
    for each in range(number, wanted):
        to_next = versions[each].to_next
        if to_next is None:
            raise Objection(RuleCode.RECORD_UNSUPPORTED_VERSION, rule="R")
        record = to_next(record)
    if number > wanted:
        raise Objection(Code.VERSION_NO_WAY_BACK, version=number, wanted=wanted)
    return record

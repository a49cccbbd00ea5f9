"""The canonical bytes of a fact, judged by an independent implementation of RFC 8785."""

import enum
import hashlib
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.canonical import INTEGER_LARGEST, canonical, moment, read_moment, sha256

TEXT: Final = st.text()
KEYS: Final = TEXT | st.text(alphabet="a\x7fé\ud7ff\ue000\uffff\U00010000\U0001f600\U0010ffff", max_size=3)
VALUES: Final = st.recursive(
    st.none() | st.booleans() | st.integers(-INTEGER_LARGEST, INTEGER_LARGEST) | TEXT,
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.lists(inner, max_size=5).map(tuple)
        | st.dictionaries(KEYS, inner, max_size=6)
    ),
    max_leaves=25,
)


class Suit(enum.StrEnum):
    CLUBS = "c"


class Rank(enum.IntEnum):
    ACE = 1


class Nowhere(tzinfo):
    """A time zone that does not know its own offset."""

    def utcoffset(self, _at: datetime | None) -> None:
        return None

    def dst(self, _at: datetime | None) -> None:
        return None

    def tzname(self, _at: datetime | None) -> None:
        return None


@given(VALUES)
@settings(max_examples=1_000, deadline=None)
def test_it_writes_what_an_independent_rfc8785_writes(value: Any) -> None:  # L-92
    assert canonical(value) == rfc8785.dumps(value)


def test_it_escapes_each_single_character_like_rfc8785() -> None:  # L-92
    characters = [chr(code) for code in range(0x110000) if not 0xD800 <= code <= 0xDFFF]
    for start in range(0, len(characters), 4096):
        block = characters[start : start + 4096]
        assert canonical(block) == rfc8785.dumps(block)


def test_control_characters_are_escaped_and_nothing_else_is() -> None:
    assert canonical("\x00\x08\x09\x0a\x0b\x0c\x0d\x1f") == rb'"\u0000\b\t\n\u000b\f\r\u001f"'
    assert canonical('"\\/\x7f\u2028') == b'"\\"\\\\/\x7f\xe2\x80\xa8"'


def test_the_order_of_keys_given_does_not_matter() -> None:  # L-92
    assert canonical({"b": 1, "a": {"d": 2, "c": 3}}) == canonical({"a": {"c": 3, "d": 2}, "b": 1})
    assert canonical({"b": 1, "a": 2}) == b'{"a":2,"b":1}'


def test_keys_are_sorted_by_their_utf16_units_and_not_by_code_point() -> None:
    # The example of RFC 8785 3.2.3: U+1F600 is written D83D DE00 in UTF-16, before U+FB33.
    keys = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\u0080", "\u00f6"]
    given_in = {key: number for number, key in enumerate(keys)}
    expected = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    written = canonical({"deep": [given_in]}).decode()
    places = [written.index(f"{canonical(key).decode()}:") for key in expected]
    assert places == sorted(places)


def test_a_tuple_is_written_like_a_list() -> None:
    assert canonical((1, (2,))) == canonical([1, [2]]) == b"[1,[2]]"


@pytest.mark.parametrize("size", [INTEGER_LARGEST, -INTEGER_LARGEST])
def test_the_largest_integers_are_written(size: int) -> None:
    assert canonical(size) == str(size).encode()


@pytest.mark.parametrize(
    "value",
    [
        0.0,
        1.5,
        float("nan"),
        Decimal(1),
        INTEGER_LARGEST + 1,
        -INTEGER_LARGEST - 1,
        2**64,
        10**400,
        "\ud800",
        "a\udfffb",
        b"bytes",
        bytearray(b"x"),
        {1},
        frozenset({1}),
        datetime(2026, 1, 1, tzinfo=UTC),
        datetime(2026, 1, 1, tzinfo=UTC).date(),
        UUID(int=0),
        Suit.CLUBS,
        Rank.ACE,
        NotImplemented,
        1j,
    ],
    ids=repr,
)
def test_anything_else_is_refused_at_any_depth(value: Any) -> None:  # L-92
    for holder in (value, [value], (value,), {"a": value}, {"a": [{"é": value}]}):
        with pytest.raises(ValueError):  # noqa: PT011
            canonical(holder)


@pytest.mark.parametrize("key", [1, None, True, 1.5, b"k", (1,), Suit.CLUBS, "\ud800"], ids=repr)
def test_a_key_that_is_not_plain_text_is_refused(key: Any) -> None:
    for holder in ({key: 1}, [{key: 1}], {"a": {"b": 1, key: 2}}):
        with pytest.raises(ValueError):  # noqa: PT011
            canonical(holder)


def test_a_value_that_contains_itself_is_refused() -> None:
    ring: list[Any] = []
    ring.append({"ring": ring})
    with pytest.raises(ValueError, match="no canonical form"):
        canonical(ring)


def test_writing_leaves_the_value_as_it_was() -> None:
    value = {"\U0001f600": 1, "\ue000": (2,), "a": {"z": 1, "y": 2}}
    before = repr(value)
    canonical(value)
    assert repr(value) == before


def test_the_hash_is_sha256() -> None:
    assert sha256(b"abc").hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert sha256(b"") == hashlib.sha256(b"").digest()


def test_a_moment_always_has_six_digits_and_z() -> None:  # L-92
    assert moment(datetime(2026, 3, 1, 20, 15, tzinfo=UTC)) == "2026-03-01T20:15:00.000000Z"
    assert moment(datetime(2026, 3, 1, 20, 15, 0, 120_000, tzinfo=UTC)) == "2026-03-01T20:15:00.120000Z"


def test_a_moment_is_told_in_utc() -> None:
    warsaw_in_summer = timezone(timedelta(hours=2))
    assert moment(datetime(2026, 7, 1, 0, 30, tzinfo=warsaw_in_summer)) == "2026-06-30T22:30:00.000000Z"


def test_a_naive_datetime_is_no_moment() -> None:
    for at in (datetime(2026, 3, 1), datetime(2026, 3, 1, tzinfo=Nowhere())):  # noqa: DTZ001
        with pytest.raises(ValueError, match="time zone"):
            moment(at)


def test_a_moment_beyond_the_calendar_is_refused() -> None:
    with pytest.raises(ValueError, match="years 1 to 9999"):
        moment(datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=1))))


@given(st.datetimes(timezones=st.just(UTC)), st.integers(-23, 23))
def test_a_moment_reads_back_exactly(at: datetime, hours: int) -> None:  # L-92
    text = moment(at)
    assert read_moment(text) == at
    assert read_moment(text).tzinfo is UTC
    assert moment(read_moment(text)) == text
    if 1 < at.year < 9999:
        assert moment(at.astimezone(timezone(timedelta(hours=hours)))) == text


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-01T20:15:00Z",
        "2026-03-01T20:15:00.000Z",
        "2026-03-01T20:15:00.0000000Z",
        "2026-03-01T20:15:00.000000",
        "2026-03-01T20:15:00.000000+00:00",
        "2026-03-01T20:15:00.000000z",
        "2026-03-01t20:15:00.000000Z",
        "2026-03-01 20:15:00.000000Z",
        "20260301T201500.000000Z",
        "2026-W09-7T20:15:00.000000Z",
        "2026-03-01T20:15:60.000000Z",
        "2026-03-01T24:00:00.000000Z",
        "2026-02-29T20:15:00.000000Z",
        " 2026-03-01T20:15:00.000000Z",
        "2026-03-01T20:15:00.000000Z\n",
        "",
    ],
)
def test_another_spelling_is_no_moment(text: str) -> None:  # L-92
    with pytest.raises(ValueError):  # noqa: PT011
        read_moment(text)

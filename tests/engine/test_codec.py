"""Bytes to values (R)."""

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplay.codec import LINE_LARGEST, Unreadable, decode
from ledger.canonical import canonical

LARGEST = 2**53 - 1
TEXTS = st.text(
    st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=8
) | st.sampled_from(
    ["\ue000", "\U0001f600", "\U00010000", "\uffff", "", "ł", '"', "\\", "/", "\x7f", "\x1f", "\u2028", "\n"]
)
VALUES = st.recursive(
    TEXTS | st.integers(-LARGEST, LARGEST) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=6),
    max_leaves=12,
)


@given(VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    written = canonical(value)
    assert decode(written) == value
    assert canonical(decode(written)) == written


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[1,]",
        b"{} {}",
        b"NaN",
        b"[Infinity]",
        b"-Infinity",
        b"1e400",
        b"-1e400",
        b"01",
        b"+1",
        b".5",
        b"'a'",
        b"\xef\xbb\xbf{}",
        b'"\xff"',
        b'"\xed\xa0\x80"',
        b'"\xc0\x80"',
        b'"\x01"',
        b'"\t"',
        b"\x00",
        b"\x0c1",
        b"\xc2\xa01",
        b"{/**/}",
        b"{'a':1}",
        b"{a:1}",
        b"9" * 5_000,
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        "{}".encode("utf-16"),
    ],
)
def test_r_lines_that_are_no_json(line: bytes) -> None:
    with pytest.raises(Unreadable) as caught:
        decode(line)
    assert caught.value.value is None


@pytest.mark.parametrize(
    "line",
    [rb'{"id":"\u0000"}', rb'{"\u0000":1}', rb'["\ud800"]', rb'{"a":["\udc00\ud800"]}', rb'{"\udfff":1}'],
)
def test_r_texts_that_are_not_admitted_leave_the_record_to_be_named(line: bytes) -> None:
    with pytest.raises(Unreadable) as caught:
        decode(line)
    assert caught.value.value == json.loads(line)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (b" {}\r", {}),
        (b'{"a":1,"a":2}', {"a": 2}),
        (rb'"\ud83d\ude00"', "\U0001f600"),
        (rb'"\\u0000"', r"\u0000"),
        (b"-0", 0),
        (b"123456789012345678901234567890", 123456789012345678901234567890),
        (b"1e2", 100.0),
        (b'"\x7f"', "\x7f"),
        ('"a\u2028b"'.encode(), "a\u2028b"),
    ],
)
def test_r_lines_that_are(line: bytes, value: Any) -> None:
    read = decode(line)
    assert read == value
    assert type(read) is type(value)


def test_r_a_line_of_one_mebibyte_is_read_and_no_longer_one() -> None:
    line = b'"' + b"x" * (LINE_LARGEST - 2) + b'"'
    assert len(decode(line)) == LINE_LARGEST - 2
    with pytest.raises(Unreadable):
        decode(line + b" ")


PIECES = rb'{ } [ ] , : " "a" "b" 0 - 1 . e E + true null \ \u0000 \ud800 \ude00 NaN Infinity'
FRAGMENTS = st.sampled_from([*PIECES.split(), b" ", b"\t", b"\xc5\x82", b"\xff", b"\x0b", b"9" * 20])


@settings(max_examples=1_000)
@given(st.lists(FRAGMENTS, max_size=9).map(b"".join) | st.binary(max_size=12))
def test_r_the_quick_decoder_and_the_standard_one_agree(line: bytes) -> None:
    """What is read has the value and the types that `json` gives; what is refused, `json` refuses too."""
    try:
        value = decode(line)
    except Unreadable as unreadable:
        if unreadable.value is None:
            with pytest.raises(ValueError):  # noqa: PT011 - whatever is wrong with it
                json.loads(line.decode(), parse_constant=_no_constant, parse_float=_finite)
        return
    assert repr(value) == repr(json.loads(line.decode()))


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _finite(digits: str) -> float:
    if math.isinf(float(digits)):
        raise ValueError(digits)
    return float(digits)

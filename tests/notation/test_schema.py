"""The JSON Schema against the engine: it refuses nothing legal, and misses only what no schema can say."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gameplay.engine.options import RuleBook
from gameplay.engine.pan.rules import BOOK as PAN
from gameplay.engine.panguingue.rules import BOOK as PANGUINGUE
from gameplay.engine.replay import header, replay
from gameplay.engine.verdict import Code, Fault
from gameplay.notation.checking import faults_of_form
from gameplay.notation.schema import DIALECT, schema, schema_text
from tests.engine import mutations, pan_deals, strategies
from tests.engine.records import Json, by, call, match, meld, panguingue
from tests.notation.vectors import FAULTY, LEGAL, VECTORS

PUBLISHED = Path(__file__).resolve().parents[2] / "docs" / "pdr.schema.json"
SCHEMA = schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
quick = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

# What a schema cannot say, as docs/notation.md lists it; each is told of a record that replay refuses.
UNDO = "an undo stands among the events"
FRACTION = "a number is written with a fraction, such as 2.0"
STACK = "the stack, less its removed cards, does not serve so many seats"


def excuse(record: Any) -> str | None:
    """Tell why the schema may pass over a fault of form."""
    if any(type(event) is dict and event.get("type") == "undo" for event in record.get("events", [])):
        return UNDO
    if re.search(r"\d\.\d|\de", json.dumps(record)):
        return FRACTION
    return STACK if record.get("rules", {}).get("removed") else None


def test_it_is_a_schema_of_its_dialect() -> None:
    assert SCHEMA["$schema"] == DIALECT == jsonschema.Draft202012Validator.META_SCHEMA["$id"]
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_what_is_published_is_what_the_engine_gives() -> None:
    """Write it anew with `manage.py pdr schema > docs/pdr.schema.json`."""
    assert PUBLISHED.read_bytes() == schema_text()
    assert json.loads(schema_text()) == SCHEMA


def test_every_definition_is_used_and_every_reference_leads_somewhere() -> None:
    pointed = set(re.findall(r'"\$ref": "#/\$defs/([^"]+)"', schema_text().decode()))
    assert pointed == set(SCHEMA["$defs"])


@pytest.fixture(scope="module")
def refused() -> dict[str, str]:
    """Every vector that the schema refuses, with the first reason."""
    found = ((vector.name, next(VALIDATOR.iter_errors(vector.record), None)) for vector in VECTORS)
    return {name: error.message for name, error in found if error is not None}


def test_every_legal_vector_is_valid(refused: dict[str, str]) -> None:
    assert len(LEGAL) == 408
    assert {vector.name: refused[vector.name] for vector in LEGAL if vector.name in refused} == {}


def test_every_vector_at_fault_in_form_is_refused_but_for_what_a_schema_cannot_say(
    refused: dict[str, str],
) -> None:
    in_form = [vector for vector in FAULTY if list(faults_of_form(vector.record))]
    missed = [vector for vector in in_form if vector.name not in refused]
    assert {excuse(vector.record) for vector in missed} == {UNDO, FRACTION, STACK}
    assert len(missed) < 30
    assert len(in_form) - len(missed) > 120


@quick
@given(
    strategies.with_private_keys(strategies.records())
    | st.integers(0, 10**6).map(lambda seed: (None, pan_deals.random_record(seed, moves=20)))
)
def test_legal_records_are_valid(both: tuple[Any, Json]) -> None:
    record = both[1]
    assert not isinstance(replay(record), Fault)
    assert [error.message for error in VALIDATOR.iter_errors(record)] == []


@settings(quick, max_examples=300)
@given(mutations.mutated(strategies.records()))
def test_spoiled_records_are_refused_as_a_check_refuses_them(record: Any) -> None:
    verdict = replay(record)
    if not VALIDATOR.is_valid(record):
        assert isinstance(verdict, Fault)
        return
    left = [
        complaint for complaint in faults_of_form(record) if not _beyond_any_schema(complaint.code, record)
    ]
    assert left == [] or excuse(record) is not None


def _beyond_any_schema(code: Any, record: Any) -> bool:
    """Numbers where no rule reads them, half a character, a word that is none, an undo of nothing."""
    text = json.dumps(record)
    return (
        (code is Code.RECORD_INVALID and bool(re.search(r"\d{16}|NaN|Infinity|\\ud8", text)))
        or (code is Code.RECORD_INVALID and record.get("game") == "pan-match" and "word" in record)
        or code is Code.UNDO_NOTHING
    )


OPTIONS: dict[str, RuleBook[Any]] = {"panguingue": PANGUINGUE, "pan": PAN}
VALUES = st.sampled_from(
    [-1, 0, 1, 2, 3, 4, 5, 11, 12, 24, 36, 52, 10**6, 10**6 + 1, 2**53, True, False, None]
)
TEXTS = st.sampled_from(
    ["", "clockwise", "high", "wild", "same", "all", "never", "hand", "meld_or_discard", "new"]
)


@settings(quick, max_examples=300)
@given(st.data(), st.sampled_from(sorted(OPTIONS)))
def test_options_are_judged_as_the_rules_judge_them(data: st.DataObject, game: str) -> None:
    """PG-1, PL-1: a row at a time, and the rows that contradict one another."""
    book = OPTIONS[game]
    names = [name for name in sorted(book.rows) if name != "removed"]
    rules = data.draw(st.dictionaries(st.sampled_from(names), VALUES | TEXTS, max_size=3))
    profile = data.draw(st.sampled_from([*sorted(book.profiles), "unheard"]))
    record = {"pdr": 1, "game": game, "detail": "play", "profile": profile, "rules": rules}
    record |= {"seats": [f"p{seat}" for seat in range(data.draw(st.integers(1, 16)))], "events": []}
    if profile == "cardroom" and rules.get("packs") in {1, 2, 3}:  # its removed cards make the stack smaller
        return
    assert VALIDATOR.is_valid(record) is not isinstance(header(record), Fault), header(record)


@pytest.mark.parametrize(
    "record",
    [
        panguingue(meld(0, "3h 3h 3h") | {"x": 1}),
        panguingue(meld(3, "3h 3h 3h")),
        panguingue({"type": "draw", "seat": 0, "from": "discard", "card": "??"}, detail="play"),
        panguingue(by("foul", 0) | {"_p": "x" * 201}),
        panguingue(call("undo"), 3),
        panguingue(call("undo", x=1)),
        panguingue(meta={"x" * 2_001: 1}),
        panguingue(first=3),
        panguingue(seats=["a", ""]),
        pan_deals.play(pan_deals.deal("9h Ks", "Jk")),
        pan_deals.play(pan_deals.lay(0, "Jk", "8"), rules={"jokers": 1}),
        pan_deals.play(pan_deals.lay(0, "2h")),
        pan_deals.play({"type": "deal", "sizes": [8, 8]}),
        match(3),
        match(match_stake=-1),
        [],
        None,
    ],
)
def test_examples_of_what_it_refuses(record: Any) -> None:
    assert not VALIDATOR.is_valid(record)
    assert isinstance(replay(record), Fault)


@pytest.mark.parametrize(
    "record",
    [
        panguingue({"type": "unheard", "x": 1}, call("undo")),
        panguingue(meta={"x": "y" * 2_000}, _x=[1.5, None]),
        pan_deals.play(
            {"type": "deal", "hands": [["2h", "Jk"], None, None], "sizes": [2, 18, 33]},
            rules={"pack": 52, "jokers": 1},
        ),
        panguingue(rules={"drawn_card": "meld_or_discard", "meld_needs_drawn_card": True}),
        panguingue(profile="cardroom", rules={"_x": 1, "ante": 0}),
    ],
)
def test_examples_of_what_it_takes(record: Any) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(record)] == []
    assert not isinstance(replay(record), Fault)

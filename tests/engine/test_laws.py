"""Laws that hold for every record, whatever happens in it."""

import copy
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from gameplay.engine import replay as door
from gameplay.engine.replay import Header, header, replay, resolve
from gameplay.engine.verdict import Code, Fault, MatchOutcome, Outcome, as_json
from gameplay.replay_command import judge
from gameplay.sentences import sentence
from tests.engine import mutations, strategies
from tests.engine.records import Json, call

settings.register_profile("engine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("engine")


def judged(record: Json) -> Outcome | MatchOutcome:
    verdict = replay(record)
    assert not isinstance(verdict, Fault), verdict
    return verdict


@given(strategies.deals())
def test_r_units_and_pot_conserve(record: Json) -> None:
    outcome = judged(record)
    assert isinstance(outcome, Outcome)
    event(outcome.outcome)
    assert sum(outcome.units) + outcome.pot == record["pot"]


@given(strategies.match_lines())
def test_pl9_stakes_sum_to_zero(record: Json) -> None:
    assert sum(judged(record).units) == 0


@given(strategies.records())
def test_lines_explain_every_unit(record: Json) -> None:
    verdict = judged(record)
    sums: dict[int | None, int] = dict.fromkeys([None, *range(len(record["seats"]))], 0)
    sums[None] = record.get("pot", 0)
    for line in verdict.lines:
        assert line.units > 0
        assert line.payer != line.payee
        sums[line.payer] -= line.units
        sums[line.payee] += line.units
    assert tuple(sums[seat] for seat in range(len(record["seats"]))) == verdict.units
    assert sums[None] == (verdict.pot if isinstance(verdict, Outcome) else 0)


@given(strategies.records())
def test_lines_come_in_order_from_events_of_the_record(record: Json) -> None:
    written = record["losses"] if record["game"] == "pan-match" else record["events"]
    places = [-1 if line.event is None else line.event for line in judged(record).lines]
    assert places == sorted(places)
    assert all(place < len(written) for place in places)


@given(strategies.deals(), st.data())
def test_r_undo_of_any_tail_is_the_shorter_record(record: Json, data: st.DataObject) -> None:
    events = record["events"]
    kept = data.draw(st.integers(0, len(events)))
    undone = record | {"events": events + [call("undo")] * (len(events) - kept)}
    assert replay(undone) == replay(record | {"events": events[:kept]})


@given(strategies.deals(), st.data())
def test_r_an_event_and_its_undo_change_nothing_but_positions(record: Json, data: st.DataObject) -> None:
    events = record["events"]
    at = data.draw(st.integers(0, len(events)))
    stray = data.draw(st.sampled_from([{"type": "nonsense", "x": 1.5}, {"type": "drop", "seat": 99}]))
    verdict = replay(record | {"events": [*events[:at], stray, call("undo"), *events[at:]]})
    assert isinstance(verdict, Outcome)
    plain = judged(record)
    assert isinstance(plain, Outcome)
    assert (verdict.units, verdict.outcome) == (plain.units, plain.outcome)
    for line, moved in zip(plain.lines, verdict.lines, strict=True):
        shift = 2 if line.event is not None and line.event >= at else 0
        assert moved.event == (None if line.event is None else line.event + shift)


@settings(max_examples=1_500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutations.mutated(strategies.records()))
def test_e_a_mutated_record_gets_a_verdict_and_its_sentence(record: Any) -> None:
    """Never an exception; a fault has a known code, a place in the record and a sentence with a rule id."""
    before = copy.deepcopy(record)
    verdict = replay(record)
    assert repr(record) == repr(before), "replay changed the record"
    if not isinstance(verdict, Fault):
        return
    event(verdict.code)
    assert type(verdict.code) is Code
    assert verdict.event is None or type(verdict.event) is int
    assert sentence(verdict).endswith(f"({verdict.params['rule']})")


@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutations.damaged_lines())
def test_r_a_damaged_line_gets_a_verdict_that_can_be_printed(line: bytes) -> None:
    record_id, verdict = judge(line)
    message = sentence(verdict) if isinstance(verdict, Fault) else ""
    event(message.rpartition("(")[2])
    assert b"\n" not in msgspec.json.encode(as_json(verdict, 1, record_id, message))


@given(strategies.with_private_keys(strategies.records()))
def test_r_private_keys_and_the_order_of_keys_change_nothing(pair: tuple[Json, Json]) -> None:
    plain, strewn = pair
    assert replay(strewn) == replay(plain)


@given(mutations.mutated(strategies.deals()), st.data())
def test_r_the_slow_reader_agrees_with_the_quick_ones(record: Any, data: st.DataObject) -> None:
    """A private key sends every event of it to the slow reader; the verdict stays, fault or not."""
    events = record.get("events") if isinstance(record, dict) else None
    if not isinstance(events, list):
        return
    slow = [{**each, "_": 0} if isinstance(each, dict) else each for each in events]
    if record.get("detail") == "score":
        assert replay(record | {"events": slow}) == replay(record)


@given(strategies.deals())
def test_the_quick_readers_take_what_is_written_plainly(record: Json) -> None:
    """A quick path that falls back on the slow one looks right and is slow: it must not be asked."""

    def asked(_deal: Any, slow_event: Any) -> None:
        raise AssertionError(f"the slow reader was asked for {slow_event}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(door, "_follow_slowly", asked)
        judged(record)


@given(strategies.deals(), st.data())
def test_pg1_pl1_resolved_options_mean_the_same_with_any_profile(record: Json, data: st.DataObject) -> None:
    head = header(record)
    assert isinstance(head, Header)
    profile = data.draw(
        st.sampled_from(["classic", "cardroom", "hoyle"])
        if head.game == "panguingue"
        else st.sampled_from(["classic", "traditional", "spades"])
    )
    shuffled = dict(data.draw(st.permutations(list(head.options.items()))))
    again = record | {"profile": profile, "rules": shuffled}
    assert replay(again) == replay(record)
    assert resolve(head.game, profile, shuffled) == head.options


@given(strategies.house_rules(strategies.PANGUINGUE_OPTIONS), st.data())
def test_pg1_the_order_of_options_is_irrelevant(rules: Json, data: st.DataObject) -> None:
    shuffled = dict(data.draw(st.permutations(list(rules.items()))))
    assert resolve("panguingue", "classic", shuffled) == resolve("panguingue", "classic", rules)


@given(strategies.deals())
def test_nothing_is_remembered_from_record_to_record(record: Json) -> None:
    first = replay(record)
    changed = header(record)
    assert isinstance(changed, Header)
    if isinstance(changed.options, dict):
        changed.options.clear()
    assert replay(record) == first

"""Laws that hold for every record, whatever happens in it."""

import copy
from typing import Any

import msgspec
import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from gameplay.engine import replay as door
from gameplay.engine.replay import Header, header, replay, resolve
from gameplay.engine.verdict import Code, Fault, MatchOutcome, Outcome, as_json
from gameplay.replay_command import judge
from gameplay.sentences import sentence
from tests.engine import mutations, strategies
from tests.engine.laws import law
from tests.engine.records import Json, call


def judged(record: Json) -> Outcome | MatchOutcome:
    verdict = replay(record)
    assert not isinstance(verdict, Fault), verdict
    return verdict


@law()
@given(strategies.deals())
def test_r_units_and_pot_conserve(record: Json) -> None:
    outcome = judged(record)
    assert isinstance(outcome, Outcome)
    event(outcome.outcome)
    assert sum(outcome.units) + outcome.pot == record["pot"]


@law()
@given(strategies.match_lines())
def test_pl9_stakes_sum_to_zero(record: Json) -> None:
    assert sum(judged(record).units) == 0


@law()
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


@law()
@given(strategies.records())
def test_lines_come_in_order_from_events_of_the_record(record: Json) -> None:
    written = record["losses"] if record["game"] == "pan-match" else record["events"]
    places = [-1 if line.event is None else line.event for line in judged(record).lines]
    assert places == sorted(places)
    assert all(place < len(written) for place in places)


@law()
@given(strategies.deals(), st.data())
def test_r_undo_of_any_tail_is_the_shorter_record(record: Json, data: st.DataObject) -> None:
    events = record["events"]
    kept = data.draw(st.integers(0, len(events)))
    undone = record | {"events": events + [call("undo")] * (len(events) - kept)}
    assert replay(undone) == replay(record | {"events": events[:kept]})


@law()
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


@law()
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


@law(0.4)
@given(mutations.damaged_lines())
def test_r_a_damaged_line_gets_a_verdict_that_can_be_printed(line: bytes) -> None:
    record_id, verdict = judge(line)
    message = sentence(verdict) if isinstance(verdict, Fault) else ""
    event(message.rpartition("(")[2])
    assert b"\n" not in msgspec.json.encode(as_json(verdict, 1, record_id, message))


@law()
@given(strategies.with_private_keys(strategies.records()))
def test_r_private_keys_and_the_order_of_keys_change_nothing(pair: tuple[Json, Json]) -> None:
    plain, strewn = pair
    assert replay(strewn) == replay(plain)


@law(0.4)
@given(mutations.mutated(strategies.deals()), st.data())
def test_r_the_slow_reader_agrees_with_the_quick_ones(record: Any, data: st.DataObject) -> None:
    """A private key sends every event of it to the slow reader; the verdict stays, fault or not."""
    events = record.get("events") if isinstance(record, dict) else None
    if not isinstance(events, list):
        return
    slow = [{**each, "_": 0} if isinstance(each, dict) else each for each in events]
    if record.get("detail") == "score":
        assert replay(record | {"events": slow}) == replay(record)


@law(0.4)
@given(strategies.deals())
def test_the_quick_readers_take_what_is_written_plainly(record: Json) -> None:
    """A quick path that falls back on the slow one looks right and is slow: it must not be asked."""

    def asked(_deal: Any, slow_event: Any) -> None:
        raise AssertionError(f"the slow reader was asked for {slow_event}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(door, "_follow_slowly", asked)
        judged(record)


@law()
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


MELDS = {"meld", "layoff"}
CONDITIONS = {
    *("valle_set", "mixed_valle_set", "nonvalle_set", "low_rope", "high_rope", "valle_set_extra"),
    *("mixed_valle_set_extra", "nonvalle_set_extra", "spades_double", "condition_payers", "claims"),
    *("mixed_sets", "split_pays", "out_repeats_conditions"),
}


def idle_options(record: Json, outcome: Outcome) -> set[str]:
    """Name options that a deal at detail `score` cannot depend on, by what happened in it."""
    if record["game"] == "pan":
        return {"triple_rule", "zero_take", "spades_back", "last_escape"}
    kinds = {event["type"] for event in record["events"]}
    idle = {"discard_draw", "forcing", "stock_out"}
    idle |= CONDITIONS if not kinds & MELDS else set()
    idle |= {"drop_forfeit"} if "drop" not in kinds else set()
    idle |= {"out_bonus"} if outcome.outcome in {"open", "misdeal", "exhausted"} else {"unwon_pot"}
    return idle


@law()
@given(strategies.deals(), st.data())
def test_an_option_that_bears_on_nothing_changes_nothing(record: Json, data: st.DataObject) -> None:
    outcome = judged(record)
    assert isinstance(outcome, Outcome)
    known = strategies.PAN_OPTIONS if record["game"] == "pan" else strategies.PANGUINGUE_OPTIONS
    name = data.draw(st.sampled_from(sorted(idle_options(record, outcome))))
    changed = record.get("rules", {}) | {name: data.draw(known[name])}
    assert replay(record | {"rules": changed}) == outcome


@law()
@given(strategies.deals(), st.integers(1, 14))
def test_turning_the_table_turns_the_verdict(record: Json, by: int) -> None:
    """Seats have no rank of their own at detail `score`: who is first counts from wherever."""
    seats = len(record["seats"])
    moved = [
        each | {"seat": (each["seat"] + by) % seats} if "seat" in each else each for each in record["events"]
    ]
    first = {"first": (record.get("first", 0) + by) % seats} if record["game"] == "panguingue" else {}
    plain, other = judged(record), judged(record | first | {"events": moved})
    assert other.units == tuple(plain.units[(seat - by) % seats] for seat in range(seats))
    if isinstance(plain, Outcome) and isinstance(other, Outcome):
        assert (other.outcome, other.pot) == (plain.outcome, plain.pot)
        assert other.winner == (None if plain.winner is None else (plain.winner + by) % seats)


@law()
@given(strategies.house_rules(strategies.PANGUINGUE_OPTIONS), st.data())
def test_pg1_the_order_of_options_is_irrelevant(rules: Json, data: st.DataObject) -> None:
    shuffled = dict(data.draw(st.permutations(list(rules.items()))))
    assert resolve("panguingue", "classic", shuffled) == resolve("panguingue", "classic", rules)


@law(0.4)
@given(strategies.deals())
def test_nothing_is_remembered_from_record_to_record(record: Json) -> None:
    first = replay(record)
    changed = header(record)
    assert isinstance(changed, Header)
    if isinstance(changed.options, dict):
        changed.options.clear()
    assert replay(record) == first

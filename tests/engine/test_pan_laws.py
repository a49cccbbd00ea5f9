"""Laws of Pan card by card, on deals that a seeded player plays (PL-2 to PL-8)."""

import copy
from random import Random
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from gameplay.engine import replay as door
from gameplay.engine.pan.play import PlayDeal, begin
from gameplay.engine.replay import follow, head_of, replay
from gameplay.engine.verdict import Code, Fault, Outcome
from gameplay.sentences import sentence
from tests.engine import mutations, pan_deals
from tests.engine.laws import law
from tests.engine.records import Json, call

SEEDS = st.integers(0, 2**32)


def records(**how: Any) -> st.SearchStrategy[Json]:
    return SEEDS.map(lambda seed: pan_deals.random_record(seed, **how))


def judged(record: Json) -> Outcome:
    verdict = replay(record)
    assert isinstance(verdict, Outcome), verdict
    return verdict


def state(record: Json) -> PlayDeal:
    deal = begin(head_of(record, "pan"))
    assert isinstance(deal, PlayDeal)
    follow(deal, enumerate(record["events"]))
    return deal


def check_cards(record: Json) -> None:
    """PL-2: every card lies on the pile or in a hand, and none twice."""
    deal = state(record)
    rules = deal.rules
    assert sum(deal.held) + len(deal.pile) == rules.pack_size
    if deal.outcome == "time":  # the late move does not stand, and nobody looks into the hands any more
        return
    assert [sum(hand) for hand in deal.hands] == deal.held
    known = [sum(counts) for counts in zip(*deal.hands, strict=True)]
    for face in deal.pile:
        known[rules.cards_of[face]] += 1
    assert known[: rules.unknown] == deal.located[: rules.unknown]
    assert all(known[card] <= rules.copies[card] for card in range(rules.unknown))


@law()
@given(records(undo=0))
def test_pl2_every_card_lies_on_the_pile_or_in_a_hand(record: Json) -> None:
    check_cards(record)


@pytest.mark.soak
@pytest.mark.parametrize("start", range(0, 10_000, 500))
def test_ten_thousand_deals_to_their_end(start: int) -> None:
    for seed in range(start, start + 500):
        record = pan_deals.random_record(seed, moves=1_500, undo=0)
        check_cards(record)
        judged(record)


@law()
@given(records(moves=400))
def test_pl8_one_seat_loses_and_the_first_out_wins_unless_it_is_drawn(record: Json) -> None:
    outcome = judged(record)
    event(outcome.outcome)
    stake = record["rules"]["deal_stake"]
    seats = len(record["seats"])
    assert (outcome.loser is not None) is (outcome.outcome in {"lost", "time"})
    assert outcome.winner == (outcome.finished[0] if outcome.finished else None)
    assert len(set(outcome.finished)) == len(outcome.finished)
    assert outcome.pot == record["pot"]
    pays = [stake * (1 - seats) if seat == outcome.loser else stake for seat in range(seats)]
    assert outcome.units == (tuple(pays) if outcome.loser is not None else (0,) * seats)
    holders = [seat for seat, cards in enumerate(outcome.cards) if cards]
    assert set(holders) == set(range(seats)) - set(outcome.finished)
    if outcome.outcome == "lost":
        assert holders == [outcome.loser]


@law()
@given(records(undo=0), st.data())
def test_r_undo_of_any_tail_is_the_shorter_record(record: Json, data: st.DataObject) -> None:
    events = record["events"]
    kept = data.draw(st.integers(0, len(events)))
    undone = record | {"events": events + [call("undo")] * (len(events) - kept)}
    assert replay(undone) == replay(record | {"events": events[:kept]})


@law()
@given(records())
def test_live_validation_agrees_with_replay_event_by_event(record: Json) -> None:
    events = record["events"]
    going = pan_deals.begun(record | {"events": []})
    for at, each in enumerate(events):
        verdict = replay(record | {"events": events[: at + 1]})
        assert going.check(each) == verdict
        assert going.push(each) == verdict


@law()
@given(records(hidden=0), SEEDS, st.floats(0, 1))
def test_pl3_hiding_hands_never_makes_a_record_illegal(record: Json, seed: int, hidden: float) -> None:
    random = Random(seed)
    deal, *rest = record["events"]
    hands = [pan_deals.hide(random, hand, hidden) for hand in deal["hands"]]
    less = record | {"events": [deal | {"hands": hands}, *rest]}
    assert replay(less) == replay(record)


@law()
@given(records(), st.integers(0, 5))
def test_turning_the_table_turns_the_verdict(record: Json, by: int) -> None:
    seats = len(record["seats"])
    back = [(seat - by) % seats for seat in range(seats)]
    deal, *rest = record["events"]
    turned = deal | {key: [deal[key][seat] for seat in back] for key in ("hands", "sizes")}
    moved = [each | {"seat": (each["seat"] + by) % seats} if "seat" in each else each for each in rest]
    plain, other = judged(record), judged(record | {"events": [turned, *moved]})
    assert other.units == tuple(plain.units[seat] for seat in back)
    assert other.cards == tuple(plain.cards[seat] for seat in back)
    assert other.finished == tuple((seat + by) % seats for seat in plain.finished)
    assert other.outcome == plain.outcome


@law()
@given(records(undo=0), st.data())
def test_an_option_that_bears_on_nothing_changes_nothing(record: Json, data: st.DataObject) -> None:
    rules = record["rules"]
    idle: dict[str, list[Any]] = {"lone_pair_spade": ["self", "opponent"]} if not rules["spades_back"] else {}
    idle |= {"joker_rule": ["high", "wild"]} if not rules["jokers"] else {}
    idle |= {"takes_count": [True, False]} if "timed_moves" not in rules else {}
    changed = {name: data.draw(st.sampled_from(values)) for name, values in idle.items()}
    assert replay(record | {"rules": rules | changed}) == replay(record)


@law(0.4)
@given(mutations.mutated(records(moves=20)))
def test_e_a_mutated_record_gets_a_verdict_and_its_sentence(record: Any) -> None:
    before = copy.deepcopy(record)
    verdict = replay(record)
    assert repr(record) == repr(before), "replay changed the record"
    if isinstance(verdict, Fault):
        event(verdict.code)
        assert type(verdict.code) is Code
        assert sentence(verdict).endswith(f"({verdict.params['rule']})")


@law(0.4)
@given(mutations.mutated(records(moves=20)))
def test_r_the_slow_reader_agrees_with_the_quick_ones(record: Any) -> None:
    """A private key sends every event to the slow reader; the verdict stays, fault or not."""
    events = record.get("events") if isinstance(record, dict) else None
    if isinstance(events, list):
        slow = [{**each, "_": 0} if isinstance(each, dict) else each for each in events]
        assert replay(record | {"events": slow}) == replay(record)


@law(0.4)
@given(records(undo=0))
def test_the_quick_readers_take_what_is_written_plainly(record: Json) -> None:
    """A quick path that falls back on the slow one looks right and is slow: it must not be asked."""

    def asked(_deal: Any, slow_event: Any) -> None:
        raise AssertionError(f"the slow reader was asked for {slow_event}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(door, "_follow_slowly", asked)
        judged(record)

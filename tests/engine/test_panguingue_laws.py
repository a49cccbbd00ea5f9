"""Laws of Panguingue at detail `play`, on deals played at random and on what is left of them when spoiled."""

import copy
from collections import Counter
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from gameplay.engine import live
from gameplay.engine import replay as door
from gameplay.engine.panguingue.play import PlayDeal
from gameplay.engine.panguingue.rules import NAMES
from gameplay.engine.replay import replay
from gameplay.engine.verdict import Code, Fault, Outcome
from gameplay.sentences import sentence
from tests.engine import mutations, strategies
from tests.engine.laws import law
from tests.engine.panguingue_deals import Table, bag, hidden, random_table, with_undos
from tests.engine.records import Json, call

NEEDS_KNOWLEDGE = {Code.DRAW_CARD_REQUIRED, Code.DRAW_DISCARD_FORBIDDEN}
"""Faults of a record that says less: the rules ask for a card, or for where it came from (PG-6)."""

BINDING = st.fixed_dictionaries(
    {"drawn_card": st.sampled_from(["hand", "meld_or_discard"])},
    optional={"packs": st.sampled_from([1, 2, 5, 8])},
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Json, Table]:
    """A legal deal and the table where it was played, by a profile or by any house rules."""
    rules = draw(st.just({}) | strategies.house_rules(strategies.PANGUINGUE_OPTIONS))
    rules |= draw(BINDING)
    if rules["drawn_card"] == "meld_or_discard":
        rules["meld_needs_drawn_card"] = draw(st.booleans())
    else:
        rules["meld_needs_drawn_card"] = False
    if rules.get("packs", 8) < 5:
        rules |= {"removed": []}
    seats = draw(st.integers(2, 3 if rules.get("packs") == 1 else 7))
    seed, turns = draw(st.integers(0, 2**32)), draw(st.sampled_from([0, 3, 30, 300]))
    profile = draw(st.sampled_from(["classic", "cardroom", "hoyle"]))
    if profile == "cardroom" and "removed" not in rules:
        rules["removed"] = []
    rules["removed"] = list(dict.fromkeys(rules.get("removed", [])))
    return random_table(seed, turns=turns, profile=profile, rules=rules, seats=seats)


def records() -> st.SearchStrategy[Json]:
    """A legal deal, every card of it known."""
    return tables().map(lambda pair: pair[0])


def judged(record: Json) -> Outcome:
    verdict = replay(record)
    assert isinstance(verdict, Outcome), (verdict, record)
    return verdict


def state(record: Json) -> PlayDeal:
    begun = live.begin(record)
    assert isinstance(begun, live.Live)
    assert isinstance(begun._deal, PlayDeal)
    return begun._deal


def named(counts: list[int]) -> Counter[str]:
    return Counter({NAMES[card]: count for card, count in enumerate(counts) if count})


@law()
@given(records())
def test_r_units_and_pot_conserve_and_lines_explain_them(record: Json) -> None:
    outcome = judged(record)
    event(outcome.outcome)
    assert sum(outcome.units) + outcome.pot == record["pot"]
    sums = Counter({None: record["pot"]}) | Counter[Any]()
    for line in outcome.lines:
        sums[line.payer] -= line.units
        sums[line.payee] += line.units
    assert tuple(sums[seat] for seat in range(len(record["seats"]))) == outcome.units
    assert sums[None] == outcome.pot


@law()
@given(tables())
def test_pg2_pg6_every_card_lies_where_it_lies_on_the_table(pair: tuple[Json, Table]) -> None:
    """The engine's stock, hands, melds and pile are those of the table, and together the whole stack."""
    record, table = pair
    deal = state(record)
    if deal.outcome == "misdeal":
        return
    assert deal.stock == len(table.stock)
    assert [NAMES[card] for card in deal.pile] == [card for card, _ in table.pile]
    assert [named(hand) for hand in deal.hands] == [bag(hand) for hand in table.hands]
    laid = [[tuple(NAMES[card] for card in cards) for cards in melds] for melds in deal.melds]
    assert [list(map(bag, map(list, zip(melds)))) for melds in laid] == [
        list(map(bag, map(list, zip(melds)))) for melds in table.melds
    ]
    counted = bag(*table.hands, *(cards for melds in table.melds for cards in melds), deal_pile(table))
    assert sum(counted.values()) + deal.stock == sum(table.rules.copies)
    assert named(deal.located) == counted


def deal_pile(table: Table) -> list[str]:
    return [card for card, _ in table.pile]


@law()
@given(records(), st.data())
def test_r_every_prefix_replays_and_undo_of_any_tail_is_that_prefix(
    record: Json, data: st.DataObject
) -> None:
    events = record["events"]
    kept = data.draw(st.integers(0, len(events)))
    shorter = judged(record | {"events": events[:kept]})
    assert replay(record | {"events": events + [call("undo")] * (len(events) - kept)}) == shorter


@law()
@given(records(), st.integers(0, 99))
def test_r_what_was_taken_back_leaves_no_trace(record: Json, seed: int) -> None:
    again, once = judged(with_undos(record, seed)), judged(record)
    assert (again.outcome, again.units, again.pot, again.cards) == (
        once.outcome,
        once.units,
        once.pot,
        once.cards,
    )


@law()
@given(records(), st.integers(0, 99), st.sampled_from([0.1, 0.5, 1]))
def test_pg6_hiding_cards_never_makes_a_deal_illegal(record: Json, seed: int, share: float) -> None:
    known, verdict = judged(record), replay(hidden(record, seed, share))
    if isinstance(verdict, Fault):
        event(verdict.code)
        assert verdict.code in NEEDS_KNOWLEDGE
    else:
        assert verdict == known


@law()
@given(records(), st.integers(1, 14))
def test_pg4_pg6_turning_the_table_turns_the_verdict(record: Json, far: int) -> None:
    """Seats have no names in the rules: whoever sits `far` seats on sees the same deal."""
    seats = len(record["seats"])

    def turned(seat: int) -> int:
        return (seat + far) % seats

    moved = copy.deepcopy(record) | {"first": turned(record["first"])}
    for each in moved["events"]:
        each.update({key: turned(each[key]) for key in ("seat", "by") if key in each})
        if "hands" in each:
            each["hands"] = [each["hands"][seat - far % seats] for seat in range(seats)]
    outcome, other = judged(record), judged(moved)
    assert [other.units[turned(seat)] for seat in range(seats)] == list(outcome.units)
    assert [other.cards[turned(seat)] for seat in range(seats)] == list(outcome.cards)
    assert other.winner == (None if outcome.winner is None else turned(outcome.winner))


@law(0.4)
@given(mutations.mutated(records()), st.data())
def test_e_a_spoiled_deal_gets_a_verdict_and_its_sentence(record: Any, data: st.DataObject) -> None:
    before = copy.deepcopy(record)
    verdict = replay(record)
    assert repr(record) == repr(before)
    if isinstance(verdict, Fault):
        event(verdict.code)
        assert type(verdict.code) is Code
        assert sentence(verdict).endswith(f"({verdict.params['rule']})")
    events = record.get("events") if isinstance(record, dict) else None
    if isinstance(events, list):
        slow = [{**each, "_": 0} if isinstance(each, dict) else each for each in events]
        assert replay(record | {"events": slow}) == verdict


@law(0.4)
@given(records(), st.data())
def test_e_one_event_out_of_its_place_is_refused_or_legal_but_never_crashes(
    record: Json, data: st.DataObject
) -> None:
    """Plausible faults: an event lost, doubled, of another seat, with another card, in another place."""
    events = copy.deepcopy(record["events"])
    at = data.draw(st.integers(0, len(events) - 1))
    way = data.draw(st.sampled_from(["lost", "doubled", "seat", "card", "swap"]))
    if way == "lost":
        del events[at]
    elif way == "doubled":
        events.insert(at, events[at])
    elif way == "swap":
        events.insert(at, events.pop(data.draw(st.integers(0, len(events) - 1))))
    elif way == "seat" and "seat" in events[at]:
        events[at]["seat"] = (events[at]["seat"] + 1) % len(record["seats"])
    elif "card" in events[at]:
        events[at]["card"] = data.draw(st.sampled_from(["Kd", "5s", "??"]))
    verdict = replay(record | {"events": events})
    if isinstance(verdict, Fault):
        event(f"{way}: {verdict.code}")
        assert verdict.event is not None
        assert isinstance(replay(record | {"events": events[: verdict.event]}), Outcome)


@law()
@given(records())
def test_the_quick_readers_never_fall_back_on_legal_deals(record: Json) -> None:
    assert slow_readings([record]) == 0


def test_the_quick_readers_never_fall_back_on_two_hundred_deals_and_the_count_counts() -> None:
    played = [random_table(seed)[0] for seed in range(200)]
    assert slow_readings(played) == 0
    odd = played[0] | {"events": [each | {"_": 1} for each in played[0]["events"]]}
    assert slow_readings([odd]) == len(odd["events"])


def slow_readings(played: list[Json]) -> int:
    """Count how often the slow reader is asked: a quick path that falls back looks right and is slow."""
    asked = 0
    slowly = door._follow_slowly

    def counted(deal: Any, slow_event: Any) -> None:
        nonlocal asked
        asked += 1
        slowly(deal, slow_event)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(door, "_follow_slowly", counted)
        for record in played:
            judged(record)
    return asked

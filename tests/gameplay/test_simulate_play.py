"""Simulated deals of Panguingue card by card: legal, plausible, refused when spoiled."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from gameplay.engine.panguingue.rules import PROFILES
from gameplay.engine.replay import replay
from gameplay.engine.verdict import Fault, Outcome
from gameplay.simulate import records
from tests.gameplay.spoiling import WAYS, Json

DEALS = 250

CHOICES: dict[str, list[Any]] = {
    "packs": [2, 3, 8, 11],
    "rotation": ["clockwise", "counterclockwise"],
    "ante": [0, 2],
    "drop_forfeit": [0, 3],
    "condition_payers": ["active", "all"],
    "discard_draw": ["never", "stock_drawn", "meldable", "always"],
    "forcing": [False, True],
    "mixed_sets": ["distinct", "three_suits"],
    "mixed_valle_set": [0, 1, 5],
    "nonvalle_set_extra": [0, 3],
    "spades_double": [False, True],
    "split_pays": ["new", "gain"],
    "claims": ["automatic", "required"],
    "out_repeats_conditions": [False, True],
    "stock_out": ["reshuffle", "dead"],
    "unwon_pot": ["return", "carry"],
}
BINDING = [("hand", False), ("meld_or_discard", False), ("meld_or_discard", True)]


def played(profile: str = "classic", deals: int = DEALS, seed: int = 7, **more: Any) -> list[Json]:
    drawn = random.Random(seed)
    return list(records(game="panguingue", detail="play", profile=profile, deals=deals, rng=drawn, **more))


def outcome_of(record: Json) -> Outcome:
    verdict = replay(record)
    assert isinstance(verdict, Outcome), (record, verdict)
    return verdict


def kinds(record: Json) -> set[str]:
    found = set()
    for event in record["events"]:
        lent = sum(len(cards) for _, cards in event.get("borrow", []))
        found.add(event["type"] if not lent else "split" if lent == len(event["cards"]) else "loan")
        if event["type"] == "draw":
            found.add(f"from {event['from']}")
    return found


@pytest.fixture(scope="module", params=PROFILES)
def many(request: pytest.FixtureRequest) -> tuple[str, list[Json]]:
    """Some hundred deals of one profile."""
    return request.param, played(request.param)


def test_every_deal_is_legal_and_over(many: tuple[str, list[Json]]) -> None:
    assert all(outcome_of(record).is_over for record in many[1])


def test_every_beginning_of_a_deal_is_legal(many: tuple[str, list[Json]]) -> None:
    for record in many[1][::25]:
        for end in range(len(record["events"])):
            assert not outcome_of(record | {"events": record["events"][:end]}).is_over


def test_outcomes_and_moves_come_about_as_often_as_at_a_table(many: tuple[str, list[Json]]) -> None:
    profile, deals = many
    outcomes = Counter(outcome_of(record).outcome for record in deals)
    assert outcomes["won"] > 0.85 * DEALS
    assert all(0 < outcomes[rare] < 0.06 * DEALS for rare in ("uncontested", "misdeal"))
    share = {kind: count / DEALS for kind, count in Counter(k for d in deals for k in kinds(d)).items()}
    assert min(share[often] for often in ("meld", "discard", "layoff", "from stock", "from discard")) > 0.85
    assert all(0.02 < share[now_and_then] < 0.6 for now_and_then in ("loan", "split"))
    assert all(0.004 < share[rare] < 0.08 for rare in ("foul", "undo", "misdeal"))
    assert (share.get("force", 0) > 0.3) == (profile == "cardroom")


def test_all_seats_win_sometimes(many: tuple[str, list[Json]]) -> None:
    assert {0, 1, 2, 3} <= {outcome_of(record).winner for record in many[1]}


def test_hands_are_known_but_for_one_deal_in_five(many: tuple[str, list[Json]]) -> None:
    unknown = sum(is_partly_unknown(record) for record in many[1]) / DEALS
    assert 0.1 < unknown < 0.3


def is_partly_unknown(record: Json) -> bool:
    hands = [event.get("hands") for event in record["events"] if event["type"] == "deal"]
    return any(hand is None or "??" in hand for each in hands for hand in each or [None])


@pytest.mark.parametrize("seed", range(40))
def test_deals_are_legal_under_any_options(seed: int) -> None:
    rng = random.Random(seed)
    rules = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.6}
    rules["drawn_card"], rules["meld_needs_drawn_card"] = rng.choice(BINDING)
    rules["removed"] = rng.choice([[], ["As", "7h"]])
    for record in played(rng.choice(list(PROFILES)), 5, seed, rules=rules, seats=rng.randint(2, 7)):
        assert outcome_of(record).is_over


def test_claims_are_written_where_they_are_required() -> None:
    claimed = [e.get("claimed") for d in played(deals=30, rules={"claims": "required"}) for e in d["events"]]
    assert True in claimed
    assert all("claimed" not in event for record in played(deals=30) for event in record["events"])


def test_a_dead_stock_is_exhausted() -> None:
    deals = played(deals=60, rules={"packs": 2, "stock_out": "dead", "discard_draw": "never"}, seats=7)
    assert sum(outcome_of(record).outcome == "exhausted" for record in deals) > 30


def test_a_deal_that_comes_to_no_end_is_dealt_again() -> None:
    deals = played(deals=60, rules={"packs": 1, "discard_draw": "never"}, seats=3)
    reasons = [record["events"][-1].get("reason") for record in deals]
    assert reasons.count("The deal came to no end.") > 5


def refused(record: Json, ways: Any, rng: random.Random) -> Counter[str]:
    """Spoil a deal in each of several ways; count those that it had a place for."""
    done: Counter[str] = Counter()
    for way in ways:
        spoiled = None if "undo" in kinds(record) else way(record, rng)
        if spoiled is not None:
            events, place, codes = spoiled
            verdict = replay(record | {"events": events})
            assert isinstance(verdict, Fault), (way.__name__, place, record)
            assert (verdict.event, verdict.code in codes) == (place, True), (way.__name__, verdict, record)
            done[way.__name__] += 1
    return done


def test_a_spoiled_deal_is_refused_at_the_event_that_is_wrong(many: tuple[str, list[Json]]) -> None:
    rng, done = random.Random(3), Counter[str]()
    for record in many[1]:
        done += refused(record, rng.sample(WAYS, 3), rng)
    assert set(done) >= {way.__name__ for way in WAYS} - {"fouled_twice"}


@pytest.mark.soak
@pytest.mark.parametrize("profile", PROFILES)
def test_ten_thousand_deals_are_legal_and_refused_however_they_are_spoiled(profile: str) -> None:
    rng, done = random.Random(4), Counter[str]()
    for record in played(profile, 10_000, seed=12):
        assert outcome_of(record).is_over
        done += refused(record, WAYS, rng)
    assert set(done) == {way.__name__ for way in WAYS}

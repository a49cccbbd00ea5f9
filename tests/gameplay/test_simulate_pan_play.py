"""Deals of Pan played card by card are legal, plausible, and refused where they are made wrong."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from gameplay.engine.pan.rules import PROFILES
from gameplay.engine.replay import replay
from gameplay.engine.verdict import Fault, Outcome
from gameplay.simulate import records
from tests.engine.pan_deals import options
from tests.gameplay.pan_spoiling import WAYS

if TYPE_CHECKING:
    from collections.abc import Iterable

Json = dict[str, Any]
DEALS = 250


def played(profile: str = "classic", deals: int = DEALS, seed: int = 7, **more: Any) -> list[Json]:
    return list(
        records(game="pan", detail="play", profile=profile, deals=deals, rng=random.Random(seed), **more)
    )


def outcome_of(record: Json) -> Outcome:
    verdict = replay(record)
    assert isinstance(verdict, Outcome), (record, verdict)
    return verdict


def kinds(record: Json) -> set[str]:
    found = {event["type"] for event in record["events"]}
    return found | {f"{len(e['cards'])} at once" for e in record["events"] if e["type"] == "play"}


@pytest.fixture(scope="module", params=PROFILES)
def many(request: pytest.FixtureRequest) -> tuple[str, list[Json]]:
    """Some hundred deals of one profile."""
    return request.param, played(request.param)


def test_every_deal_is_legal_and_over(many: tuple[str, list[Json]]) -> None:
    assert all(outcome_of(record).is_over for record in many[1])


def test_every_beginning_of_a_deal_is_legal(many: tuple[str, list[Json]]) -> None:
    for record in many[1][::25]:
        for end in range(len(record["events"])):
            outcome_of(record | {"events": record["events"][:end]})


def test_outcomes_and_moves_come_about_as_often_as_at_a_table(many: tuple[str, list[Json]]) -> None:
    profile, deals = many
    outcomes = Counter(outcome_of(record).outcome for record in deals)
    assert set(outcomes) == {"lost", "drawn"}
    assert outcomes["lost"] > (0.8 if profile == "traditional" else 0.9) * DEALS
    share = {kind: count / DEALS for kind, count in Counter(k for d in deals for k in kinds(d)).items()}
    assert min(share[often] for often in ("1 at once", "take")) > 0.8
    assert all(share[now_and_then] > 0.1 for now_and_then in ("3 at once", "4 at once"))
    assert 0.02 < share["undo"] < 0.4


def test_every_seat_loses_sometimes(many: tuple[str, list[Json]]) -> None:
    assert {0, 1, 2} <= {outcome_of(record).loser for record in many[1]}


def test_hands_are_known_in_most_deals(many: tuple[str, list[Json]]) -> None:
    unknown = sum(is_partly_unknown(record) for record in many[1]) / DEALS
    assert 0.1 < unknown < 0.45


def is_partly_unknown(record: Json) -> bool:
    hands = record["events"][0].get("hands")
    return hands is None or any(hand is None or "??" in hand for hand in hands)


def test_time_is_called_and_written_under_timed_rules() -> None:
    deals = played(deals=150, rules={"timed_moves": 20, "timed_seconds": 120})
    assert any("flag" in kinds(record) for record in deals)
    timed = [record for record in deals if "undo" not in kinds(record)]  # a slip is written without a time
    assert all("ms" in event for record in timed for event in record["events"] if event["type"] == "take")


def test_wild_jokers_are_played_alone_and_with_others() -> None:
    deals = played(deals=60, rules={"jokers": 4, "joker_rule": "wild"})
    plays = [set(e["cards"]) for record in deals for e in record["events"] if e["type"] == "play"]
    assert {"Jk"} in plays
    assert any("Jk" in cards and len(cards) > 1 for cards in plays)


@pytest.mark.parametrize("seed", range(40))
def test_deals_are_legal_under_any_options(seed: int) -> None:
    rng = random.Random(seed)
    rules, profile = options(rng), rng.choice(list(PROFILES))
    for record in played(profile, 5, seed, rules=rules, seats=rng.randint(2, 6)):
        assert outcome_of(record).is_over


def refused(record: Json, ways: Iterable[Any], rng: random.Random) -> Counter[str]:
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
        done += refused(record, rng.sample(WAYS, 4), rng)
    assert set(done) == {way.__name__ for way in WAYS}


@pytest.mark.soak
@pytest.mark.parametrize("profile", PROFILES)
def test_ten_thousand_deals_are_legal_and_refused_however_they_are_spoiled(profile: str) -> None:
    rng, done = random.Random(4), Counter[str]()
    for record in played(profile, 10_000, seed=12):
        assert outcome_of(record).is_over
        done += refused(record, WAYS, rng)
    assert set(done) == {way.__name__ for way in WAYS}

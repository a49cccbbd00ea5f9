"""What may happen next in Pan is just what is accepted: candidates tried one by one; counts that stay."""

from random import Random
from typing import Any

import pytest

from gameplay.engine.live import Live
from gameplay.engine.offers import Offer
from gameplay.engine.verdict import Fault
from tests.engine import pan_deals
from tests.engine.pan_deals import deal, lay, play, take
from tests.engine.records import Json, by, call, pan

SMALL = {"pack": 24}


def accepted(going: Live, events: list[Json]) -> set[tuple[Any, ...]]:
    return {pan_deals.key(event) for event in events if not isinstance(going.check(event), Fault)}


def plays(offers: tuple[Offer, ...]) -> list[tuple[str, ...]]:
    return [cards for offer in offers if offer.type == "play" for cards in offer.cards]


def after(*events: Any, **header: Any) -> tuple[Offer, ...]:
    return pan_deals.begun(play(*events, **header)).legal()


@pytest.mark.parametrize(
    "seed", [*range(24), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(24, 1_000))]
)
def test_every_event_is_offered_if_and_only_if_it_is_accepted(seed: int) -> None:
    random = Random(seed)
    rules = pan_deals.options(random) | SMALL
    seats = random.randint(2, 3)
    hidden = random.choice([0, 0.3, 1])
    record = play(pan_deals.dealt(random, rules, seats, hidden), seats=seats, rules=rules)
    candidates = pan_deals.candidates(rules, seats)
    going = pan_deals.begun(record | {"events": []})
    assert {offer.type for offer in going.legal()} == {"deal"}
    going.push(record["events"][0])
    for _ in range(6):
        for _ in range(random.randint(0, 6)):
            going.push(pan_deals.chosen(random, going.legal()))
        named = [name for name in pan_deals.offered(going.legal()) if name[0] != "undo"]
        assert len(named) == len(set(named)), "an event is offered twice"
        assert set(named) == accepted(going, candidates)


@pytest.mark.parametrize("seed", range(40))
def test_pl6_the_cards_that_are_offered_are_those_that_are_taken(seed: int) -> None:
    random = Random(seed)
    going = pan_deals.begun(pan_deals.random_record(seed, undo=0))
    for offer in going.legal():
        if offer.type == "take":
            written = [*offer.cards[0]]
            random.shuffle(written)
            seat = offer.values["seat"][0]
            assert not isinstance(going.check(take(seat, " ".join(written))), Fault)
            assert isinstance(going.check(take(seat, " ".join([*written, "Kh"]))), Fault)


def test_at_detail_score_the_seats_that_are_in_may_go_out() -> None:
    timed = {"timed_moves": 2, "timed_seconds": 60}
    going = pan_deals.begun(pan(by("out", 1), rules=timed))
    kinds = {offer.type: offer.values.get("seat") for offer in going.legal()}
    assert kinds == {"out": (0, 2), "lost": (0, 2), "flag": (0, 2), "drawn": None, "undo": None}
    assert [offer.type for offer in pan_deals.begun(pan(call("drawn"))).legal()] == ["undo"]


def test_pl4_who_may_open_follows_from_what_is_known() -> None:
    unknown = after(deal())
    assert [offer.values["seat"] for offer in unknown if offer.type == "play"] == [(0,), (1,), (2,)]
    assert plays(unknown)[:2] == [("9h",), ("9h", "9c", "9d", "9s")]
    known = after(deal("9h Ah Kh Qh Jh Th 9c ??", None, None))
    assert plays(known) == [("9h",)], "two more nines are needed, and one card is unknown"
    other = after(deal(None, " ".join(["??"] * 7 + ["9h"]), None), first=1)
    assert [offer.values["seat"] for offer in other if offer.type == "play"] == [(1,)]


def test_pl5_wild_jokers_are_offered_with_the_rank_that_they_stand_for() -> None:
    hands = ("9h Td", "Kh Kd Jk Jk 9c 9d 9s Th Tc Ts Jh Jc Jd Js Qh Qc Qd Qs Kc Ks Ah Ac Ad As")
    rules = {"jokers": 2, "joker_rule": "wild"}
    going = after(deal(*hands), lay(0, "9h"), seats=2, rules=rules)
    kings = [offer for offer in going if offer.values.get("as") == ("K",)]
    assert [(offer.needs, len(offer.cards)) for offer in kings] == [((), 4 + 6 + 4 + 6), (("as",), 1)]
    assert kings[0].includes(lay(1, "Kh Kd Jk", "K"))
    assert not kings[0].includes(lay(1, "Kh Kd Jk", "Q"))


def paths(record: Json, depth: int) -> int:
    """Count the ways to go on for so many moves, every choice of cards once, time and staff apart."""
    if not depth:
        return 1
    going = pan_deals.begun(record)
    names = [name for name in pan_deals.offered(going.legal()) if name[0] in {"play", "take"}]
    return sum(paths(record | {"events": [*record["events"], written(name)]}, depth - 1) for name in names)


def written(name: tuple[Any, ...]) -> Json:
    kind, seat, cards, stands_for = name
    cards = tuple(sorted(cards, key="9h".__ne__))
    return take(seat) if kind == "take" else lay(seat, " ".join(cards), stands_for)


EVEN = deal("9h 9d Th Td Jh Jd Qh Qd Kh Kd Ah Ad", "9c 9s Tc Ts Jc Js Qc Qs Kc Ks Ac As")
FOURS = deal("9h 9d 9c 9s Jh Jd Jc Js Kh Kd Kc Ks", "Th Td Tc Ts Qh Qd Qc Qs Ah Ad Ac As")
WILD = deal("9h Jk Kh Kd Ac Ad As Ah Qh Qd Qc Qs Kc", "9d 9c 9s Jk Th Td Tc Ts Jh Jd Jc Js Ks")


@pytest.mark.parametrize(
    ("dealt", "rules", "counts"),
    [
        (EVEN, {}, [1, 13, 106]),
        (EVEN, {"zero_take": False}, [1, 12, 94]),
        (EVEN, {"spades_back": True}, [1, 13, 101]),
        (EVEN, {"spades_back": True, "lone_pair_spade": "opponent"}, [1, 13, 106]),
        (FOURS, {}, [2, 56, 582]),
        (FOURS, {"triple_rule": "same"}, [2, 32, 206]),
        (FOURS, {"triple_rule": "openers"}, [2, 32, 206]),
        (WILD, {"jokers": 2, "joker_rule": "wild"}, [1, 76, 5625]),
        (WILD, {"jokers": 2, "joker_rule": "high"}, [1, 25, 569]),
    ],
)
def test_the_number_of_ways_to_go_on(dealt: Json, rules: Json, counts: list[int]) -> None:
    """EVEN is counted by hand: 2 x (12 + 11 + 9 + 7 + 5 + 3) + 12 = 106 ways for three moves."""
    record = play(dealt, seats=2, rules=rules)
    assert [paths(record, depth) for depth in (1, 2, 3)] == counts

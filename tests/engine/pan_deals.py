"""Deals of Pan card by card for tests: how they are written, judged, and played at random by a seed."""

from itertools import combinations_with_replacement
from random import Random
from typing import Any

from gameplay.engine import live
from gameplay.engine.live import Live
from gameplay.engine.offers import Offer
from gameplay.engine.replay import replay
from gameplay.engine.verdict import Fault, Outcome
from gameplay.sentences import sentence
from tests.engine.records import Json, call, labels

RANKS = {24: "9TJQKA", 52: "23456789TJQKA"}


def play(*events: Any, seats: int = 3, **header: Any) -> Json:
    """Write a Pan record at detail `play`."""
    record = {"pdr": 1, "game": "pan", "detail": "play", "seats": labels(seats), "events": list(events)}
    return record | header


def deal(*hands: str | None, **more: Any) -> Json:
    """Write a deal; a hand is its cards separated by spaces, or None."""
    if not hands:
        return {"type": "deal"} | more
    return {"type": "deal", "hands": [None if hand is None else hand.split() for hand in hands]} | more


def lay(seat: int, cards: str, stands_for: str | None = None, **more: Any) -> Json:
    """Write a play."""
    written = {"type": "play", "seat": seat, "cards": cards.split()} | more
    return written if stands_for is None else written | {"as": stands_for}


def take(seat: int, cards: str | None = None, **more: Any) -> Json:
    """Write a take."""
    return {"type": "take", "seat": seat} | ({} if cards is None else {"cards": cards.split()}) | more


OPEN = [deal(), lay(0, "9h")]
WILD = {"jokers": 4, "joker_rule": "wild"}
TIMED = {"timed_moves": 2, "timed_seconds": 1}


def outcome(*events: Any, **header: Any) -> Outcome:
    """Judge a record that has no fault."""
    verdict = replay(play(*events, **header))
    assert isinstance(verdict, Outcome), verdict
    return verdict


def code(*events: Any, **header: Any) -> tuple[str, int | None]:
    """Judge a record that has a fault: its code and its place; its sentence must find what it needs."""
    verdict = replay(play(*events, **header))
    assert isinstance(verdict, Fault), verdict
    assert sentence(verdict).endswith(f"({verdict.params['rule']})")
    return verdict.code.value, verdict.event


def options(random: Random) -> Json:
    """Choose house rules for detail `play`."""
    chosen = {
        "pack": random.choice([24, 24, 52]),
        "jokers": random.choice([0, 0, 1, 2, 4]),
        "joker_rule": random.choice(["high", "wild"]),
        "triple_rule": random.choice(["same_or_lower", "same", "openers"]),
        "zero_take": random.random() < 0.5,
        "spades_back": random.random() < 0.5,
        "lone_pair_spade": random.choice(["self", "opponent"]),
        "last_escape": random.random() < 0.5,
        "max_moves": random.choice([0, 0, 0, 40]),
        "deal_stake": random.choice([0, 1, 3]),
    }
    timed = {"timed_moves": 4, "timed_seconds": 60, "takes_count": random.random() < 0.5}
    return chosen | (timed if random.random() < 0.3 else {})


def pack(rules: Json) -> list[str]:
    """Give the cards of the pack (PL-2)."""
    cards = [rank + suit for rank in RANKS[rules["pack"]] for suit in "cdhs"]
    return cards + ["Jk"] * int(rules["jokers"])


def dealt(random: Random, rules: Json, seats: int, hidden: float) -> Json:
    """Deal the pack, evenly or not, every card hidden with that chance, whole hands more often."""
    cards = pack(rules)
    random.shuffle(cards)
    cuts = sorted(random.sample(range(1, len(cards)), seats - 1))
    if random.random() < 0.5:
        cuts = [len(cards) * seat // seats for seat in range(1, seats)]
    hands = [cards[low:high] for low, high in zip([0, *cuts], [*cuts, len(cards)], strict=True)]
    sizes = [len(hand) for hand in hands]
    return {"type": "deal", "hands": [hide(random, hand, hidden) for hand in hands], "sizes": sizes}


def hide(random: Random, hand: list[str] | None, hidden: float) -> list[str] | None:
    """Hide cards of a hand, or all of it."""
    if hand is None or random.random() < hidden / 2:
        return None
    return [card if random.random() >= hidden else "??" for card in hand]


def event_of(random: Random, offer: Offer) -> Json:
    """Write one event of those that an offer stands for."""
    event: Json = {"type": offer.type}
    if "seat" in offer.values:
        event["seat"] = random.choice(offer.values["seat"])
    if offer.type == "play" or random.random() < 0.5:
        cards = list(random.choice(offer.cards or ((),)))
        if offer.uses is None:
            random.shuffle(cards)
        event |= {"cards": cards} if offer.cards else {}
    if "as" in offer.needs or (offer.values.get("as") and random.random() < 0.5):
        event["as"] = offer.values["as"][0]
    if offer.type in {"play", "take"} and random.random() < 0.3:
        event["ms"] = random.randrange(20_000)
    return event


def chosen(random: Random, offers: tuple[Offer, ...]) -> Json:
    """Play rather than take, end the deal seldom, and take back only what ended it."""
    weights = {"play": 100.0, "take": 60.0, "flag": 1.0, "drawn": 1.0, "undo": 1e-9}
    return event_of(random, random.choices(offers, [weights[offer.type] for offer in offers])[0])


def begun(record: Json) -> Live:
    """Take up a record that has no fault."""
    started = live.begin(record)
    assert not isinstance(started, Fault), started
    return started


def random_record(seed: int, *, moves: int = 60, hidden: float | None = None, undo: float = 0.05) -> Json:
    """Play a deal that is legal to its last event; take events back with that chance."""
    random = Random(seed)
    rules, seats = options(random), random.randint(2, 6)
    chance = random.choice([0, 0.3, 1]) if hidden is None else hidden
    record = play(dealt(random, rules, seats, chance), seats=seats, rules=rules, pot=random.randrange(3))
    going = begun(record)
    for _ in range(random.randint(0, moves)):
        event = chosen(random, going.legal())
        if event["type"] == "undo":
            break
        record["events"] += [event, *([call("undo")] if random.random() < undo else [])]
        for each in record["events"][-2:] if record["events"][-1]["type"] == "undo" else [event]:
            assert not isinstance(going.push(each), Fault), (record, each)
    return record


def candidates(rules: Json, seats: int) -> list[Json]:
    """Write every play of one to four cards of one rank and jokers, and every other event."""
    events: list[Json] = [{"type": kind, "seat": seat} for kind in ("take", "flag") for seat in range(seats)]
    events += [{"type": "drawn"}, {"type": "out", "seat": 0}, {"type": "deal"}]
    jokers = ["Jk"] if rules["jokers"] else []
    ranks = RANKS[rules["pack"]]
    opener = ranks[0] + "h"
    for rank in ranks:
        suited = [rank + suit for suit in "cdhs"]
        for size in range(1, 5):
            for cards in combinations_with_replacement(sorted(suited, key=opener.__ne__) + jokers, size):
                events += [lay(seat, " ".join(cards)) for seat in range(seats)]
                if "Jk" in cards:
                    events += [lay(seat, " ".join(cards), rank) for seat in range(seats)]
    return events


def key(event: Json) -> tuple[Any, ...]:
    """Name an event whatever the order of its cards."""
    return (event["type"], event.get("seat"), tuple(sorted(event.get("cards", ()))), event.get("as"))


def offered(offers: tuple[Offer, ...]) -> list[tuple[Any, ...]]:
    """Name every event that the offers stand for, without the cards of a take and without times."""
    names: list[tuple[Any, ...]] = []
    for offer in offers:
        for seat in offer.values.get("seat", (None,)):
            stands_for = offer.values.get("as", ())
            ranks = stands_for if offer.needs else (None, *stands_for)
            choices = offer.cards if offer.type == "play" else ((),)
            names += [(offer.type, seat, tuple(sorted(cards)), rank) for cards in choices for rank in ranks]
    return names

"""The one place where random records come from; judges none of them."""

import copy
from typing import Any

from hypothesis import strategies as st

from gameplay.engine.pan.rules import PROFILES as PAN_PROFILES
from gameplay.engine.panguingue.rules import PROFILES as PANGUINGUE_PROFILES
from gameplay.engine.replay import replay
from gameplay.engine.verdict import Fault, Outcome
from tests.engine.records import Json, by, call, labels

RANKS = "A234567JQK"
SUITS = "cdhs"

_UNITS = st.sampled_from([0, 1, 2, 3, 7])

PANGUINGUE_OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "packs": st.integers(5, 11),
    "removed": st.lists(st.sampled_from(["As", "2s", "5h", "Kd"]), max_size=5),
    "rotation": st.sampled_from(["clockwise", "counterclockwise"]),
    "condition_payers": st.sampled_from(["active", "all"]),
    "discard_draw": st.sampled_from(["never", "stock_drawn", "meldable", "always"]),
    "forcing": st.booleans(),
    "mixed_sets": st.sampled_from(["distinct", "three_suits"]),
    "spades_double": st.booleans(),
    "split_pays": st.sampled_from(["new", "gain"]),
    "claims": st.sampled_from(["automatic", "required"]),
    "out_repeats_conditions": st.booleans(),
    "stock_out": st.sampled_from(["reshuffle", "dead"]),
    "unwon_pot": st.sampled_from(["return", "carry"]),
} | dict.fromkeys(
    [
        "ante",
        "drop_forfeit",
        "valle_set",
        "mixed_valle_set",
        "nonvalle_set",
        "low_rope",
        "high_rope",
        "valle_set_extra",
        "mixed_valle_set_extra",
        "nonvalle_set_extra",
        "out_bonus",
    ],
    _UNITS,
)

PAN_OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "pack": st.sampled_from([24, 52]),
    "jokers": st.integers(0, 4),
    "triple_rule": st.sampled_from(["same_or_lower", "same", "openers"]),
    "zero_take": st.booleans(),
    "spades_back": st.booleans(),
    "last_escape": st.booleans(),
    "max_moves": st.integers(0, 9),
    "deal_stake": _UNITS,
}


def house_rules(options: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[Json]:
    """Any choice of options, each within its row."""
    return st.fixed_dictionaries({}, optional=options)


@st.composite
def meld_cards(draw: st.DrawFn) -> list[str]:
    """Cards that are a meld by some rules: a rope, a set of one suit, a mixed set."""
    kind = draw(st.sampled_from(["rope", "set", "mixed"]))
    size = draw(st.integers(3, 6))
    if kind == "rope":
        low, suit = draw(st.integers(0, len(RANKS) - size)), draw(st.sampled_from(SUITS))
        return [rank + suit for rank in RANKS[low : low + size]]
    rank = draw(st.sampled_from(RANKS))
    if kind == "set":
        return [rank + draw(st.sampled_from(SUITS))] * size
    return [rank + draw(st.sampled_from(SUITS)) for _ in range(size)]


@st.composite
def panguingue_event(draw: st.DrawFn, seats: int, laid: list[tuple[int, list[str]]]) -> Json:
    """An event that is often legal; `laid` are the melds of the record so far, as (seat, cards)."""
    kind = draw(
        st.sampled_from(
            ["stay", "drop", *["meld"] * 6, *["layoff"] * 3, *["borrow"] * 4, "foul"] * 2 + ["end"]
        )
    )
    if kind in {"stay", "drop", "foul"}:
        return by(kind, draw(st.integers(0, seats - 1)))
    if kind == "end":
        return call(draw(st.sampled_from(["exhausted", "misdeal"])))
    claim = draw(st.sampled_from([{}, {"claimed": True}, {"claimed": False}]))
    if kind == "meld" or not laid:
        return {"type": "meld", "seat": draw(st.integers(0, seats - 1)), "cards": draw(meld_cards())} | claim
    at = draw(st.integers(0, len(laid) - 1))
    seat, cards = laid[at]
    index = [owner for owner, _cards in laid[:at]].count(seat)
    if kind == "layoff":
        more = [draw(st.sampled_from(RANKS)) + draw(st.sampled_from(SUITS))]
        more = draw(
            st.sampled_from([more, cards[:1], cards[:1] * 2, [cards[0][0] + draw(st.sampled_from(SUITS))]])
        )
        return {"type": "layoff", "seat": seat, "meld": index, "cards": more} | claim
    lent = cards[: draw(st.integers(1, 3))]
    fresh = [lent[0]] * (3 - len(lent)) + draw(st.sampled_from([[], [lent[0]]]))
    return {"type": "meld", "seat": seat, "cards": lent + fresh, "borrow": [[index, lent]]} | claim


@st.composite
def panguingue_records(draw: st.DrawFn) -> Json:
    """A legal Panguingue record: of the events that are drawn, those are kept that replay without a fault."""
    seats = draw(st.integers(2, 7))
    record: Json = {
        "pdr": 1,
        "game": "panguingue",
        "detail": "score",
        "profile": draw(st.sampled_from(sorted(PANGUINGUE_PROFILES))),
        "rules": draw(house_rules(PANGUINGUE_OPTIONS)),
        "seats": labels(seats),
        "pot": draw(st.integers(0, 9)),
        "events": [],
    }
    if isinstance(replay(record), Fault):  # a card taken out of a stack that did not hold it
        record["rules"].pop("removed", None)
    laid: list[tuple[int, list[str]]] = []
    for _ in range(draw(st.integers(0, 14))):
        event = draw(panguingue_event(seats, laid))
        longer = record | {"events": [*record["events"], event]}
        if not isinstance(replay(longer), Fault):
            record = longer
            if event["type"] == "meld":
                laid.append((event["seat"], event["cards"]))
    return _finished(record, draw(st.integers(0, seats - 1))) if draw(st.booleans()) else record


def _finished(record: Json, seat: int) -> Json:
    """Let a seat meld kings until it has won, if it may: kings of any suits are a meld by all rules."""
    while isinstance(outcome := replay(record), Outcome) and not outcome.is_over:
        left = 11 - (outcome.cards[seat] or 0)
        size = left if left < 6 else 3
        kings = ["K" + SUITS[(left + at) % 4] for at in range(size)]
        index = sum(event.get("seat") == seat for event in record["events"] if event["type"] == "meld") - 1
        event = {"type": "layoff", "seat": seat, "meld": index, "cards": kings}
        if left >= 3:
            event = {"type": "meld", "seat": seat, "cards": kings}
        record = record | {"events": [*record["events"], event]}
        if isinstance(replay(record), Fault):
            return record | {"events": record["events"][:-1]}
    return record


@st.composite
def pan_records(draw: st.DrawFn) -> Json:
    """A legal Pan record."""
    seats = draw(st.integers(2, 6))
    timed = draw(st.sampled_from([{}, {"timed_moves": 3, "timed_seconds": 60}]))
    record: Json = {
        "pdr": 1,
        "game": "pan",
        "detail": "score",
        "profile": draw(st.sampled_from(sorted(PAN_PROFILES))),
        "rules": draw(house_rules(PAN_OPTIONS)) | timed,
        "seats": labels(seats),
        "pot": draw(st.integers(0, 9)),
        "events": [],
    }
    for _ in range(draw(st.integers(0, 8))):
        seat = draw(st.integers(0, seats - 1))
        ends = [by("lost", seat), by("flag", seat), call("drawn")]
        event = draw(st.sampled_from([*[by("out", seat)] * 6, *ends]))
        longer = record | {"events": [*record["events"], event]}
        if not isinstance(replay(longer), Fault):
            record = longer
    return record


@st.composite
def match_lines(draw: st.DrawFn) -> Json:
    """A legal whole-match line."""
    seats = draw(st.integers(2, 10))
    record: Json = {
        "pdr": 1,
        "game": "pan-match",
        "seats": labels(seats),
        "word": draw(st.sampled_from(["PAN", "OK", "ŁÓDŹ", "ASY"])),
        "match_end": draw(st.sampled_from(["first", "last_standing"])),
        "match_stake": draw(_UNITS),
        "losses": [],
    }
    for loser in draw(st.lists(st.none() | st.integers(0, seats - 1), max_size=25)):
        longer = record | {"losses": [*record["losses"], loser]}
        if not isinstance(replay(longer), Fault):
            record = longer
    return record


def deals() -> st.SearchStrategy[Json]:
    """A legal deal of either game."""
    return panguingue_records() | pan_records()


def records() -> st.SearchStrategy[Json]:
    """A legal record of any kind."""
    return deals() | match_lines()


@st.composite
def with_private_keys(draw: st.DrawFn, originals: st.SearchStrategy[Json]) -> tuple[Json, Json]:
    """A record, and the same with private keys strewn into it, the order of keys changed."""
    plain = draw(originals)
    strewn = copy.deepcopy(plain)
    inside = [strewn, *strewn.get("events", []), *([strewn["rules"]] if "rules" in strewn else [])]
    private: st.SearchStrategy[Json] = st.dictionaries(
        st.sampled_from(["_", "_a", "_ż"]), st.sampled_from([None, 1.5, "x", [{"y": []}], -1])
    )
    for place in inside:
        written = list((place | draw(private)).items())
        place.clear()
        place.update(draw(st.permutations(written)))
    return plain, strewn

"""Pan at detail `score`, and what its records share with those of detail `play` (PL-1, PL-2, PL-8)."""

from typing import Any

import pytest

from gameplay.engine.replay import replay, resolve
from gameplay.engine.verdict import Fault, Line, LineReason, Outcome
from tests.engine.records import Json, by, call, pan

TIMED = {"timed_moves": 2, "timed_seconds": 60}


def outcome(*events: Json, **header: Any) -> Outcome:
    verdict = replay(pan(*events, **header))
    assert isinstance(verdict, Outcome), verdict
    return verdict


def code(*events: Json, **header: Any) -> tuple[str, int | None]:
    verdict = replay(pan(*events, **header))
    assert isinstance(verdict, Fault), verdict
    return verdict.code.value, verdict.event


def test_pl1_every_profile_gives_every_option_a_value() -> None:
    tables = [resolve("pan", profile, {}) for profile in ("classic", "traditional", "spades")]
    assert all(not isinstance(table, Fault) and len(table) == 13 for table in tables)
    assert len({str(table) for table in tables}) == 3


@pytest.mark.parametrize(
    "rules",
    [
        {"pack": 32},
        {"pack": "24"},
        {"pack": 24.0},
        {"jokers": 5},
        {"jokers": False},
        {"joker_rule": "low"},
        {"timed_moves": 1},
        {"timed_seconds": 1},
        {"max_moves": -1},
        {"max_moves": 2**53},
        {"deal_stake": 10**6 + 1},
        {"zero_take": None},
    ],
)
def test_pl1_a_value_outside_its_row(rules: Json) -> None:
    assert code(rules=rules) == ("rules.invalid", None)


@pytest.mark.parametrize(
    ("seats", "pack", "is_fine"),
    [(1, 24, False), (6, 24, True), (7, 24, False), (10, 52, True), (11, 52, False)],
)
def test_pl1_seats_by_pack(seats: int, pack: int, is_fine: bool) -> None:  # noqa: FBT001 - a column of the table
    assert isinstance(replay(pan(seats=seats, rules={"pack": pack})), Outcome) is is_fine


def test_pl8_the_last_one_in_pays_each_other() -> None:
    verdict = outcome(by("out", 1), by("out", 3), by("out", 0), seats=4, rules={"deal_stake": 5})
    assert (verdict.outcome, verdict.winner, verdict.loser, verdict.finished) == ("lost", 1, 2, (1, 3, 0))
    assert verdict.units == (5, 5, -15, 5)
    assert verdict.lines[0] == Line(2, "PL-8", LineReason.DEAL_STAKE, 2, 0, 5)


def test_pl8_a_loser_named_at_once() -> None:
    verdict = outcome(by("out", 1), by("lost", 0))
    assert (verdict.outcome, verdict.winner, verdict.loser, verdict.finished) == ("lost", 1, 0, (1,))
    assert outcome(by("lost", 0)).winner is None


def test_pl8_drawn_by_agreement_costs_nothing() -> None:
    verdict = outcome(by("out", 2), call("drawn"), pot=3)
    assert (verdict.outcome, verdict.winner, verdict.loser, verdict.units, verdict.pot) == (
        "drawn",
        2,
        None,
        (0, 0, 0),
        3,
    )


def test_pl8_time_is_called_in_timed_play_only() -> None:
    assert code(by("flag", 0)) == ("flag.not_possible", 0)
    verdict = outcome(by("out", 1), by("flag", 0), rules=TIMED)
    assert (verdict.outcome, verdict.winner, verdict.loser, verdict.units) == ("time", 1, 0, (-2, 1, 1))
    assert code(by("out", 0), by("flag", 0), rules=TIMED) == ("flag.not_possible", 1)


def test_pl8_out_twice() -> None:
    assert code(by("out", 0), by("out", 0)) == ("out.repeated", 1)
    assert code(by("out", 0), by("lost", 0)) == ("out.repeated", 1)


def test_r_cards_that_nobody_recorded_are_not_zero_cards() -> None:  # L-31
    assert outcome(by("out", 0)).cards == (None, None, None)
    assert replay(pan() | {"pot": None}) != replay(pan() | {"pot": 0})


@pytest.mark.parametrize(
    ("event", "rules", "expected"),
    [
        ({"type": "deal"}, {}, "event.wrong_detail"),
        ({"type": "play", "seat": 0, "cards": ["9h"]}, {}, "event.wrong_detail"),
        ({"type": "play", "seat": 0, "cards": ["2h"]}, {}, "card.not_in_pack"),
        ({"type": "play", "seat": 0, "cards": ["2h"]}, {"pack": 52}, "event.wrong_detail"),
        ({"type": "play", "seat": 0, "cards": ["Jk"]}, {}, "card.not_in_pack"),
        ({"type": "play", "seat": 0, "cards": ["Jk"]}, {"jokers": 1}, "event.wrong_detail"),
        ({"type": "play", "seat": 0, "cards": ["Jk"], "as": "8"}, {"jokers": 1}, "record.invalid"),
        ({"type": "play", "seat": 0, "cards": ["Jk"], "as": ""}, {"jokers": 1}, "record.invalid"),
        ({"type": "play", "seat": 0, "cards": ["Jk"], "as": "9T"}, {"jokers": 1}, "record.invalid"),
        ({"type": "play", "seat": 0, "cards": ["9h"], "ms": -1}, {}, "record.invalid"),
        ({"type": "take", "seat": 0, "ms": 1.0}, {}, "record.invalid"),
        ({"type": "deal", "sizes": [8, 8]}, {}, "record.invalid"),
        ({"type": "deal", "sizes": [8, 8, "8"]}, {}, "record.invalid"),
        ({"type": "deal", "hands": [None, ["??", "9h"], []]}, {}, "event.wrong_detail"),
        ({"type": "meld", "seat": 0, "cards": []}, {}, "record.invalid"),
        ({"type": "drawn", "seat": 0}, {}, "record.unknown_key"),
    ],
)
def test_e_shape_first_then_the_detail(event: Json, rules: Json, expected: str) -> None:
    assert code(event, rules=rules) == (expected, 0)
    after_the_end = expected if expected != "event.wrong_detail" else "deal.over"
    assert code(call("drawn"), event, rules=rules) == (after_the_end, 1)

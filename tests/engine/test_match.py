"""Whole-match lines (PL-9)."""

from typing import Any

import pytest

from gameplay.engine.replay import header, replay
from gameplay.engine.verdict import Fault, Line, LineReason, MatchOutcome
from tests.engine.records import Json, match


def outcome(*losses: Any, **header: Any) -> MatchOutcome:
    verdict = replay(match(*losses, **header))
    assert isinstance(verdict, MatchOutcome), verdict
    return verdict


def code(*losses: Any, **header: Any) -> tuple[str, int | None]:
    verdict = replay(match(*losses, **header))
    assert isinstance(verdict, Fault), verdict
    return verdict.code.value, verdict.event


def test_pl9_letters_in_order_and_none_for_a_drawn_deal() -> None:
    verdict = outcome(0, None, 0, 2)
    assert verdict == MatchOutcome(("PA", "", "P"), (), over=False, winner=None, units=(0, 0, 0), lines=())


def test_pl9_the_first_defeat_ends_a_match_of_first() -> None:
    """One defeated pays three undefeated 5 each."""
    verdict = outcome(1, 1, 1, seats=4, match_end="first", match_stake=5)
    assert (verdict.over, verdict.winner, verdict.units) == (True, None, (5, -15, 5, 5))


def test_pl9_the_last_one_standing_is_paid_by_each_defeated() -> None:
    verdict = outcome(2, 0, 2, 0, word="OK", match_stake=3)
    assert (verdict.eliminated, verdict.over, verdict.winner, verdict.units) == ((2, 0), True, 1, (-3, 6, -3))
    assert verdict.lines == (
        Line(3, "PL-9", LineReason.MATCH_STAKE, 2, 1, 3),
        Line(3, "PL-9", LineReason.MATCH_STAKE, 0, 1, 3),
    )


@pytest.mark.parametrize("word", ["ŁÓDŹ", "ab", "ЛЕВ", "ﬁﬂ", "ABCDEFGHIJKL"])
def test_pl9_words_of_letters(word: str) -> None:
    assert outcome(0, word=word).letters[0] == word[0]


@pytest.mark.parametrize(
    "word", ["", "P", "ABCDEFGHIJKLM", "P N", "P4", "o\u0301k", "PA-", None, 3, ["P", "A"]]
)
def test_pl9_words_that_are_none(word: Any) -> None:
    assert code(word=word) == ("record.invalid", None)


@pytest.mark.parametrize("stake", [-1, 1.0, True, None, "1", 10**6 + 1])
def test_pl9_stakes_that_are_none(stake: Any) -> None:
    assert code(match_stake=stake) == ("record.invalid", None)


def test_pl9_the_rest_of_the_header() -> None:
    assert code(match_end="never") == ("record.invalid", None)
    assert code(losses={}) == ("record.invalid", None)
    assert code(seats=["a"]) == ("seats.count", None)
    assert code(seats=list("abcdefghijk")) == ("seats.count", None)
    assert code(seats=["a", "a"]) == ("seats.repeated", None)
    assert code(events=[]) == ("record.unknown_key", None)
    assert code(pdr=2) == ("record.unsupported_version", None)


@pytest.mark.parametrize(
    ("losses", "expected"),
    [
        ([3], ("seat.unknown", 0)),
        ([0, -1], ("seat.unknown", 1)),
        ([0, True], ("record.invalid", 1)),
        ([0, "a"], ("record.invalid", 1)),
        ([0, 0, 0, 0], ("match.seat_out", 3)),
        ([0, 0, 0, 1, 1, 1, None], ("match.seat_out", 6)),
        ([0, 0, 0, 1, 1, 1, 9], ("seat.unknown", 6)),
    ],
)
def test_pl9_losses_that_cannot_be(losses: list[Any], expected: tuple[str, int]) -> None:
    assert code(*losses) == expected


def test_pl9_a_match_has_no_deal_header() -> None:
    refused = header(match(0))
    assert isinstance(refused, Fault)
    assert refused.params["key"] == "game"


def test_pl9_private_keys_and_meta_are_ignored() -> None:
    more: Json = {"meta": {"x": [1.5]}, "_": {}}
    assert outcome(0, **more) == outcome(0)

"""Who is dealt in next and who is first, by the rules alone (PG-4)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from gameplay.next_deal import LastDeal, next_first, seats_in_order

RING = ("a", "b", "c", "d", "e")


@dataclass(frozen=True)
class Case:
    """What came last, and who sits there now."""

    profile: str
    rotation: str
    last: LastDeal
    seats: str


def last(first: str, *, winner: str | None = None, outcome: str = "won") -> LastDeal:
    return LastDeal(RING, RING.index(first), None if winner is None else RING.index(winner), outcome, 0)


def first_of(case: Case) -> str:
    return case.seats[next_first(case.profile, case.rotation, list(case.seats), case.last)]


def test_members_are_dealt_in_by_their_chairs() -> None:
    chairs = {7: "c", 1: "a", 15: "d", 2: "b"}
    assert seats_in_order(chairs) == ["a", "b", "c", "d"]
    assert list(chairs) == [7, 1, 15, 2]


def test_of_a_match_only_those_still_in_are_dealt_in() -> None:
    chairs = {3: "c", 1: "a", 2: "b"}
    assert seats_in_order(chairs, frozenset({"c", "a", "gone"})) == ["a", "c"]
    assert seats_in_order(chairs, frozenset()) == []
    assert seats_in_order({}) == []


@pytest.mark.parametrize("profile", ["classic", "cardroom", "hoyle"])
@pytest.mark.parametrize("rotation", ["clockwise", "counterclockwise"])
def test_the_first_deal_begins_at_the_first_chair(profile: str, rotation: str) -> None:
    assert next_first(profile, rotation, ["a", "b", "c"], None) == 0
    assert next_first(profile, rotation, ["a", "b", "c"], LastDeal(RING, None, 1, "won", 0)) == 0


@pytest.mark.parametrize(
    ("rotation", "first", "expected"),
    [
        ("clockwise", "b", "c"),
        ("clockwise", "e", "a"),
        ("counterclockwise", "b", "a"),
        ("counterclockwise", "a", "e"),
    ],
)
def test_classic_moves_on_by_one_seat_whoever_won(rotation: str, first: str, expected: str) -> None:
    for winner in RING:
        assert first_of(Case("classic", rotation, last(first, winner=winner), "abcde")) == expected


@pytest.mark.parametrize("profile", ["cardroom", "hoyle"])
@pytest.mark.parametrize("rotation", ["clockwise", "counterclockwise"])
def test_elsewhere_the_last_winner_is_first(profile: str, rotation: str) -> None:
    for winner in RING:
        assert first_of(Case(profile, rotation, last("b", winner=winner), "abcde")) == winner


@pytest.mark.parametrize("profile", ["classic", "cardroom", "hoyle"])
@pytest.mark.parametrize("rotation", ["clockwise", "counterclockwise"])
def test_a_misdeal_is_dealt_again_from_the_same_seat(profile: str, rotation: str) -> None:
    assert first_of(Case(profile, rotation, last("c", outcome="misdeal"), "abcde")) == "c"


@pytest.mark.parametrize("profile", ["classic", "cardroom", "hoyle"])
@pytest.mark.parametrize(("rotation", "expected"), [("clockwise", "d"), ("counterclockwise", "b")])
def test_a_deal_without_a_winner_moves_on(profile: str, rotation: str, expected: str) -> None:
    assert first_of(Case(profile, rotation, last("c", outcome="exhausted"), "abcde")) == expected


@pytest.mark.parametrize(
    ("rotation", "seats", "expected"),
    [
        ("clockwise", "abde", "d"),
        ("clockwise", "abe", "e"),
        ("clockwise", "ab", "a"),
        ("counterclockwise", "abde", "b"),
        ("counterclockwise", "ade", "a"),
        ("counterclockwise", "de", "e"),
    ],
)
def test_whoever_should_be_first_and_left_is_followed_in_turn_order(
    rotation: str, seats: str, expected: str
) -> None:
    for gone in (
        Case("cardroom", rotation, last("a", winner="c"), seats),
        Case("hoyle", rotation, last("e", winner="c"), seats),
        Case("classic", rotation, last("c", winner="a"), seats),
        Case("cardroom", rotation, last("c", outcome="exhausted"), seats),
        Case("hoyle", rotation, last("c", outcome="misdeal"), seats),
    ):
        assert first_of(gone) == expected


def test_whoever_has_sat_down_next_to_the_first_takes_a_turn() -> None:
    assert first_of(Case("classic", "clockwise", last("b"), "abxcde")) == "x"
    assert first_of(Case("classic", "counterclockwise", last("b"), "axbcde")) == "x"


def test_a_winner_keeps_the_first_seat_on_whatever_chair() -> None:
    assert first_of(Case("hoyle", "clockwise", last("a", winner="d"), "dxa")) == "d"


@pytest.mark.parametrize("rotation", ["clockwise", "counterclockwise"])
def test_where_nobody_of_the_last_deal_is_left_the_first_chair_begins(rotation: str) -> None:
    assert first_of(Case("classic", rotation, last("d"), "xyz")) == "x"
    assert first_of(Case("cardroom", rotation, last("d", winner="b"), "xyz")) == "x"


def test_around_the_table_everybody_is_first_once() -> None:
    for rotation in ("clockwise", "counterclockwise"):
        first, seen = 0, []
        for _ in RING:
            first = next_first("classic", rotation, RING, LastDeal(RING, first, None, "won", 0))
            seen.append(first)
        assert sorted(seen) == [0, 1, 2, 3, 4]

"""Panguingue at detail `score`: cards, declarations, melds, precedence (PG-2 to PG-8, E)."""

import pytest

from gameplay.engine.replay import replay
from gameplay.engine.verdict import Code, Outcome
from tests.engine.deals import WIN, code, fault, outcome
from tests.engine.records import Json, by, call, layoff, meld, panguingue

# PG-2, PG-3


def test_pg2_a_card_more_often_than_the_stack_holds_it_is_said_with_the_count() -> None:  # L-66
    verdict = fault(meld(0, "7s 7s 7s"), rules={"packs": 2}, seats=2)
    assert (verdict.code, verdict.event) == (Code.CARD_TOO_MANY, 0)
    assert dict(verdict.params) == {"rule": "PG-2", "card": "7s", "count": 3, "copies": 2}


def test_pg2_cards_count_over_all_seats_and_borrowed_ones_once() -> None:
    five = meld(0, "3h 3h 3h 3h 3h")
    split = meld(0, "3h 3h 3h", {0: "3h 3h"})
    assert outcome(five, split, meld(1, "2h 3h 4h"), meld(2, "3h 4h 5h")).cards == (6, 3, 3)
    assert code(
        five, split, meld(1, "2h 3h 4h"), meld(2, "3h 4h 5h"), layoff(2, 0, "6h 2h"), meld(1, "3h 4h 5h")
    ) == (
        "card.too_many",
        5,
    )


def test_pg2_a_layoff_is_located_too() -> None:
    """Two threes of hearts are there; the third, laid off, is one too many."""
    events = [meld(0, "2h 3h 4h"), meld(1, "3h 4h 5h"), meld(0, "3d 3c 3s")]
    two_packs: Json = {"rules": {"packs": 2}, "seats": 2}
    assert outcome(*events, layoff(1, 0, "2h"), **two_packs).cards == (6, 4)
    assert code(*events, layoff(0, 1, "3h"), **two_packs) == ("card.too_many", 3)


def test_pg3_the_ace_is_low_only_and_seven_is_beside_the_jack() -> None:
    assert code(meld(0, "Qc Kc Ac")) == ("meld.invalid", 0)
    assert outcome(meld(0, "Jc 6c 7c")).cards == (3, 0, 0)


# PG-5


def test_pg5_a_dropper_pays_the_forfeit_and_nothing_else() -> None:  # L-65
    verdict = outcome(by("drop", 2), meld(0, "3h 3h 3h"))
    assert verdict.units == (2, -2, -1)
    assert verdict.pot == 1


def test_pg5_the_last_seat_takes_the_pot_with_what_was_carried_in() -> None:
    verdict = outcome(by("drop", 1), by("drop", 0), pot=9, rules={"ante": 2, "drop_forfeit": 3})
    assert (verdict.outcome, verdict.winner, verdict.units, verdict.pot) == (
        "uncontested",
        2,
        (-5, -5, 19),
        0,
    )


def test_pg5_declaring_after_the_first_meld_is_too_late() -> None:
    for late in (by("drop", 1), by("stay", 1)):
        assert code(meld(0, "4h 4c 4d"), late) == ("declare.too_late", 1)
    assert code(by("drop", 1), by("stay", 1)) == ("declare.too_late", 1)


def test_pg5_one_who_dropped_may_not_meld_nor_lay_off() -> None:
    assert code(by("drop", 0), meld(0, "4h 4c 4d")) == ("seat.not_playing", 1)
    assert code(by("drop", 0), layoff(0, 0, "4h")) == ("seat.not_playing", 1)


# PG-7, PG-8


@pytest.mark.parametrize(
    ("cards", "profile", "is_meld"),
    [
        ("Ah Ah Kh", "classic", False),
        ("Ah Ac Ac Ac", "classic", True),
        ("5h 5h 5c", "classic", False),
        ("5h 5h 5c 5d", "classic", False),
        ("5h 5h 5c 5d", "hoyle", True),
        ("5h 5h 5c 5c", "hoyle", False),
        ("5h 5h 5h 5h", "classic", True),
        ("5s 6s 7s Js", "classic", True),
        ("5s 6s Js", "classic", False),
        ("Ks Qs Js 7s", "classic", True),
    ],
)
def test_pg7_what_is_a_meld(cards: str, profile: str, is_meld: bool) -> None:  # noqa: FBT001 - a column of the table
    verdict = replay(panguingue(meld(0, cards), profile=profile))
    assert isinstance(verdict, Outcome) is is_meld


@pytest.mark.parametrize("cards", ["", "Kh", "Kh Kh"])
def test_pg7_fewer_than_three_cards_are_too_short(cards: str) -> None:
    assert code(meld(0, cards)) == ("meld.too_short", 0)


@pytest.mark.parametrize("index", [-1, 1, 7])
def test_pg7_a_meld_that_is_not_there(index: int) -> None:
    assert code(meld(0, "4h 4c 4d"), layoff(0, index, "4s")) == ("meld.unknown", 1)
    assert code(meld(0, "4h 4c 4d 4s"), meld(0, "4h 5h 6h", {index: "4h"})) == ("meld.unknown", 1)


def test_pg7_a_layoff_counts_towards_eleven() -> None:
    assert code(*WIN[:2], layoff(0, 0, ""), rules={}) == ("meld.too_short", 2)
    assert code(meld(0, "Ah Ac Ad As Ah Ac Ad As"), meld(0, "Kh Kc"), rules={}) == ("meld.too_short", 1)
    assert code(meld(0, "Ah Ac Ad As Ah Ac Ad As"), layoff(0, 0, "Ah Ac Ad As")) == ("meld.too_many", 1)


def test_pg8_a_loan_from_two_melds_at_once_and_the_same_index_twice() -> None:
    base = [meld(0, "3d 4d 5d 6d"), meld(0, "6h 7h Jh Qh")]
    assert outcome(*base, meld(0, "6d 6h 6c", {0: "6d", 1: "6h"})).cards == (9, 0, 0)
    twice = meld(0, "5d 6d 7d") | {"borrow": [[0, ["6d"]], [0, []], [0, ["5d"]]]}
    assert code(*base, twice) == ("borrow.leaves_invalid", 2)
    assert outcome(meld(0, "2d 3d 4d 5d 6d"), twice).cards == (6, 0, 0)


def test_pg8_a_borrowed_card_must_be_in_both_melds() -> None:
    base = meld(0, "3d 4d 5d 6d")
    assert code(base, meld(0, "6h 6c 6s", {0: "6d"})) == ("borrow.not_there", 1)
    assert code(base, meld(0, "7d 7h 7c", {0: "7d"})) == ("borrow.not_there", 1)
    assert code(base, meld(0, "6d 6h 6c") | {"borrow": [[0, ["6d"]], [0, ["6d"]]]}) == ("borrow.not_there", 1)


def test_pg8_the_remainder_can_be_laid_off_on_and_lent_again() -> None:
    events = [meld(0, "As As As Ah"), meld(0, "Ah 2h 3h", {0: "Ah"}), layoff(0, 0, "Ac"), layoff(0, 1, "4h")]
    assert outcome(*events).cards == (8, 0, 0)
    again = meld(0, "Ah Ad Ac", {1: "Ah", 0: "Ac"})
    assert outcome(*events, again).cards == (9, 0, 0)
    assert code(*events, again, meld(0, "2h 3h 4h", {1: "2h 3h"})) == ("borrow.leaves_invalid", 5)


# E


@pytest.mark.parametrize(
    "event",
    [
        {"type": "deal", "upcard": "5h"},
        by("draw", 0, **{"from": "stock"}),
        by("discard", 0, card="5h"),
        by("force", 0, by=1),
    ],
)
def test_e_events_of_detail_play_are_known_and_refused(event: Json) -> None:
    assert code(event) == ("event.wrong_detail", 0)
    assert code(call("misdeal"), event) == ("deal.over", 1)


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ({"type": "deal", "upcard": "8h"}, "card.not_in_pack"),
        ({"type": "deal", "upcard": "zz"}, "card.invalid"),
        ({"type": "deal"}, "record.invalid"),
        ({"type": "deal", "upcard": "5h", "hands": [None]}, "record.invalid"),
        ({"type": "deal", "upcard": "5h", "hands": [None, ["Jk"], None]}, "card.not_in_pack"),
        ({"type": "draw", "seat": 0, "from": "hand"}, "record.invalid"),
        ({"type": "draw", "seat": 0, "from": "discard", "card": "??"}, "card.invalid"),
        ({"type": "force", "seat": 0, "by": 3}, "seat.unknown"),
        ({"type": "discard", "seat": 0, "card": "??"}, "card.invalid"),
        ({"type": "misdeal", "reason": 1}, "record.invalid"),
        ({"type": "misdeal", "reason": None}, "record.invalid"),
        ({"type": "exhausted", "seat": 0}, "record.unknown_key"),
        ({"type": "meld", "seat": 0, "cards": ["4h", "4c", "4d"], "claimed": 1}, "record.invalid"),
        ({"type": "meld", "seat": 0, "cards": ["4h", "4c", "4d"], "borrow": None}, "record.invalid"),
        ({"type": "meld", "seat": 0, "cards": ["4h", "4c", "4d"], "borrow": [[0, ["??"]]]}, "card.invalid"),
        ({"type": "meld", "seat": 0, "cards": ["4h", "4c", "4d"], "borrow": [[True, []]]}, "record.invalid"),
        ({"type": "meld", "seat": 0}, "record.invalid"),
        ({"type": "layoff", "seat": 0, "meld": 2**53, "cards": []}, "record.invalid"),
        ({"type": "take", "seat": 0}, "record.invalid"),
    ],
)
def test_e_the_shape_of_an_event_comes_before_all_else(event: Json, expected: str) -> None:
    assert code(event) == (expected, 0)
    assert code(call("misdeal"), event) == (expected, 1)


def test_e_the_card_too_many_comes_last() -> None:
    """Nine threes are no meld of eleven either; what is located is looked at when all else is in order."""
    assert code(meld(0, "3h 3h 3h 3h 3h 3h 3h 3h 3h 4h")) == ("meld.invalid", 0)
    assert code(meld(0, "3h 3h 3h 3h 3h 3h 3h 3h 3h")) == ("card.too_many", 0)


@pytest.mark.parametrize(
    "event",
    [
        by("stay", 0),
        by("drop", 0),
        by("foul", 0),
        meld(0, "4h 4c 4d"),
        meld(0, "4h 4c 4d", claimed=True),
        layoff(0, 0, "Ks"),
        layoff(0, 0, "Ks", claimed=True),
        call("exhausted"),
        call("misdeal"),
        call("undo"),
    ],
)
def test_e_an_unknown_key_is_seen_in_every_event(event: Json) -> None:
    before = [meld(0, "Kh Kc Kd")] if event["type"] not in {"stay", "drop"} else []
    assert isinstance(replay(panguingue(*before, event)), Outcome)
    assert code(*before, event | {"note": "x"}) == ("record.unknown_key", len(before))

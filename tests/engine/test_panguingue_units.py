"""Who pays whom (PG-9 to PG-13). The figures of the long examples were worked out by hand."""

import pytest

from gameplay.engine.verdict import Line, LineReason, Outcome
from tests.engine.deals import WIN, code, outcome
from tests.engine.records import by, call, layoff, meld

# PG-9 to PG-13: worked out by hand


def test_pg10_pg11_a_whole_classic_deal() -> None:
    """Four seats. d drops (1 to the pot).

    a three fives of clubs, valle: 2 each from b, c:    a +4  b -2  c -2
    b ace to four of diamonds, low rope: 1 from a, c:   a +3  b  0  c -3
    c kings of two suits: nothing. a a fourth five: `classic` pays no extra.
    a jack, queen, king of spades: 1 (not doubled):     a +5  b -1  c -4
    a four fours, mixed: nothing; that is eleven cards. Out: 1, and 2 + 1 again, so 4 each:
                                                        a +13 b -5  c -8; and the pot, 1: a +14
    """
    verdict = outcome(
        by("stay", 0),
        by("drop", 3),
        meld(0, "5c 5c 5c"),
        meld(1, "Ad 2d 3d 4d"),
        meld(2, "Kh Kh Kc"),
        layoff(0, 0, "5c"),
        layoff(1, 0, "5d 6d"),
        meld(0, "Js Qs Ks"),
        meld(0, "4h 4c 4d 4s"),
        seats=4,
    )
    assert (verdict.outcome, verdict.winner, verdict.pot) == ("won", 0, 0)
    assert verdict.units == (14, -5, -8, -1)
    assert verdict.cards == (11, 6, 3, 0)
    assert verdict.is_over


def test_pg9_pg10_pg13_a_hoyle_deal_with_spades_a_loan_and_a_foul() -> None:
    """Three seats, 5 carried in.

    a four sevens of spades: (2 + 1) twice = 6:          a +12 b -6  c -6
    b threes of three suits, mixed valle: 1:             a +11 b -4  c -7
    b a fourth suit: 1 more:                             a +10 b -2  c -8
    a lends a seven to sevens of three suits: the new
      one 1; the old one falls from 6 to 4, nothing back: a +12 b -3  c -9
    a is fouled: 7 back to b, 7 back to c:               a  -2 b +4  c -2
    c three twos of clubs: 1, also from the fouled a:    a  -3 b +3  c  0
    exhausted: the 5 go on.
    """
    verdict = outcome(
        meld(0, "7s 7s 7s 7s"),
        meld(1, "3h 3c 3d"),
        layoff(1, 0, "3s"),
        meld(0, "7s 7h 7d", {0: "7s"}),
        by("foul", 0),
        meld(2, "2c 2c 2c"),
        call("exhausted"),
        profile="hoyle",
        pot=5,
    )
    assert (verdict.outcome, verdict.winner, verdict.pot) == ("exhausted", None, 5)
    assert verdict.units == (-3, 3, 0)
    assert [line for line in verdict.lines if line.event == 4] == [
        Line(4, "PG-13", LineReason.PAYBACK, 0, 1, 7),
        Line(4, "PG-13", LineReason.PAYBACK, 0, 2, 7),
    ]


def test_pg10_pg11_a_cardroom_deal_with_antes_and_a_split() -> None:
    """Five seats, ante 1, 2 carried in: the pot is 7. e drops for nothing.

    a six aces of hearts: 1 + 3 = 4 from b, c, d:        a +11 b, c, d -5  e -1
    a splits three off: 1 + 1 - 4 is less than nothing.
    a jack, queen, king of clubs: 1:                     a +14 b, c, d -6
    a seven and six of clubs to it: nothing; eleven cards. Out: 2, and 1 + 1 + 1 again, so 5 each:
                                                         a +29 b, c, d -11; and the pot: a +36
    """
    verdict = outcome(
        by("drop", 4),
        meld(0, "Ah Ah Ah Ah Ah Ah"),
        meld(0, "Ah Ah Ah", {0: "Ah Ah Ah"}),
        meld(0, "Jc Qc Kc"),
        layoff(0, 2, "6c 7c"),
        profile="cardroom",
        seats=5,
        pot=2,
    )
    assert (verdict.outcome, verdict.winner, verdict.pot) == ("won", 0, 0)
    assert verdict.units == (36, -11, -11, -11, -1)


def test_pg10_a_condition_left_behind_by_a_loan_is_new_too() -> None:
    """Ace of hearts out of four aces (0): low rope 1, and three aces of spades are left, 1. Two payers."""
    verdict = outcome(meld(0, "As As As Ah"), meld(0, "Ah 2h 3h", {0: "Ah"}))
    assert verdict.units == (4, -2, -2)
    assert [(line.reason, line.meld) for line in verdict.lines] == [
        (LineReason.CONDITION, 1),
        (LineReason.CONDITION, 1),
        (LineReason.LOAN, 0),
        (LineReason.LOAN, 0),
    ]


@pytest.mark.parametrize(
    ("split_pays", "expected"),
    [
        ("new", 8),  # 2 for the six threes; then 2 for the new three: 4 from each of two
        ("gain", 8),  # 2; then 2 + 2 - 2 = 2: the same, for the other reason
    ],
)
def test_pg10_a_split_of_six_valles(split_pays: str, expected: int) -> None:
    six, split = meld(0, "3h 3h 3h 3h 3h 3h"), meld(0, "3h 3h 3h", {0: "3h 3h 3h"})
    verdict = outcome(six, split, rules={"split_pays": split_pays})
    assert verdict.units[0] == expected
    reason = LineReason.SPLIT if split_pays == "gain" else LineReason.CONDITION
    assert {line.reason for line in verdict.lines if line.event == 1} == {reason}


def test_pg10_a_split_pays_new_or_gain_by_the_option() -> None:
    """Ace to six of diamonds, 1; split into A 2 3 and 4 5 6: new 1, gain 1 + 0 - 1 = 0. Two payers."""
    events = [meld(0, "Ad 2d 3d 4d 5d 6d"), meld(0, "Ad 2d 3d", {0: "Ad 2d 3d"})]
    assert outcome(*events, rules={"split_pays": "new"}).units[0] == 4
    assert outcome(*events, rules={"split_pays": "gain"}).units[0] == 2


def test_pg10_a_split_of_mixed_kings_makes_two_conditions_under_either_option() -> None:
    """Three spades and three hearts, 0; split: 1 and 1. Two payers: 4."""
    events = [meld(0, "Ks Ks Ks Kh Kh Kh"), meld(0, "Kh Kh Kh", {0: "Kh Kh Kh"})]
    for split_pays in ("new", "gain"):
        assert outcome(*events, rules={"split_pays": split_pays}).units == (4, -2, -2)


def test_pg10_with_all_payers_a_dropper_pays_conditions_but_not_the_out() -> None:
    """Seat c drops for 1. Three threes, 2 from both. Then eleven cards: 1 + 2 from b alone, and the pot."""
    rules = {"condition_payers": "all"}
    verdict = outcome(by("drop", 2), meld(0, "3h 3h 3h"), *WIN[:2], rules=rules)
    assert verdict.outcome == "won"
    assert verdict.units == (4 + 3 + 1, -2 - 3, -1 - 2)


def test_pg10_only_what_is_claimed_collects() -> None:
    rules = {"claims": "required"}
    assert outcome(meld(0, "3h 3h 3h"), layoff(0, 0, "3h", claimed=True), rules=rules).units == (0, 0, 0)
    assert outcome(meld(0, "3h 3h 3h", claimed=True), rules=rules).units == (4, -2, -2)
    assert outcome(meld(0, "2h 3h 4h"), layoff(0, 0, "Ah", claimed=True), rules=rules).units == (2, -1, -1)


def test_pg11_what_the_last_meld_collects_is_paid_before_the_out() -> None:
    """Eight cards of nothing, then three threes: 2 each, and 1 + 2 each. Two payers: 10."""
    verdict = outcome(*WIN[:2], meld(0, "3h 3h 3h"))
    assert verdict.units == (10, -5, -5)
    assert [line.reason for line in verdict.lines[:2]] == [LineReason.CONDITION] * 2


def test_pg11_no_bonus_and_no_repeats_leave_no_lines() -> None:
    rules = {"out_bonus": 0, "out_repeats_conditions": False}
    assert outcome(*WIN, rules=rules).lines == ()


def test_pg11_exhausted_gives_this_deals_antes_and_forfeits_back() -> None:
    rules = {"ante": 2, "drop_forfeit": 3}
    events = [by("drop", 1), meld(0, "3h 3h 3h"), call("exhausted")]
    assert (outcome(*events, rules=rules, pot=4).units, outcome(*events, rules=rules, pot=4).pot) == (
        (2, 0, -2),
        4,
    )
    carried = outcome(*events, rules=rules | {"unwon_pot": "carry"}, pot=4)
    assert (carried.units, carried.pot) == ((0, -5, -4), 4 + 6 + 3)


def test_pg11_a_misdeal_undoes_everything_and_carries_the_pot() -> None:
    verdict = outcome(by("drop", 1), meld(0, "3h 3h 3h"), call("misdeal", reason="a card lay open"), pot=7)
    assert verdict == Outcome("misdeal", None, None, (0, 0, 0), 7, (0, 0, 0), (), ())


def test_pg13_a_foul_of_one_who_dropped_or_is_fouled() -> None:
    assert code(by("drop", 0), by("foul", 0)) == ("foul.not_playing", 1)
    assert code(by("foul", 0), by("foul", 0)) == ("foul.not_playing", 1)


def test_pg13_a_fouled_seat_acts_no_more() -> None:
    for event in (by("stay", 0), by("drop", 0), meld(0, "4h 4c 4d"), layoff(0, 0, "4h")):
        assert code(by("foul", 0), event) == ("seat.not_playing", 1)


def test_pg13_fouls_and_drops_leave_one_who_takes_the_pot() -> None:
    """Antes 1 each; c drops for 1; b is fouled; a takes 4."""
    verdict = outcome(by("drop", 2), by("foul", 1), rules={"ante": 1})
    assert (verdict.outcome, verdict.winner, verdict.units) == ("uncontested", 0, (3, -1, -2))
    assert verdict.lines[-1] == Line(1, "PG-13", LineReason.POT, None, 0, 4)


def test_pg13_only_conditions_are_paid_back_not_a_payback_of_another() -> None:
    """Seat a collects 2 from b, c; is fouled, pays both back. Seat b, fouled next, keeps that."""
    verdict = outcome(meld(0, "3h 3h 3h"), by("foul", 0), by("foul", 1), seats=4)
    assert verdict.units == (0, 0, 0, 0)
    assert [line.event for line in verdict.lines] == [0, 0, 0, 1, 1, 1]


def test_pg13_a_fouled_seat_pays_the_out() -> None:
    assert outcome(by("foul", 1), *WIN).units == (2, -1, -1)

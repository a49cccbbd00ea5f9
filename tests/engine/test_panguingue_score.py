"""Panguingue at detail `score`, rule by rule. The figures of the long examples were worked out by hand."""

from typing import Any

import pytest

from gameplay.engine.replay import replay, resolve
from gameplay.engine.verdict import Code, Fault, Line, LineReason, Outcome
from tests.engine.records import Json, by, call, layoff, meld, panguingue

WIN = [meld(0, "4h 4c 4d 4s"), meld(0, "6h 6c 6d 6s"), meld(0, "Qh Qc Qd")]
"""Eleven cards without any condition by `classic`."""


def outcome(*events: Json, **header: Any) -> Outcome:
    verdict = replay(panguingue(*events, **header))
    assert isinstance(verdict, Outcome), verdict
    return verdict


def fault(*events: Json, **header: Any) -> Fault:
    verdict = replay(panguingue(*events, **header))
    assert isinstance(verdict, Fault), verdict
    return verdict


def code(*events: Json, **header: Any) -> tuple[str, int | None]:
    verdict = fault(*events, **header)
    return verdict.code.value, verdict.event


# PG-1


def test_pg1_every_profile_gives_every_option_a_value() -> None:
    tables = [resolve("panguingue", profile, {}) for profile in ("classic", "cardroom", "hoyle")]
    assert all(not isinstance(table, Fault) and len(table) == 26 for table in tables)
    assert len({str(table) for table in tables}) == 3


def test_pg1_removed_is_a_multiset_of_which_the_order_does_not_matter() -> None:
    one = resolve("panguingue", "classic", {"removed": ["Kd", "As", "As"]})
    assert one == resolve("panguingue", "classic", {"removed": ["As", "Kd", "As"]})
    assert not isinstance(one, Fault)
    assert one["removed"] == ["Kd", "As", "As"]


@pytest.mark.parametrize(
    "rules",
    [
        {"packs": 0},
        {"packs": 12},
        {"packs": True},
        {"packs": 8.0},
        {"packs": "8"},
        {"removed": "As"},
        {"removed": ["8s"]},
        {"removed": ["??"]},
        {"removed": [["As"]]},
        {"removed": ["As"] * 9},
        {"packs": 1, "removed": ["As", "As"]},
        {"rotation": "left"},
        {"rotation": ["clockwise"]},
        {"ante": -1},
        {"ante": None},
        {"ante": False},
        {"ante": 10**6 + 1},
        {"forcing": 1},
        {"claims": {}},
        {"meld_needs_drawn_card": True},
        {"unwon_pot": "Return"},
    ],
)
def test_pg1_a_value_outside_its_row(rules: Json) -> None:
    assert code(rules=rules) == ("rules.invalid", None)


@pytest.mark.parametrize("rules", [{"packs": 1}, {"packs": 11}, {"ante": 10**6}, {"removed": ["As"] * 8}])
def test_pg1_the_ends_of_a_row(rules: Json) -> None:
    assert outcome(rules=rules, seats=2).outcome == "open"


def test_pg1_cardroom_with_the_drawn_card_to_the_hand() -> None:
    over = {"drawn_card": "hand"}
    assert code(profile="cardroom", rules=over) == ("rules.invalid", None)
    assert outcome(profile="cardroom", rules=over | {"meld_needs_drawn_card": False}).outcome == "open"


def test_pg1_true_and_one_are_two_values_even_after_each_other() -> None:
    """They are equal in Python and hash alike, so a memo could confuse them."""
    assert outcome(rules={"ante": 1}).pot == 3
    assert code(rules={"ante": True}) == ("rules.invalid", None)
    assert outcome(rules={"forcing": True}).outcome == "open"
    assert code(rules={"forcing": 1}) == ("rules.invalid", None)


@pytest.mark.parametrize(
    ("seats", "rules", "is_fine"),
    [
        (1, {}, False),
        (2, {}, True),
        (15, {}, True),
        (16, {}, False),
        (3, {"packs": 1}, True),  # forty cards: 31 are enough
        (4, {"packs": 1}, False),  # 41 are not there
        (
            3,
            {"packs": 1, "removed": ["Ah", "2h", "3h", "4h", "5h", "6h", "7h", "Jh", "Qh"]},
            True,
        ),  # exactly 31
        (3, {"packs": 1, "removed": ["Ah", "2h", "3h", "4h", "5h", "6h", "7h", "Jh", "Qh", "Kh"]}, False),
    ],
)
def test_pg1_the_stack_holds_ten_cards_a_seat_and_one(seats: int, rules: Json, is_fine: bool) -> None:  # noqa: FBT001 - a column of the table
    verdict = replay(panguingue(seats=seats, rules=rules))
    assert isinstance(verdict, Outcome) is is_fine
    assert is_fine or (isinstance(verdict, Fault) and verdict.code is Code.SEATS_COUNT)


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

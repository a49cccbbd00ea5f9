"""Pan card by card, rule by rule, in examples: pack, deal, opening, plays, takes (PL-2 to PL-6)."""

import pytest

from tests.engine.pan_deals import OPEN, TIMED, WILD, code, deal, lay, outcome, take
from tests.engine.records import Json, by, call

HIGH = {"jokers": 4}


def unknown(cards: int, *known: str) -> str:
    return " ".join([*known, *["??"] * (cards - len(known))])


# PL-2, PL-3


@pytest.mark.parametrize(
    ("seats", "rules", "sizes"),
    [
        (5, {}, (5, 5, 5, 5, 4)),
        (3, {"jokers": 1}, (9, 8, 8)),
        (2, {"pack": 52, "jokers": 3}, (28, 27)),
        (10, {"pack": 52}, (6, 6, 5, 5, 5, 5, 5, 5, 5, 5)),
    ],
)
def test_pl3_the_first_seats_have_one_card_more(
    seats: int, rules: Json, sizes: tuple[int, ...]
) -> None:  # L-67
    assert outcome(deal(), seats=seats, rules=rules).cards == sizes


def test_pl3_before_the_deal_nobody_holds_a_card() -> None:
    assert outcome(seats=2).cards == (0, 0)


def test_pl3_a_given_hand_has_the_size_it_has() -> None:
    assert outcome(deal(unknown(8), None, None)).cards == (8, 8, 8)
    assert outcome(deal(unknown(4), unknown(20)), seats=2).cards == (4, 20)
    assert outcome(deal(unknown(4), None, sizes=[4, 20]), seats=2).cards == (4, 20)
    assert code(deal(unknown(4), None), seats=2) == ("deal.hand_size", 0), "twelve cards for the other"


@pytest.mark.parametrize(
    "dealt",
    [
        deal(unknown(9), None, None),
        deal(sizes=[8, 8, 7]),
        deal(sizes=[0, 12, 12]),
        deal(sizes=[-1, 12, 13]),
        deal(sizes=[2**53 - 1, 1, 1]),
        deal(unknown(7), None, None, sizes=[8, 8, 8]),
        {"type": "deal", "hands": [[], None, None]},
    ],
)
def test_pl3_sizes_that_do_not_fit(dealt: Json) -> None:
    assert code(dealt) == ("deal.hand_size", 0)


def test_pl3_the_deal_comes_first_and_once() -> None:
    assert code(lay(0, "9h")) == ("deal.expected", 0)
    assert code(take(0)) == ("deal.expected", 0)
    assert code(by("flag", 0), rules=TIMED) == ("deal.expected", 0)
    assert code(call("drawn")) == ("deal.expected", 0)
    assert code(deal(), deal()) == ("deal.repeated", 1)
    assert code(*OPEN, deal()) == ("deal.repeated", 2)


def test_pl2_no_card_is_dealt_twice_and_no_more_jokers_than_there_are() -> None:
    assert code(deal(unknown(8, "Ah"), unknown(8, "Ah"), None)) == ("card.too_many", 0)
    assert code(deal(unknown(8, "Ah", "Ah"), None, None)) == ("card.too_many", 0)
    hand = unknown(13, "Jk", "Jk", "Jk")
    assert code(deal(hand, None), seats=2, rules={"jokers": 2}) == ("card.too_many", 0)
    assert outcome(deal(unknown(13, "Jk", "Jk"), None), seats=2, rules={"jokers": 2}).cards == (13, 13)


def test_pl2_cards_of_the_other_pack() -> None:
    assert code(*OPEN, lay(1, "8d")) == ("card.not_in_pack", 2)
    assert code(*OPEN, lay(1, "Jk")) == ("card.not_in_pack", 2)
    assert code(deal(unknown(8, "2h"), None, None)) == ("card.not_in_pack", 0)


# PL-4


def test_pl4_the_opener_alone_or_with_its_equals() -> None:
    assert outcome(*OPEN).cards == (7, 8, 8)
    assert outcome(deal(), lay(0, "9h 9s 9c 9d")).cards == (4, 8, 8)
    assert outcome(deal(), lay(0, "2h"), rules={"pack": 52}).cards == (17, 17, 17)


@pytest.mark.parametrize(
    "cards", ["9d", "Th", "9h 9d", "9h 9c 9d", "9d 9h 9c 9s", "9h 9d 9d 9c", "9h 9h", ""]
)
def test_pl4_any_other_first_play(cards: str) -> None:
    assert code(deal(), lay(0, cards)) == ("opening.required", 1)


def test_pl4_a_joker_never_opens() -> None:
    assert code(deal(), lay(0, "9h 9c 9d Jk"), rules=WILD) == ("opening.required", 1)
    assert code(deal(), lay(0, "Jk", "9"), rules=WILD) == ("opening.required", 1)


def test_pl4_nobody_takes_before_the_opening() -> None:
    assert code(deal(), take(0)) == ("opening.required", 1)
    assert code(deal(), take(1), first=0) == ("turn.wrong_seat", 1)


def test_pl4_who_plays_first() -> None:
    assert code(deal(), lay(0, "9h"), first=1) == ("turn.wrong_seat", 1)
    known = deal(None, unknown(8, "9h"), None)
    assert code(known, lay(0, "9h")) == ("turn.wrong_seat", 1)
    assert outcome(known, lay(1, "9h")).cards == (8, 7, 8)
    assert code(known, lay(1, "9h"), first=0) == ("turn.wrong_seat", 0)
    assert outcome(known, first=1).outcome == "open"


def test_pl4_a_first_whose_whole_hand_is_known_without_the_opener() -> None:
    hand = "9d 9c 9s Td Tc Th Ts Jh"
    assert code(deal(hand, None, None), first=0) == ("turn.wrong_seat", 0)
    assert outcome(deal(hand.replace("Jh", "??"), None, None), lay(0, "9h"), first=0).cards == (7, 8, 8)
    assert code(deal(hand, None, None), lay(0, "9h")) == ("hand.card_not_held", 1)


# PL-5


def test_pl5_one_card_of_the_same_rank_or_higher() -> None:
    assert outcome(*OPEN, lay(1, "Td"), lay(2, "Tc"), lay(0, "Ah")).cards == (6, 7, 7)
    assert code(*OPEN, lay(1, "Td"), lay(2, "9c")) == ("play.too_low", 3)


@pytest.mark.parametrize(
    ("rule", "top", "cards", "is_fine"),
    [
        ("same_or_lower", "Jh", "Qd Qc Qs", True),
        ("same_or_lower", "Qh", "Qd Qc Qs", True),
        ("same_or_lower", "Kh", "Qd Qc Qs", False),
        ("same", "Jh", "Qd Qc Qs", False),
        ("same", "Qh", "Qd Qc Qs", True),
        ("openers", "Qh", "Qd Qc Qs", False),
    ],
)
def test_pl5_three_cards(rule: str, top: str, cards: str, is_fine: bool) -> None:  # noqa: FBT001 - a column
    events = [*OPEN, lay(1, top), lay(2, cards)]
    rules = {"triple_rule": rule}
    if is_fine:
        assert outcome(*events, rules=rules).cards == (7, 7, 5)
    else:
        assert code(*events, rules=rules) == ("play.triple_not_allowed", 3)


def test_pl5_three_openers_lie_on_the_bare_opener_alone() -> None:
    rules = {"triple_rule": "openers", "jokers": 1, "joker_rule": "wild"}
    assert outcome(*OPEN, lay(1, "9c 9d 9s"), rules=rules).cards == (8, 5, 8)
    assert outcome(*OPEN, lay(1, "9c 9d Jk"), rules=rules).cards == (8, 5, 8)
    assert code(*OPEN, lay(1, "9c"), lay(2, "9d 9s Jk"), rules=rules) == ("play.triple_not_allowed", 3)
    assert code(*OPEN, lay(1, "Tc Td Ts"), rules=rules) == ("play.triple_not_allowed", 2)


def test_pl5_four_cards_lie_on_a_lower_one() -> None:
    assert outcome(*OPEN, lay(1, "Th Tc Td Ts")).cards == (7, 4, 8)
    assert code(*OPEN, lay(1, "Qh"), lay(2, "Jh Jc Jd Js")) == ("play.too_low", 3)
    assert code(*OPEN, lay(1, "Kh"), lay(2, "Kc Kd Ks Jk"), rules=WILD) == ("play.too_low", 3)


@pytest.mark.parametrize("cards", ["", "Tc Td", "Kc Kd Kh Ks Jk"])
def test_pl5_never_another_number(cards: str) -> None:
    assert code(*OPEN, lay(1, cards), rules=WILD) == ("play.count", 2)


def test_pl5_cards_played_together_are_of_one_rank() -> None:
    assert code(*OPEN, lay(1, "Tc Td Jh")) == ("play.not_one_rank", 2)
    assert code(*OPEN, lay(1, "Ac Ad Jk"), rules=HIGH) == ("play.not_one_rank", 2)


def test_pl5_a_high_joker_ranks_above_the_ace() -> None:
    assert outcome(*OPEN, lay(1, "Ah"), lay(2, "Jk"), lay(0, "Jk Jk Jk"), rules=HIGH).cards == (6, 8, 8)
    assert code(*OPEN, lay(1, "Jk"), lay(2, "Ah"), rules=HIGH) == ("play.too_low", 3)
    assert outcome(*OPEN, lay(1, "Jk Jk Jk Jk"), rules=HIGH).cards == (9, 5, 9)
    assert code(*OPEN, lay(1, "Jk", "K"), rules=HIGH) == ("event.not_allowed", 2)


def test_pl5_a_wild_joker_plays_as_the_rank_it_stands_for() -> None:
    assert code(*OPEN, lay(1, "Jk", "Q"), lay(2, "Jd"), rules=WILD) == ("play.too_low", 3)
    assert outcome(*OPEN, lay(1, "Jk", "Q"), lay(2, "Qd Qc Qs"), rules=WILD).cards == (9, 8, 6)
    assert outcome(*OPEN, lay(1, "Qh Jk Jk"), lay(2, "Qd"), rules=WILD).cards == (9, 6, 8)
    assert outcome(*OPEN, lay(1, "Jk Jk Jk Jk", "A"), rules=WILD).cards == (9, 5, 9)


def test_pl5_a_wild_joker_is_a_joker_again_in_a_hand() -> None:
    events = [*OPEN, lay(1, "Jk", "Q"), take(2, "Jk"), lay(0, "Td"), lay(1, "Jd"), lay(2, "Jk", "A")]
    assert outcome(*events, rules=WILD).cards == (8, 7, 9)
    assert code(*events[:-1], lay(2, "Jk"), rules=WILD) == ("play.not_one_rank", 6)


def test_pl5_what_as_may_say() -> None:
    assert code(*OPEN, lay(1, "Qd Qc Jk", "K"), rules=WILD) == ("play.not_one_rank", 2)
    assert code(*OPEN, lay(1, "Jk Jk Jk"), rules=WILD) == ("play.not_one_rank", 2)
    assert code(*OPEN, lay(1, "Qd", "Q"), rules=WILD) == ("event.not_allowed", 2)
    assert code(*OPEN, lay(1, "Jk", "8"), rules=WILD) == ("record.invalid", 2)


def test_e_an_as_out_of_place_is_told_before_turn_and_deal() -> None:
    assert code(lay(0, "9h", "9")) == ("event.not_allowed", 0)
    assert code(deal(), lay(0, "9h", "9"), first=1) == ("event.not_allowed", 1)
    assert code(*OPEN, lay(2, "Td", "T")) == ("event.not_allowed", 2)
    assert code(deal(), call("drawn"), lay(0, "9h", "9")) == ("deal.over", 2)


def test_pl5_turns_go_clockwise_over_the_seats_with_cards() -> None:
    assert code(*OPEN, lay(2, "Td")) == ("turn.wrong_seat", 2)
    assert code(*OPEN, take(0)) == ("turn.wrong_seat", 2)
    sizes = deal(sizes=[12, 1, 11])
    events = [sizes, lay(0, "9h"), lay(1, "Td"), lay(2, "Jd"), lay(0, "Qd"), lay(2, "Kd")]
    assert outcome(*events).cards == (10, 0, 9)


# Hands


def test_pl5_a_card_that_lies_elsewhere_is_not_held() -> None:
    assert code(*OPEN, lay(1, "Td"), lay(2, "Td")) == ("hand.card_not_held", 3)
    assert code(*OPEN, lay(1, "Td"), take(2), lay(0, "Td")) == ("hand.card_not_held", 4)
    assert code(*OPEN, lay(1, "Td Td Tc")) == ("hand.card_not_held", 2)
    dealt = deal(None, None, unknown(8, "Kd"))
    assert code(dealt, lay(0, "9h"), lay(1, "Kd")) == ("hand.card_not_held", 2)
    assert outcome(dealt, lay(0, "9h"), lay(1, "Kh"), lay(2, "Kd")).cards == (7, 7, 7)


def test_pl5_a_hand_without_unknown_cards_is_what_is_known_of_it() -> None:
    dealt = deal("9h Td", None, sizes=[2, 22])
    events = [dealt, lay(0, "9h"), lay(1, "9d")]
    assert code(*events, lay(0, "Qd"), seats=2) == ("hand.card_not_held", 3)
    assert outcome(*events, lay(0, "Td"), seats=2).finished == (0,)
    assert outcome(*events, take(0), lay(1, "9c"), lay(0, "9d"), seats=2).cards == (1, 20)


def test_pl5_jokers_are_located_by_their_number() -> None:
    rules = {"jokers": 2, "joker_rule": "high"}
    dealt = deal(unknown(13, "Jk"), None)
    events = [dealt, lay(0, "9h"), lay(1, "Jk")]
    assert outcome(*events, lay(0, "Jk"), seats=2, rules=rules).cards == (11, 12)
    assert code(*events, lay(0, "Jk"), lay(1, "Jk"), seats=2, rules=rules) == ("hand.card_not_held", 4)


def test_pl5_an_unknown_card_can_be_played_once() -> None:
    dealt = deal("9h Ah ??", None, sizes=[3, 21])
    events = [dealt, lay(0, "9h"), lay(1, "9d"), lay(0, "Td"), lay(1, "Jd")]
    assert code(*events, lay(0, "Qd"), seats=2) == ("hand.card_not_held", 5)


# PL-6


def test_pl6_the_top_three_or_as_many_as_there_are() -> None:
    pile = [*OPEN, lay(1, "Td"), lay(2, "Jd"), lay(0, "Qd"), lay(1, "Kd")]
    assert outcome(*pile, take(2)).cards == (6, 6, 10)
    assert outcome(*pile, take(2, "Kd Jd Qd")).cards == (6, 6, 10)
    assert outcome(*pile, take(2), take(0)).cards == (7, 6, 10)


@pytest.mark.parametrize("cards", ["", "Kd Qd", "Kd Qd Td", "Kd Qd Jd Td", "Kd Qd Qd"])
def test_pl6_other_cards(cards: str) -> None:
    pile = [*OPEN, lay(1, "Td"), lay(2, "Jd"), lay(0, "Qd"), lay(1, "Kd")]
    assert code(*pile, take(2, cards)) == ("take.wrong_cards", 6)


def test_pl6_the_opener_stays() -> None:
    assert outcome(*OPEN, take(1), take(2, ""), lay(0, "Td")).cards == (6, 8, 8)
    assert code(*OPEN, take(1), rules={"zero_take": False}) == ("take.nothing", 2)
    assert code(*OPEN, lay(1, "Td"), take(2, "Td 9h")) == ("take.wrong_cards", 3)
    assert outcome(deal(), lay(0, "9h 9d 9c 9s"), take(1, "9d 9c 9s")).cards == (4, 11, 8)

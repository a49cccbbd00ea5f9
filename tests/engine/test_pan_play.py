"""Pan card by card, rule by rule (PL-2 to PL-8), in examples."""

from typing import Any

import pytest

from gameplay.engine.replay import replay
from gameplay.engine.verdict import Fault, LineReason, Outcome
from gameplay.sentences import sentence
from tests.engine.pan_deals import deal, lay, play, take
from tests.engine.records import Json, by, call

SPADES = {"spades_back": True}
WILD = {"jokers": 4, "joker_rule": "wild"}
HIGH = {"jokers": 4}
TIMED = {"timed_moves": 2, "timed_seconds": 1}
OPEN = [deal(), lay(0, "9h")]


def outcome(*events: Any, **header: Any) -> Outcome:
    verdict = replay(play(*events, **header))
    assert isinstance(verdict, Outcome), verdict
    return verdict


def code(*events: Any, **header: Any) -> tuple[str, int | None]:
    verdict = replay(play(*events, **header))
    assert isinstance(verdict, Fault), verdict
    assert sentence(verdict).endswith(f"({verdict.params['rule']})")
    return verdict.code.value, verdict.event


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


# PL-7


def test_pl7_a_spade_on_top_sends_the_move_to_the_seat_before() -> None:
    four = [deal(), lay(0, "9h"), lay(1, "Ts")]
    assert outcome(*four, lay(0, "Js"), lay(3, "Qd"), lay(0, "Kd"), seats=4, rules=SPADES).cards == (
        3,
        5,
        6,
        5,
    )
    assert code(*four, lay(2, "Js"), seats=4, rules=SPADES) == ("turn.wrong_seat", 3)
    assert outcome(*four, lay(2, "Js"), seats=4).cards == (5, 5, 5, 6)


def test_pl7_a_spade_inside_a_packet_and_a_joker_turn_nothing_back() -> None:
    assert outcome(*OPEN, lay(1, "9s 9c 9d"), lay(2, "Td"), rules=SPADES).cards == (7, 5, 7)
    assert outcome(*OPEN, lay(1, "9c 9d 9s"), lay(0, "Td"), rules=SPADES).cards == (6, 5, 8)
    assert outcome(*OPEN, lay(1, "9s 9c Jk"), lay(2, "Td"), rules=SPADES | WILD).cards == (9, 6, 8)


def test_pl7_a_take_that_uncovers_a_spade_turns_back() -> None:
    pile = [*OPEN, lay(1, "9s"), lay(0, "Td"), lay(1, "Jd"), lay(2, "Qd"), take(0)]
    assert outcome(*pile, take(2), rules=SPADES).cards == (9, 6, 8)
    assert code(*pile, take(1), rules=SPADES) == ("turn.wrong_seat", 7)
    assert outcome(*OPEN, take(1), take(2), rules=SPADES).cards == (7, 8, 8)


def test_pl7_the_way_back_passes_seats_that_are_out() -> None:  # L-68
    dealt = deal(sizes=[1, 1, 8, 14])
    events = [dealt, lay(0, "9h"), lay(1, "Td"), lay(2, "Ts")]
    assert (
        outcome(*events, lay(3, "Jd"), seats=4, rules=SPADES | {"lone_pair_spade": "opponent"}).cards[3] == 13
    )
    dealt = deal(sizes=[6, 1, 1, 8, 8])
    events = [dealt, lay(0, "9h"), lay(1, "Td"), lay(2, "Jd"), lay(3, "Js")]
    assert outcome(*events, lay(0, "Qd"), seats=5, rules=SPADES).cards == (4, 0, 0, 7, 8)
    assert code(*events, lay(2, "Qd"), seats=5, rules=SPADES) == ("turn.wrong_seat", 5)


def test_pl7_a_spade_that_sheds_the_last_card_goes_back_from_the_seat_that_went_out() -> None:  # L-68
    dealt = deal(sizes=[6, 1, 9, 8])
    events = [dealt, lay(0, "9h"), lay(1, "Ts")]
    assert outcome(*events, lay(0, "Jd"), lay(2, "Qd"), seats=4, rules=SPADES).cards == (4, 0, 8, 8)
    two_left = deal(sizes=[6, 1, 17])
    again = [two_left, lay(0, "9h"), lay(1, "Ts")]
    for lone in ("self", "opponent"):  # the mover is not one of the two
        assert outcome(*again, lay(0, "Jd"), rules=SPADES | {"lone_pair_spade": lone}).cards == (4, 0, 17)


@pytest.mark.parametrize(("lone", "mover"), [("self", 0), ("opponent", 2)])
def test_pl7_two_seats_with_cards(lone: str, mover: int) -> None:  # L-68
    rules = SPADES | {"lone_pair_spade": lone}
    dealt = deal(sizes=[10, 1, 13])
    events = [dealt, lay(0, "9h"), lay(1, "Td"), lay(2, "Jd"), lay(0, "Qs")]
    assert outcome(*events, lay(mover, "Kd"), rules=rules).outcome == "open"
    assert code(*events, lay(2 - mover, "Kd"), rules=rules) == ("turn.wrong_seat", 5)
    assert outcome(*events, take(mover), take(2 - mover), rules=rules).outcome == "open"


# PL-8


def test_pl8_the_last_one_with_cards_loses() -> None:
    verdict = outcome(deal(sizes=[1, 1, 22]), lay(0, "9h"), lay(1, "Td"), rules={"deal_stake": 5}, pot=7)
    assert (verdict.outcome, verdict.winner, verdict.loser, verdict.finished) == ("lost", 0, 2, (0, 1))
    assert (verdict.units, verdict.pot, verdict.cards) == ((5, 5, -10), 7, (0, 0, 22))
    assert {(line.event, line.reason) for line in verdict.lines} == {(2, LineReason.DEAL_STAKE)}


ESCAPE = [deal(sizes=[1, 3, 20]), lay(0, "9h"), lay(1, "Td Tc Ts")]
ESCAPED = [deal(sizes=[20, 4]), *(lay(0, f"{rank}h {rank}c {rank}d {rank}s") for rank in "9TJQK")]


def test_pl8_the_last_one_makes_one_move_more() -> None:
    rules = {"last_escape": True}
    waiting = outcome(*ESCAPE, rules=rules)
    assert (waiting.outcome, waiting.loser, waiting.finished) == ("open", None, (0, 1))
    assert outcome(*ESCAPE, lay(2, "Jd"), rules=rules).loser == 2
    taken = outcome(*ESCAPE, take(2), rules=rules)
    assert (taken.outcome, taken.cards) == ("lost", (0, 0, 23))
    assert code(*ESCAPE, lay(2, "9d"), rules=rules) == ("play.too_low", 3)


def test_pl8_who_escapes_draws() -> None:
    rules = SPADES | {"last_escape": True}
    verdict = outcome(*ESCAPED, lay(1, "Ah Ac Ad As"), seats=2, rules=rules)
    assert (verdict.outcome, verdict.loser, verdict.units, verdict.finished) == (
        "drawn",
        None,
        (0, 0),
        (0, 1),
    )
    assert outcome(*ESCAPED, lay(1, "Ah"), seats=2, rules=rules).loser == 1


def test_pl8_the_limit_of_moves() -> None:
    assert outcome(*OPEN, take(1), rules={"max_moves": 2}).outcome == "drawn"
    assert code(*OPEN, take(1), take(2), rules={"max_moves": 2}) == ("deal.over", 3)
    assert outcome(*ESCAPE, rules={"max_moves": 2}).outcome == "lost"
    assert outcome(*ESCAPE, rules={"max_moves": 2, "last_escape": True}).outcome == "drawn"
    assert outcome(*ESCAPE, take(2), rules={"max_moves": 3, "last_escape": True}).outcome == "lost"


def test_pl8_a_late_move_does_not_stand() -> None:
    late = outcome(deal(), lay(0, "9h", ms=1_001), rules=TIMED)
    assert (late.outcome, late.loser, late.cards, late.units) == ("time", 0, (8, 8, 8), (-2, 1, 1))
    assert outcome(deal(), lay(0, "9h", ms=1_000), rules=TIMED).outcome == "open"
    assert outcome(*OPEN, lay(1, "Td"), take(2, ms=1_001), rules=TIMED).cards == (7, 7, 8)
    assert code(*OPEN, lay(1, "9h", ms=5_000), rules=TIMED) == ("hand.card_not_held", 2)
    assert outcome(*OPEN, lay(1, "Td", ms=10**9)).outcome == "open"


def test_pl8_time_no_longer_counts_after_the_moves_are_made() -> None:
    one = {"timed_moves": 1, "timed_seconds": 1}
    events = [*OPEN, lay(1, "Td"), lay(2, "Jd")]
    assert outcome(*events, lay(0, "Qd", ms=9_000), rules=one).outcome == "open"
    assert outcome(*events, lay(0, "Qd", ms=9_000), rules=TIMED).outcome == "time"


def test_pl8_a_take_takes_time_even_where_it_is_no_move() -> None:
    rules = TIMED | {"takes_count": False}
    events = [*OPEN, take(1, ms=600), take(2), take(0), take(1, ms=400), take(2), take(0)]
    assert outcome(*events, take(1), rules=rules).outcome == "open"
    assert outcome(*events, take(1, ms=1), rules=rules).outcome == "time"
    assert outcome(*events, take(1, ms=1), rules=TIMED).outcome == "open", "two takes were its two moves"


def test_pl8_the_staff_call_time() -> None:
    assert outcome(*OPEN, by("flag", 2), rules=TIMED).loser == 2
    assert outcome(deal(), by("flag", 1), rules=TIMED).outcome == "time"
    assert code(*OPEN, by("flag", 2)) == ("flag.not_possible", 2)
    assert code(deal(sizes=[1, 1, 22]), lay(0, "9h"), by("flag", 0), rules=TIMED) == ("flag.not_possible", 2)
    moved = [*OPEN, take(1), take(2), take(0)]
    assert code(*moved, by("flag", 0), rules=TIMED) == ("flag.not_possible", 5)
    assert outcome(*moved, by("flag", 0), rules=TIMED | {"takes_count": False}).loser == 0


def test_pl8_drawn_by_agreement_at_any_time_after_the_deal() -> None:
    for events in ([deal()], OPEN, ESCAPE):
        verdict = outcome(*events, call("drawn"), rules={"last_escape": True})
        assert (verdict.outcome, verdict.units) == ("drawn", (0, 0, 0))


def test_e_the_other_detail_and_the_end() -> None:
    assert code(by("out", 0)) == ("event.wrong_detail", 0)
    assert code(*OPEN, by("lost", 0)) == ("event.wrong_detail", 2)
    over = [deal(), call("drawn")]
    for event in (deal(), lay(0, "9h"), take(0), by("out", 0), by("flag", 0), call("drawn")):
        assert code(*over, event) == ("deal.over", 2)
    assert code(*over, lay(9, "9h")) == ("seat.unknown", 2)
    assert code(*over, {"type": "meld"}) == ("record.invalid", 2)


def test_r_undo_takes_back_a_move_and_the_end() -> None:
    assert outcome(*OPEN, lay(1, "Td"), call("undo"), lay(1, "Jd")) == outcome(*OPEN, lay(1, "Jd"))
    late = [deal(), lay(0, "9h", ms=2_000), call("undo"), lay(0, "9h")]
    assert outcome(*late, rules=TIMED).cards == (7, 8, 8)
    assert outcome(*ESCAPE, call("undo")).outcome == "open"

"""Panguingue card by card: the deal, declarations, draws, hands, stock (PG-2, PG-4 to PG-6), rule by rule."""

from typing import Any

import pytest

from gameplay.engine.replay import replay
from tests.engine.panguingue_events import KNOWN, SMALL, code, deal, discard, outcome, pile, stays, stock
from tests.engine.records import Json, by, call, layoff, meld

# PG-2


def test_pg2_a_known_card_lies_once_for_each_copy_wherever_it_lies() -> None:
    two = {"packs": 2}
    known = ["Kd", "Kd", *["??"] * 8]
    assert outcome(deal("2c", hands=[known, None]), rules=two, seats=2).outcome == "open"
    assert code(deal("Kd", hands=[known, None]), rules=two, seats=2) == ("card.too_many", 0)
    start = [deal("2c", hands=[known, None]), *stays(0, 1)]
    assert code(*start, stock(0, "Kd"), rules=two, seats=2) == ("card.too_many", 3)
    assert code(*start, stock(0), discard(0, "Kc"), stock(1), discard(1, "Kd"), rules=two, seats=2) == (
        "card.too_many",
        6,
    )
    assert code(*start, stock(0), discard(0, "Kc"), stock(1), meld(1, "Kd Kc Kh"), rules=two, seats=2) == (
        "card.too_many",
        6,
    )


def test_pg2_the_hand_of_a_dropper_and_a_fouled_seat_stays_located() -> None:
    hands = [None, ["Kd", *["??"] * 9], None]
    one = {"packs": 1, "ante": 0}
    start = [deal("2c", hands=hands), by("stay", 0), by("drop", 1), by("stay", 2)]
    assert code(*start, stock(0, "Kd"), rules=one) == ("card.too_many", 4)
    fouled = [deal("2c", hands=hands), *stays(), by("foul", 1)]
    assert code(*fouled, stock(0, "Kd"), rules=one) == ("card.too_many", 5)


def test_pg2_a_card_that_moves_is_not_located_twice() -> None:
    one = {"packs": 1}
    hands = [["Kd", "Kc", "Kh", *["??"] * 7], None]
    events = [deal("2c", hands=hands), *stays(0, 1), stock(0, "3c"), meld(0, "Kd Kc Kh"), discard(0, "3c")]
    again = [pile(1), discard(1, "3c"), pile(0), discard(0, "3c")]
    assert outcome(*events, *again, rules=one, seats=2).cards == (3, 0)


def test_pg2_reshuffled_cards_lie_nowhere_known_any_more() -> None:
    events = [deal(), *stays(), stock(0, "Kh"), discard(0, "Kh")]
    assert outcome(*events, stock(1, "2c"), rules=SMALL).outcome == "open"
    assert code(*events, stock(1, "Kh"), rules=SMALL) == ("card.too_many", 6)


def test_pg2_a_kind_of_which_every_copy_was_removed() -> None:
    assert code(deal("As"), rules={"packs": 1, "removed": ["As"]}) == ("card.too_many", 0)


# PG-4


@pytest.mark.parametrize("event", [by("stay", 0), stock(0), by("foul", 0), call("exhausted")])
def test_pg4_the_deal_comes_first(event: Json) -> None:
    assert code(event) == ("deal.expected", 0)
    assert outcome(call("misdeal")).outcome == "misdeal"


def test_pg4_one_deal_is_enough() -> None:
    assert code(deal(), deal()) == ("deal.repeated", 1)
    assert code(deal(), *stays(), deal()) == ("deal.repeated", 4)
    assert code(deal(), call("misdeal"), deal()) == ("deal.over", 2)


@pytest.mark.parametrize("size", [0, 9, 11])
def test_pg4_ten_cards_a_hand(size: int) -> None:
    assert code(deal(hands=[None, ["??"] * size, None])) == ("deal.hand_size", 0)
    assert outcome(deal("??", hands=[None, KNOWN, ["??"] * 10])).outcome == "open"


@pytest.mark.parametrize("hands", [[], [None] * 2, [None] * 4, [7] * 3, [[1] * 10, None, None], None])
def test_pg4_an_entry_for_each_seat(hands: Any) -> None:
    assert code(deal(hands=hands)) == ("record.invalid", 0)


# PG-5


@pytest.mark.parametrize(("rotation", "order"), [("clockwise", [1, 2, 0]), ("counterclockwise", [1, 0, 2])])
def test_pg5_each_declares_in_turn_from_first(rotation: str, order: list[int]) -> None:
    rules = {"rotation": rotation}
    start = [deal(), *stays(*order)]
    assert outcome(*start, stock(1), rules=rules, first=1).outcome == "open"
    assert code(deal(), by("stay", order[1]), rules=rules, first=1) == ("turn.wrong_seat", 1)
    assert code(*start[:2], by("drop", order[2]), rules=rules, first=1) == ("turn.wrong_seat", 2)


@pytest.mark.parametrize("kind", ["stay", "drop"])
def test_pg5_nobody_declares_twice_or_after_the_last(kind: str) -> None:
    assert code(deal(), by("stay", 0), by(kind, 0)) == ("declare.too_late", 2)
    assert code(deal(), *stays(0, 1), by(kind, 0)) == ("declare.too_late", 3)
    assert code(deal(), *stays(), by(kind, 0)) == ("declare.too_late", 4)
    assert code(deal(), *stays(), stock(0), by(kind, 1)) == ("declare.too_late", 5)


@pytest.mark.parametrize(
    "event",
    [stock(0), pile(1), discard(0, "Kh"), meld(0, "Kh Kh Kh"), layoff(0, 0, "Kh"), by("foul", 1)],
)
def test_pg5_nothing_is_played_before_all_have_declared(event: Json) -> None:
    assert code(deal(), *stays(0, 1), event) == ("declare.pending", 3)
    forcing = {"forcing": True}
    assert code(deal(), by("force", 0, by=1), rules=forcing) == ("declare.pending", 1)


def test_pg5_the_last_one_to_stay_need_not_declare() -> None:
    verdict = outcome(deal(), by("drop", 0), by("drop", 1), pot=5)
    assert (verdict.outcome, verdict.winner, verdict.units) == ("uncontested", 2, (-1, -1, 7))
    assert code(deal(), by("drop", 0), by("drop", 1), by("stay", 2)) == ("deal.over", 3)
    assert outcome(deal(), by("stay", 0), by("drop", 1), by("drop", 2)).winner == 0


# PG-6: the turn


def test_pg6_turns_go_round_those_who_stayed() -> None:
    start = [deal(), by("drop", 0), by("stay", 1), by("stay", 2), by("stay", 3)]
    turns = [each for seat in (1, 2, 3, 1) for each in (stock(seat), discard(seat, "Kh"))]
    assert outcome(*start, *turns, seats=4).outcome == "open"
    assert code(*start, stock(0), seats=4) == ("turn.wrong_seat", 5)
    assert code(*start, *turns[:6], stock(0), seats=4) == ("turn.wrong_seat", 11)


@pytest.mark.parametrize(
    "event", [stock(1), pile(1), discard(1, "Kh"), meld(1, "Kh Kh Kh"), layoff(1, 0, "Kh")]
)
def test_pg6_nobody_else_acts(event: Json) -> None:
    assert code(deal(), *stays(), event) == ("turn.wrong_seat", 4)
    assert code(deal(), *stays(), stock(0), event) == ("turn.wrong_seat", 5)


def test_pg6_draw_first_and_once() -> None:
    start = [deal(), *stays()]
    for event in (discard(0, "Kh"), meld(0, "Kh Kh Kh"), layoff(0, 0, "Kh")):
        assert code(*start, event) == ("turn.draw_first", 4)
    assert code(*start, stock(0), stock(0)) == ("turn.already_drawn", 5)
    assert code(*start, pile(0), pile(0)) == ("turn.already_drawn", 5)


def test_pg6_the_top_of_the_pile_and_no_other_card() -> None:
    start = [deal("2c"), *stays()]
    assert outcome(*start, pile(0, "2c")).outcome == "open"
    assert code(*start, pile(0, "2d")) == ("draw.not_top", 4)
    assert code(*start, pile(0, "??")) == ("card.invalid", 4)
    assert outcome(deal("??"), *stays(), pile(0, "2d")).outcome == "open"
    assert outcome(deal("??"), *stays(), pile(0)).outcome == "open"


def test_pg6_an_unknown_top_that_is_named_becomes_located() -> None:
    one = {"packs": 1}
    start = [deal("??", hands=[None, ["Kd", *["??"] * 9]]), *stays(0, 1)]
    assert code(*start, pile(0, "Kd"), rules=one, seats=2) == ("card.too_many", 3)
    assert code(*start, pile(0, "Kc"), discard(0, "Kc"), stock(1, "Kc"), rules=one, seats=2) == (
        "card.too_many",
        5,
    )


def test_pg6_an_empty_pile() -> None:
    assert code(deal(), *stays(), pile(0), by("foul", 0), pile(1)) == ("draw.pile_empty", 6)


# PG-6: hands


def test_pg6_a_known_hand_has_its_cards_and_no_others() -> None:
    start = [deal(hands=[KNOWN, None, None]), *stays()]
    assert outcome(*start, stock(0, "5c"), discard(0, "5c")).outcome == "open"
    assert outcome(*start, stock(0, "5c"), discard(0, "Kh")).outcome == "open"
    assert code(*start, stock(0, "5c"), discard(0, "5d")) == ("hand.card_not_held", 5)
    assert code(*start, stock(0, "5c"), meld(0, "5c 5c 5c")) == ("hand.card_not_held", 5)
    assert outcome(*start, stock(0), discard(0, "5d")).outcome == "open"
    gone = [stock(0), meld(0, "5d 6d 7d")]
    assert code(*start, *gone) == ("hand.card_not_held", 5)


def test_pg6_a_known_card_is_used_before_an_unknown_one() -> None:
    start = [deal(hands=[["Kh", *["??"] * 9], None, None]), *stays(), stock(0, "Kc"), discard(0, "Kh")]
    around = [stock(1), discard(1, "2d"), stock(2), discard(2, "2d"), stock(0, "3c")]
    melds = [meld(0, "4h 4c 4d 4s"), meld(0, "6h 6c 6d 6s")]
    assert outcome(*start, *around, *melds, discard(0, "Kc")).cards == (8, 0, 0)
    assert outcome(*start, *around, *melds, discard(0, "Qd")).cards == (8, 0, 0)
    assert code(*start, *around, *melds, meld(0, "Kd Kd Kc")) == ("hand.card_not_held", 13)


def test_pg6_the_hand_comes_before_eleven() -> None:
    start = [deal(), *stays(), stock(0), meld(0, "4h 4c 4d 4s"), meld(0, "6h 6c 6d 6s")]
    assert code(*start, meld(0, "Kh Kc Kd Ks")) == ("hand.card_not_held", 7)
    assert outcome(*start, meld(0, "Kh Kc Kd")).outcome == "won"


# PG-6: stock


def test_pg6_the_stock_is_the_stack_without_hands_and_upcard() -> None:
    dead = SMALL | {"stock_out": "dead"}
    events = [deal(), *stays(), stock(0, "Kh"), discard(0, "Kh")]
    assert code(*events, stock(1), rules=dead) == ("draw.stock_empty", 6)
    assert outcome(*events, pile(1), discard(1, "Kh"), rules=dead).outcome == "open"


def test_pg6_the_pile_but_its_top_becomes_the_stock() -> None:
    events = [deal(), *stays(), stock(0, "Kh"), discard(0, "Kh")]
    assert outcome(*events, stock(1), rules=SMALL).outcome == "open"
    assert outcome(*events, stock(1), discard(1, "3d"), pile(2, "3d"), rules=SMALL).outcome == "open"
    only_top = [deal(), *stays(), pile(0), discard(0, "Kh"), stock(1), discard(1, "Qh"), pile(2)]
    empty = [*only_top, discard(2, "Qh"), pile(0), discard(0, "Qh"), stock(1), by("foul", 1)]
    assert code(*empty, stock(2), rules=SMALL) == ("draw.stock_empty", 14)


def test_pg6_a_card_left_in_the_hand_is_known_from_then_on() -> None:
    """A drawn card that is named joins the known ones; an unnamed one joins the unknown ones."""
    hand = [*KNOWN]
    start = [deal(hands=[hand, None, None]), *stays(), stock(0), discard(0, "Kh")]
    around = [stock(1), discard(1, "2d"), stock(2), discard(2, "2d"), stock(0, "3c")]
    assert outcome(*start, *around, discard(0, "Kc")).outcome == "open"
    used_up = [discard(0, "Kc"), stock(1), discard(1, "2d"), stock(2), discard(2, "2d"), stock(0, "3d")]
    assert code(*start, *around, *used_up, discard(0, "Kc")) == ("hand.card_not_held", 17)


def test_every_event_of_a_finished_deal_is_refused() -> None:
    over = [deal(), *stays(), call("misdeal")]
    for event in (deal(), stock(0), by("stay", 0), by("foul", 0), call("exhausted"), discard(0, "Kh")):
        assert code(*over, event) == ("deal.over", 5)
    record = {"pdr": 1, "game": "panguingue", "detail": "play", "seats": ["a", "b"], "events": over}
    assert replay(record) == replay(record | {"events": [*over, stock(0), call("undo")]})

"""Panguingue card by card: what the drawn card asks, melds, forcing, fouls, the end (PG-6 to PG-13)."""

import pytest

from tests.engine.panguingue_events import KNOWN, SMALL, code, deal, discard, outcome, pile, stays, stock
from tests.engine.records import Json, by, call, layoff, meld

START = [deal(), *stays()]
BOUND = {"drawn_card": "meld_or_discard"}
NEEDS = BOUND | {"meld_needs_drawn_card": True}
FORCING = {"forcing": True}
MELD_3H = [stock(0), meld(0, "3h 4h 5h"), discard(0, "Kd"), stock(1), discard(1, "Kc"), stock(2)]
"""Seat 0 has a rope on the table; seat 2 is to discard, and then it is the turn of seat 0."""


def force(seat: int = 0, other: int = 2) -> Json:
    return by("force", seat, by=other)


# PG-6: discard_draw


def test_pg6_never() -> None:
    assert code(*START, pile(0), rules={"discard_draw": "never"}) == ("draw.discard_forbidden", 4)


def test_pg6_meldable_the_next_event_of_the_turn_uses_it() -> None:
    rules = {"discard_draw": "meldable"}
    assert outcome(*START, pile(0), meld(0, "2c 2d 2h"), rules=rules).cards == (3, 0, 0)
    for event in (meld(0, "3c 3d 3h"), discard(0, "2c"), discard(0, "Kh")):
        assert code(*START, pile(0), event, rules=rules) == ("draw.must_meld", 5)
    after = [*START, pile(0), meld(0, "2c 2d 2h"), meld(0, "3c 3d 3h"), discard(0, "2c")]
    assert outcome(*after, rules=rules).cards == (6, 0, 0)
    assert code(deal("??"), *stays(), pile(0), rules=rules) == ("draw.card_required", 4)
    assert outcome(deal("??"), *stays(), pile(0, "2c"), meld(0, "2c 2d 2h"), rules=rules).cards == (3, 0, 0)


def test_pg6_meldable_a_borrowed_copy_is_not_the_drawn_card() -> None:
    rules = {"discard_draw": "meldable"}
    events = [deal("Kd"), *stays(), stock(0), meld(0, "4h 5h 6h 7h"), discard(0, "4h")]
    events += [stock(1), discard(1, "2d"), stock(2), discard(2, "4h"), pile(0)]
    assert code(*events, meld(0, "4h 4c 4d", {0: "4h"}), rules=rules) == ("draw.must_meld", 12)
    assert outcome(*events, meld(0, "4h 4c 4d"), rules=rules).cards == (7, 0, 0)


def test_pg6_meldable_a_foul_of_another_seat_is_no_event_of_the_turn() -> None:
    rules = {"discard_draw": "meldable"}
    assert outcome(*START, pile(0), by("foul", 1), meld(0, "2c 2d 2h"), rules=rules).cards == (3, 0, 0)


def test_pg6_stock_drawn_only_a_card_that_was_drawn_and_thrown_in_one_turn() -> None:
    rules = {"discard_draw": "stock_drawn"}
    thrown = [stock(0, "5h"), discard(0, "5h")]
    assert outcome(*START, *thrown, pile(1), meld(1, "5h 5c 5d"), rules=rules).cards == (0, 3, 0)
    assert code(*START, *thrown, pile(1), discard(1, "5h"), rules=rules) == ("draw.must_meld", 7)
    forbidden = "draw.discard_forbidden"
    assert code(*START, pile(0), rules=rules) == (forbidden, 4)
    assert code(*START, stock(0, "5h"), discard(0, "5c"), pile(1), rules=rules) == (forbidden, 6)
    assert code(*START, stock(0), discard(0, "5h"), pile(1), rules=rules) == (forbidden, 6)


def test_pg6_stock_drawn_is_a_fact_of_each_card_on_the_pile() -> None:
    rules = {"discard_draw": "stock_drawn"}
    both = [stock(0, "5h"), discard(0, "5h"), stock(1, "6h"), discard(1, "6h")]
    uncovered = [*START, *both, pile(2), by("foul", 2), pile(0)]
    assert outcome(*uncovered, meld(0, "5h 5c 5d"), rules=rules).cards == (3, 0, 0)
    taken_back = [*START, *both[:2], pile(1), meld(1, "5h 5h 5h"), discard(1, "5h"), pile(2)]
    assert code(*taken_back, rules=rules) == ("draw.discard_forbidden", 9)


# PG-6: drawn_card


def test_pg6_meld_or_discard_the_drawn_card_never_stays() -> None:
    assert code(*START, stock(0), rules=BOUND) == ("draw.card_required", 4)
    assert code(deal("??"), *stays(), pile(0), rules=BOUND) == ("draw.card_required", 4)
    assert code(*START, stock(0, "5h"), discard(0, "Kh"), rules=BOUND) == ("discard.must_be_drawn_card", 5)
    assert outcome(*START, stock(0, "5h"), discard(0, "5h"), rules=BOUND).outcome == "open"
    used = [*START, stock(0, "5h"), meld(0, "4h 4c 4d"), meld(0, "5h 6h 7h"), discard(0, "Kh")]
    assert outcome(*used, rules=BOUND).cards == (6, 0, 0)
    again = [*START, pile(0), discard(0, "2c")]
    assert outcome(*again, rules=BOUND).outcome == "open"


def test_pg6_meld_needs_drawn_card() -> None:
    other = [*START, stock(0, "5h"), meld(0, "4h 4c 4d")]
    assert code(*other, rules=NEEDS) == ("meld.needs_drawn_card", 5)
    first = [*START, stock(0, "5h"), meld(0, "5h 6h 7h"), meld(0, "4h 4c 4d"), discard(0, "Kh")]
    assert outcome(*first, rules=NEEDS).cards == (6, 0, 0)
    round_about = [stock(1, "Qd"), discard(1, "Qd"), stock(2, "Qd"), discard(2, "Qd"), stock(0, "Jh")]
    assert outcome(*first, *round_about, layoff(0, 0, "Jh"), rules=NEEDS).cards == (7, 0, 0)
    assert code(*first, *round_about, layoff(0, 1, "4s"), rules=NEEDS) == ("meld.needs_drawn_card", 13)


def test_pg6_one_event_that_breaks_several_names_the_first() -> None:
    all_three = NEEDS | FORCING | {"discard_draw": "meldable"}
    turns = [stock(0, "3h"), meld(0, "3h 4h 5h"), discard(0, "Kd"), stock(1, "Kc"), discard(1, "Kc")]
    turns += [stock(2, "6h"), discard(2, "6h")]
    forced = [*START, *turns, force(), pile(0)]
    for event in (discard(0, "Qc"), meld(0, "7c 7c 7c"), meld(0, "6h 6c 6d"), layoff(0, 0, "2h")):
        assert code(*forced, event, rules=all_three) == ("force.must_take", 13)
    unforced = [*START, *turns, pile(0)]
    for event in (discard(0, "Qc"), meld(0, "7c 7c 7c"), layoff(0, 0, "2h")):
        assert code(*unforced, event, rules=all_three) == ("draw.must_meld", 12)


# PG-7, PG-8, PG-10 with hands


def test_pg7_meld_and_layoff_come_from_the_hand() -> None:
    start = [deal(hands=[KNOWN, None, None]), *stays(), stock(0, "4c")]
    laid = [meld(0, "Ah 2h 3h"), layoff(0, 0, "4h 5h"), layoff(0, 0, "6h")]
    assert outcome(*start, *laid).cards == (6, 0, 0)
    assert code(*start, *laid, layoff(0, 0, "6h")) == ("meld.invalid", 8)
    assert code(*start, laid[0], layoff(0, 0, "2c")) == ("meld.invalid", 6)
    assert code(*start, laid[0], meld(0, "Ah 2h 3h")) == ("hand.card_not_held", 6)
    assert code(*start, laid[0], layoff(0, 1, "4h")) == ("meld.unknown", 6)


def test_pg8_the_loan_does_not_come_from_the_hand_and_the_rest_does() -> None:
    hand = ["3d", "4d", "5d", "6d", "6h", "6c", "Js", "Qs", "Ks", "2s"]
    start = [deal(hands=[hand, None, None]), *stays(), stock(0, "2h"), meld(0, "3d 4d 5d 6d")]
    assert outcome(*start, meld(0, "6d 6h 6c", {0: "6d"})).cards == (6, 0, 0)
    assert code(*start, meld(0, "6d 6h 6s", {0: "6d"})) == ("hand.card_not_held", 6)
    assert code(*start, meld(0, "5d 6d 7d", {0: "5d 6d"})) == ("borrow.leaves_invalid", 6)


def test_pg11_eleven_with_the_drawn_card_win_at_once() -> None:
    ten = [meld(0, "4h 4c 4d 4s"), meld(0, "6h 6c 6d 6s"), layoff(0, 0, ""), meld(0, "Qh Qc Qd")]
    assert code(*START, stock(0), *ten[:3]) == ("meld.too_short", 7)
    won = outcome(*START, stock(0), *ten[:2], ten[3])
    assert (won.outcome, won.winner, won.units) == ("won", 0, (2, -1, -1))
    assert code(*START, stock(0), *ten[:2], ten[3], discard(0, "Kh")) == ("deal.over", 8)


# PG-11: exhausted


def test_pg11_exhausted_only_when_nothing_can_be_drawn_from_the_stock() -> None:
    dead = SMALL | {"stock_out": "dead"}
    turn = [stock(0, "Kh"), discard(0, "Kh")]
    assert outcome(*START, *turn, call("exhausted"), rules=dead).outcome == "exhausted"
    not_yet = "deal.not_exhausted"
    assert code(*START, call("exhausted"), rules=dead) == (not_yet, 4)
    assert code(*START, stock(0, "Kh"), call("exhausted"), rules=dead) == (not_yet, 5)
    assert code(*START, *turn, call("exhausted"), rules=SMALL) == (not_yet, 6)
    assert code(deal(), *stays(0, 1), call("exhausted"), rules=dead) == (not_yet, 3)
    taken = [*START, pile(0), discard(0, "Kh"), stock(1, "Kd")]
    assert code(*taken, call("exhausted"), rules=SMALL) == (not_yet, 7)


def test_pg11_exhausted_gives_the_pot_back_or_carries_it() -> None:
    ends = [stock(0, "Kh"), discard(0, "Kh"), call("exhausted")]
    dead = SMALL | {"stock_out": "dead", "ante": 2}
    back = outcome(*START, *ends, rules=dead, pot=3)
    assert (back.units, back.pot) == ((0, 0, 0), 3)
    carried = outcome(*START, *ends, rules=dead | {"unwon_pot": "carry"}, pot=3)
    assert (carried.units, carried.pot) == ((-2, -2, -2), 9)


def test_pg11_nobody_calls_exhausted_on_a_forced_seat() -> None:
    rules = SMALL | FORCING | {"stock_out": "dead"}
    laid = [by("drop", 1), by("stay", 2), pile(0), meld(0, "3c 4c 5c"), discard(0, "Kd")]
    turns = [deal(), by("stay", 0), *laid, stock(2, "6c"), discard(2, "6c")]
    assert outcome(*turns, call("exhausted"), rules=rules).outcome == "exhausted"
    assert code(*turns, force(), call("exhausted"), rules=rules) == ("deal.not_exhausted", 10)


# PG-12


def test_pg12_a_forced_seat_takes_the_top_and_lays_it_off() -> None:
    events = [*START, *MELD_3H, discard(2, "6h"), force()]
    for rules in (FORCING, FORCING | {"discard_draw": "never"}, FORCING | {"discard_draw": "stock_drawn"}):
        assert outcome(*events, pile(0), layoff(0, 0, "6h"), rules=rules).cards == (4, 0, 0)
        assert code(*events, stock(0), rules=rules) == ("force.must_take", 12)
        assert code(*events, pile(0), discard(0, "6h"), rules=rules) == ("force.must_take", 13)
        assert code(*events, pile(0), meld(0, "6h 6c 6d"), rules=rules) == ("force.must_take", 13)
        assert code(*events, pile(0), layoff(0, 0, "2h"), rules=rules) == ("force.must_take", 13)
        assert outcome(*events, pile(0), layoff(0, 0, "6h 7h"), rules=rules).cards == (5, 0, 0)
        assert outcome(*events, force(0, 1), pile(0), rules=rules).outcome == "open"


def test_pg12_when_forcing_is_not_possible() -> None:
    events = [*START, *MELD_3H, discard(2, "6h")]
    impossible = ("force.not_possible", 11)
    assert code(*events, force(0, 0), rules=FORCING) == impossible
    assert code(*events[:-1], discard(2, "Jh"), force(), rules=FORCING) == impossible
    assert code(*events, stock(0), force(), rules=FORCING) == ("force.not_possible", 12)
    assert code(*events, force(1, 2), rules=FORCING) == ("turn.wrong_seat", 11)
    assert code(*events, by("foul", 1), force(0, 1), rules=FORCING) == ("seat.not_playing", 12)
    assert code(*events, force()) == ("event.not_allowed", 11)
    assert code(deal("??"), *stays(), force(0, 1), rules=FORCING) == ("force.not_possible", 4)
    emptied = [*START, pile(0), by("foul", 0), force(1, 2)]
    assert code(*emptied, rules=FORCING) == ("force.not_possible", 6)
    assert code(force(), rules={}) == ("event.not_allowed", 0)


def test_pg12_a_foul_of_the_forced_seat_frees_the_next() -> None:
    events = [*START, *MELD_3H, discard(2, "6h"), force(), by("foul", 0)]
    assert outcome(*events, stock(1), rules=FORCING).outcome == "open"


def test_pg12_what_is_forced_collects() -> None:
    rules = FORCING | {"low_rope": 3}
    events = [*START, stock(0), meld(0, "2h 3h 4h"), discard(0, "Kd"), *MELD_3H[3:], discard(2, "Ah")]
    paid = outcome(*events, force(), pile(0), layoff(0, 0, "Ah"), rules=rules)
    assert paid.units == (6, -3, -3)


# PG-13


@pytest.mark.parametrize("before", [[], [stock(0, "5h")]])
def test_pg13_a_foul_passes_the_turn(before: list[Json]) -> None:
    events = [*START, *before, by("foul", 0), stock(1), discard(1, "Kh")]
    assert outcome(*events, stock(2), discard(2, "Kh"), stock(1)).outcome == "open"
    assert code(*events, stock(0)) == ("turn.wrong_seat", len(events))


def test_pg13_a_foul_of_another_seat_leaves_the_turn() -> None:
    events = [*START, stock(0), by("foul", 1), discard(0, "Kh")]
    assert outcome(*events, stock(2)).outcome == "open"
    assert code(*events, stock(1)) == ("turn.wrong_seat", 7)
    assert code(*events, by("foul", 1)) == ("foul.not_playing", 7)
    dropped = [deal(), by("drop", 0), *stays(1, 2)]
    assert code(*dropped, by("foul", 0)) == ("foul.not_playing", 4)


def test_pg13_a_fouled_seat_pays_back_and_goes_on_paying() -> None:
    laid = [stock(0), meld(0, "5h 5h 5h"), discard(0, "Kh"), by("foul", 0)]
    paid_back = outcome(*START, *laid)
    assert paid_back.units == (0, 0, 0)
    assert outcome(*START, *laid, stock(1), meld(1, "7h 7h 7h")).units == (-2, 4, -2)


def test_pg13_the_last_unfouled_seat_takes_the_pot() -> None:
    events = [deal(), by("drop", 0), *stays(1, 2), stock(1), by("foul", 1)]
    verdict = outcome(*events, pot=4)
    assert (verdict.outcome, verdict.winner, verdict.units) == ("uncontested", 2, (-1, 0, 5))

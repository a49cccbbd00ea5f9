"""Pan card by card, rule by rule, in examples: whose move it is, and the end (PL-7, PL-8, E, undo)."""

import pytest

from gameplay.engine.verdict import LineReason
from tests.engine.pan_deals import OPEN, TIMED, WILD, code, deal, lay, outcome, take
from tests.engine.records import by, call

SPADES = {"spades_back": True}


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

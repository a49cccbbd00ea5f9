"""The next deal at a table: its seats, who is first, what the pot carries; pressed twice it opens once."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from gameplay import services
from gameplay.errors import GameplayError, RuleBroken
from tests import builders
from tests.builders import PAN, PANGUINGUE, House, lost, record, won
from tests.gameplay.seated import Seated, assert_kept, sit_down
from tests.gameplay.storms import MANY, at_once, codes
from tests.gameplay.worlds import rows


def under(house: House, profile: str, seats: int, **rules: Any) -> Seated:
    """Open a session of Panguingue under rules of its own, and seat the first members of the club."""
    house.rules[PANGUINGUE] = services.revise_house_rules(
        club=house.club, game=PANGUINGUE, name="House", profile=profile, rules=rules, by=builders.BY
    )
    return sit_down(house, seats, PANGUINGUE)


def carried(dropper: int) -> list[dict[str, Any]]:
    """Return the events of a deal that nobody wins: the forfeit of a dropper stays in the pot."""
    return [{"type": "drop", "seat": dropper}, {"type": "exhausted"}]


def test_seats_go_by_chairs_and_not_by_who_came_first(house: House) -> None:
    seated = sit_down(house, 0)
    for chair, place in ((9, 0), (2, 4), (15, 1), (1, 3)):
        seated.sit(chair, place)
    assert seated.places(seated.next([lost(0)]).deal) == [3, 4, 0, 1]
    seated.leave(2)
    seated.sit(10, 2)
    assert seated.places(seated.next([lost(0)]).deal) == [3, 0, 2, 1]


def test_the_deal_stands_under_the_rules_of_the_session(house: House) -> None:
    seated = under(house, "cardroom", 3, ante=7)
    services.revise_house_rules(
        club=house.club, game=PANGUINGUE, name="House", profile="classic", rules={}, by=builders.BY
    )
    row = seated.row(seated.next().deal)
    assert (row.header["profile"], row.header["options"]["ante"]) == ("cardroom", 7)


def test_the_pot_is_carried_from_deal_to_deal(house: House) -> None:
    seated = under(house, "classic", 3, drop_forfeit=5, unwon_pot="carry")
    first = seated.row(seated.next(carried(1)).deal)
    assert (first.pot_in, first.pot) == (0, 5)
    second = seated.row(seated.next(won(0)).deal)
    assert second.pot_in == 5
    third = seated.row(seated.next().deal)
    assert third.pot_in == second.pot
    assert [row.number for row in (first, second, third)] == [1, 2, 3]
    assert_kept(house)


def test_a_void_of_the_last_deal_leaves_its_pot_to_the_one_before(house: House) -> None:  # L-21
    seated = under(house, "hoyle", 3, drop_forfeit=5, unwon_pot="carry")
    before = seated.row(seated.next(carried(2)).deal)
    second = seated.next(carried(0))
    assert (before.pot, seated.row(second.deal).pot) == (5, 10)
    assert seated.row(second.deal).header["first"] == 2
    house.void(second.deal)
    third = seated.row(seated.next(won(2)).deal)
    assert (third.number, third.pot_in, third.header["first"]) == (3, 5, 2)
    assert_kept(house)


def test_a_void_behind_a_later_deal_leaves_the_pot_that_this_recorded(house: House) -> None:
    seated = under(house, "classic", 3, drop_forfeit=5, unwon_pot="carry")
    first, second = seated.next(carried(0)), seated.next(carried(1))
    house.void(first.deal)
    assert (seated.row(second.deal).pot_in, seated.row(second.deal).pot) == (5, 10)
    assert seated.row(seated.next().deal).pot_in == 10
    assert_kept(house)


def test_with_every_deal_void_the_session_begins_anew(house: House) -> None:
    seated = under(house, "hoyle", 3, drop_forfeit=5, unwon_pot="carry")
    house.void(seated.next(carried(1)).deal)
    house.void(seated.next().deal)
    row = seated.row(seated.next().deal)
    assert (row.number, row.pot_in, row.header["first"]) == (3, 0, 0)


@pytest.mark.parametrize(
    ("profile", "firsts"),
    [("classic", [0, 1, 2, 0]), ("cardroom", [0, 2, 2, 1]), ("hoyle", [0, 2, 2, 1])],
)
def test_who_is_first_follows_the_profile(house: House, profile: str, firsts: list[int]) -> None:  # PG-4
    seated = under(house, profile, 3)
    found = []
    for winner in (2, 2, 1, 0):
        found.append(seated.row(deal := seated.next().deal).header["first"])
        house.log(deal, won(winner), after=0)
    assert found == firsts


def test_whoever_was_to_be_first_and_left_is_followed_in_turn_order(house: House) -> None:
    seated = under(house, "cardroom", 4)
    seated.next(won(2))
    seated.leave(3)
    row = seated.row(seated.next(won(0)).deal)
    assert row.header["first"] == 1
    assert seated.places(row.deal) == [0, 1, 3]


def test_polish_pan_names_no_first_seat(house: House) -> None:  # PL-4
    seated = sit_down(house, 3)
    seated.lose(1)
    assert seated.row(seated.next().deal).header["first"] is None


def test_a_deal_is_opened_behind_a_finished_one_only(house: House) -> None:
    seated = sit_down(house, 3)
    open_deal = seated.next().deal
    with pytest.raises(GameplayError) as refusal:
        seated.next()
    assert (refusal.value.code, refusal.value.params["deal"]) == ("session.unfinished_deal", open_deal)
    house.void(open_deal)
    assert seated.next().number == 2


@pytest.mark.parametrize("game", [PAN, PANGUINGUE])
@pytest.mark.parametrize("seats", [0, 1])
def test_too_few_at_the_table_are_refused_by_the_engine(house: House, game: str, seats: int) -> None:
    seated = sit_down(house, seats, game)
    with pytest.raises(RuleBroken) as refusal:
        seated.next()
    assert refusal.value.fault.code == "seats.count"
    assert rows("SELECT count(*) FROM gameplay_deal WHERE club_id = %s", house.club.pk) == [(0,)]


def test_two_presses_open_one_deal(house: House) -> None:  # L-48, L-72
    seated = sit_down(house, 3)
    answers = at_once([partial(seated.next, key=key) for key in ("one press", "another")])
    assert codes(answers) == {"done": 1, "session.unfinished_deal": 1}
    made = next(each for each in answers if isinstance(each, services.Recorded))
    refusal = next(each for each in answers if isinstance(each, GameplayError))
    assert refusal.params["deal"] == made.deal
    assert made.number == 1
    assert_kept(house)


def test_many_presses_open_one_deal(house: House) -> None:  # L-72
    seated = sit_down(house, 3)
    assert codes(at_once([seated.next] * MANY)) == {"done": 1, "session.unfinished_deal": MANY - 1}
    assert rows("SELECT count(*) FROM gameplay_deal WHERE club_id = %s", house.club.pk) == [(1,)]


def test_many_who_log_whole_deals_have_their_numbers_without_a_gap(house: House) -> None:
    seated = sit_down(house, 3)
    answers = at_once([partial(seated.next, [lost(0)])] * 4)
    done = sorted(each.number for each in answers if isinstance(each, services.Recorded))
    assert done == list(range(1, len(done) + 1))
    assert set(codes(answers)) <= {"done", "deal.number_taken"}
    assert_kept(house)


def test_the_same_press_twice_is_the_same_deal(house: House) -> None:  # L-48
    seated = sit_down(house, 3)
    first = seated.next(key="press")
    again = seated.next(key="press")
    assert (again.deal, again.number, again.is_first) == (first.deal, 1, False)
    house.log(first.deal, [lost(0)], after=0)
    assert seated.next(key="press").deal == first.deal
    with pytest.raises(GameplayError) as refusal:
        seated.next([lost(1)], key="press")
    assert refusal.value.code == "idempotency.key_reused"


def test_the_same_press_is_the_same_deal_whoever_sat_down_or_left_since(house: House) -> None:  # L-48
    seated = sit_down(house, 3)
    first = seated.next([lost(0)], key="press")
    seated.sit(4, 3)
    assert seated.next([lost(0)], key="press").deal == first.deal
    for chair in (1, 2, 3, 4):
        seated.leave(chair)
    assert seated.next([lost(0)], key="press").deal == first.deal
    services.close_session(**seated.at)
    assert seated.next([lost(0)], key="press").deal == first.deal
    assert seated.places(first.deal) == [0, 1, 2]


def test_a_plan_that_somebody_overtakes_is_made_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    seated = sit_down(house, 3)
    plan, late = services.next_deals.plan_next_deal, [4]

    def plan_slowly(*asked: Any) -> services.NewDeal:
        planned = plan(*asked)
        if late:
            seated.sit(4, late.pop())
        return planned

    monkeypatch.setattr(services.next_deals, "plan_next_deal", plan_slowly)
    assert seated.places(seated.next().deal) == [0, 1, 2, 4]


def test_a_deal_recorded_in_between_is_carried_on_from(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    seated = sit_down(house, 3)
    plan, late = services.next_deals.plan_next_deal, [9]

    def plan_slowly(*asked: Any) -> services.NewDeal:
        planned = plan(*asked)
        if late:
            house.deal(seated.session, record(PAN, house.ids[:3], [lost(0)], pot=late.pop()))
        return planned

    monkeypatch.setattr(services.next_deals, "plan_next_deal", plan_slowly)
    made = seated.next()
    assert (made.number, seated.row(made.deal).pot_in) == (2, 9)


def test_a_closed_session_takes_no_deal(house: House) -> None:  # L-15
    seated = sit_down(house, 3)
    services.close_session(**seated.at)
    with pytest.raises(GameplayError) as refusal:
        seated.next()
    assert refusal.value.code == "session.closed"

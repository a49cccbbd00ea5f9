"""Who sits where: seats are taken and left between deals, and each refusal has its code."""

from __future__ import annotations

from functools import partial

import pytest

from clubs.services import deactivate_member
from gameplay import services
from gameplay.errors import GameplayError
from gameplay.models import SessionSeat
from tests import builders
from tests.builders import BY, House, lost, make_house
from tests.gameplay.seated import Seated, assert_kept, sit_down
from tests.gameplay.storms import MANY, at_once, codes
from tests.gameplay.worlds import rows


def chairs(seated: Seated) -> dict[int, int]:
    """Return who sits where, by the derived rows, which must say what the events say."""
    stored = SessionSeat.objects.filter(session__public_id=seated.session)
    found = dict(stored.values_list("chair", "member__public_id"))
    assert found == seated.facts.chairs
    return {chair: seated.house.ids.index(member) for chair, member in found.items()}


def refused(code: str, seated: Seated, **asked: object) -> dict[str, object]:
    """Ask for a seat, see the code, and see that nothing was written; return the code's parameters."""
    before = (seated.facts, rows("SELECT count(*) FROM gameplay_event WHERE stream = %s", seated.session))
    with pytest.raises(GameplayError) as refusal:
        services.seat_member(**({**seated.at, "chair": 4, "member": seated.house.ids[4]} | asked))
    assert refusal.value.code == code
    after = (seated.facts, rows("SELECT count(*) FROM gameplay_event WHERE stream = %s", seated.session))
    assert after == before
    return refusal.value.params


def test_seats_are_taken_left_and_taken_again(house: House) -> None:
    seated = sit_down(house, 3)
    seated.sit(15, 3)
    assert chairs(seated) == {1: 0, 2: 1, 3: 2, 15: 3}
    seated.leave(2)
    seated.leave(1)
    seated.sit(1, 1)
    assert chairs(seated) == {1: 1, 3: 2, 15: 3}
    assert_kept(house)


@pytest.mark.parametrize("chair", [0, -1, 16])
def test_there_is_no_such_chair(house: House, chair: int) -> None:
    assert refused("seat.no_such_chair", sit_down(house, 1), chair=chair) == {"chair": chair, "chairs": 15}


def test_a_chair_holds_one_and_says_whom(house: House) -> None:
    assert refused("seat.taken", sit_down(house, 2), chair=2) == {"chair": 2, "member": house.ids[1]}


def test_nobody_sits_on_two_chairs(house: House) -> None:
    assert refused("seat.member_seated", sit_down(house, 2), member=house.ids[1]) == {"member": house.ids[1]}


def test_an_empty_chair_cannot_be_left(house: House) -> None:
    seated = sit_down(house, 2)
    for chair in (3, 99):
        with pytest.raises(GameplayError) as refusal:
            seated.leave(chair)
        assert (refusal.value.code, refusal.value.params) == ("seat.empty", {"chair": chair})


def test_only_members_of_the_club_sit_down(house: House) -> None:
    seated, elsewhere = sit_down(house, 1), make_house(members=1, name="Other Room").ids[0]
    for nobody in (elsewhere, "mbr_nobody", ""):
        assert refused("seat.not_a_member", seated, member=nobody) == {"member": nobody}


def test_who_has_left_the_club_does_not_sit_down(house: House) -> None:  # L-26
    seated = sit_down(house, 1)
    deactivate_member(member=house.members[4])
    refused("seat.not_a_member", seated)


def test_a_session_of_another_club_is_unknown(house: House) -> None:
    seated = Seated(house, sit_down(make_house(members=2, name="Other Room"), 2).session)
    with pytest.raises(GameplayError) as refusal:
        seated.sit(3, 0)
    assert refusal.value.code == "session.unknown"


@pytest.mark.parametrize("game", [builders.PAN, builders.PANGUINGUE])
def test_seats_change_between_deals_only(house: House, game: str) -> None:  # L-21
    seated = sit_down(house, 3, game)
    deal = seated.next().deal
    assert refused("session.unfinished_deal", seated)["deal"] == deal
    with pytest.raises(GameplayError) as refusal:
        seated.leave(1)
    assert refusal.value.code == "session.unfinished_deal"
    house.log(deal, [lost(0)] if game == builders.PAN else builders.won(0), after=0)
    seated.leave(1)
    seated.sit(4, 4)
    assert chairs(seated) == {2: 1, 3: 2, 4: 4}
    assert seated.places(deal) == [0, 1, 2]
    assert_kept(house)


def test_a_void_deal_that_was_never_finished_keeps_nobody_on_a_chair(house: House) -> None:
    seated = sit_down(house, 2)
    house.void(seated.next().deal)
    seated.leave(2)
    assert chairs(seated) == {1: 0}


def test_a_closed_session_seats_nobody(house: House) -> None:  # L-15, L-16
    seated = sit_down(house, 2)
    services.close_session(**seated.at)
    assert refused("session.closed", seated)["status"] == "closing"
    services.settle_session(**seated.at)
    assert refused("session.closed", seated)["status"] == "settled"
    with pytest.raises(GameplayError) as refusal:
        seated.leave(1)
    assert refusal.value.code == "session.closed"


def test_the_same_request_is_answered_as_the_first_time_whatever_came_between(house: House) -> None:  # L-48
    seated = sit_down(house, 2)
    seated.sit(5, 4, key="sit")
    seated.leave(5, key="stand")
    deactivate_member(member=house.members[4])
    seated.next([lost(0)])
    services.close_session(**seated.at)
    before = seated.facts
    seated.sit(5, 4, key="sit")
    seated.leave(5, key="stand")
    assert seated.facts == before
    assert chairs(seated) == {1: 0, 2: 1}


def test_one_key_seats_one_member(house: House) -> None:  # L-49
    seated = sit_down(house, 1)
    seated.sit(2, 1, key="once")
    assert refused("idempotency.key_reused", seated, key="once") == {"key": "once"}
    with pytest.raises(GameplayError) as refusal:
        seated.leave(2, key="once")
    assert refusal.value.code == "idempotency.key_reused"


def test_of_many_who_want_one_chair_one_gets_it(transactional_db: None) -> None:  # L-72
    house = make_house(members=MANY)
    seated = sit_down(house, 0)
    answers = at_once([partial(seated.sit, 1, place) for place in range(MANY)])
    assert codes(answers) == {"done": 1, "seat.taken": MANY - 1}
    assert chairs(seated) == {1: answers.index(None)}


def test_of_many_chairs_for_one_member_one_is_taken(house: House) -> None:  # L-72
    seated = sit_down(house, 0)
    answers = at_once([partial(seated.sit, chair, 0) for chair in range(1, 16)])
    assert codes(answers) == {"done": 1, "seat.member_seated": 14}
    assert chairs(seated) == {answers.index(None) + 1: 0}


def test_nobody_sits_down_into_a_deal_that_opens_meanwhile(house: House) -> None:
    seated = sit_down(house, 3)
    answers = at_once([seated.next, partial(seated.sit, 4, 3), partial(seated.leave, 3)])
    dealt = seated.places(next(each for each in answers if isinstance(each, services.Recorded)).deal)
    assert set(codes(answers)) <= {"done", "session.unfinished_deal"}
    assert dealt == list(chairs(seated).values())
    assert_kept(house)


def test_what_was_recorded_says_by_whom(house: House) -> None:
    seated = sit_down(house, 1)
    services.unseat_member(**(seated.at | {"by": house.ids[0]}), chair=1)
    found = rows(
        "SELECT type, recorded_by FROM gameplay_event WHERE stream = %s ORDER BY seq", seated.session
    )
    assert found == [("opened", BY), ("seat_taken", BY), ("seat_left", house.ids[0])]

"""Matches at the table: letters over deals, who is dealt in, stakes, and what a void makes of them (PL-9)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from gameplay import services, settlement
from gameplay.errors import GameplayError, RuleBroken
from tests import builders
from tests.builders import PAN, House, lost, record
from tests.gameplay.seated import assert_kept, balances, match_row, sit_down
from tests.gameplay.storms import at_once, codes
from tests.gameplay.worlds import rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture
def kept_house(house: House) -> Iterator[House]:
    """A club that is sound behind the test, and that a rebuild leaves as it is."""
    yield house
    assert_kept(house)


def refusal_of(act: Callable[[], Any]) -> GameplayError:
    with pytest.raises(GameplayError) as refusal:
        act()
    return refusal.value


def stakes_posted(match: str) -> int:
    return int(rows("SELECT count(*) FROM ledger_transaction WHERE source = %s", match)[0][0])


def test_losers_get_letters_and_a_drawn_deal_gives_none(kept_house: House) -> None:
    seated = sit_down(kept_house, 3)
    match = seated.start()
    for place in (1, 0, 1):
        seated.lose(place)
    seated.next([{"type": "drawn"}])
    seated.lose(2)
    row = match_row(match)
    assert row.letters == ["P", "PA", "P"]
    assert (row.eliminated, row.is_over, row.is_ended, row.winner) == ([], False, False, None)
    assert seated.advance() == []


def test_deals_before_the_match_and_behind_it_give_no_letters(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    seated.lose(0)
    match = seated.start(word="PA")
    seated.lose(0)
    seated.lose(0)
    seated.lose(1)
    row = match_row(match)
    assert (row.letters, row.from_number, row.through_number) == (["PA", ""], 2, 3)


def test_a_letter_is_seen_as_soon_as_the_deal_is_over(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    match = seated.start()
    deal = seated.next().deal
    assert match_row(match).letters == ["", ""]
    kept_house.log(deal, [lost(1)], after=0)
    assert match_row(match).letters == ["", "P"]


def test_first_ends_with_the_first_defeat_and_all_others_are_paid(kept_house: House) -> None:
    seated = sit_down(kept_house, 3)
    match = seated.start(word="PA", match_end="first", match_stake=5)
    seated.lose(2)
    seated.lose(2)
    assert seated.advance() == [match]
    row = match_row(match)
    assert (row.is_ended, row.through_number, row.eliminated, row.winner) == (True, 2, [2], None)
    assert seated.stakes(match) == {0: 5, 1: 5, 2: -10}
    assert balances(kept_house)[:3] == [1 + 1 + 5, 1 + 1 + 5, -2 - 2 - 10]
    assert seated.places(seated.next([lost(0)]).deal) == [0, 1, 2]


def test_the_last_one_standing_is_paid_by_each_defeated(kept_house: House) -> None:
    seated = sit_down(kept_house, 4)
    match = seated.start(word="PA", match_stake=7)
    dealt = [seated.places(seated.lose(place)) for place in (1, 1, 3, 0, 3, 0)]
    assert dealt == [[0, 1, 2, 3]] * 2 + [[0, 2, 3]] * 3 + [[0, 2]]
    assert seated.advance() == [match]
    row = match_row(match)
    assert (row.eliminated, row.winner, row.is_ended, row.through_number) == ([1, 3, 0], 2, True, 6)
    assert seated.stakes(match) == {0: -7, 1: -7, 2: 21, 3: -7}
    assert seated.places(seated.next().deal) == [0, 1, 2, 3]


def test_a_match_without_a_stake_posts_nothing(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    match = seated.start(word="PA")
    for _ in "PA":
        seated.lose(0)
    assert seated.advance() == [match]
    assert match_row(match).is_ended
    assert stakes_posted(match) == 0


def test_who_sat_down_later_waits_for_the_end_of_the_match(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    seated.start(word="PA")
    seated.sit(3, 4)
    assert [seated.places(seated.lose(1)) for _ in "PA"] == [[0, 1], [0, 1]]
    assert seated.places(seated.next().deal) == [0, 1, 4]


def test_a_deal_of_a_match_seats_exactly_the_players_still_in(kept_house: House) -> None:
    seated, ids = sit_down(kept_house, 3), kept_house.ids
    match = seated.start(word="PA")
    for seats, missing in ((ids[:2], ids[2:3]), (ids[:4], []), ([ids[0], ids[1], ids[4]], ids[2:3])):
        refusal = refusal_of(partial(kept_house.deal, seated.session, record(PAN, seats)))
        assert refusal.code == "match.wrong_players"
        assert refusal.params == {"match": match, "missing": missing}
    seated.lose(2)
    seated.lose(2)
    refusal = refusal_of(lambda: kept_house.deal(seated.session, record(PAN, ids[:3])))
    assert refusal.code == "match.wrong_players"
    assert kept_house.deal(seated.session, record(PAN, [ids[1], ids[0]], [lost(0)])).number == 3


def test_a_player_who_left_is_missed(kept_house: House) -> None:
    seated = sit_down(kept_house, 3)
    match = seated.start()
    seated.leave(2)
    refusal = refusal_of(seated.next)
    assert refusal.code == "match.wrong_players"
    assert refusal.params == {"match": match, "missing": [kept_house.ids[1]]}
    seated.sit(9, 1)
    assert seated.places(seated.next().deal) == [0, 2, 1]


def test_the_next_deal_ends_a_match_that_is_decided(kept_house: House) -> None:
    seated = sit_down(kept_house, 3)
    match = seated.start(word="PA", match_end="first", match_stake=2)
    seated.lose(0)
    seated.lose(0)
    assert not match_row(match).is_ended
    assert seated.places(seated.next().deal) == [0, 1, 2]
    assert match_row(match).is_ended
    assert seated.stakes(match) == {0: -4, 1: 2, 2: 2}


def test_stakes_are_posted_once_however_often_and_by_how_many(kept_house: House) -> None:  # L-48, L-72
    seated = sit_down(kept_house, 3)
    match = seated.start(word="PA", match_end="first", match_stake=5)
    seated.lose(2)
    seated.lose(2)
    answers = at_once([seated.advance] * 8)
    assert sorted(answers) == [[]] * 7 + [[match]]
    assert seated.advance() == []
    assert stakes_posted(match) == 1
    assert seated.stakes(match) == {0: 5, 1: 5, 2: -10}


def test_a_void_revives_the_match_and_takes_the_stakes_back(kept_house: House) -> None:  # L-6, L-21
    seated = sit_down(kept_house, 3)
    match = seated.start(word="PA", match_stake=5)
    deals = [seated.lose(place) for place in (0, 0, 1, 1)]
    seated.advance()
    assert seated.stakes(match) == {0: -5, 1: -5, 2: 10}
    kept_house.void(deals[0])
    assert seated.advance() == [match]
    row = match_row(match)
    assert (row.letters, row.eliminated) == (["P", "PA", ""], [1])
    assert (row.is_ended, row.is_over, row.through_number, row.winner) == (False, False, None, None)
    assert seated.stakes(match) == {}
    assert seated.advance() == []
    assert seated.places(seated.lose(0)) == [0, 2]
    assert seated.advance() == [match]
    assert seated.stakes(match) == {0: -5, 1: -5, 2: 10}
    assert match_row(match).eliminated == [1, 0]
    assert stakes_posted(match) == 3


def test_voiding_all_deals_of_a_match_leaves_nobody_a_unit(kept_house: House) -> None:  # L-6
    seated = sit_down(kept_house, 2)
    match = seated.start(word="PA", match_stake=5)
    for deal in [seated.lose(1), seated.lose(1)]:
        seated.advance()
        kept_house.void(deal)
        seated.advance()
    assert match_row(match).letters == ["", ""]
    assert balances(kept_house) == [0] * 5


def test_a_revived_match_that_another_loses_has_other_stakes(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    match = seated.start(word="PA", match_stake=5)
    deals = [seated.lose(0), seated.lose(0)]
    seated.advance()
    kept_house.void(deals[1])
    seated.advance()
    seated.lose(1)
    seated.lose(1)
    seated.advance()
    row = match_row(match)
    assert (row.letters, row.winner, row.through_number) == (["P", "PA"], 0, 4)
    assert seated.stakes(match) == {0: 5, 1: -5}


def test_a_void_that_makes_another_the_loser_puts_the_stakes_right_at_once(kept_house: House) -> None:
    seated, ids = sit_down(kept_house, 3), kept_house.ids
    match = seated.start(word="PA", match_end="first", match_stake=5)
    deals = [seated.lose(place) for place in (0, 1, 0)]
    # Recorded before anybody drew the consequences: the match has no room for it yet.
    kept_house.deal(seated.session, record(PAN, ids[1:3], [lost(0)]))
    assert seated.advance() == [match]
    assert seated.stakes(match) == {0: -10, 1: 5, 2: 5}
    kept_house.void(deals[0])
    assert seated.advance() == [match]
    assert seated.stakes(match) == {0: 5, 1: -10, 2: 5}
    row = match_row(match)
    assert (row.letters, row.eliminated, row.is_ended) == (["P", "PA", ""], [1], True)


def test_a_void_brings_the_eliminated_back_to_the_next_deal(kept_house: House) -> None:
    seated = sit_down(kept_house, 3)
    seated.start(word="PA")
    deals = [seated.lose(place) for place in (0, 0)]
    assert seated.places(seated.lose(1)) == [1, 2]
    kept_house.void(deals[1])
    assert seated.places(seated.next().deal) == [0, 1, 2]


def test_a_deal_that_follows_a_void_at_once_is_one_of_the_revived_match(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    match = seated.start(word="PA", match_stake=5)
    deals = [seated.lose(0), seated.lose(0)]
    seated.advance()
    seated.sit(3, 2)
    kept_house.void(deals[1])
    assert seated.places(seated.lose(0)) == [0, 1]
    seated.advance()
    assert match_row(match).letters == ["PA", ""]


def test_deals_of_others_behind_a_match_are_none_of_it_when_it_is_revived(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    match = seated.start(word="PA", match_stake=5)
    deals = [seated.lose(0), seated.lose(0)]
    seated.sit(3, 2)
    seated.lose(2)
    kept_house.void(deals[1])
    assert seated.advance() == [match]
    assert match_row(match).letters == ["P", ""]
    assert seated.stakes(match) == {}
    services.end_match(**seated.at)
    kept_house.settle(seated.session)


def test_a_match_that_a_manager_ends_posts_nothing(kept_house: House) -> None:
    seated = sit_down(kept_house, 3)
    match = seated.start(word="PA", match_stake=5)
    deals = [seated.lose(0), seated.lose(0)]
    assert services.end_match(**seated.at, key="end") == match
    row = match_row(match)
    assert (row.is_ended, row.is_over, row.through_number, row.letters) == (True, False, 2, ["PA", "", ""])
    assert seated.advance() == []
    kept_house.void(deals[0])
    assert seated.advance() == []
    assert stakes_posted(match) == 0
    assert services.end_match(**seated.at, key="end") == match
    assert refusal_of(lambda: services.end_match(**seated.at)).code == "match.not_running"
    assert seated.places(seated.next().deal) == [0, 1, 2]


def test_a_revived_match_is_closed_again_by_a_manager(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    match = seated.start(word="PA", match_stake=5)
    deals = [seated.lose(0), seated.lose(0)]
    seated.advance()
    kept_house.void(deals[1])
    seated.advance()
    assert services.end_match(**seated.at) == match
    assert seated.stakes(match) == {}
    assert seated.start() != match


def test_one_match_runs_at_a_time(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    match = seated.start(key="start")
    refusal = refusal_of(seated.start)
    assert (refusal.code, refusal.params) == ("match.running", {"match": match})
    assert seated.start(key="start") == match
    assert refusal_of(lambda: seated.start(key="start", word="PA")).code == "idempotency.key_reused"


def test_many_who_start_a_match_start_one(kept_house: House) -> None:  # L-72
    seated = sit_down(kept_house, 2)
    assert codes(at_once([seated.start] * 8)) == {"done": 1, "match.running": 7}
    assert len(seated.facts.matches) == 1


def test_a_second_match_follows_the_first_in_one_session(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    first = seated.start(word="PA", match_stake=5)
    for _ in "PA":
        seated.lose(0)
    seated.advance()
    second = seated.start(word="PA", match_stake=3)
    for _ in "PA":
        seated.lose(1)
    assert seated.advance() == [second]
    assert (seated.stakes(first), seated.stakes(second)) == ({0: -5, 1: 5}, {0: 3, 1: -3})
    assert (match_row(first).letters, match_row(second).letters) == (["PA", ""], ["", "PA"])


def test_panguingue_has_no_matches(kept_house: House) -> None:
    seated = sit_down(kept_house, 3, builders.PANGUINGUE)
    assert refusal_of(seated.start).code == "match.wrong_game"


def test_a_match_begins_between_deals_of_an_open_session(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    assert refusal_of(lambda: services.end_match(**seated.at)).code == "match.not_running"
    deal = seated.next().deal
    for act in (seated.start, lambda: services.end_match(**seated.at)):
        assert refusal_of(act).code == "session.unfinished_deal"
    kept_house.log(deal, [lost(0)], after=0)
    services.close_session(**seated.at)
    for act in (seated.start, lambda: services.end_match(**seated.at)):
        assert refusal_of(act).code == "session.closed"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"word": "P"}, "record.invalid"),
        ({"word": "P A"}, "record.invalid"),
        ({"match_end": "never"}, "record.invalid"),
        ({"match_stake": -1}, "record.invalid"),
    ],
)
def test_the_engine_judges_what_a_match_is_played_for(
    kept_house: House, options: dict[str, Any], code: str
) -> None:
    seated = sit_down(kept_house, 2)
    with pytest.raises(RuleBroken) as refusal:
        seated.start(**options)
    assert refusal.value.fault.code == code
    assert seated.facts.matches == {}


def test_nobody_plays_a_match_alone(kept_house: House) -> None:
    with pytest.raises(RuleBroken) as refusal:
        sit_down(kept_house, 1).start()
    assert refusal.value.fault.code == "seats.count"


def test_closing_posts_the_stakes_of_a_decided_match_into_the_session(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    match = seated.start(word="PA", match_stake=5)
    for _ in "PA":
        seated.lose(0)
    book = seated.facts.book
    kept_house.settle(seated.session)
    assert match_row(match).is_ended
    found = rows(
        "SELECT b.public_id FROM ledger_transaction t JOIN ledger_book b ON b.id = t.book_id "
        "WHERE t.source = %s",
        match,
    )
    assert found == [(book,)]
    nets = settlement.session_nets(kept_house.club.pk, seated.session)
    assert sorted(nets.values()) == [-7, 7]
    assert seated.advance() == []


def test_a_void_behind_the_settlement_takes_stakes_back_on_the_day_it_is_made(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)  # L-13
    match = seated.start(word="PA", match_stake=5)
    deals = [seated.lose(0), seated.lose(0)]
    kept_house.settle(seated.session)
    kept_house.void(deals[0])
    assert seated.advance() == [match]
    assert seated.stakes(match) == {}
    assert balances(kept_house)[:2] == [-1, 1]
    found = rows(
        "SELECT b.purpose FROM ledger_transaction t JOIN ledger_book b ON b.id = t.book_id "
        "WHERE t.source = %s ORDER BY t.id",
        match,
    )
    assert found == [("session",), ("day",)]

"""An open session goes on by another revision of house rules; deals keep the one they were opened by."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from gameplay import selectors, services
from gameplay.errors import Code, GameplayError
from gameplay.reports.settlement import settlement_report
from tests.builders import BY, PAN, PANGUINGUE, House, lost, make_house, record
from tests.gameplay.seated import Seated, assert_kept, balances, sit_down
from tests.gameplay.storms import MANY, at_once, codes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gameplay.models import HouseRulesRevision


@pytest.fixture
def kept_house(house: House) -> Iterator[House]:
    """A club that is sound behind the test, and that a rebuild leaves as it is."""
    yield house
    assert_kept(house)


def revision(house: House, name: str = "House", *, game: str = PAN, **rules: int) -> HouseRulesRevision:
    return services.revise_house_rules(
        club=house.club, game=game, name=name, profile="classic", rules=rules, by=BY
    )


def revise(seated: Seated, rules: str, expected: str, **more: Any) -> str:
    return services.revise_session_rules(**(seated.at | {"rules": rules, "expected_rules": expected} | more))


def refused(code: str, seated: Seated, rules: str, expected: str) -> dict[str, Any]:
    with pytest.raises(GameplayError) as refusal:
        revise(seated, rules, expected)
    assert refusal.value.code == code
    return refusal.value.params


def row(seated: Seated) -> selectors.SessionRow:
    found = selectors.find_session(seated.house.club.pk, seated.session)
    assert found is not None
    return found


def test_the_next_deal_is_played_by_the_new_revision_and_the_last_one_stays(kept_house: House) -> None:
    old, new = kept_house.rules[PAN].public_id, revision(kept_house, deal_stake=7).public_id
    seated = sit_down(kept_house, 3)
    first = seated.lose(0)
    assert revise(seated, new, old) == seated.session
    assert (row(seated).rules, row(seated).rules_number) == (new, 2)
    second = seated.lose(1)
    assert [seated.row(deal).header["options"]["deal_stake"] for deal in (first, second)] == [1, 7]
    assert balances(kept_house)[:3] == [5, -13, 8]
    spans = selectors.rules_spans(kept_house.club.pk, seated.session)
    assert [(each.from_number, each.revision) for each in spans] == [(1, old), (2, new)]


def test_a_deal_is_told_with_the_rules_that_it_was_played_by(kept_house: House) -> None:
    dearer = revision(kept_house, "Late night", deal_stake=7).public_id
    seated = sit_down(kept_house, 3)
    first = seated.lose(0)
    revise(seated, dearer, kept_house.rules[PAN].public_id)
    second = seated.lose(1)
    own = record(PAN, kept_house.ids[:3], [lost(0)], rules={"deal_stake": 3})
    third = kept_house.deal(seated.session, own).deal
    names = [seated.row(deal).rules_name for deal in (first, second, third)]
    assert names == ["House", "Late night", None]


def test_a_report_names_the_rules_of_the_beginning_and_those_that_came_later(kept_house: House) -> None:
    old, new = kept_house.rules[PAN].public_id, revision(kept_house, deal_stake=7).public_id
    seated = sit_down(kept_house, 3)
    seated.lose(0)
    before = kept_house.settle(seated.session)
    services.reopen_session(**(seated.at | {"by": "sys_task"}), reason=services.ReopenReason.CLOSED_EARLY)
    revise(seated, new, old)
    seated.lose(1)
    after = kept_house.settle(seated.session)
    found = [settlement_report(kept_house.club, each.settlement) for each in (before, after)]
    assert [each.rules.public_id for each in found if each] == [old, old]
    assert [[late.revision for late in each.later_rules] for each in found if each] == [[], [new]]


def test_what_does_not_fit_is_refused_and_changes_nothing(kept_house: House) -> None:
    old = kept_house.rules[PAN].public_id
    other = make_house(members=1, name="Other Room").rules[PAN].public_id
    spare = revision(kept_house, "Spare", deal_stake=2)
    services.edit_house_rules(
        house_rules=spare.house_rules, check=lambda _: None, changes={"is_active": False}
    )
    seated = sit_down(kept_house, 3)
    before = seated.facts
    assert refused("rules.in_force", seated, old, old)["rules"] == old
    assert refused("rules.other_game", seated, kept_house.rules[PANGUINGUE].public_id, old)["game"] == PAN
    assert refused("rules.revision_unknown", seated, other, old) == {"revision": other}
    assert refused("rules.retired", seated, spare.public_id, old) == {"rules": "Spare"}
    assert seated.facts == before


def test_whoever_has_not_seen_the_rules_in_force_is_told(kept_house: House) -> None:  # L-51
    old, second = kept_house.rules[PAN].public_id, revision(kept_house, deal_stake=2).public_id
    third = revision(kept_house, deal_stake=3).public_id
    seated = sit_down(kept_house, 2)
    revise(seated, second, old)
    seated.sit(3, 3)  # a chair is no concern of the rules
    params = refused("session.changed", seated, third, old)
    assert (params["rules"], params["seq"]) == (second, 5)
    revise(seated, third, second)


def test_rules_change_between_deals_and_outside_matches(kept_house: House) -> None:
    old, new = kept_house.rules[PAN].public_id, revision(kept_house, deal_stake=7).public_id
    seated = sit_down(kept_house, 3)
    deal = seated.next().deal
    assert refused("session.unfinished_deal", seated, new, old)["deal"] == deal
    kept_house.log(deal, [lost(0)], after=0)
    match = seated.start()
    assert refused("match.running", seated, new, old) == {"match": match}
    services.end_match(**seated.at)
    revise(seated, new, old)


@pytest.mark.parametrize("is_settled", [False, True])
def test_a_closed_session_keeps_its_rules(kept_house: House, *, is_settled: bool) -> None:  # L-15
    old, new = kept_house.rules[PAN].public_id, revision(kept_house, deal_stake=7).public_id
    seated = sit_down(kept_house, 2)
    services.close_session(**seated.at)
    if is_settled:
        services.settle_session(**seated.at)
    refused("session.closed", seated, new, old)
    assert row(seated).rules == old


def test_asked_again_under_its_key_it_answers_as_the_first_time(kept_house: House) -> None:  # L-48, L-49
    old, new = kept_house.rules[PAN].public_id, revision(kept_house, deal_stake=7).public_id
    seated = sit_down(kept_house, 2)
    for _ in range(2):
        assert revise(seated, new, old, key="dearer") == seated.session
    with pytest.raises(GameplayError, match=Code.IDEMPOTENCY_KEY_REUSED):
        revise(seated, old, new, key="dearer")
    assert len(selectors.rules_spans(kept_house.club.pk, seated.session)) == 2


def test_of_many_who_change_the_rules_at_once_one_does(kept_house: House) -> None:  # L-72
    old = kept_house.rules[PAN].public_id
    seated = sit_down(kept_house, 2)
    new = [revision(kept_house, deal_stake=stake).public_id for stake in range(2, 2 + MANY)]
    answers = at_once([partial(revise, seated, each, old) for each in new])
    assert codes(answers) == {"done": 1, "session.changed": MANY - 1}


def test_next_deals_and_a_change_of_rules_at_once_agree_on_an_order(kept_house: House) -> None:
    old, new = kept_house.rules[PAN].public_id, revision(kept_house, deal_stake=7).public_id
    seated = sit_down(kept_house, 3)
    deal = partial(seated.next, [lost(0)])
    deal()
    assert codes(at_once([deal, partial(revise, seated, new, old), deal])) == {"done": 3}
    deal()
    start = selectors.rules_spans(kept_house.club.pk, seated.session)[1].from_number
    listed = selectors.list_deals(kept_house.club.pk, seated.session)
    assert {deal.number: deal.header["options"]["deal_stake"] for deal in listed} == {
        number: 1 if number < start else 7 for number in range(1, 5)
    }

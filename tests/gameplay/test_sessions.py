"""Sessions are closed, settled and opened again; a settlement repeats the one it supersedes and goes on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from gameplay import selectors, services
from gameplay.errors import GameplayError
from tests import builders
from tests.builders import BY, PAN, House, lost, make_house, record
from tests.gameplay.seated import Seated, assert_kept, balances, sit_down
from tests.gameplay.storms import MANY, at_once, codes
from tests.gameplay.worlds import rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REASON = services.ReopenReason.CORRECTION
SECOND = "sys_task"
"""Whoever did not close the session."""


@pytest.fixture
def kept_house(house: House) -> Iterator[House]:
    """A club that is sound behind the test, and that a rebuild leaves as it is."""
    yield house
    assert_kept(house)


def refused(code: str, act: Callable[[], Any]) -> dict[str, Any]:
    """See a refusal's code, and return its parameters."""
    with pytest.raises(GameplayError) as refusal:
        act()
    assert refusal.value.code == code
    return refusal.value.params


def reopen(seated: Seated, by: str = SECOND, **more: Any) -> str:
    return services.reopen_session(**({**seated.at, "by": by, "reason": REASON} | more))


def view(house: House, settled: services.Settled) -> selectors.SettlementView:
    found = selectors.find_settlement(house.club.pk, settled.settlement)
    assert found is not None
    return found


def nets(house: House, settled: services.Settled) -> dict[int, int]:
    """Return a settlement's nets by the members' places."""
    holders = dict(rows("SELECT public_id, holder FROM ledger_account WHERE club_id = %s", house.club.pk))
    return {house.ids.index(holders[net.holder.account]): net.units for net in view(house, settled).nets}


def plan(house: House, settled: services.Settled) -> dict[tuple[int, int], int]:
    """Return a settlement's payments by the places of payer and payee."""
    holders = dict(rows("SELECT public_id, holder FROM ledger_account WHERE club_id = %s", house.club.pk))
    return {
        (
            house.ids.index(holders[line.payer.account]),
            house.ids.index(holders[line.payee.account]),
        ): line.units
        for line in view(house, settled).plan
    }


def status(seated: Seated) -> str:
    found = selectors.find_session(seated.house.club.pk, seated.session)
    assert found is not None
    return found.status


def books(seated: Seated) -> list[tuple[int, bool]]:
    """Return number and openness of the session's books, in order."""
    return rows(
        "SELECT b.number, s.is_open FROM ledger_book b JOIN ledger_bookstate s ON s.book_id = b.id "
        "WHERE b.club_id = %s AND b.source = %s ORDER BY b.number",
        seated.house.club.pk,
        seated.session,
    )


def test_a_session_is_open_then_closing_then_settled(kept_house: House) -> None:
    seated = sit_down(kept_house, 3)
    seated.lose(0)
    assert (status(seated), books(seated)) == ("open", [(1, True)])
    services.close_session(**seated.at)
    assert (status(seated), books(seated)) == ("closing", [(1, True)])
    settled = services.settle_session(**seated.at)
    assert (status(seated), books(seated)) == ("settled", [(1, False)])
    assert (settled.number, nets(kept_house, settled)) == (1, {0: -2, 1: 1, 2: 1})
    assert plan(kept_house, settled) == {(0, 1): 1, (0, 2): 1}


def test_closing_with_an_open_deal_names_it(kept_house: House) -> None:  # L-16
    seated = sit_down(kept_house, 3)
    deal = seated.next().deal
    close = partial(services.close_session, **seated.at)
    assert refused("session.unfinished_deal", close) == {"session": seated.session, "deal": deal}
    assert status(seated) == "open"
    kept_house.void(deal)
    close()
    assert status(seated) == "closing"


def test_closing_again_under_the_same_key_is_answered_as_the_first_time(kept_house: House) -> None:  # L-48
    seated = sit_down(kept_house, 2)
    for _ in range(2):
        assert services.close_session(**seated.at, key="close") == seated.session
    assert refused("session.closed", partial(services.close_session, **seated.at))["status"] == "closing"
    services.settle_session(**seated.at)
    assert services.close_session(**seated.at, key="close") == seated.session
    assert refused("session.closed", partial(services.close_session, **seated.at))["status"] == "settled"


def test_only_a_closed_session_is_settled_and_it_is_settled_once(kept_house: House) -> None:
    seated = sit_down(kept_house, 3)
    seated.lose(0)
    refused("session.not_closed", partial(services.settle_session, **seated.at))
    services.close_session(**seated.at)
    answers = at_once([partial(services.settle_session, **seated.at)] * 8)
    assert len(set(answers)) == 1
    assert services.settle_session(**seated.at) == answers[0]


def test_a_session_without_deals_settles_to_nothing(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    settled = kept_house.settle(seated.session)
    assert (nets(kept_house, settled), plan(kept_house, settled)) == ({}, {})


@pytest.mark.parametrize("is_settled", [False, True])
def test_a_closed_session_takes_nothing(kept_house: House, *, is_settled: bool) -> None:  # L-15
    seated, ids = sit_down(kept_house, 3), kept_house.ids
    seated.lose(0)
    services.close_session(**seated.at)
    if is_settled:
        services.settle_session(**seated.at)
    before = seated.facts
    for act in (
        seated.next,
        partial(kept_house.deal, seated.session, record(PAN, ids[:3], [lost(0)])),
        partial(seated.sit, 4, 3),
        partial(seated.leave, 1),
        seated.start,
    ):
        assert refused("session.closed", act)["status"] == ("settled" if is_settled else "closing")
    assert seated.facts == before


def test_whoever_closed_it_cannot_open_it_again_alone(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    services.close_session(**seated.at)
    assert refused("session.same_person", partial(reopen, seated, BY)) == {"session": seated.session}
    services.settle_session(**(seated.at | {"by": SECOND}))
    refused("session.same_person", partial(reopen, seated, BY))
    assert reopen(seated) == seated.session
    assert status(seated) == "open"


def test_the_last_to_close_it_is_the_one_who_cannot_open_it(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    services.close_session(**seated.at)
    reopen(seated)
    services.close_session(**(seated.at | {"by": SECOND}))
    refused("session.same_person", partial(reopen, seated))
    reopen(seated, BY)
    assert status(seated) == "open"


def test_an_open_session_is_not_opened_again(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    refused("session.not_closed", partial(reopen, seated))
    services.close_session(**seated.at)
    for _ in range(2):
        reopen(seated, key="reopen")
    refused("session.not_closed", partial(reopen, seated))


def test_reopening_keeps_the_reason_in_the_stream_and_the_note_beside_it(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    services.close_session(**seated.at)
    assert refused("text.too_long", partial(reopen, seated, note="x" * 501)) == {
        "field": "note",
        "limit": 500,
    }
    reopen(seated, note="Member 02 paid twice")
    ((body,),) = rows(
        "SELECT convert_from(body, 'UTF8') FROM gameplay_event WHERE stream = %s AND type = 'reopened'",
        seated.session,
    )
    assert REASON.value in body
    assert "Member 02 paid twice" not in body
    texts = rows("SELECT content FROM gameplay_text WHERE stream = %s", seated.session)
    assert ["Member 02 paid twice" in content for (content,) in texts] == [True]


def test_before_its_settlement_a_reopened_session_goes_on_in_its_book(kept_house: House) -> None:
    seated = sit_down(kept_house, 2)
    seated.lose(0)
    services.close_session(**seated.at)
    reopen(seated)
    assert books(seated) == [(1, True)]
    assert seated.next([lost(0)]).number == 2
    settled = kept_house.settle(seated.session)
    assert (settled.number, nets(kept_house, settled)) == (1, {0: -2, 1: 2})


def test_behind_its_settlement_it_goes_on_in_a_new_book(kept_house: House) -> None:  # L-22
    seated = sit_down(kept_house, 3)
    seated.lose(0)
    first = kept_house.settle(seated.session)
    frozen = view(kept_house, first)
    reopen(seated)
    assert books(seated) == [(1, False), (2, True)]
    seated.lose(1)
    second = kept_house.settle(seated.session)
    assert (second.number, view(kept_house, second).row.supersedes) == (2, first.settlement)
    assert nets(kept_house, second) == {0: -1, 1: -1, 2: 2}
    assert books(seated) == [(1, False), (2, False)]
    after = view(kept_house, first)
    assert (after.nets, after.plan, after.row.root) == (frozen.nets, frozen.plan, frozen.row.root)
    assert services.settle_session(**seated.at) == second


def test_a_settlement_without_anything_new_repeats_the_one_before(kept_house: House) -> None:
    seated = sit_down(kept_house, 4)
    for place in (0, 1, 0):
        seated.lose(place)
    settled = [kept_house.settle(seated.session)]
    for _ in range(2):
        reopen(seated)
        settled.append(kept_house.settle(seated.session))
    assert [each.number for each in settled] == [1, 2, 3]
    assert len({each.root for each in settled}) == 3
    for each in settled[1:]:
        assert nets(kept_house, each) == nets(kept_house, settled[0])
        assert plan(kept_house, each) == plan(kept_house, settled[0])


def test_a_void_behind_the_settlement_leaves_an_exact_successor(kept_house: House) -> None:  # L-13
    seated = sit_down(kept_house, 3)
    seated.lose(0)
    wrong = seated.lose(1)
    first = kept_house.settle(seated.session)
    assert nets(kept_house, first) == {0: -1, 1: -1, 2: 2}
    void = kept_house.void(wrong)
    found = rows(
        "SELECT b.purpose FROM ledger_transaction t JOIN ledger_book b ON b.id = t.book_id "
        "WHERE t.public_id = ANY(%s)",
        list(void.transactions),
    )
    assert found == [("day",)]
    assert nets(kept_house, first) == {0: -1, 1: -1, 2: 2}
    assert balances(kept_house)[:3] == [-2, 1, 1]
    reopen(seated)
    seated.lose(2)
    second = kept_house.settle(seated.session)
    assert nets(kept_house, second) == {0: -1, 1: 2, 2: -1}
    assert plan(kept_house, second) == {(0, 1): 1, (2, 1): 1}
    assert (
        list(nets(kept_house, second).values()) == balances(kept_house)[:3] or sum(balances(kept_house)) == 0
    )


def test_a_void_of_a_reopened_session_goes_into_its_new_book(kept_house: House) -> None:  # L-13
    seated = sit_down(kept_house, 3)
    wrong = seated.lose(1)
    kept_house.settle(seated.session)
    reopen(seated)
    void = kept_house.void(wrong)
    assert kept_house.void(wrong).transactions == void.transactions  # L-11
    found = rows(
        "SELECT b.purpose, b.number FROM ledger_transaction t JOIN ledger_book b ON b.id = t.book_id "
        "WHERE t.public_id = ANY(%s)",
        list(void.transactions),
    )
    assert found == [("session", 2)]
    second = kept_house.settle(seated.session)
    assert (nets(kept_house, second), balances(kept_house)) == ({}, [0] * 5)


def test_voids_between_the_settlements_are_counted_once_each(kept_house: House) -> None:  # L-11, L-13
    seated = sit_down(kept_house, 3)
    deals = [seated.lose(place) for place in (0, 1, 2, 0)]
    kept_house.settle(seated.session)
    for _ in range(5):
        kept_house.void(deals[0])
    reopen(seated)
    for _ in range(5):
        kept_house.void(deals[1])
    second = kept_house.settle(seated.session)
    assert nets(kept_house, second) == {0: -1, 1: 2, 2: -1}
    for _ in range(5):
        kept_house.void(deals[2])
    reopen(seated)
    assert nets(kept_house, kept_house.settle(seated.session)) == {0: -2, 1: 1, 2: 1}
    assert balances(kept_house)[:3] == [-2, 1, 1]


def test_of_many_who_open_it_again_one_does(kept_house: House) -> None:  # L-72
    seated = sit_down(kept_house, 3)
    seated.lose(0)
    kept_house.settle(seated.session)
    assert codes(at_once([partial(reopen, seated)] * MANY)) == {"done": 1, "session.not_closed": MANY - 1}
    assert books(seated) == [(1, False), (2, True)]


def test_opening_again_and_settling_at_once_leave_one_of_two_ends(kept_house: House) -> None:
    seated = sit_down(kept_house, 3)
    seated.lose(0)
    services.close_session(**seated.at)
    answers = at_once([partial(reopen, seated), partial(services.settle_session, **seated.at)])
    assert set(codes(answers)) <= {"done", "session.not_closed"}
    assert status(seated) == "open"
    assert books(seated) in ([(1, True)], [(1, False), (2, True)])


def test_rules_of_another_club_open_no_session(kept_house: House) -> None:
    other = make_house(members=2, name="Other Room")
    refused(
        "rules.revision_unknown",
        partial(
            services.open_session,
            table=kept_house.tables[0],
            revision=other.rules[PAN],
            business_day=builders.DAY,
            by=BY,
        ),
    )


def test_sessions_of_another_club_are_unknown(kept_house: House) -> None:
    other = sit_down(make_house(members=2, name="Other Room"), 2)
    asked = other.at | {"club_id": kept_house.club.pk}
    acts: list[Callable[..., Any]] = [
        services.close_session,
        services.settle_session,
        partial(services.reopen_session, reason=REASON),
    ]
    for act in acts:
        assert refused("session.unknown", partial(act, **asked)) == {"session": other.session}
    assert status(other) == "open"

"""What the selectors say of a history with both games, a void, a settlement and a match."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.services import add_member, rename_member
from gameplay import selectors, services
from tests import builders
from tests.builders import BY, make_house

if TYPE_CHECKING:
    from tests.builders import House
    from tests.gameplay.worlds import World

pytestmark = pytest.mark.db


def test_sessions_come_newest_first_and_page_by_position(world: World) -> None:
    both = selectors.list_sessions(world.club.pk)
    assert [row.session for row in both] == [world.open, world.settled]
    assert [row.status for row in both] == ["open", "settled"]
    second = selectors.list_sessions(world.club.pk, before=both[0].position)
    assert [row.session for row in second] == [world.settled]
    assert [row.session for row in selectors.list_sessions(world.club.pk, status=["open"])] == [world.open]
    assert selectors.list_sessions(world.club.pk, game="pan", business_day=builders.DAY) == both[:1]


def test_a_session_names_table_rules_and_count_of_deals(world: World) -> None:
    row = selectors.find_session(world.club.pk, world.settled)
    assert row is not None
    assert (row.table_name, row.rules_name, row.rules_number, row.deals) == (
        "Table 1",
        "House",
        1,
        len(world.sealed),
    )
    assert selectors.find_session(world.club.pk + 1, world.settled) is None


def test_deals_come_latest_first_with_names_and_units(world: World) -> None:
    rows = selectors.list_deals(world.club.pk, world.open)
    assert [row.deal for row in rows] == list(reversed(world.fresh))
    assert [row.status for row in rows] == ["void", "open", "finished"]
    finished = rows[-1]
    assert finished.loser is not None
    assert finished.loser.name == "Member 02"
    assert [seat.units for seat in finished.seats] == [1, -3, 1, 1]
    assert sum(seat.units for seat in finished.seats) + finished.pot - finished.pot_in == 0
    assert selectors.list_deals(world.club.pk, world.open, before=2) == rows[2:]
    assert [row.number for row in selectors.deals_after(world.club.pk, world.open, after=1)] == [2, 3]


def test_the_pot_in_play_is_that_of_the_last_deal_that_stands(world: World) -> None:
    row = selectors.find_session(world.club.pk, world.open)
    assert row is not None
    assert selectors.in_play(row) == selectors.InPlay(3, world.fresh[1], 2)


def test_a_deal_replays_to_the_units_that_are_stored(world: World) -> None:
    deal = selectors.find_deal(world.club.pk, world.sealed[0])
    assert deal is not None
    events = selectors.events_of(world.club.pk, [deal.deal])[deal.deal]
    assert [each.seq for each in events] == list(range(1, deal.seq + 1))
    assert events[0].event["_note"] == "left early"
    outcome = selectors.outcome_of(deal, events)
    assert outcome is not None
    assert list(outcome.units) == [seat.units for seat in deal.seats]
    posted = selectors.transactions_of(world.club.pk, deal.deal)
    assert {move.holder: move.units for move in posted[0].movements if move.purpose == "member"} == {
        seat.person.member: seat.units for seat in deal.seats if seat.units
    }


def test_a_void_says_why_and_by_whom(world: World) -> None:
    void = selectors.find_void(world.club.pk, world.settled, world.sealed[1])
    assert void is not None
    assert (void.reason, void.note, void.by.label) == ("entered_wrongly", "two of us paid", "the operator")
    assert selectors.find_void(world.club.pk, world.settled, world.sealed[0]) is None


def test_every_page_of_a_statement_adds_up(world: World) -> None:  # L-3
    for member in world.house.ids:
        before, pages = None, []
        while True:
            page = selectors.statement(world.club.pk, member, before=before, limit=2)
            pages.append(page)
            assert page.opening + page.total == page.closing
            if (before := page.before) is None:
                break
        standing = selectors.find_standing(world.club.pk, member)
        assert standing is not None
        assert pages[0].closing == (standing.units or 0)
        assert pages[-1].opening == 0
        for newer, older in itertools.pairwise(pages):
            assert newer.opening == older.closing
        for line in (line for page in pages for line in page.lines):
            assert line.source is not None
            assert line.source.kind == "deal"
            assert line.source.ref == line.row.source


def test_a_settlement_has_nets_and_plan_that_settle_them(world: World) -> None:
    view = selectors.find_settlement(world.club.pk, world.settlement.settlement)
    assert view is not None
    assert view.row.root == world.settlement.root
    assert sum(net.units for net in view.nets) == 0
    left = {net.holder.account: net.units for net in view.nets}
    for line in view.plan:
        left[line.payer.account] += line.units
        left[line.payee.account] -= line.units
    assert set(left.values()) <= {0}
    assert [line.units for line in view.plan] == sorted((line.units for line in view.plan), reverse=True)


def test_direct_debts_settle_the_same_nets(world: World) -> None:
    nets: dict[str, int] = {}
    for debt in selectors.debts_of_session(world.club.pk, world.settled):
        nets[debt.debtor.account] = nets.get(debt.debtor.account, 0) - debt.units
        nets[debt.creditor.account] = nets.get(debt.creditor.account, 0) + debt.units
    view = selectors.find_settlement(world.club.pk, world.settlement.settlement)
    assert view is not None
    assert {who: units for who, units in nets.items() if units} == {
        net.holder.account: net.units for net in view.nets
    }


def test_payments_show_on_plan_list_and_statement(house: House) -> None:
    session = house.open(builders.PAN)
    house.deal(session, builders.record(builders.PAN, house.ids[:3], [builders.lost(0)]))
    settled = house.settle(session)
    services.mark_paid(club=house.club, settlement=settled.settlement, line=0, by=BY)
    view = selectors.find_settlement(house.club.pk, settled.settlement)
    assert view is not None
    assert [line.payment is not None for line in view.plan] == [True, False]
    assert [(row.lines, row.paid) for row in selectors.list_settlements(house.club.pk)] == [(2, 1)]
    newest = selectors.statement(house.club.pk, house.ids[0]).lines[0]
    assert newest.source is not None
    assert (newest.source.kind, newest.source.number) == ("settlement", 1)
    services.mark_unpaid(club=house.club, settlement=settled.settlement, line=0, by=BY)
    assert [row.paid for row in selectors.list_settlements(house.club.pk, session=session)] == [0]


def test_a_match_gives_letters_by_player(house: House) -> None:
    session = house.open(builders.PAN)
    for chair, member in enumerate(house.ids[:3], 1):
        services.seat_member(club_id=house.club.pk, session=session, chair=chair, member=member, by=BY)
    match = services.start_match(club_id=house.club.pk, session=session, by=BY)
    services.open_next_deal(club_id=house.club.pk, session=session, by=BY, events=[builders.lost(1)])
    found = selectors.find_match(house.club.pk, match)
    assert found is not None
    assert [(each.person.name, each.letters) for each in found.players] == [
        ("Member 01", ""),
        ("Member 02", "P"),
        ("Member 03", ""),
    ]
    row = selectors.find_session(house.club.pk, session)
    assert row is not None
    assert [chair.person.member for chair in row.chairs] == house.ids[:3]
    tables = selectors.list_tables(house.club.pk)
    assert [[each.session for each in table.sessions] for table in tables] == [[session]]


def test_namesakes_are_told_apart_by_number(house: House) -> None:  # L-28
    rename_member(member=house.members[0], name="Member 02")
    found = selectors.people(house.club.pk, house.ids[:3])
    assert [found[member].label for member in house.ids[:3]] == [
        "Member 02 · 0001",
        "Member 02 · 0002",
        "Member 03",
    ]


def test_members_page_by_number_and_keep_blank_and_zero_apart(house: House) -> None:  # L-31
    add_member(club=house.club, name="Member 06")
    first = selectors.standings(house.club.pk, limit=4)
    rest = selectors.standings(house.club.pk, after=first[-1].person.number, limit=4)
    assert [each.person.number for each in first + rest] == ["0001", "0002", "0003", "0004", "0005", "0006"]
    assert rest[-1].units is None


def test_lists_take_as_many_statements_however_long_they_are(transactional_db: None) -> None:
    def statements(deals: int) -> int:
        house = make_house()
        session = house.open(builders.PAN)
        for _ in range(deals):
            house.deal(session, builders.record(builders.PAN, house.ids, [builders.lost(0)]))
        with CaptureQueriesContext(
            connection,
        ) as seen:
            selectors.list_sessions(house.club.pk)
            rows = selectors.list_deals(house.club.pk, session)
            selectors.events_of(house.club.pk, [row.deal for row in rows])
            selectors.statement(house.club.pk, house.ids[0])
            selectors.standings(house.club.pk)
        return len(seen)

    assert statements(1) == statements(5) <= 10

"""The demo club holds what it is meant to show, all of it sound, however often its making is interrupted."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import time_machine
from django.core.management import call_command
from django.test import TransactionTestCase
from django.utils import timezone

from clubs.business_day import business_day
from clubs.models import Club, Member, Role, Table
from clubs.selectors import find_user, standing
from gameplay.audit import audit_club
from gameplay.demo.calendar import evenings
from gameplay.demo.cast import LOG_INS, address
from gameplay.demo.making import Demo, find_demo, make_demo
from gameplay.demo.steps import Steps
from gameplay.models import Deal, HouseRulesRevision, MatchState, Session, SessionState
from ledger.models import Settlement
from ledger.selectors import paid_lines
from tests.gameplay.worlds import assert_sound, committing, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pytest_django

pytestmark = pytest.mark.db

PASSWORD = "seven-of-spades"
# After how many further steps the making breaks off, one time after the other: between log-ins and seats,
# between two deals, in the middle of settling and paying, and on another day than it began.
BREAKS = (0, 1, 9, 30, 120, 121)


class Interrupted(Exception):  # noqa: N818 - what happens to the demo
    """The making broke off."""


def make() -> Demo:
    return make_demo(lambda: PASSWORD, lambda _: None)


def make_until(steps: int, patch: pytest.MonkeyPatch) -> None:
    left, write = steps, Steps.once

    def once(self: Steps, step: str, carry_out: Callable[[str], object]) -> None:
        nonlocal left
        if self.made(step) is None:
            if left == 0:
                raise Interrupted
            left -= 1
        write(self, step, carry_out)

    with patch.context() as inner:
        inner.setattr(Steps, "once", once)
        with pytest.raises(Interrupted):
            make()


def picture(club: Club) -> list[Any]:
    """Return what was played: members by number, days counted from the first, no id and no clock."""
    numbers = dict(Member.objects.filter(club=club).values_list("public_id", "number"))
    sessions = list(Session.objects.filter(club=club).select_related("table").order_by("pk"))
    found: list[Any] = []
    for session in sessions:
        days = (session.business_day - sessions[0].business_day).days
        found.append((days, session.table.name, session.game))
        for deal in Deal.objects.filter(session=session).select_related("state").order_by("number"):
            seats = [numbers[member] for member in msgspec.json.decode(bytes(deal.header))["seats"]]
            found.append((deal.number, seats, deal.state.outcome, deal.state.units, deal.state.is_void))
    return found


@pytest.fixture(scope="module")
def pictures(
    django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker
) -> Iterator[tuple[list[Any], list[Any]]]:
    """What was played in a demo made at one go, and in an interrupted one, which all tests look at."""
    with committing(django_db_blocker), pytest.MonkeyPatch.context() as patch:
        at_one_go = picture(make().club)
        TransactionTestCase._fixture_teardown(None)  # type: ignore[attr-defined] # private
        for steps in BREAKS:
            with time_machine.travel(timezone.now() + dt.timedelta(days=steps == 9)):
                make_until(steps, patch)
        yield at_one_go, picture(make().club)


@pytest.fixture
def demo(pictures: tuple[list[Any], list[Any]]) -> Club:
    found = find_demo()
    assert found is not None
    assert found.is_complete
    return found.club


def events(club: Club, kind: str) -> list[dict[str, Any]]:
    """Return the payloads of a kind of event, with who recorded it."""
    found = rows(
        "SELECT body FROM gameplay_event WHERE club_id = %s AND type = %s ORDER BY id", club.pk, kind
    )
    return [msgspec.json.decode(bytes(body)) for (body,) in found]


def counted() -> list[tuple[int, ...]]:
    tables = "gameplay_request", "gameplay_event", "ledger_transaction", "ledger_settlement", "clubs_member"
    more = "clubs_club", "clubs_user", "clubs_table", "gameplay_houserulesrevision", "ledger_book"
    return [rows(f"SELECT count(*) FROM {table}")[0] for table in (*tables, *more)]


def test_an_interrupted_demo_becomes_the_same_as_one_made_at_one_go(
    pictures: tuple[list[Any], list[Any]],
) -> None:
    at_one_go, interrupted = pictures
    assert interrupted == at_one_go


def test_all_of_it_is_sound(demo: Club) -> None:
    assert_sound(demo)


def test_a_second_run_adds_nothing(demo: Club) -> None:
    before = counted()
    assert make().club == demo
    assert counted() == before


def test_there_are_three_tables_and_twelve_members_called_by_number_and_card(demo: Club) -> None:
    assert Table.objects.filter(club=demo).count() == 3
    names = list(Member.objects.filter(club=demo).order_by("number").values_list("name", flat=True))
    assert [name.split(" · ")[0] for name in names] == [f"Member {number:02}" for number in range(1, 13)]
    assert len({name.split(" · ")[1] for name in names}) == 12


def test_some_deals_are_logged_card_by_card(demo: Club) -> None:
    headers = [msgspec.json.decode(bytes(deal.header)) for deal in Deal.objects.filter(club=demo)]
    deals = Counter(header["detail"] for header in headers if header["game"] == "panguingue")
    assert 0.15 < deals["play"] / deals.total() < 0.35
    assert len(events(demo, "discard")) > 10 * deals["play"]


def test_every_role_logs_in_with_the_one_password(demo: Club) -> None:
    for role in LOG_INS:
        user = find_user(address(role))
        assert user is not None
        assert user.check_password(PASSWORD)
        assert standing(Member.objects.get(club=demo, user=user)) == role
    assert set(Role.values) < set(LOG_INS)


def test_four_weeks_of_both_games_end_today(demo: Club) -> None:
    days = list(
        Session.objects.filter(club=demo).order_by("business_day").values_list("business_day", flat=True)
    )
    today = business_day(timezone.now(), demo.time_zone, demo.cutoff_hour)
    assert days[0] == today - dt.timedelta(days=27)
    assert {today - dt.timedelta(days=1), today} <= set(days)
    games = Counter(Session.objects.filter(club=demo).values_list("game", flat=True))
    assert len(days) == 26
    assert min(games.values()) >= 9


def test_sessions_are_played_by_many_house_rules_and_one_by_a_later_revision(demo: Club) -> None:
    used = Session.objects.filter(club=demo).values_list("revision", flat=True).distinct()
    assert set(used) == set(HouseRulesRevision.objects.filter(club=demo).values_list("pk", flat=True))
    assert HouseRulesRevision.objects.filter(pk__in=used, number=2).exists()
    assert set(HouseRulesRevision.objects.filter(pk__in=used).values_list("profile", flat=True)) == {
        "classic",
        "cardroom",
        "hoyle",
        "traditional",
        "spades",
    }


def test_deals_come_to_common_and_to_rare_ends(demo: Club) -> None:
    outcomes = set(Deal.objects.filter(club=demo).values_list("state__outcome", flat=True))
    assert {"won", "lost", "time", "drawn", "open"} <= outcomes
    assert outcomes & {"uncontested", "exhausted", "misdeal"}
    assert 200 < Deal.objects.filter(club=demo).count() < 300


def test_members_take_over_chairs_between_deals(demo: Club) -> None:
    assert len(events(demo, "seat_left")) == sum(len(evening.changes) for evening in evenings()) > 8
    assert Member.objects.filter(club=demo, sittings__isnull=False).distinct().count() == 12


def test_deals_are_taken_back_for_every_reason_with_a_note(demo: Club) -> None:
    voids = [each["payload"] for each in events(demo, "voided")]
    assert {void["reason"] for void in voids} == {
        "entered_wrongly",
        "entered_twice",
        "not_played",
        "disputed",
        "other",
    }
    assert len(voids) == 8


def test_settlements_are_paid_wholly_partly_and_not_at_all(demo: Club) -> None:
    shares = set()
    for settlement in Settlement.objects.filter(club=demo):
        plan = msgspec.json.decode(bytes(settlement.body))["plan"]
        paid = paid_lines(demo.pk, settlement.public_id)
        shares.add("all" if len(paid) == len(plan) else "some" if paid else "none")
    assert shares == {"all", "some", "none"}


def test_one_payment_was_taken_back(demo: Club) -> None:
    assert rows("SELECT count(*) FROM ledger_transaction WHERE reason = 'payment_void'") == [(1,)]


def test_one_session_was_reopened_by_another_person_and_settled_twice(demo: Club) -> None:
    (reopened,) = events(demo, "reopened")
    closers = {each["recorded_by"] for each in events(demo, "closed")}
    assert reopened["recorded_by"] not in closers
    twice = Settlement.objects.filter(club=demo, number=2)
    assert [each.book.source for each in twice.select_related("book")] == [reopened["stream"]]


def test_one_deal_is_running_and_one_match_has_come_to_letters(demo: Club) -> None:
    states = SessionState.objects.filter(session__club=demo)
    assert Counter(states.values_list("status", flat=True)) == {"settled": 24, "open": 2}
    running = Deal.objects.get(club=demo, state__outcome="open")
    assert running.state.seq >= 6
    match = MatchState.objects.get(session__club=demo, is_ended=False)
    assert not match.is_over
    assert any(match.letters)
    assert {running.session_id, match.session_id} == set(
        states.filter(status="open").values_list("pk", flat=True)
    )


def test_finished_matches_of_both_kinds_have_paid_their_stakes(demo: Club) -> None:
    ended = MatchState.objects.filter(session__club=demo, is_ended=True)
    assert set(ended.values_list("match_end", "is_over")) == {("first", True), ("last_standing", True)}
    staked = {
        source for (source,) in rows("SELECT source FROM ledger_transaction WHERE reason = 'match_stake'")
    }
    assert staked == set(ended.values_list("public_id", flat=True))


def test_only_open_sessions_and_payments_are_not_under_a_root(demo: Club) -> None:
    report = audit_club(demo)
    in_open = """SELECT count(*) FROM gameplay_event e WHERE e.stream IN (
        SELECT d.public_id FROM gameplay_deal d JOIN gameplay_sessionstate s ON s.session_id = d.session_id
        WHERE s.status = 'open' UNION SELECT n.public_id FROM gameplay_session n
        JOIN gameplay_sessionstate s ON s.session_id = n.id WHERE s.status = 'open')"""
    assert rows(in_open) == [(report.unsealed_events,)]
    unsealed = """SELECT count(*) FROM ledger_transaction t
        WHERE NOT EXISTS (SELECT FROM ledger_settlement s WHERE s.book_id = t.book_id)
        AND reason NOT IN ('payment', 'payment_void')
        AND book_id NOT IN (SELECT book_id FROM gameplay_sessionstate WHERE status = 'open')"""
    assert rows(unsealed) == [(0,)]


def test_the_command_prints_the_log_ins(demo: Club, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo", "--if-empty")
    printed = capsys.readouterr().out
    assert all(address(role) in printed for role in LOG_INS)
    assert "password" in printed

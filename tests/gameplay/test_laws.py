"""Laws that hold for every deal that can be played, recorded and taken back; and for every rebuild."""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from gameplay import rebuild, services, store
from gameplay.audit import audit_club
from gameplay.derive import replay_deal
from gameplay.engine.replay import replay
from gameplay.engine.verdict import Fault, Outcome
from gameplay.errors import RuleBroken
from tests import builders
from tests.builders import PAN, PANGUINGUE, House, make_house, outcome_of, random_record
from tests.engine import mutations, strategies
from tests.gameplay.roles import APP, OWNER, address
from tests.gameplay.worlds import assert_sound, flaws, rows

if TYPE_CHECKING:
    from collections.abc import Iterator

bounded = settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


class Hall:
    """A club with one open session of each game, in which the examples of all laws are played."""

    def __init__(self) -> None:
        self.house: House = make_house(members=7, tables=2)
        self.sessions = {PANGUINGUE: self.house.open(PANGUINGUE), PAN: self.house.open(PAN, 1)}

    def seated(self, drawn: dict[str, Any]) -> dict[str, Any]:
        """Return the record with members on its seats."""
        return drawn | {"seats": self.house.ids[: len(drawn["seats"])]}

    def record(self, drawn: dict[str, Any], *, one_by_one: bool = False) -> str:
        """Record a deal whole or event by event, and return its public id."""
        session = self.sessions[drawn["game"]]
        if not one_by_one:
            return self.house.deal(session, drawn).deal
        deal = self.house.deal(session, drawn | {"events": []}).deal
        for seq, each in enumerate(drawn["events"]):
            self.house.log(deal, [each], after=seq)
        return deal

    def balances(self) -> dict[str, int]:
        """Return what stands on each account."""
        return dict(
            rows(
                "SELECT a.holder, b.units FROM ledger_balance b JOIN ledger_account a ON a.id = b.account_id "
                "WHERE a.club_id = %s",
                self.house.club.pk,
            )
        )

    def posted(self, deal: str) -> dict[str, int]:
        """Return what a deal and its reversals moved: holder -> units, zeros left out."""
        found = rows(
            "SELECT a.holder, sum(p.amount)::bigint FROM ledger_transaction t "
            "JOIN ledger_posting p ON p.transaction_id = t.id JOIN ledger_account a ON a.id = p.account_id "
            "WHERE t.source = %s GROUP BY a.holder HAVING sum(p.amount) <> 0",
            deal,
        )
        return dict(found)

    def wanted(self, drawn: dict[str, Any]) -> dict[str, int]:
        """Return what the engine says that a deal moves."""
        outcome = outcome_of(drawn)
        if not outcome.is_over:
            return {}
        moved = dict(zip(drawn["seats"], outcome.units, strict=True))
        table = self.house.tables[0 if drawn["game"] == PANGUINGUE else 1].public_id
        moved[table] = outcome.pot - drawn["pot"]
        return {holder: units for holder, units in moved.items() if units}

    def state(self, deal: str) -> tuple[Any, ...]:
        """Return what stands in the derived row of a deal."""
        (row,) = rows(
            "SELECT s.outcome, s.is_over, s.winner, s.loser, s.units, s.pot FROM gameplay_dealstate s "
            "JOIN gameplay_deal d ON d.id = s.deal_id WHERE d.public_id = %s",
            deal,
        )
        return row

    def replayed(self, deal: str) -> tuple[Any, ...]:
        """Return what the deal gives when it is replayed from what is stored."""
        ((header,),) = rows("SELECT header FROM gameplay_deal WHERE public_id = %s", deal)
        outcome = replay_deal(store.read_header(header), store.read_events(self.house.club.pk, deal))
        assert isinstance(outcome, Outcome)
        return columns(outcome)


@pytest.fixture(scope="module")
def hall(transactional_db: None) -> Iterator[Hall]:
    """What the examples leave is sound, and a rebuild changes not one byte of it."""
    opened = Hall()
    yield opened
    assert_sound(opened.house.club)
    assert rebuild.rebuild_club(opened.house.club) is False


def columns(outcome: Outcome) -> tuple[Any, ...]:
    return (
        outcome.outcome,
        outcome.is_over,
        outcome.winner,
        outcome.loser,
        list(outcome.units),
        outcome.pot,
    )


@bounded
@given(drawn=strategies.deals(), one_by_one=st.booleans())
def test_what_the_engine_says_is_what_the_ledger_posts(
    hall: Hall, drawn: dict[str, Any], *, one_by_one: bool
) -> None:
    drawn = hall.seated(drawn)
    deal = hall.record(drawn, one_by_one=one_by_one)
    event(outcome_of(drawn).outcome)
    assert hall.posted(deal) == hall.wanted(drawn)
    assert hall.state(deal) == columns(outcome_of(drawn))
    assert sum(hall.balances().values()) == 0


@bounded
@given(drawn=strategies.deals())
def test_a_deal_taken_back_leaves_each_account_as_it_was(hall: Hall, drawn: dict[str, Any]) -> None:
    """L-6, L-75: account by account, and not only in sum."""
    drawn = hall.seated(drawn)
    hall.record(drawn | {"events": []})  # so that all accounts exist
    before = hall.balances()
    deal = hall.record(drawn)
    hall.house.void(deal)
    assert hall.balances() == before
    assert hall.posted(deal) == {}


@bounded
@given(drawn=strategies.deals(), data=st.data())
def test_undoing_any_tail_is_the_shorter_record(
    hall: Hall, drawn: dict[str, Any], data: st.DataObject
) -> None:
    """L-19, L-20: live and in one piece, and what follows is posted as if the tail had never been."""
    drawn = hall.seated(drawn)
    events = drawn["events"]
    if outcome_of(drawn).is_over:
        events = events[:-1]
    kept = data.draw(st.integers(0, len(events)))
    undos = [{"type": "undo"}] * (len(events) - kept)
    shorter = drawn | {"events": events[:kept]}
    deal = hall.record(drawn | {"events": events}, one_by_one=len(events) < 4)
    if undos:
        hall.house.log(deal, undos, after=len(events))
    assert hall.state(deal) == columns(outcome_of(shorter))
    whole = hall.record(drawn | {"events": [*events, *undos]})
    assert hall.state(whole) == hall.state(deal)


@bounded
@given(pair=strategies.with_private_keys(strategies.deals()))
def test_erasing_what_people_wrote_changes_no_outcome(
    hall: Hall, pair: tuple[dict[str, Any], dict[str, Any]]
) -> None:
    """L-94: chains verify and the replay is the same, before and after."""
    _, strewn = pair
    strewn = hall.seated({key: value for key, value in strewn.items() if not key.startswith("_")})
    deal = hall.record(strewn)
    before = hall.state(deal)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE gameplay_text SET content = NULL, salt = NULL WHERE stream = %s", [deal])
        event(f"{min(cursor.rowcount, 3)} texts")
    assert hall.replayed(deal) == before


@bounded
@given(
    odd=st.dictionaries(
        st.text(max_size=5) | st.sampled_from(["seat", "cards", "texts", "stream", "by", "_x"]),
        mutations.json_values(),
        max_size=3,
    ),
    kind=st.text(max_size=6) | st.sampled_from(["meld", "drop", "unreadable"]),
)
def test_what_a_cancelled_event_holds_breaks_nothing(hall: Hall, odd: dict[str, Any], kind: str) -> None:
    """Rule R checks nothing of a cancelled event: it is stored, read back and verified like any other."""
    events = [odd | {"type": kind}, {"type": "undo"}]
    drawn = builders.record(PANGUINGUE, hall.house.ids[:3], events)
    if isinstance(replay(drawn), Fault):
        with pytest.raises(RuleBroken):
            hall.house.deal(hall.sessions[PANGUINGUE], drawn)
        return
    deal = hall.record(drawn)
    assert store.read_events(hall.house.club.pk, deal) == events
    assert hall.replayed(deal) == hall.state(deal)


@pytest.mark.parametrize("depth", [30, 95, 200, 700, 950, 990, 5_000])
@pytest.mark.parametrize("place", ["cancelled", "private", "meta"])
def test_what_is_nested_too_deeply_is_refused_and_never_stored_unreadable(
    hall: Hall, depth: int, place: str
) -> None:  # L-60
    deep: Any = 0
    for _ in range(depth):
        deep = [deep]
    events = {
        "cancelled": [{"type": "drop", "seat": deep}, {"type": "undo"}],
        "private": [{"type": "drop", "seat": 0, "_x": deep}],
        "meta": [],
    }[place]
    written = {"meta": deep} if place == "meta" else {}
    drawn = builders.record(PANGUINGUE, hall.house.ids[:3], events)
    if depth <= 95:
        hall.house.deal(hall.sessions[PANGUINGUE], drawn, written=written)
    else:
        with pytest.raises(RuleBroken) as refused:
            hall.house.deal(hall.sessions[PANGUINGUE], drawn, written=written)
        assert refused.value.fault.code == "record.invalid"
    assert flaws(hall.house.club) == []


@pytest.mark.parametrize("size", [150, 5_000, 100_000])
def test_what_is_long_is_stored_or_refused_by_its_code(hall: Hall, size: int) -> None:  # L-60
    long = [2**53 - 1] * size
    many = {f"_{number}": "x" * 150 for number in range(size // 10)}
    for odd in (
        {"seat": long},
        {"cards": [long]},
        many,
        dict.fromkeys(("seat", "cards", "meld", "by"), long),
    ):
        drawn = builders.record(PANGUINGUE, hall.house.ids[:3], [{"type": "drop", **odd}, {"type": "undo"}])
        with contextlib.ExitStack() as stack:
            if size > 5_000:
                stack.enter_context(pytest.raises(RuleBroken, match=r"record\.invalid"))
            hall.record(drawn)
    assert flaws(hall.house.club) == []


def test_two_hundred_healthy_deals_raise_no_alarm(transactional_db: None) -> None:  # L-12, L-35, L-91
    """Few big sessions of both games: whole and event by event, voided before and after the close."""
    rng = random.Random(20260901)
    house = make_house(members=7, tables=4)
    deals: list[str] = []
    for table in range(4):
        game = (PANGUINGUE, PAN)[table % 2]
        session = house.open(game, table)
        for number in range(52):
            drawn = random_record(rng, house.ids, game)
            if number % 10:
                deals.append(house.deal(session, drawn, written={"id": str(number)}).deal)
                continue
            made = house.deal(session, drawn | {"events": []}).deal
            for seq, each in enumerate(drawn["events"]):
                house.log(made, [each], after=seq)
            deals.append(made)
            house.void(rng.choice(deals), note="again")
        if table < 3:
            house.settle(session)
    for deal in rng.sample(deals, 10):
        house.void(deal)
    report = audit_club(house.club)
    assert report.findings == []
    assert report.deals == 208
    assert_sound(house.club)
    assert rebuild.rebuild_club(house.club) is False


REBUILD = """
import os, sys, datetime as dt, random
import django, time_machine
django.setup()
from clubs.models import Club
from gameplay import rebuild
from gameplay.audit import audit_club
from gameplay.derive import replay_deal
with time_machine.travel(dt.datetime(2040, 2, 29, 23, 59, tzinfo=dt.UTC)):
    club = Club.objects.get(public_id=sys.argv[1])
    print(rebuild.rebuild_club(club), rebuild.digest(club.pk), len(audit_club(club).findings))
"""


@pytest.mark.parametrize(
    ("zone", "locale", "seed"),
    [("Pacific/Kiritimati", "tr_TR.UTF-8", "1"), ("America/Los_Angeles", "C", "4711")],
)
def test_a_rebuild_elsewhere_in_the_year_2040_changes_not_one_byte(
    hall: Hall, zone: str, locale: str, seed: str
) -> None:  # L-88
    feed = rows("SELECT count(*), max(id) FROM gameplay_feed")
    done = subprocess.run(
        [sys.executable, "-c", REBUILD, hall.house.club.public_id],
        env=os.environ
        | {"TZ": zone, "LC_ALL": locale, "PYTHONHASHSEED": seed, "PGTZ": zone}
        | {"DATABASE_URL": _url(APP), "DATABASE_OWNER_URL": _url(OWNER), "PANBOOK_DB_ROLE": "app"}
        | {"DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["False", rebuild.digest(hall.house.club.pk), "0"], done.stderr
    assert rows("SELECT count(*), max(id) FROM gameplay_feed") == feed


def _url(role: str) -> str:
    """Return the address of the test database as the settings read it."""
    from urllib.parse import quote, urlencode

    from psycopg.conninfo import conninfo_to_dict

    parts = conninfo_to_dict(address(role))
    user = f"{quote(str(parts.get('user', '')))}:{quote(str(parts.get('password', '')))}"
    query = {"host": parts["host"]} if str(parts.get("host", "")).startswith("/") else {}
    host = "" if query else f"{parts.get('host', '')}:{parts.get('port', 5432)}"
    return f"postgresql://{user}@{host}/{parts['dbname']}?{urlencode(query)}"


def test_erased_text_of_a_session_stays_erased(hall: Hall) -> None:  # L-94
    deal = hall.record(builders.record(PAN, hall.house.ids[:3], [builders.lost(0)]))
    hall.house.void(deal, reason=services.VoidReason.OTHER, note="a name that somebody wants erased")
    stream = hall.sessions[PAN]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE gameplay_text SET content = NULL, salt = NULL WHERE stream = %s", [stream])
    assert flaws(hall.house.club) == []
    assert rows("SELECT count(*) FROM gameplay_event WHERE body LIKE %s", b"%somebody%") == [(0,)]

"""Who follows the feed misses nothing and sees causes before effects (TRUST; L-62, L-69 to L-71)."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from contextlib import contextmanager
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection

from gameplay import services
from gameplay.errors import Code, GameplayError, RuleBroken
from gameplay.feed import Entry, Position, read_feed
from tests import builders
from tests.builders import PAN, PANGUINGUE, House, lost, make_house, random_record, record
from tests.gameplay.followers import follow, follow_to_the_end, lag_of
from tests.gameplay.roles import OWNER, SUPERUSER, connect
from tests.gameplay.storms import at_once
from tests.gameplay.worlds import assert_sound, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def facts_told(entries: list[Entry]) -> Counter[tuple[str, str, int]]:
    """Count each fact that entries tell: (kind, ref, number of the event)."""
    told: Counter[tuple[str, str, int]] = Counter()
    for entry in entries:
        if entry.fact == "events":
            assert entry.first is not None
            assert entry.last is not None
            told.update(("event", entry.ref, seq) for seq in range(max(1, entry.first), entry.last + 1))
        else:
            told[entry.fact, entry.ref, 0] += 1
    return told


def facts_kept(club_id: int) -> Counter[tuple[str, str, int]]:
    """Count each fact that is stored."""
    return Counter(
        rows(
            "SELECT 'event', stream, seq FROM gameplay_event WHERE club_id = %s UNION ALL "
            "SELECT 'transaction', public_id, 0 FROM ledger_transaction WHERE club_id = %s UNION ALL "
            "SELECT 'settlement', public_id, 0 FROM ledger_settlement WHERE club_id = %s",
            club_id,
            club_id,
            club_id,
        )
    )


@contextmanager
def between(act: Callable[[str], None]) -> Iterator[None]:
    """Do something ahead of each statement that this thread's connection sends."""

    def wrapper(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
        act(str(sql))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield


def write_much(house: House, session: str, game: str, number: int, seconds: float) -> None:
    """Append through every path: batches of all sizes, whole deals, voids, sessions, and what is refused."""
    rng, until = random.Random(number), time.monotonic() + seconds
    while time.monotonic() < until:
        drawn = random_record(rng, house.ids, game)
        made = house.deal(session, drawn | {"events": []}).deal
        seq = 0
        while seq < len(drawn["events"]):
            batch = drawn["events"][seq : seq + rng.choice((1, 1, 1, 5, 40))]
            with pytest.raises((GameplayError, RuleBroken)):  # rolled back
                house.log(made, [*batch, {"type": "nothing"}], after=seq)
            seq = house.log(made, batch, after=seq).seq
        house.deal(session, random_record(rng, house.ids, game))
        if rng.random() < 0.3:
            house.void(made)


def write_slowly(house: House, session: str, seconds: float) -> None:
    """Write a deal and keep its transaction open for a while before it commits."""

    def wait(sql: str) -> None:
        if "gameplay_feed" in sql:
            time.sleep(seconds)

    with between(wait):
        house.deal(session, record(PAN, house.ids, [lost(0)]))


def settle_now_and_then(house: House, session: str, seconds: float) -> None:
    until = time.monotonic() + seconds
    while True:
        house.deal(session, random_record(random.Random(1), house.ids, PANGUINGUE))
        house.settle(session)
        if time.monotonic() > until:
            return
        session = house.open(PANGUINGUE, 9)


def probe(seconds: float) -> tuple[int, Counter[tuple[str, str, int]], Counter[tuple[str, str, int]]]:
    """Let eight writers append while a reader follows; return how many entries, what it saw, what is kept."""
    house = make_house(members=5, tables=10)
    club_id = house.club.pk
    games = (PAN, PANGUINGUE)
    sessions = [house.open(games[table % 2], table) for table in range(10)]
    is_done = threading.Event()

    def read() -> list[Entry]:
        entries: list[Entry] = []
        while not is_done.is_set():
            entries += follow(club_id, entries[-1].position if entries else None, limit=50)
        return entries + follow_to_the_end(club_id, entries[-1].position if entries else None)

    def write(act: Callable[[], None]) -> None:
        try:
            act()
        finally:
            with lock:
                left.pop()
                if not left:
                    is_done.set()

    lock = threading.Lock()
    writers: list[Callable[[], None]] = [
        partial(write_much, house, sessions[number], games[number % 2], number, seconds)
        for number in range(8)
    ]
    writers.append(partial(write_slowly, house, sessions[8], seconds / 2))
    writers.append(partial(settle_now_and_then, house, sessions[9], seconds))
    left = list(range(len(writers)))
    entries = at_once([read, *(partial(write, act) for act in writers)])[0]
    positions = [entry.position for entry in entries]
    assert positions == sorted(positions)
    assert_sound(house.club)
    return len(entries), facts_told(entries), facts_kept(club_id)


def test_a_follower_misses_nothing_and_hears_nothing_twice(transactional_db: None) -> None:  # L-62, L-69
    entries, told, kept = probe(seconds=3)
    assert told == kept
    assert entries > 20


@pytest.mark.soak
def test_a_follower_misses_nothing_in_a_long_while(transactional_db: None) -> None:  # L-69
    entries, told, kept = probe(seconds=60)
    assert told == kept
    assert entries > 2_000


def test_a_cause_stands_before_its_effect(house: House) -> None:  # L-70
    """B begins; A commits; B reads what A wrote, and writes: A comes first though it began later."""
    session = house.open(PAN)
    first = house.deal(session, record(PAN, house.ids)).deal
    second = house.deal(session, record(PAN, house.ids)).deal
    has_begun, may_go_on = threading.Event(), threading.Event()

    def log_second() -> None:
        def pause(_: str) -> None:
            if connection.in_atomic_block and not has_begun.is_set():
                has_begun.set()
                may_go_on.wait(10)

        with between(pause):
            house.log(second, [lost(0)], after=0)

    def log_first() -> None:
        has_begun.wait(10)
        house.log(first, [lost(1)], after=0)
        may_go_on.set()

    at_once([log_second, log_first])
    told = [entry.ref for entry in follow_to_the_end(house.club.pk) if entry.first == 1]
    assert told == [session, first, second]


PATHS: dict[str, Callable[[House, str, str], object]] = {
    "record_events": lambda house, _session, deal: house.log(deal, [lost(0)], after=0),
    "open_deal": lambda house, session, _deal: house.deal(session, record(PAN, house.ids, [lost(0)])),
    "open_session": lambda house, _session, _deal: house.open(PAN),
    "void_deal": lambda house, _session, deal: house.void(deal),
    "close_session": lambda house, session, _deal: close(house, session),
    "settle_session": lambda house, session, _deal: settle(house, session),
}


def close(house: House, session: str) -> str:
    return services.close_session(club_id=house.club.pk, session=session, by=builders.BY)


def settle(house: House, session: str) -> services.Settled:
    return services.settle_session(club_id=house.club.pk, session=session, by=builders.BY)


@pytest.mark.parametrize("path", PATHS)
def test_no_path_takes_its_transaction_id_before_its_last_lock(house: House, path: str) -> None:  # L-70
    session = house.open(PAN)
    deal = house.deal(session, record(PAN, house.ids)).deal
    if path in {"close_session", "settle_session"}:
        house.void(deal)
    if path == "settle_session":
        close(house, session)
    taken: list[str] = []
    locked: list[str] = []

    def look(sql: str) -> None:
        if connection.in_atomic_block and connection.connection.info.transaction_status != 0:
            (assigned,) = connection.connection.execute("SELECT pg_current_xact_id_if_assigned()").fetchone()
            if assigned is not None and not locked:
                taken.append(sql)
            if "ledger_lock" in sql:
                locked.append(sql)
                taken.extend([sql] if assigned is not None else [])

    with between(look):
        PATHS[path](house, session, deal)
    assert locked
    assert taken == []


def test_an_open_writer_holds_the_feed_back_and_is_named(house: House) -> None:  # L-71
    session = house.open(PAN)
    with connect(OWNER, autocommit=False) as blocker:
        blocker.execute("SELECT pg_current_xact_id()")
        house.deal(session, record(PAN, house.ids, [lost(0)]))
        lag = lag_of(blocker.info.backend_pid)
        assert lag is not None
        assert lag.pid == blocker.info.backend_pid
        assert [entry.ref for entry in follow(house.club.pk)] == [session]
        blocker.rollback()
    assert facts_told(follow_to_the_end(house.club.pk)) == facts_kept(house.club.pk)


def test_a_writer_in_another_database_of_the_server_is_named_too(house: House) -> None:  # L-71
    with connect(SUPERUSER, database="postgres", autocommit=False) as blocker:
        blocker.execute("SELECT pg_current_xact_id()")
        house.open(PAN)
        assert follow(house.club.pk) == []
        lag = lag_of(blocker.info.backend_pid)
        assert lag is not None
        assert lag.pid == blocker.info.backend_pid
        written = StringIO()
        call_command("feed", stdout=written)
        assert f"process {blocker.info.backend_pid}" in written.getvalue()


def test_of_two_open_writers_the_one_that_wrote_first_is_named(house: House) -> None:  # L-71
    with connect(OWNER, autocommit=False) as idle, connect(OWNER, autocommit=False) as writing:
        idle.execute("SELECT 1")
        writing.execute("SELECT pg_current_xact_id()")
        idle.execute("SELECT pg_current_xact_id()")
        lag = lag_of(writing.info.backend_pid)
        assert lag is not None
        assert lag.pid == writing.info.backend_pid


def test_an_idle_reader_holds_nothing_back(house: House) -> None:  # L-71
    with connect(OWNER, autocommit=False) as reader:
        reader.execute("SELECT count(*) FROM gameplay_event")
        house.open(PAN)
        assert len(follow_to_the_end(house.club.pk)) == 1


def test_a_hole_left_by_a_rollback_stops_nobody(house: House) -> None:  # L-71
    session = house.open(PAN)
    with pytest.raises(RuleBroken):
        house.deal(session, record(PAN, house.ids) | {"events": [{"type": "take"}]})
    with psycopg.connect(connection.connection.info.dsn) as other:
        other.execute("SELECT pg_current_xact_id(), nextval('gameplay_feed_id_seq')")
        other.rollback()
    house.deal(session, record(PAN, house.ids, [lost(0)]))
    assert facts_told(follow_to_the_end(house.club.pk)) == facts_kept(house.club.pk)


def test_pages_are_limited_and_the_next_begins_behind_the_last(house: House) -> None:  # L-56
    session = house.open(PAN)
    for _ in range(5):
        house.deal(session, record(PAN, house.ids, [lost(0)]))
    assert len(follow_to_the_end(house.club.pk)) == 11
    whole = read_feed(house.club.pk, Position(), limit=1_000_000)
    assert len(whole) == 11
    for size in (1, 2, 3, 10, 11):
        assert follow(house.club.pk, limit=size) == whole


def test_a_club_hears_of_itself_alone(house: House) -> None:
    other = make_house(name="Other Room")
    other.deal(other.open(PAN), record(PAN, other.ids, [lost(0)]))
    assert follow(house.club.pk) == []
    assert facts_told(follow_to_the_end(other.club.pk)) == facts_kept(other.club.pk)


@pytest.mark.parametrize("beyond", [Position(1, 2**60, 1), Position(2, 0, 0), Position(9, 1, 1)])
def test_a_position_from_beyond_the_end_is_refused(house: House, beyond: Position) -> None:
    house.open(PAN)
    with pytest.raises(GameplayError) as refused:
        read_feed(house.club.pk, beyond)
    assert refused.value.code == Code.FEED_EPOCH


def test_a_position_behind_a_later_backup_is_refused(house: House) -> None:
    """The reader saw entries that a restore of an older copy has lost; their numbers were not reached yet."""
    house.open(PAN)
    last = follow_to_the_end(house.club.pk)[-1].position
    for lost_since in (last._replace(id=last.id + 1), last._replace(xact=last.xact + 1)):
        with pytest.raises(GameplayError) as refused:
            read_feed(house.club.pk, lost_since)
        assert refused.value.code == Code.FEED_EPOCH


def test_who_stands_at_the_end_hears_nothing_and_is_not_refused(house: House) -> None:
    house.open(PAN)
    last = follow_to_the_end(house.club.pk)[-1].position
    assert read_feed(house.club.pk, last) == []
    assert read_feed(make_house(name="Silent Room").club.pk, Position()) == []

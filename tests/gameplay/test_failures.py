"""Whatever fails in the middle of a write leaves nothing behind, and what was kept is said again."""

from __future__ import annotations

import hashlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from django.apps import apps
from django.db import OperationalError, connection, transaction

from gameplay import services
from gameplay.services import asking
from tests import builders
from tests.builders import PAN, PANGUINGUE, House, lost, record
from tests.gameplay.proxy import Proxy
from tests.gameplay.worlds import assert_sound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TABLES = sorted(
    model._meta.db_table
    for model in apps.get_models(include_auto_created=True)
    if model._meta.app_label in {"clubs", "ledger", "gameplay"}
)


def snapshot() -> dict[str, str]:
    """Return the bytes of every table, hashed, in the order of their rows."""
    found = {}
    with connection.cursor() as cursor:
        for table in TABLES:
            total = hashlib.sha256()
            with cursor.cursor.copy(f'COPY (SELECT * FROM "{table}" t ORDER BY t::text) TO STDOUT') as copy:
                for data in copy:
                    total.update(data)
            found[table] = total.hexdigest()
    return found


class FaultOfTestError(OperationalError):
    """The fault of a test."""


@contextmanager
def failing(at: int, *, is_sent: bool) -> Iterator[list[str]]:
    """Let statement number `at` fail, before the server has it or when it has been carried out."""
    seen: list[str] = []

    def wrapper(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
        seen.append(str(sql))
        if len(seen) - 1 != at:
            return execute(sql, params, many, context)
        if is_sent:
            execute(sql, params, many, context)
        raise FaultOfTestError(sql)

    with connection.execute_wrapper(wrapper):
        yield seen


class Table:
    """A session with what each path needs, and the accounts of everybody made already."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.session = house.open(PAN)
        self.deal = house.deal(self.session, record(PAN, house.ids)).deal
        self.won = house.deal(self.session, record(PAN, house.ids, [lost(0)])).deal

    def record_events(self) -> Any:
        return self.house.log(self.deal, [{"type": "out", "seat": 1}, lost(2)], after=0, key="k")

    def open_deal(self) -> Any:
        return self.house.deal(
            self.session, record(PAN, self.house.ids, [lost(3)]), key="k", written={"meta": "x"}
        )

    def void_deal(self) -> Any:
        return self.house.void(self.won, note="by mistake", key="k")

    def open_session(self) -> Any:
        return services.open_session(
            table=self.house.tables[0],
            revision=self.house.rules[PANGUINGUE],
            business_day=builders.DAY,
            by=builders.BY,
            key="k",
        )

    def close_session(self) -> Any:
        return services.close_session(
            club_id=self.house.club.pk, session=self.session, by=builders.BY, key="k"
        )

    def settle_session(self) -> Any:
        return services.settle_session(club_id=self.house.club.pk, session=self.session, by=builders.BY)


PATHS = ["record_events", "open_deal", "void_deal", "open_session", "close_session", "settle_session"]


@pytest.fixture
def table(house: House) -> Table:
    return Table(house)


def ready(table: Table, path: str) -> Callable[[], Any]:
    """Bring the table to where the path can be taken, and return the act."""
    if path in {"close_session", "settle_session"}:
        table.house.void(table.deal)
    if path == "settle_session":
        services.close_session(club_id=table.house.club.pk, session=table.session, by=builders.BY)
    act: Callable[[], Any] = getattr(table, path)
    return act


@pytest.mark.parametrize("path", PATHS)
def test_whichever_statement_fails_nothing_is_left_behind(table: Table, path: str) -> None:  # L-82
    act = ready(table, path)
    before = snapshot()
    at, is_done = 0, False
    while not is_done:
        for is_sent in (False, True):
            try:
                with failing(at, is_sent=is_sent) as seen:
                    act()
                is_done = True
                break
            except FaultOfTestError:
                assert snapshot() == before, seen[-1]
        at += 1
    changed = {name for name, value in snapshot().items() if value != before[name]}
    assert {"gameplay_request", "gameplay_feed"} <= changed  # and without a fault it does something
    assert at > 4
    assert_sound(table.house.club)


def test_a_write_that_is_given_up_by_the_server_is_done_again(table: Table) -> None:  # L-77
    given_up: list[str] = []

    def wrapper(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
        if "gameplay_feed" in str(sql) and len(given_up) < 2:
            given_up.append(sql)
            code = ("40001", "40P01")[len(given_up) - 1]
            return execute(f"DO $$ BEGIN RAISE SQLSTATE '{code}'; END $$", None, many, context)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        recorded = table.record_events()
    assert len(given_up) == 2
    assert recorded.is_first
    assert_sound(table.house.club)


def test_a_write_that_is_given_up_again_and_again_is_an_error_and_leaves_nothing(table: Table) -> None:
    before = snapshot()
    tries = []

    def wrapper(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
        if "gameplay_feed" in str(sql):
            tries.append(sql)
            return execute("DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$", None, many, context)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper), pytest.raises(OperationalError):
        table.record_events()
    assert len(tries) == asking._TRIES
    assert snapshot() == before


def test_writes_do_not_hide_in_a_transaction_of_the_caller(table: Table) -> None:  # L-82
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        table.record_events()


@pytest.fixture
def cut_off(table: Table, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """Django's connection goes through a proxy that can lose the answer to a COMMIT."""
    connection.ensure_connection()
    info = connection.connection.info
    folder: Path = tmp_path_factory.mktemp("p")
    is_socket = info.host.startswith("/")
    proxy = Proxy(folder, f"{info.host}/.s.PGSQL.{info.port}" if is_socket else (info.host, info.port))
    before = {name: connection.settings_dict[name] for name in ("HOST", "PORT")}
    connection.close()
    connection.settings_dict.update(HOST=str(folder), PORT="5432")
    try:
        yield proxy
    finally:
        connection.close()
        connection.settings_dict.update(before)
        proxy.close()


@pytest.mark.parametrize("path", PATHS)
def test_who_asks_again_after_a_lost_answer_gets_the_first_one(
    table: Table, cut_off: Proxy, path: str
) -> None:  # L-79
    act = ready(table, path)
    before = snapshot()
    cut_off.is_armed = True
    with pytest.raises(OperationalError):
        act()
    assert cut_off.cuts == 1
    kept = snapshot()
    assert kept != before  # it was committed, though nobody heard
    again = act()
    assert getattr(again, "is_first", False) is False
    assert snapshot() == kept
    assert act() == again
    assert_sound(table.house.club)

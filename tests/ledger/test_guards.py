"""Facts cannot be changed or taken away, whoever asks and through whichever door (DESIGN, "Guards")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from django.apps import apps
from django.db import IntegrityError, ProgrammingError, connection, transaction
from psycopg import sql

from clubs.kinds import Kind
from tests.gameplay.roles import APP, OWNER, ROLES, SUPERUSER, connect, working_as

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.db.models import Model

    from tests.gameplay.worlds import World

FACTS = sorted(
    (model for model in apps.get_models() if getattr(model, "kind", None) is Kind.FACT),
    key=lambda model: model._meta.db_table,
)
TABLES = [model._meta.db_table for model in FACTS]
UPDATES = ["UPDATE {t} SET id = id", "UPDATE {t} SET id = -id", "UPDATE {t} SET id = id WHERE false"]
DELETES = ["DELETE FROM {t}", "DELETE FROM {t} WHERE false"]
MERGES = [
    "MERGE INTO {t} USING {t} s ON s.id = {t}.id WHEN MATCHED THEN UPDATE SET club_id = s.club_id",
    "MERGE INTO {t} USING {t} s ON s.id = {t}.id WHEN MATCHED THEN DELETE",
]
UPSERTS = [
    """INSERT INTO {t} ({columns}) OVERRIDING SYSTEM VALUE SELECT {columns} FROM {t} {some}
    ON CONFLICT (id) DO UPDATE SET club_id = excluded.club_id"""
]
TRUNCATES = ["TRUNCATE {t} CASCADE", "TRUNCATE {all} RESTART IDENTITY CASCADE"]


@pytest.fixture(scope="module", params=[OWNER, SUPERUSER])
def mighty(request: pytest.FixtureRequest, world: World) -> Iterator[psycopg.Connection]:
    """A connection of somebody who may do more than the serving role."""
    with connect(request.param, autocommit=False) as opened:
        yield opened


@pytest.fixture(scope="module")
def serving(world: World) -> Iterator[psycopg.Connection]:
    """A connection of the serving role."""
    with connect(APP, autocommit=False) as opened:
        yield opened


def columns_of(opened: psycopg.Connection, table: str) -> str:
    rows = opened.execute(
        "SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 "
        "AND attgenerated = '' AND NOT attisdropped",
        [table],
    )
    return ", ".join(name for (name,) in rows)


def statement(opened: psycopg.Connection, shape: str, table: str, some: str = "") -> str:
    return shape.format(t=table, all=", ".join(TABLES), columns=columns_of(opened, table), some=some)


def refusal(opened: psycopg.Connection, command: str, *, replica: bool = False) -> str:
    """Return with what a command is refused: its hint, or the class of the error. Nothing stays."""
    try:
        if replica:
            opened.execute("SET LOCAL session_replication_role = replica")
        opened.execute(sql.SQL(command))  # made of our own constants
    except psycopg.Error as error:
        return error.diag.message_hint or type(error).__name__
    finally:
        opened.rollback()
    return "nothing"


def test_every_table_of_facts_has_rows_to_guard(world: World) -> None:
    assert TABLES == [
        "gameplay_deal",
        "gameplay_event",
        "gameplay_houserulesrevision",
        "gameplay_request",
        "gameplay_session",
        "ledger_book",
        "ledger_posting",
        "ledger_settlement",
        "ledger_transaction",
    ]
    assert all(model._default_manager.exists() for model in FACTS)


@pytest.mark.parametrize("table", TABLES)
def test_neither_owner_nor_superuser_changes_a_fact(mighty: psycopg.Connection, table: str) -> None:  # L-96
    for shape in UPDATES + DELETES + MERGES + TRUNCATES:
        assert refusal(mighty, statement(mighty, shape, table)) == "fact.frozen", shape
    for shape in UPSERTS:  # also of no row: the statement is refused before it looks
        assert refusal(mighty, statement(mighty, shape, table, "WHERE false")) == "fact.frozen", shape


@pytest.mark.parametrize("table", TABLES)
def test_the_replica_role_of_a_session_opens_no_door(world: World, table: str) -> None:  # L-96
    with connect(SUPERUSER, autocommit=False) as opened:
        for shape in UPDATES + DELETES + MERGES + TRUNCATES:
            assert refusal(opened, statement(opened, shape, table), replica=True) == "fact.frozen", shape
        for shape in UPSERTS:
            command = statement(opened, shape, table, "WHERE false")
            assert refusal(opened, command, replica=True) == "fact.frozen", shape


@pytest.mark.parametrize("table", TABLES)
def test_the_serving_role_has_no_right_to_change_a_fact(serving: psycopg.Connection, table: str) -> None:
    for shape in UPDATES + DELETES + MERGES + TRUNCATES + UPSERTS:
        assert refusal(serving, statement(serving, shape, table)) == "InsufficientPrivilege", shape


@pytest.mark.parametrize(
    "command",
    [
        "ALTER TABLE {t} DISABLE TRIGGER ALL",
        "ALTER TABLE {t} DISABLE TRIGGER frozen",
        "ALTER TABLE {t} ENABLE REPLICA TRIGGER frozen",
        "ALTER TABLE {t} DROP COLUMN id",
        "ALTER TABLE {t} ADD COLUMN more integer",
        "DROP TRIGGER frozen ON {t}",
        "DROP TABLE {t} CASCADE",
        "CREATE RULE quiet AS ON INSERT TO {t} DO INSTEAD NOTHING",
        "CREATE TRIGGER mine BEFORE INSERT ON {t} FOR EACH ROW EXECUTE FUNCTION clubs_refuse()",
        "SET LOCAL session_replication_role = replica",
        "CREATE OR REPLACE FUNCTION clubs_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'",
        "DROP FUNCTION clubs_refuse() CASCADE",
        "CREATE TABLE public.mine (id integer)",
        "SET ROLE panbook_owner",
    ],
)
def test_the_serving_role_cannot_take_a_guard_off(serving: psycopg.Connection, command: str) -> None:  # L-96
    for table in TABLES:
        said = refusal(serving, command.format(t=table))
        assert said in {"InsufficientPrivilege", "WrongObjectType"}, (command, said)


@pytest.mark.parametrize("model", FACTS, ids=TABLES)
@pytest.mark.parametrize("role", ROLES)
def test_the_orm_changes_no_fact(world: World, model: type[Model], role: str) -> None:  # L-96
    with working_as(role):
        rows = model._default_manager.all()
        one = rows.order_by("pk")[0]

        def raw_delete() -> object:
            return rows._raw_delete(using="default")

        doors: list[Callable[[], object]] = [
            lambda: rows.update(club_id=one.club_id),  # type: ignore[attr-defined] # facts have a club
            lambda: rows.filter(pk=-1).update(club_id=one.club_id),  # type: ignore[attr-defined]
            rows.delete,
            raw_delete,
            one.delete,
            lambda: one.save(force_update=True),
            lambda: rows.bulk_update([one], ["club"]),
            lambda: rows.bulk_create(
                [one], update_conflicts=True, update_fields=["club"], unique_fields=["pk"]
            ),
        ]
        for door in doors:
            with pytest.raises((IntegrityError, ProgrammingError)) as refused, transaction.atomic():
                door()
            assert "frozen" in hint(refused.value) or "protected" in str(refused.value) or role == APP


def hint(error: BaseException) -> str:
    cause: Any = error.__cause__
    return (cause.diag.message_hint or "") if isinstance(cause, psycopg.Error) else ""


def test_every_guard_of_every_table_is_always_awake(world: World) -> None:
    """The whole list, read from the catalogue: a guard that is lost or sleeps is missed here."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text, tgname, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal"
        )
        found = {(table, name): enabled for table, name, enabled in cursor.fetchall()}
    wanted = {(table, name) for table in TABLES for name in ("frozen", "frozen_row")}
    wanted |= {
        ("gameplay_deal", "check_deals"),
        ("gameplay_event", "check_events"),
        ("gameplay_text", "only_blank"),
        ("gameplay_text", "frozen"),
        ("ledger_transaction", "stamp"),
        ("ledger_transaction", "check_legs"),
        ("ledger_posting", "check_postings"),
    }
    wanted |= {
        (table, name)
        for table in ("ledger_account", "gameplay_houserules", "clubs_member", "clubs_table", "clubs_club")
        for name in ("audited", "kept", "kept_ids")
    }
    assert wanted - set(found) == set()
    assert set(found.values()) == {"A"}


def test_a_guard_covers_each_operation(world: World) -> None:
    """INSERT is 4, DELETE 8, UPDATE 16, TRUNCATE 32, BEFORE 2, FOR EACH ROW 1 in `tgtype`."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text, tgname, tgtype FROM pg_trigger WHERE tgname LIKE 'frozen%'"
        )
        found = {(table, name): kind for table, name, kind in cursor.fetchall()}
    for table in TABLES:
        assert found[table, "frozen"] == 2 | 8 | 16 | 32
        assert found[table, "frozen_row"] == 1 | 2 | 8 | 16


def test_a_text_can_be_blanked_and_nothing_else(world: World) -> None:
    with connect(OWNER, autocommit=False) as opened:
        for command in (
            "UPDATE gameplay_text SET content = '{}'",
            "UPDATE gameplay_text SET content = NULL",
            "UPDATE gameplay_text SET seq = seq + 1, content = NULL, salt = NULL",
            "DELETE FROM gameplay_text",
            "TRUNCATE gameplay_text CASCADE",
        ):
            assert refusal(opened, command) in {"text.only_blank", "fact.frozen", "CheckViolation"}, command
        opened.execute("UPDATE gameplay_text SET content = NULL, salt = NULL")
        opened.rollback()

"""Kinds, guards and rights of every table, read from the database's own catalogue."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models

from clubs.kinds import Kind
from clubs.rights import OUR_APPS, rights_of

pytestmark = pytest.mark.django_db

EVERY = [model for model in apps.get_models() if model._meta.app_label in OUR_APPS]
LINKS = [model for model in apps.get_models(include_auto_created=True) if model._meta.auto_created]


def rows(statement: str, *parameters: str) -> list[Any]:
    """Return what a statement finds."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return list(cursor.fetchall())


def of_kind(*kinds: Kind) -> list[Any]:
    """Return the models of these kinds."""
    return [model for model in EVERY if getattr(model, "kind", None) in kinds]


def triggers(table: str) -> set[tuple[str, str, bool, frozenset[str]]]:
    """Return (function, state, is for each row, events) of a table's triggers; state A is ENABLE ALWAYS."""
    bits = {"INSERT": 4, "DELETE": 8, "UPDATE": 16, "TRUNCATE": 32}
    found = rows(
        "SELECT p.proname, t.tgenabled::text, t.tgtype FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid "
        "WHERE t.tgrelid = %s::regclass AND NOT t.tgisinternal",
        table,
    )
    return {
        (name, state, bool(kind & 1), frozenset(event for event, bit in bits.items() if kind & bit))
        for name, state, kind in found
    }


@pytest.mark.parametrize("model", EVERY, ids=str)
def test_every_table_has_a_kind(model: Any) -> None:
    assert isinstance(getattr(model, "kind", None), Kind)


@pytest.mark.parametrize("model", of_kind(Kind.FACT), ids=str)
def test_facts_are_guarded_against_everyone(model: Any) -> None:  # L-96
    there = triggers(model._meta.db_table)
    assert ("clubs_refuse", "A", False, frozenset({"UPDATE", "DELETE", "TRUNCATE"})) in there
    assert ("clubs_refuse", "A", True, frozenset({"UPDATE", "DELETE"})) in there


@pytest.mark.parametrize("model", of_kind(Kind.IDENTITY), ids=str)
def test_identity_is_audited_and_kept(model: Any) -> None:
    there = triggers(model._meta.db_table)
    assert ("clubs_audit", "A", True, frozenset({"INSERT", "UPDATE", "DELETE"})) in there
    assert ("clubs_guard_no_delete", "A", False, frozenset({"DELETE", "TRUNCATE"})) in there
    assert ("clubs_refuse_new_ids", "A", True, frozenset({"UPDATE"})) in there


@pytest.mark.parametrize("model", of_kind(Kind.ERASABLE), ids=str)
def test_erasable_rows_are_blanked_but_not_deleted(model: Any) -> None:
    events = {event for _, state, _, told in triggers(model._meta.db_table) if state == "A" for event in told}
    assert {"UPDATE", "TRUNCATE"} <= events


@pytest.mark.parametrize("model", LINKS, ids=str)
def test_links_of_identity_are_audited(model: Any) -> None:
    if model._meta.app_label in OUR_APPS:
        audited = ("clubs_audit", "A", True, frozenset({"INSERT", "UPDATE", "DELETE"}))
        assert audited in triggers(model._meta.db_table)


def test_no_trigger_of_ours_sleeps_under_replication() -> None:
    assert rows("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'A'") == []


@pytest.mark.parametrize("model", [*EVERY, *LINKS], ids=str)
def test_the_serving_role_has_the_rights_of_the_kind_and_no_more(model: Any) -> None:
    held = rows(
        "SELECT privilege_type FROM information_schema.table_privileges "
        "WHERE grantee = 'panbook_app' AND table_schema = 'public' AND table_name = %s",
        model._meta.db_table,
    )
    assert {right for (right,) in held} == set(
        re.sub(r"\w+ \(.*?\)", "", rights_of(model)).strip(" ,").split(", ")
    )


def test_of_an_audit_row_only_the_texts_may_be_written() -> None:
    columns = rows(
        "SELECT DISTINCT column_name FROM information_schema.column_privileges WHERE grantee = 'panbook_app' "
        "AND table_schema = 'public' AND table_name = 'clubs_auditentry' AND privilege_type <> 'SELECT'"
    )
    assert {name for (name,) in columns} == {"old", "new"}


def test_the_serving_role_is_no_superuser_and_makes_nothing() -> None:
    role = rows(
        "SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication FROM pg_roles "
        "WHERE rolname = current_user"
    )
    assert role == [(False, False, False, False, False)]
    assert rows("SELECT has_schema_privilege('public', 'CREATE')") == [(False,)]


@pytest.mark.parametrize("model", EVERY, ids=str)
def test_nothing_that_is_kept_cascades(model: Any) -> None:  # L-27
    """What is thrown away anyway may cascade among itself; a fact, and whatever it points to, may not."""
    thrown_away = (Kind.DERIVED, Kind.OPERATIONAL)
    relations = [field for field in model._meta.get_fields() if isinstance(field, models.ForeignKey)]
    cascading = [
        field.name
        for field in relations
        if field.remote_field.on_delete is not models.PROTECT
        and not (model.kind in thrown_away and field.related_model.kind in thrown_away)  # type: ignore[attr-defined]
    ]
    assert cascading == []


def test_no_foreign_key_of_the_database_deletes_or_blanks() -> None:  # L-27
    assert (
        rows("SELECT conname FROM pg_constraint WHERE contype = 'f' AND confdeltype NOT IN ('a', 'r')") == []
    )


@pytest.mark.parametrize("model", of_kind(Kind.FACT), ids=str)
def test_unique_keys_of_facts_begin_with_the_club(model: Any) -> None:
    keys = rows(
        "SELECT i.relname, a.attname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid "
        "JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = x.indkey[0] "
        "WHERE x.indrelid = %s::regclass AND x.indisunique AND NOT x.indisprimary",
        model._meta.db_table,
    )
    assert [name for name, first in keys if first != "club_id"] == []

"""Every edit of a person or place leaves a row, whichever way it went (L-63), and no row goes away (L-27)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, ProgrammingError, connection, transaction

from clubs import services
from clubs.actor import acting_as
from clubs.models import AuditEntry, Club, Member, MemberRole, Table, User

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.people import Person

pytestmark = pytest.mark.django_db


def last_entry(table: str) -> AuditEntry:
    """Return the newest audit row of a table."""
    return AuditEntry.objects.filter(table=table).latest("id")


def told(entry: AuditEntry) -> dict[str, Any]:
    """Return the new values of an audit row."""
    assert entry.new is not None
    return dict(entry.new)


def sql(statement: str, *parameters: int) -> None:
    """Run one statement as the serving role."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)


def refused(act: Callable[[], object]) -> str:
    """Return what the database says when it refuses the act."""
    with pytest.raises((IntegrityError, ProgrammingError)) as told, transaction.atomic():
        act()
    return str(told.value)


EDITS: dict[str, Callable[[Member], object]] = {
    "service": lambda member: services.rename_member(member=member, name="Member 08"),
    "update": lambda member: Member.objects.filter(pk=member.pk).update(name="Member 08"),
    "bulk_update": lambda member: Member.objects.bulk_update(
        [Member(pk=member.pk, name="Member 08")], ["name"]
    ),
    "sql": lambda member: sql("UPDATE clubs_member SET name = 'Member 08' WHERE id = %s", member.pk),
}


@pytest.mark.parametrize("way", EDITS)
def test_each_way_of_editing_leaves_old_and_new(club: Club, way: str) -> None:
    member = services.add_member(club=club, name="Member 07")
    EDITS[way](member)
    entry = last_entry("clubs_member")
    assert (entry.club_id, entry.row, entry.action) == (club.pk, member.pk, "update")
    assert (entry.old, entry.new) == ({"name": "Member 07"}, {"name": "Member 08"})


def test_an_edit_that_changes_nothing_leaves_nothing(club: Club) -> None:
    member = services.add_member(club=club, name="Member 07")
    before = AuditEntry.objects.count()
    services.rename_member(member=member, name="Member 07")
    assert AuditEntry.objects.count() == before


def test_what_is_made_is_told_without_what_only_repeats_it(club: Club) -> None:
    member = services.add_member(club=club, name="Member 07")
    entry = last_entry("clubs_member")
    assert entry.action == "insert"
    assert entry.old is None
    assert told(entry)["public_id"] == member.public_id
    assert "search_key" not in told(entry)


def test_the_hash_of_a_password_is_never_told() -> None:
    user = services.create_user(email="player@example.com", password="a-long-enough-one")
    assert told(last_entry("clubs_user"))["password"] == "***"
    user.set_password("another-long-one")
    user.save()
    entry = last_entry("clubs_user")
    assert (entry.old, entry.new) == ({"password": "***"}, {"password": "***"})
    assert "argon2" not in str(list(AuditEntry.objects.values_list("old", "new")))


def test_rights_in_the_back_office_are_told() -> None:
    user = services.create_user(email="operator@example.com")
    group = Group.objects.create(name="Bookkeepers")
    user.groups.add(group)
    assert told(last_entry("clubs_user_groups"))["group_id"] == group.pk
    user.groups.clear()
    assert last_entry("clubs_user_groups").action == "delete"


def test_the_operator_acts_where_nobody_is_named(club: Club) -> None:
    entry = last_entry("clubs_club")
    assert (entry.actor, entry.address) == ("sys_operator", "")


def test_the_actor_is_named_for_the_block_and_no_longer(club: Club) -> None:
    with acting_as("usr_x", "192.0.2.7"):
        services.add_table(club=club, name="Table 1")
    entry = last_entry("clubs_table")
    assert (entry.actor, entry.address) == ("usr_x", "192.0.2.7")
    services.add_table(club=club, name="Table 2")
    assert last_entry("clubs_table").actor == "sys_operator"


@pytest.mark.django_db(transaction=True)
def test_an_actor_does_not_outlive_a_failed_transaction(club: Club) -> None:
    def fail() -> None:
        with acting_as("usr_x"), transaction.atomic():
            services.add_table(club=club, name="Table 1")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    services.add_table(club=club, name="Table 2")
    assert last_entry("clubs_table").actor == "sys_operator"


def test_a_transaction_that_fails_leaves_no_audit_row(club: Club) -> None:
    before = AuditEntry.objects.count()

    def fail() -> None:
        services.add_table(club=club, name="Table 1")
        sql("SELECT no_such_column")

    refused(fail)
    assert AuditEntry.objects.count() == before


KEPT: list[Any] = [User, Club, Member, MemberRole, Table, AuditEntry]


@pytest.mark.parametrize("model", KEPT)
@pytest.mark.parametrize("way", ["delete", "raw_delete", "sql", "truncate"])
def test_the_serving_role_deletes_nobody(owner: Person, club: Club, model: Any, way: str) -> None:
    services.add_table(club=club, name="Table 1")
    row = model.objects.earliest("id")
    table = model._meta.db_table
    acts: dict[str, Callable[[], object]] = {
        "delete": lambda: model.objects.filter(pk=row.pk)._raw_delete("default"),
        "raw_delete": lambda: model.objects.all()._raw_delete("default"),
        "sql": lambda: sql(f"DELETE FROM {table}"),
        "truncate": lambda: sql(f"TRUNCATE {table} CASCADE"),
    }
    assert "denied" in refused(acts[way])


@pytest.mark.parametrize("model", KEPT)
@pytest.mark.parametrize("statement", ["DELETE FROM {}", "DELETE FROM {} WHERE false", "TRUNCATE {} CASCADE"])
def test_the_owner_of_the_tables_deletes_nobody_either(
    owner_connection: psycopg.Connection, model: Any, statement: str
) -> None:
    with pytest.raises(psycopg.errors.IntegrityConstraintViolation):
        owner_connection.execute(statement.format(model._meta.db_table))


@pytest.mark.parametrize("column", ["public_id", "club_id", "id", "recorded_at"])
def test_what_facts_point_to_never_changes(owner: Person, other_club: Club, column: str) -> None:
    values = {"public_id": "'mbr_x'", "club_id": other_club.pk, "id": 10**9, "recorded_at": "now()"}
    assert "never changes" in refused(lambda: sql(f"UPDATE clubs_member SET {column} = {values[column]}"))


def test_a_role_lies_in_the_club_of_its_member(owner: Person, other_club: Club) -> None:
    assert owner.member is not None
    member = owner.member

    def misplace() -> None:
        MemberRole.objects.create(club=other_club, member=member, role="scorer")
        sql("SET CONSTRAINTS ALL IMMEDIATE")

    assert "clubs_memberrole_same_club" in refused(misplace)


def test_nobody_who_serves_writes_an_audit_row(club: Club) -> None:
    forged = {"table": "clubs_club", "row": 1, "action": "update", "actor": "x", "address": ""}
    assert "denied" in refused(lambda: AuditEntry.objects.create(**forged))
    assert "denied" in refused(lambda: AuditEntry.objects.update(actor="usr_x"))


def test_an_audit_row_can_be_blanked_and_nothing_else(
    club: Club, owner_connection: psycopg.Connection
) -> None:
    assert "only be blanked" in refused(lambda: sql("""UPDATE clubs_auditentry SET new = '{"name": "x"}'"""))
    assert AuditEntry.objects.update(old=None, new=None) > 0
    assert AuditEntry.objects.exclude(new=None).count() == 0


@pytest.mark.django_db(transaction=True)
def test_the_owner_of_the_tables_does_not_rewrite_who_acted(
    club: Club, owner_connection: psycopg.Connection
) -> None:
    with pytest.raises(psycopg.errors.IntegrityConstraintViolation, match="only be blanked"):
        owner_connection.execute("UPDATE clubs_auditentry SET actor = 'usr_x'")

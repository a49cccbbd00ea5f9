"""Reads who people are: names that tell two people apart, balances, roles. It writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.utils.functional import _StrPromise


SYSTEM: dict[str, _StrPromise] = {
    "sys_operator": _("the operator"),
    "sys_import": _("an import"),
    "sys_task": _("Panbook"),
}


@dataclass(frozen=True, slots=True)
class Person:
    """A member as pages and lists name one; `is_namesake`: somebody else in the club is called the same."""

    member: str
    number: str
    name: str
    is_active: bool = True
    is_namesake: bool = False

    @property
    def label(self) -> str:
        """The name, with the number where the name alone does not tell who it is (L-28)."""
        return f"{self.name} · {self.number}" if self.is_namesake else self.name


@dataclass(frozen=True, slots=True)
class Standing:
    """A member with what stands on the account; `units` is None for whoever never had an account (L-31)."""

    person: Person
    units: int | None
    roles: tuple[str, ...]
    has_user: bool


_PERSON = """m.public_id, m.number, m.name, m.is_active, EXISTS (SELECT FROM clubs_member o
    WHERE o.club_id = m.club_id AND o.search_key = m.search_key AND o.id <> m.id)"""
_PEOPLE = f"SELECT {_PERSON} FROM clubs_member m WHERE m.club_id = %s AND m.public_id = ANY(%s)"
_BALANCES = f"""
SELECT {_PERSON}, b.units, ARRAY(
    SELECT r.role::text FROM clubs_memberrole r WHERE r.member_id = m.id AND r.is_active ORDER BY r.role),
    m.user_id IS NOT NULL
FROM clubs_member m
LEFT JOIN ledger_account a ON a.club_id = m.club_id AND a.purpose = 'member' AND a.holder = m.public_id
LEFT JOIN ledger_balance b ON b.account_id = a.id
WHERE m.club_id = %(club)s AND (%(active)s::boolean IS NULL OR m.is_active = %(active)s)
    AND (%(member)s::text IS NULL OR m.public_id = %(member)s)
    AND (%(after)s::text IS NULL OR (m.number, m.id) > (%(after)s,
        (SELECT n.id FROM clubs_member n WHERE n.club_id = m.club_id AND n.number = %(after)s)))
ORDER BY m.number, m.id LIMIT %(limit)s
"""


def people(club_id: int, members: Iterable[str]) -> dict[str, Person]:
    """Return public id -> person for those of the ids that are members of the club, retired ones too."""
    wanted = sorted(set(members))
    if not wanted:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_PEOPLE, [club_id, wanted])
        return {row[0]: Person(*row) for row in cursor.fetchall()}


def named(found: dict[str, Person], who: str) -> Person:
    """Return the person of an id; a system actor goes by what it is, anything else by the id."""
    return found.get(who) or Person(who, "", str(SYSTEM.get(who, who)))


def standings(
    club_id: int, *, is_active: bool | None = None, after: str | None = None, limit: int | None = None
) -> list[Standing]:
    """Return the members with their balances and roles by number, after a number; None: all of them."""
    return _standings(club=club_id, active=is_active, member=None, after=after, limit=limit)


def find_standing(club_id: int, member: str) -> Standing | None:
    """Return one member with balance and roles, or None."""
    found = _standings(club=club_id, active=None, member=member, after=None, limit=1)
    return found[0] if found else None


def _standings(**asked: Any) -> list[Standing]:
    with connection.cursor() as cursor:
        cursor.execute(_BALANCES, asked)
        return [
            Standing(Person(*person), units, tuple(roles), has_user)
            for *person, units, roles, has_user in cursor.fetchall()
        ]

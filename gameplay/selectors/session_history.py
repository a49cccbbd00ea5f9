"""Reads what a session's stream tells of its past: why it was opened again, by which rules it was played.

It writes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import connection

from gameplay import texts
from gameplay.selectors.people import Person, named, people

if TYPE_CHECKING:
    import datetime as dt


@dataclass(frozen=True, slots=True)
class ReopeningView:
    """Why and by whom a closed session was opened again; `note` is empty without one, or once blanked."""

    reason: str
    note: str
    by: Person
    recorded_at: dt.datetime


@dataclass(frozen=True, slots=True)
class RulesSpan:
    """A revision of house rules by which a session was played, from the deal of this number on."""

    from_number: int
    house_rules: str
    name: str
    revision: str
    number: int
    profile: str
    recorded_at: dt.datetime


_REOPENINGS = """
SELECT e.payload ->> 'reason', t.content, e.recorded_by, e.recorded_at FROM gameplay_event e
LEFT JOIN gameplay_text t ON t.club_id = e.club_id AND t.stream = e.stream AND t.seq = e.seq
WHERE e.club_id = %s AND e.stream = %s AND e.type = 'reopened' ORDER BY e.seq
"""
_SPANS = """
SELECT coalesce((e.payload ->> 'from_number')::int, 1), h.public_id, h.name, r.public_id, r.number, r.profile,
    e.recorded_at
FROM gameplay_event e
JOIN gameplay_houserulesrevision r ON r.club_id = e.club_id AND r.public_id = e.payload ->> 'rules'
JOIN gameplay_houserules h ON h.id = r.house_rules_id
WHERE e.club_id = %s AND e.stream = %s AND e.type IN ('opened', 'rules_revised') ORDER BY e.seq
"""


def reopenings_of(club_id: int, session: str) -> list[ReopeningView]:
    """Return how often and why a session was opened again, in order."""
    with connection.cursor() as cursor:
        cursor.execute(_REOPENINGS, [club_id, session])
        rows = cursor.fetchall()
    who = people(club_id, (by for _, _, by, _ in rows))
    return [
        ReopeningView(reason, str(texts.unseal(content).get("note", "")), named(who, by), at)
        for reason, content, by, at in rows
    ]


def rules_spans(club_id: int, session: str) -> list[RulesSpan]:
    """Return the revisions by which a session was played, the one it was opened under first."""
    with connection.cursor() as cursor:
        cursor.execute(_SPANS, [club_id, session])
        return [RulesSpan(*row) for row in cursor.fetchall()]

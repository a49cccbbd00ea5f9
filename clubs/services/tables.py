"""Adds tables to a club."""

from __future__ import annotations

from clubs.models import Club, Table
from clubs.services.refusals import lock_club, refusals
from clubs.texts import TABLE_LENGTH, clean_text


def add_table(*, club: Club, name: str) -> Table:
    """Return a new table, whose name no other table of the club has."""
    name = clean_text(name, limit=TABLE_LENGTH)
    with refusals(name=name):
        return Table.objects.create(club=lock_club(club), name=name)

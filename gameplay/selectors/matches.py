"""Reads matches of Polish Pan with the letters that each player has. It writes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection

from gameplay.selectors.people import Person, named, people


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters of one player; `is_out`: eliminated."""

    person: Person
    letters: str
    is_out: bool


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as its deals stand (PL-9); `winner` is None while there is none, or more than one."""

    match: str
    session: str
    word: str
    match_end: str
    match_stake: int
    from_number: int
    through_number: int | None
    is_ended: bool
    is_over: bool
    players: tuple[Letters, ...]
    winner: Person | None


_COLUMNS = """
SELECT m.public_id, s.public_id, m.word, m.match_end, m.match_stake, m.from_number, m.through_number,
    m.is_ended, m.is_over, m.members, m.letters, m.eliminated, m.winner
FROM gameplay_matchstate m JOIN gameplay_session s ON s.id = m.session_id WHERE s.club_id = %s
"""


def matches_of(club_id: int, session: str) -> list[MatchView]:
    """Return a session's matches, the latest first."""
    return _matches(
        club_id, f"{_COLUMNS} AND s.public_id = %s ORDER BY m.from_number DESC, m.public_id", session
    )


def find_match(club_id: int, match: str) -> MatchView | None:
    """Return one match of the club, or None."""
    found = _matches(club_id, f"{_COLUMNS} AND m.public_id = %s", match)
    return found[0] if found else None


def _matches(club_id: int, statement: str, wanted: str) -> list[MatchView]:
    with connection.cursor() as cursor:
        cursor.execute(statement, [club_id, wanted])
        rows = cursor.fetchall()
    who = people(club_id, (member for row in rows for member in row[9]))
    found = []
    for *columns, members, letters, eliminated, winner in rows:
        persons = [named(who, member) for member in members]
        players = tuple(
            Letters(person, has, seat in eliminated)
            for seat, (person, has) in enumerate(zip(persons, letters, strict=True))
        )
        found.append(MatchView(*(*columns, players, None if winner is None else persons[winner])))
    return found

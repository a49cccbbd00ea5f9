"""Reads deals: a session's list, and one with its events, outcome, lines and postings. It writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import connection

from gameplay import store
from gameplay.derive import replay_deal
from gameplay.engine.verdict import Outcome
from gameplay.selectors.people import Person, named, people

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Sequence

LAST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sat on a seat of a deal, counted from 0, and the net units of it so far."""

    seat: int
    person: Person
    units: int


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal as lists show it. `header` is the stored one; `seq` the number of the last event.

    `rules_name` is told of one deal alone: the house rules of the session that its options are, if they are.
    """

    deal: str
    session: str
    number: int
    game: str
    header: dict[str, Any]
    recorded_at: dt.datetime
    recorded_by: str
    seq: int
    outcome: str
    is_over: bool
    is_void: bool
    winner: Person | None
    loser: Person | None
    seats: tuple[Seat, ...]
    pot: int
    rules_name: str | None = None

    @property
    def status(self) -> str:
        """`open`, `finished` or `void`."""
        if self.is_void:
            return "void"
        return "finished" if self.is_over else "open"

    @property
    def pot_in(self) -> int:
        """The units carried in from the deal before."""
        return int(self.header["pot"])


_COLUMNS = """
SELECT {rules}, d.public_id, s.public_id, d.number, d.header, d.recorded_at, d.recorded_by, st.seq,
    st.outcome, st.is_over, st.is_void, st.winner, st.loser, st.units, st.pot
FROM gameplay_deal d JOIN gameplay_dealstate st ON st.deal_id = d.id
JOIN gameplay_session s ON s.id = d.session_id WHERE d.club_id = %(club)s
"""
# The revision in force when the deal was opened, if the deal is by its options; an import may have its own.
_RULES = """(
    SELECT CASE WHEN (r.profile, r.options) = (h.header ->> 'profile', h.header -> 'options') THEN n.name END
    FROM gameplay_event e
    JOIN gameplay_houserulesrevision r ON r.club_id = e.club_id AND r.public_id = e.payload ->> 'rules'
    JOIN gameplay_houserules n ON n.id = r.house_rules_id
    CROSS JOIN (SELECT gameplay_json(d.header)::jsonb AS header) h
    WHERE e.club_id = d.club_id AND e.stream = s.public_id AND e.type IN ('opened', 'rules_revised')
        AND coalesce((e.payload ->> 'from_number')::int, 1) <= d.number
    ORDER BY e.seq DESC LIMIT 1)"""
_SHORT = _COLUMNS.format(rules="NULL")
_LIST = f"""{_SHORT} AND s.public_id = %(session)s AND d.number < %(before)s
ORDER BY d.number DESC LIMIT %(limit)s"""
_ONE = f"{_COLUMNS.format(rules=_RULES)} AND d.public_id = %(deal)s"
_NUMBERED = (
    f"{_SHORT} AND s.public_id = %(session)s AND d.number > %(after)s ORDER BY d.number LIMIT %(limit)s"
)


def list_deals(club_id: int, session: str, *, before: int | None = None, limit: int = 50) -> list[DealRow]:
    """Return a session's deals, the latest first, below a number."""
    below = LAST if before is None else min(before, LAST)
    return _rows(club_id, _LIST, {"session": session, "before": below, "limit": limit})


def deals_after(club_id: int, session: str, *, after: int = 0, limit: int = 50) -> list[DealRow]:
    """Return a session's deals in the order of their numbers, above a number."""
    return _rows(club_id, _NUMBERED, {"session": session, "after": min(after, LAST), "limit": limit})


def find_deal(club_id: int, deal: str) -> DealRow | None:
    """Return one deal of the club, or None."""
    found = _rows(club_id, _ONE, {"deal": deal})
    return found[0] if found else None


def _rows(club_id: int, statement: str, asked: dict[str, Any]) -> list[DealRow]:
    with connection.cursor() as cursor:
        cursor.execute(statement, asked | {"club": club_id})
        rows = cursor.fetchall()
    headers = [store.read_header(row[4]) for row in rows]
    who = people(club_id, (member for header in headers for member in header["seats"]))
    return [_row(row, header, who) for row, header in zip(rows, headers, strict=True)]


def _row(row: Sequence[Any], header: dict[str, Any], who: dict[str, Person]) -> DealRow:
    rules_name, deal, session, number, _, recorded_at, recorded_by, *state = row
    seq, outcome, is_over, is_void, winner, loser, units, pot = state
    seats = tuple(
        Seat(seat, named(who, member), net)
        for seat, (member, net) in enumerate(zip(header["seats"], units, strict=True))
    )
    return DealRow(
        deal=deal,
        session=session,
        number=number,
        game=header["game"],
        header=header,
        recorded_at=recorded_at,
        recorded_by=recorded_by,
        seq=seq,
        outcome=outcome,
        is_over=is_over,
        is_void=is_void,
        winner=None if winner is None else seats[winner].person,
        loser=None if loser is None else seats[loser].person,
        seats=seats,
        pot=pot,
        rules_name=rules_name,
    )


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event of a deal as it came, with its number in the stream."""

    seq: int
    event: dict[str, Any]
    entered_at: dt.datetime | None
    recorded_at: dt.datetime
    recorded_by: str


_EVENTS = """
SELECT e.stream, e.seq, e.body, t.content, e.entered_at, e.recorded_at, e.recorded_by FROM gameplay_event e
LEFT JOIN gameplay_text t ON t.club_id = e.club_id AND t.stream = e.stream AND t.seq = e.seq
WHERE e.club_id = %s AND e.stream = ANY(%s) ORDER BY e.stream, e.seq
"""


def events_of(club_id: int, deals: Iterable[str]) -> dict[str, list[StoredEvent]]:
    """Return the events of each deal in order; one statement for all of them."""
    wanted = list(deals)
    found: dict[str, list[StoredEvent]] = {deal: [] for deal in wanted}
    if not wanted:
        return found
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [club_id, wanted])
        for stream, seq, body, content, *when in cursor.fetchall():
            found[stream].append(StoredEvent(seq, store.read_event(bytes(body), content), *when))
    return found


def outcome_of(deal: DealRow, events: Sequence[StoredEvent]) -> Outcome | None:
    """Return what replaying the deal gives, with the lines behind every unit; None if it is refused."""
    verdict = replay_deal(deal.header, [each.event for each in events])
    return verdict if isinstance(verdict, Outcome) else None

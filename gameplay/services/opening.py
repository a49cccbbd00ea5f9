"""Opens deals: the header, who sits where, and any events that are known already."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from clubs.prepared import prepared
from clubs.public_ids import new_public_id
from gameplay import playing, settlement, store, texts
from gameplay.engine.live import begin
from gameplay.errors import Code, GameplayError
from gameplay.records import record_of
from gameplay.services.asking import asked, first_answer, locked, retried
from gameplay.services.deal_writing import Recorded, Under, write_deal
from gameplay.services.session_stream import check_no_open_deal, check_open
from gameplay.streams import Link, Stamp, header_bytes

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from gameplay.store import StoredDeal


@dataclass(frozen=True, slots=True)
class NewDeal:
    """What a deal is opened with: the header of a record (rule R), its seats as members' public ids.

    `written` is what people wrote into the record's header; `import_key` recognises an imported record;
    `session_seq` is the last event of a live session that the caller has seen, None for an import.
    """

    session: str
    detail: str
    profile: str
    options: Mapping[str, Any]
    seats: Sequence[str]
    first: int | None = None
    pot: int = 0
    events: Sequence[Any] = ()
    number: int | None = None
    written: Mapping[str, Any] = field(default_factory=dict)
    import_key: str | None = None
    session_seq: int | None = None

    def body(self) -> dict[str, Any]:
        """Return all that decides the effect of the request."""
        return {
            "session": self.session,
            "detail": self.detail,
            "profile": self.profile,
            "options": dict(self.options),
            "seats": list(self.seats),
            "first": self.first,
            "pot": self.pot,
            "events": list(self.events),
            "number": self.number,
            "written": dict(self.written),
            "import_key": self.import_key,
        }


@retried
def open_deal(
    *,
    club_id: int,
    new: NewDeal,
    by: str,
    key: str | None = None,
    entered_at: dt.datetime | None = None,
    asked_body: dict[str, Any] | None = None,
) -> Recorded:
    """Open the session's next deal, with any events that are known already, and post it if they end it.

    `asked_body` is what the caller was asked, where `new` was worked out from more than that. Raises
    RuleBroken when the engine refuses, GameplayError `session.unknown`, `session.closed`,
    `session.changed`, `session.unfinished_deal`, `match.wrong_players`, `deal.seat_not_a_member`,
    `deal.number_taken` or one of the `idempotency` codes.
    """
    request = asked("open_deal", key, new.body() if asked_body is None else asked_body)
    found = _find_session(club_id, new.session)
    _check_members(club_id, new.seats)
    accounts = settlement.deal_accounts(club_id=club_id, seats=new.seats, table=found.table)
    with locked(request, club_id=club_id, session_id=found.id, alone=True):
        if (made := first_answer(club_id, request)) is not None:
            return Recorded(**made, is_first=False)
        session = store.session_now(found.id)
        check_open(session, new.session)
        if new.session_seq is not None and new.session_seq != session.tail.seq:
            raise GameplayError(Code.SESSION_CHANGED, session=new.session, seq=session.tail.seq)
        if new.session_seq is not None:  # at a table one deal is played after the other
            check_no_open_deal(found.id, new.session)
        _check_match(found.id, new.seats)
        deal_id = new_public_id("deal")
        header = _header(deal_id, found, new, _next_number(club_id, found.id, new))
        live = playing.going_on(begin(record_of(header, new.events)))
        recorded_at = settlement.lock([*accounts.seats, accounts.pot] if live.verdict.is_over else [])
        stamp = Stamp(recorded_at, by, request.key, entered_at)
        deal = _insert_deal(club_id, found, header, new, stamp)
        under = Under(session, accounts, stamp, request)
        return write_deal(deal, Link(0, deal.header_hash), new.events, live, under)


@dataclass(frozen=True, slots=True)
class _FoundSession:
    id: int
    public_id: str
    game: str
    table: str


def _find_session(club_id: int, public_id: str) -> _FoundSession:
    with prepared() as cursor:
        cursor.execute(
            """SELECT s.id, s.public_id, s.game, t.public_id FROM gameplay_session s
            JOIN clubs_table t ON t.id = s.table_id WHERE s.club_id = %s AND s.public_id = %s""",
            [club_id, public_id],
        )
        row = cursor.fetchone()
    if row is None:
        raise GameplayError(Code.SESSION_UNKNOWN, session=public_id)
    return _FoundSession(*row)


def _check_members(club_id: int, seats: Sequence[str]) -> None:
    with prepared() as cursor:
        cursor.execute(
            "SELECT public_id FROM clubs_member WHERE club_id = %s AND public_id = ANY(%s::text[])",
            [club_id, list(seats)],
        )
        known = {row[0] for row in cursor.fetchall()}
    for seat, member in enumerate(seats):
        if member not in known:
            raise GameplayError(Code.DEAL_SEAT_NOT_A_MEMBER, seat=seat, member=member)


def _check_match(session_id: int, seats: Sequence[str]) -> None:
    """A deal of a running match seats exactly the players still in (PL-9)."""
    with prepared() as cursor:
        cursor.execute(
            """SELECT public_id, members, eliminated FROM gameplay_matchstate
            WHERE session_id = %s AND NOT is_ended""",
            [session_id],
        )
        row = cursor.fetchone()
    if row is None:
        return
    match, members, eliminated = row
    still_in = {member for seat, member in enumerate(members) if seat not in eliminated}
    if set(seats) != still_in:
        raise GameplayError(Code.MATCH_WRONG_PLAYERS, match=match, missing=sorted(still_in - set(seats)))


def _next_number(club_id: int, session_id: int, new: NewDeal) -> int:
    with prepared() as cursor:
        cursor.execute(
            """
            SELECT coalesce((SELECT max(number) FROM gameplay_deal
                    WHERE club_id = %(club)s AND session_id = %(session)s), 0) + 1,
                EXISTS (SELECT FROM gameplay_deal
                    WHERE club_id = %(club)s AND session_id = %(session)s AND number = %(wanted)s::int)
            """,
            {"club": club_id, "session": session_id, "wanted": new.number},
        )
        following, is_taken = cursor.fetchone()
    if is_taken:
        raise GameplayError(Code.DEAL_NUMBER_TAKEN, number=new.number, session=new.session)
    return new.number or int(following)


def _header(deal: str, session: _FoundSession, new: NewDeal, number: int) -> dict[str, Any]:
    return {
        "deal": deal,
        "session": session.public_id,
        "number": number,
        "game": session.game,
        "detail": new.detail,
        "profile": new.profile,
        "options": dict(new.options),
        "seats": list(new.seats),
        "first": new.first,
        "pot": new.pot,
    }


def _insert_deal(
    club_id: int, session: _FoundSession, header: dict[str, Any], new: NewDeal, stamp: Stamp
) -> StoredDeal:
    """Insert the header, its seats and what people wrote into it."""
    sealed = texts.seal(dict(new.written))
    header = header | {"texts": sealed.digest if sealed else None}
    stored, digest = header_bytes(header)
    deal = header["deal"]
    with prepared() as cursor:
        cursor.execute(
            """
            WITH deal AS (
                INSERT INTO gameplay_deal (club_id, public_id, session_id, number, import_key, header,
                    header_hash, recorded_at, recorded_by)
                VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id
            ), seats AS (
                INSERT INTO gameplay_dealseat (deal_id, seat, member_id)
                SELECT deal.id, s.place - 1, m.id
                FROM deal, unnest(%s::text[]) WITH ORDINALITY AS s(member, place)
                JOIN clubs_member m ON m.public_id = s.member
            ), texts AS (
                INSERT INTO gameplay_text (club_id, stream, seq, salt, content)
                SELECT %s, %s, 0, %s::bytea, %s::text WHERE %s::text IS NOT NULL
            )
            SELECT id FROM deal
            """,
            [club_id, deal, session.id, header["number"], new.import_key or deal, stored, digest]
            + [stamp.recorded_at, stamp.recorded_by, list(new.seats), club_id, deal]
            + ([sealed.salt, sealed.content, sealed.content] if sealed else [None, None, None]),
        )
        row = cursor.fetchone()[0]
    return store.StoredDeal(row, deal, club_id, session.id, session.public_id, session.table, header, digest)

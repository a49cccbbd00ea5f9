"""Opens deals, records their events and posts them when they end. Voids stand in `voids.py`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection

from clubs.public_ids import new_public_id
from gameplay import settlement, store, texts
from gameplay.derive import replay_deal
from gameplay.engine.verdict import Fault, Outcome
from gameplay.errors import Code, GameplayError, RuleBroken
from gameplay.outbox import write_work
from gameplay.services.asking import Asked, answer_of, asked, first_answer, locked, retried
from gameplay.services.matches import advance_work
from gameplay.services.session_stream import check_open, read_facts
from gameplay.session_rows import write_match_rows
from gameplay.streams import Link, Stamp, header_bytes, link_events, tail_of

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from gameplay.settlement import DealAccounts
    from gameplay.store import SessionNow, StoredDeal

MAX_EVENTS = 5_000


@dataclass(frozen=True, slots=True)
class Recorded:
    """The answer to a write on a deal; `transaction` is None as long as nothing was posted."""

    deal: str
    number: int
    seq: int
    transaction: str | None
    outcome: Outcome | None = None
    is_first: bool = True

    def made(self) -> dict[str, Any]:
        """Return what the first answer is built from again."""
        return {"deal": self.deal, "number": self.number, "seq": self.seq, "transaction": self.transaction}


@dataclass(frozen=True, slots=True)
class NewDeal:
    """What a deal is opened with: the header of a record (rule R), its seats as members' public ids.

    `written` is what people wrote into the record's header; `import_key` recognises an imported record;
    `session_seq` is the session's last event that the caller has seen, None if it does not matter.
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
    `session.changed`, `match.wrong_players`, `deal.seat_not_a_member`, `deal.number_taken` or one of the
    `idempotency` codes.
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
        _check_match(found.id, new.seats)
        deal_id = new_public_id("deal")
        header = _header(deal_id, found, new, _next_number(club_id, found.id, new))
        outcome = judge(header, new.events)
        recorded_at = settlement.lock([*accounts.seats, accounts.pot] if outcome.is_over else [])
        stamp = Stamp(recorded_at, by, request.key, entered_at)
        deal = _insert_deal(club_id, found, header, new, stamp)
        under = _Under(session, accounts, stamp, request)
        return _write(deal, Link(0, deal.header_hash), new.events, outcome, under)


@retried
def record_events(
    *,
    club_id: int,
    deal: str,
    events: Sequence[Any],
    expected_seq: int,
    by: str,
    key: str | None = None,
    entered_at: dt.datetime | None = None,
) -> Recorded:
    """Append events to a deal, all or none, and post it if they end it.

    `expected_seq` is the number of the last event that the caller has seen (0: none). Raises RuleBroken
    when the engine refuses, GameplayError `deal.unknown`, `deal.changed`, `deal.finished`,
    `session.closed` or one of the `idempotency` codes.
    """
    body = {"deal": deal, "events": list(events), "expected_seq": expected_seq}
    request = asked("record_events", key, body)
    found = store.find_deal(club_id, deal)
    if found is None:
        raise GameplayError(Code.DEAL_UNKNOWN, deal=deal)
    with locked(request, club_id=club_id, session_id=found.session_id, deal_id=found.id):
        now = store.deal_now(found, request.key)
        if (made := answer_of(request, now.request)) is not None:
            return Recorded(**made, is_first=False)
        if now.is_void or now.is_over:
            raise GameplayError(Code.DEAL_FINISHED, deal=deal)
        if now.tail.seq != expected_seq:
            raise GameplayError(Code.DEAL_CHANGED, deal=deal, expected_seq=expected_seq, seq=now.tail.seq)
        check_open(now.session, found.session)
        outcome = judge(found.header, [*now.events, *events])
        accounts, recorded_at = None, now.clock
        if outcome.is_over:
            accounts = settlement.deal_accounts(
                club_id=club_id, seats=found.header["seats"], table=found.table
            )
            recorded_at = settlement.lock([*accounts.seats, accounts.pot])
        stamp = Stamp(recorded_at, by, request.key, entered_at)
        under = _Under(now.session, accounts, stamp, request)
        return _write(found, now.tail, events, outcome, under)


def judge(header: Mapping[str, Any], events: Sequence[Any]) -> Outcome:
    """Replay a deal from its header and events; raises RuleBroken with the engine's fault."""
    verdict = replay_deal(header, events)
    if isinstance(verdict, Fault):
        raise RuleBroken(verdict)
    return verdict


class _Under(NamedTuple):
    """Under what a deal is written: its session, its accounts if it ends, by whom, for which request."""

    session: SessionNow
    accounts: DealAccounts | None
    stamp: Stamp
    request: Asked


def _write(deal: StoredDeal, tail: Link, events: Sequence[Any], outcome: Outcome, under: _Under) -> Recorded:
    """Write events, derived rows, posting, request and feed, under all locks."""
    session, accounts, stamp, request = under
    rows = link_events(deal.public_id, tail, [texts.part_event(event) for event in events], stamp)
    tail = tail_of(rows, tail)
    posted = None
    if accounts is not None and outcome.is_over:
        at = settlement.Posting(deal.club_id, session.book, stamp.recorded_at, stamp.recorded_by)
        posted = settlement.post_deal(
            at, deal=deal.public_id, outcome=outcome, pot_in=deal.header["pot"], accounts=accounts
        )
    recorded = Recorded(deal.public_id, deal.header["number"], tail.seq, posted, outcome)
    feed = [store.FeedRow("events", deal.public_id, rows[0].seq if rows else 0, tail.seq)]
    if posted:
        feed.append(store.FeedRow("transaction", posted))
    new = store.Write(
        club_id=deal.club_id,
        stream=deal.public_id,
        rows=rows,
        stamp=stamp,
        operation=request.operation,
        body_hash=request.body_hash,
        made=recorded.made(),
        feed=feed,
    )
    store.write_deal(new, deal.id, tail, outcome)
    if outcome.is_over and deal.header["game"] == "pan":
        _tell_matches(deal)
    return recorded


def _tell_matches(deal: StoredDeal) -> None:
    """Bring the letters of the session's matches up to date, and leave what follows to a task."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM gameplay_matchstate WHERE session_id = %s)", [deal.session_id]
        )
        if not cursor.fetchone()[0]:
            return
    facts = read_facts(deal.club_id, deal.session)
    write_match_rows(deal.session_id, facts.matches.values())
    write_work(deal.club_id, advance_work(deal.session, facts))


@dataclass(frozen=True, slots=True)
class _FoundSession:
    id: int
    public_id: str
    game: str
    table: str


def _find_session(club_id: int, public_id: str) -> _FoundSession:
    with connection.cursor() as cursor:
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
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT public_id FROM clubs_member WHERE club_id = %s AND public_id = ANY(%s)",
            [club_id, list(seats)],
        )
        known = {row[0] for row in cursor.fetchall()}
    for seat, member in enumerate(seats):
        if member not in known:
            raise GameplayError(Code.DEAL_SEAT_NOT_A_MEMBER, seat=seat, member=member)


def _check_match(session_id: int, seats: Sequence[str]) -> None:
    """A deal of a running match seats exactly the players still in (PL-9)."""
    with connection.cursor() as cursor:
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
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT coalesce(max(number), 0) + 1, coalesce(bool_or(number = %s), false) FROM gameplay_deal
            WHERE club_id = %s AND session_id = %s""",
            [new.number, club_id, session_id],
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
    with connection.cursor() as cursor:
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

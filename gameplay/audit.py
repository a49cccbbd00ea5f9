"""Checks a club's event log against itself, its derived rows, postings and roots. It mends nothing."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
from django.db import connection, transaction

from gameplay.chain import Head, flaw_of_header, flaw_of_stream
from gameplay.derive import deal_columns, match_outcome, replay_deal
from gameplay.engine.verdict import Fault, Outcome
from gameplay.reading import StoredStream, read_session, session_rows, stream_events, tail_of_stream
from gameplay.session_log import SessionFacts, session_facts
from gameplay.session_rows import (
    FinishedDeal,
    finished_deals,
    losers_of,
    match_row,
    stored_match_rows,
)
from ledger.audit import FORGED, audit_ledger, count_unsealed_transactions, sealed_heads
from ledger.findings import Finding, Flaw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clubs.models import Club
    from gameplay.session_log import MatchFacts


@dataclass(slots=True)
class Report:
    """What an audit walked over and what it found."""

    events: int = 0
    deals: int = 0
    sessions: int = 0
    unsealed_events: int = 0
    unsealed_transactions: int = 0
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _State:
    """The derived rows of one session, to compare with."""

    session: tuple[Any, ...] | None
    is_sealed: bool
    deals: dict[str, tuple[Any, ...]]
    seats: dict[str, list[str]]
    posted: dict[str, dict[str, int]]
    chairs: dict[int, str]


_SESSION_STATE = """
SELECT s.status, s.seq, s.head, b.public_id, r.public_id, EXISTS (
    SELECT FROM ledger_settlement t WHERE t.book_id = s.book_id)
FROM gameplay_sessionstate s JOIN ledger_book b ON b.id = s.book_id
JOIN gameplay_houserulesrevision r ON r.id = s.revision_id WHERE s.session_id = %s
"""
_DEAL_STATES = """
SELECT d.public_id, s.seq, s.head, s.is_void, s.outcome, s.is_over, s.winner, s.loser, s.units, s.pot
FROM gameplay_deal d JOIN gameplay_dealstate s ON s.deal_id = d.id WHERE d.session_id = %s
"""
_SEATS = """
SELECT d.public_id, array_agg(m.public_id ORDER BY s.seat) FROM gameplay_deal d
JOIN gameplay_dealseat s ON s.deal_id = d.id JOIN clubs_member m ON m.id = s.member_id
WHERE d.session_id = %s GROUP BY d.id
"""
_CHAIRS = """
SELECT s.chair, m.public_id FROM gameplay_sessionseat s JOIN clubs_member m ON m.id = s.member_id
WHERE s.session_id = %s ORDER BY s.chair
"""
_POSTED = """
SELECT t.source, a.holder, sum(p.amount)::bigint FROM (
    SELECT club_id, public_id FROM gameplay_deal WHERE session_id = %(session)s
    UNION ALL
    SELECT s.club_id, m.public_id FROM gameplay_matchstate m JOIN gameplay_session s ON s.id = m.session_id
    WHERE m.session_id = %(session)s) d
JOIN ledger_transaction t ON t.club_id = d.club_id AND t.source = d.public_id
JOIN ledger_posting p ON p.transaction_id = t.id JOIN ledger_account a ON a.id = p.account_id
GROUP BY t.source, a.holder HAVING sum(p.amount) <> 0
"""
_ORPHANS = """
SELECT DISTINCT e.stream FROM gameplay_event e WHERE e.club_id = %(club)s
AND NOT EXISTS (SELECT FROM gameplay_deal d WHERE d.club_id = e.club_id AND d.public_id = e.stream)
AND NOT EXISTS (SELECT FROM gameplay_session s WHERE s.club_id = e.club_id AND s.public_id = e.stream)
"""
# The requests remember what they made, and the ledger what it posted for: both know of streams that are gone.
_CUT = """
SELECT made.stream, coalesce(e.seq, 0), made.seq FROM (
    SELECT coalesce(made ->> 'deal', made ->> 'session') AS stream,
        max(coalesce((made ->> 'seq')::int, 0)) AS seq
    FROM gameplay_request
    WHERE club_id = %(club)s AND jsonb_exists_any(made, ARRAY['deal', 'session']) GROUP BY 1
) made
LEFT JOIN LATERAL (SELECT e.seq FROM gameplay_event e WHERE e.club_id = %(club)s AND e.stream = made.stream
    ORDER BY e.seq DESC LIMIT 1) e ON true
WHERE coalesce(e.seq, 0) < made.seq OR NOT EXISTS (
    SELECT FROM gameplay_deal d WHERE d.club_id = %(club)s AND d.public_id = made.stream
    UNION ALL SELECT FROM gameplay_session s WHERE s.club_id = %(club)s AND s.public_id = made.stream)
"""
_POSTED_FOR_NOTHING = r"""
SELECT t.source, array_agg(t.public_id ORDER BY t.id) FROM ledger_transaction t
WHERE t.club_id = %(club)s AND t.source LIKE 'deal\_%%'
    AND NOT EXISTS (SELECT FROM gameplay_deal d WHERE d.club_id = t.club_id AND d.public_id = t.source)
GROUP BY t.source
"""


def audit_club(club: Club, progress: Callable[[int, int], None] = lambda _done, _all: None) -> Report:
    """Walk over everything that a club has recorded; `progress` hears of each session that is done.

    It sees the database of one instant, so that what is recorded meanwhile raises no false alarm (L-91).
    """
    with _one_snapshot():
        return _audit_club(club, progress)


@contextmanager
def _one_snapshot() -> Iterator[None]:
    if connection.in_atomic_block:  # the caller's transaction sees what it sees
        yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def _audit_club(club: Club, progress: Callable[[int, int], None]) -> Report:
    report = Report(unsealed_transactions=count_unsealed_transactions(club.pk))
    report.findings.extend(audit_ledger(club.pk, club.public_id))
    heads = sealed_heads(club.pk)
    rows = session_rows(club.pk)
    for done, row in enumerate(rows, 1):
        _audit_session(club.pk, row, heads, report)
        progress(done, len(rows))
    report.findings.extend(
        Finding(Flaw.ROOT_HEAD, stream, {"sealed": head.seq}) for stream, head in heads.items()
    )
    report.findings.extend(_flaws_between(club.pk, {finding.ref for finding in report.findings}))
    return report


def _flaws_between(club_id: int, known: set[str]) -> Iterator[Finding]:
    """Yield what the parts of the log and the ledger know of each other and miss."""
    with connection.cursor() as cursor:
        cursor.execute(_ORPHANS, {"club": club_id})
        yield from (Finding(Flaw.STREAM_ORPHAN, stream) for (stream,) in cursor.fetchall())
        cursor.execute(_CUT, {"club": club_id})
        for stream, seq, expected in cursor.fetchall():
            if stream not in known:
                yield Finding(Flaw.STREAM_CUT, stream, {"seq": seq, "expected": expected})
        cursor.execute(_POSTED_FOR_NOTHING, {"club": club_id})
        for deal, transactions in cursor.fetchall():
            yield Finding(Flaw.DEAL_POSTED, deal, {"transactions": transactions})


def audit_session(club: Club, row: int, progress: Callable[[int, int], None] | None = None) -> list[Finding]:
    """Audit one session alone, with its deals, against the heads that roots anchor."""
    report = Report()
    _audit_session(club.pk, row, sealed_heads(club.pk), report)
    if progress is not None:
        progress(report.deals, report.deals)
    return report.findings


def _audit_session(club_id: int, row: int, heads: dict[str, Head], report: Report) -> None:
    """Audit a session with its deals; takes the sealed heads that it finds out of `heads`."""
    stored, state = read_session(club_id, row), _read_state(row)
    report.sessions += 1
    report.deals += len(stored.deals)
    try:
        facts = session_facts(stream_events(stored.stream))
    except FORGED:
        report.findings.append(Finding(Flaw.STREAM_UNREADABLE, stored.stream.public_id))
        facts = SessionFacts()  # its deals are looked at as if none were void
    for stream in (stored.stream, *stored.deals):
        sealed = heads.pop(stream.public_id, None)
        report.events += len(stream.events)
        report.unsealed_events += max(0, len(stream.events) - (sealed.seq if sealed else 0))
        try:
            report.findings.extend(_flaws_of_stream(stream, stored.stream, facts, sealed, state))
        except FORGED:
            report.findings.append(Finding(Flaw.STREAM_UNREADABLE, stream.public_id))


def _flaws_of_stream(
    stream: StoredStream, session: StoredStream, facts: SessionFacts, sealed: Head | None, state: _State
) -> Iterator[Finding]:
    flaw = flaw_of_header(stream) or flaw_of_stream(stream, sealed)
    if flaw is not None:
        yield flaw
    elif stream is session:
        yield from _flaws_of_session(stream, facts, state)
    else:
        yield from _flaws_of_deal(stream, session, facts.void_deals, state)


def _flaws_of_session(stream: StoredStream, facts: SessionFacts, state: _State) -> Iterator[Finding]:
    status = facts.status(is_sealed=state.is_sealed)
    if state.session != (status, *tail_of_stream(stream), facts.book, facts.rules):
        yield Finding(Flaw.SESSION_STATE, stream.public_id)
    if state.chairs != facts.chairs:
        yield Finding(Flaw.SESSION_SEATS, stream.public_id, {"found": state.chairs, "expected": facts.chairs})
    finished = finished_deals(stream.row)
    expected = sorted(match_row(stream.row, match, finished) for match in facts.matches.values())
    if stored_match_rows(stream.row) != expected:
        yield Finding(Flaw.MATCH_STATE, stream.public_id)
    for match in facts.matches.values():
        yield from _flaws_of_stakes(match, finished, state)


def _flaws_of_stakes(match: MatchFacts, finished: list[FinishedDeal], state: _State) -> Iterator[Finding]:
    """A match that its letters ended has posted its stakes, any other none (PL-9)."""
    outcome = match_outcome(match, losers_of(match, finished))
    units = zip(match.members, outcome.units, strict=True)
    wanted = {member: amount for member, amount in units if amount and match.is_decided}
    found = state.posted.get(match.match, {})
    if wanted != found:
        yield Finding(Flaw.MATCH_POSTED, match.match, {"found": found, "expected": wanted})


def _flaws_of_deal(
    stream: StoredStream, session: StoredStream, void_deals: set[str], state: _State
) -> Iterator[Finding]:
    header = msgspec.json.decode(stream.header)
    outcome = replay_deal(header, stream_events(stream))
    if isinstance(outcome, Fault):
        yield Finding(
            Flaw.DEAL_REFUSED, stream.public_id, {"code": outcome.code.value, "event": outcome.event}
        )
        return
    is_void = stream.public_id in void_deals
    expected = (*tail_of_stream(stream), is_void, *deal_columns(outcome))
    stored = state.deals.get(stream.public_id)
    if stored is not None and stored[0] > len(stream.events):
        yield Finding(Flaw.STREAM_CUT, stream.public_id, {"seq": len(stream.events), "expected": stored[0]})
    elif stored != expected:
        yield Finding(Flaw.DEAL_STATE, stream.public_id)
    if state.seats.get(stream.public_id) != header["seats"]:
        yield Finding(Flaw.DEAL_SEATS, stream.public_id)
    wanted = {} if is_void or not outcome.is_over else _units_by_holder(header, outcome, session)
    found = state.posted.get(stream.public_id, {})
    if wanted != found:
        yield Finding(Flaw.DEAL_POSTED, stream.public_id, {"found": found, "expected": wanted})


def _units_by_holder(header: dict[str, Any], outcome: Outcome, session: StoredStream) -> dict[str, int]:
    units = dict(zip(header["seats"], outcome.units, strict=True))
    units[session.columns["table"]] = outcome.pot - header["pot"]
    return {holder: amount for holder, amount in units.items() if amount}


def _read_state(row: int) -> _State:
    with connection.cursor() as cursor:
        cursor.execute(_SESSION_STATE, [row])
        session = cursor.fetchone()
        cursor.execute(_DEAL_STATES, [row])
        deals = {deal: (seq, bytes(head), *rest) for deal, seq, head, *rest in cursor.fetchall()}
        cursor.execute(_SEATS, [row])
        seats = dict(cursor.fetchall())
        cursor.execute(_POSTED, {"session": row})
        posted: dict[str, dict[str, int]] = {}
        for deal, holder, units in cursor.fetchall():
            posted.setdefault(deal, {})[holder] = units
        cursor.execute(_CHAIRS, [row])
        chairs = dict(cursor.fetchall())
    if session is None:
        return _State(None, is_sealed=False, deals=deals, seats=seats, posted=posted, chairs=chairs)
    status, seq, head, book, rules, is_sealed = session
    return _State((status, seq, bytes(head), book, rules), is_sealed, deals, seats, posted, chairs)

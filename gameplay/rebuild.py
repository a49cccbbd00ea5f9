"""Throws the derived rows of a club away and makes them again from the facts (DESIGN, "Facts").

It writes no fact and tells no feed, so that replaying the past has no effect on the world (L-88).
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec
from django.db import connection, transaction

from gameplay.derive import ENGINE_VERSION, deal_columns, replay_deal
from gameplay.engine.verdict import Fault
from gameplay.errors import RuleBroken
from gameplay.reading import read_session, session_rows, stream_events, tail_of_stream
from gameplay.session_log import session_facts
from gameplay.session_rows import write_session_rows
from gameplay.streams import Link
from ledger.rebuild import rebuild as rebuild_ledger

if TYPE_CHECKING:
    from collections.abc import Callable

    from clubs.models import Club
    from gameplay.reading import StoredStream

# What each derived row is compared by: the whole row, in the order of its key.
_OURS = {
    "gameplay_sessionstate": "session_id IN (SELECT id FROM gameplay_session WHERE club_id = {club})",
    "gameplay_sessionseat": "session_id IN (SELECT id FROM gameplay_session WHERE club_id = {club})",
    "gameplay_matchstate": "session_id IN (SELECT id FROM gameplay_session WHERE club_id = {club})",
    "gameplay_dealstate": "deal_id IN (SELECT id FROM gameplay_deal WHERE club_id = {club})",
    "gameplay_dealseat": "deal_id IN (SELECT id FROM gameplay_deal WHERE club_id = {club})",
}
_LEDGERS = {
    "ledger_balance": "account_id IN (SELECT id FROM ledger_account WHERE club_id = {club})",
    "ledger_bookstate": "book_id IN (SELECT id FROM ledger_book WHERE club_id = {club})",
}
DERIVED = _OURS | _LEDGERS


def rebuild_club(club: Club, progress: Callable[[int, int], None] = lambda _done, _all: None) -> bool:
    """Rebuild a club's derived rows in one transaction; return whether any byte of them changed.

    The club's writers wait meanwhile, others do not. Raises RuleBroken when a stored deal does not replay:
    then nothing changes.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SELECT gameplay_enter_alone(%s)", [club.pk])
        before = digest(club.pk)
        rebuild_ledger(club.pk)
        _delete(club.pk)
        rows = session_rows(club.pk)
        for done, row in enumerate(rows, 1):
            _rebuild_session(club.pk, row)
            progress(done, len(rows))
        return digest(club.pk) != before


def digest(club_id: int) -> str:
    """Return the SHA-256 of a club's derived rows as ordered COPY output."""
    total = hashlib.sha256()
    with connection.cursor() as cursor:
        for table, condition in DERIVED.items():
            rows = f"SELECT * FROM {table} d WHERE {condition.format(club=int(club_id))} ORDER BY d"
            with cursor.cursor.copy(f"COPY ({rows}) TO STDOUT") as copy:
                for data in copy:
                    total.update(data)
    return total.hexdigest()


def _delete(club_id: int) -> None:
    with connection.cursor() as cursor:
        for table in _OURS:
            cursor.execute(f"DELETE FROM {table} WHERE {DERIVED[table].format(club=int(club_id))}")


def _rebuild_session(club_id: int, row: int) -> None:
    stored = read_session(club_id, row)
    facts = session_facts(stream_events(stored.stream))
    with connection.cursor() as cursor:
        for deal in stored.deals:
            cursor.execute(_DEAL, _deal_row(deal, is_void=deal.public_id in facts.void_deals))
            cursor.execute(_SEATS, [deal.row, msgspec.json.decode(deal.header)["seats"], club_id])
    write_session_rows(club_id, row, facts, Link(*tail_of_stream(stored.stream)))


_DEAL = """
INSERT INTO gameplay_dealstate
    (deal_id, seq, head, outcome, is_over, winner, loser, units, pot, engine_version, is_void)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
_SEATS = """
INSERT INTO gameplay_dealseat (deal_id, seat, member_id)
SELECT %s, s.place - 1, m.id FROM unnest(%s::text[]) WITH ORDINALITY AS s(member, place)
JOIN clubs_member m ON m.public_id = s.member AND m.club_id = %s
"""


def _deal_row(deal: StoredStream, *, is_void: bool) -> list[Any]:
    outcome = replay_deal(msgspec.json.decode(deal.header), stream_events(deal))
    if isinstance(outcome, Fault):
        raise RuleBroken(outcome)
    return [deal.row, *tail_of_stream(deal), *deal_columns(outcome), ENGINE_VERSION, is_void]

"""The derived rows of a session, from its facts: written, compared and rebuilt through here alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection

from gameplay.derive import match_outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gameplay.session_log import MatchFacts, SessionFacts
    from gameplay.streams import Link


class FinishedDeal(NamedTuple):
    """What a match needs of a deal that is finished and not void."""

    number: int
    loser: str | None


_STATE = """
INSERT INTO gameplay_sessionstate (session_id, status, seq, head, book_id, revision_id)
SELECT %(session)s, CASE WHEN NOT %(is_closed)s THEN 'open'
        WHEN EXISTS (SELECT FROM ledger_settlement t WHERE t.club_id = b.club_id AND t.book_id = b.id)
        THEN 'settled' ELSE 'closing' END, %(seq)s, %(head)s, b.id, r.id
FROM ledger_book b, gameplay_houserulesrevision r
WHERE b.club_id = %(club)s AND b.public_id = %(book)s AND r.club_id = %(club)s AND r.public_id = %(rules)s
ON CONFLICT (session_id) DO UPDATE SET status = excluded.status, seq = excluded.seq, head = excluded.head,
    book_id = excluded.book_id, revision_id = excluded.revision_id
"""
_SEATS = """
WITH gone AS (DELETE FROM gameplay_sessionseat WHERE session_id = %(session)s AND NOT chair = ANY(%(chairs)s))
INSERT INTO gameplay_sessionseat (session_id, chair, member_id)
SELECT %(session)s, s.chair, m.id FROM unnest(%(chairs)s::int[], %(members)s::text[]) AS s(chair, member)
JOIN clubs_member m ON m.club_id = %(club)s AND m.public_id = s.member
ON CONFLICT (session_id, chair) DO UPDATE SET member_id = excluded.member_id
"""
_FINISHED = """
SELECT d.number, m.public_id FROM gameplay_deal d JOIN gameplay_dealstate s ON s.deal_id = d.id
LEFT JOIN gameplay_dealseat p ON p.deal_id = d.id AND p.seat = s.loser
LEFT JOIN clubs_member m ON m.id = p.member_id
WHERE d.session_id = %s AND s.is_over AND NOT s.is_void ORDER BY d.number
"""
_MATCH_COLUMNS = (
    "public_id, session_id, members, word, match_end, match_stake, from_number, through_number, is_ended, "
    "is_over, letters, eliminated, winner"
)
_MATCH = f"""
INSERT INTO gameplay_matchstate ({_MATCH_COLUMNS})
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (public_id) DO UPDATE SET through_number = excluded.through_number, is_ended = excluded.is_ended,
    is_over = excluded.is_over, letters = excluded.letters, eliminated = excluded.eliminated,
    winner = excluded.winner
"""


def write_session_rows(club_id: int, session_id: int, facts: SessionFacts, tail: Link) -> None:
    """Write the derived rows of a session: state, seats, matches."""
    with connection.cursor() as cursor:
        cursor.execute(
            _STATE,
            {
                "session": session_id,
                "is_closed": facts.is_closed,
                "seq": tail.seq,
                "head": tail.hash,
                "club": club_id,
                "book": facts.book,
                "rules": facts.rules,
            },
        )
        cursor.execute(
            _SEATS,
            {
                "session": session_id,
                "club": club_id,
                "chairs": list(facts.chairs),
                "members": list(facts.chairs.values()),
            },
        )
    write_match_rows(session_id, facts.matches.values())


def write_match_rows(session_id: int, matches: Iterable[MatchFacts]) -> None:
    """Write the derived rows of a session's matches from its finished deals."""
    chosen = list(matches)
    if not chosen:
        return
    finished = finished_deals(session_id)
    with connection.cursor() as cursor:
        for match in chosen:
            cursor.execute(_MATCH, match_row(session_id, match, finished))


def match_row(session_id: int, match: MatchFacts, finished: Sequence[FinishedDeal]) -> list[Any]:
    """Return the columns of a match's derived row."""
    outcome = match_outcome(match, losers_of(match, finished))
    return [
        match.match,
        session_id,
        match.members,
        match.word,
        match.match_end,
        match.match_stake,
        match.from_number,
        match.through_number,
        match.is_ended,
        outcome.over,
        list(outcome.letters),
        list(outcome.eliminated),
        outcome.winner,
    ]


def losers_of(match: MatchFacts, finished: Sequence[FinishedDeal]) -> list[str | None]:
    """Return who lost each deal of a match, in order; None for a drawn deal."""
    last = match.through_number
    return [
        deal.loser
        for deal in finished
        if match.from_number <= deal.number and (last is None or deal.number <= last)
    ]


def finished_deals(session_id: int) -> list[FinishedDeal]:
    """Return the session's deals that count, in order."""
    with connection.cursor() as cursor:
        cursor.execute(_FINISHED, [session_id])
        return [FinishedDeal(*row) for row in cursor.fetchall()]


def stored_match_rows(session_id: int) -> list[list[Any]]:
    """Return the derived rows of a session's matches as stored."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {_MATCH_COLUMNS} FROM gameplay_matchstate WHERE session_id = %s ORDER BY public_id",
            [session_id],
        )
        return [list(row) for row in cursor.fetchall()]

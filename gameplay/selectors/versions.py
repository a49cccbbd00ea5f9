"""Reads in one statement whether a session has changed, for pages that poll. It writes nothing."""

from __future__ import annotations

import hashlib

from django.db import connection

_VERSION = """
SELECT s.public_id, st.status, st.seq, st.head,
    (SELECT (count(*), coalesce(sum(ds.seq), 0), count(*) FILTER (WHERE ds.is_void))::text
     FROM gameplay_deal d JOIN gameplay_dealstate ds ON ds.deal_id = d.id WHERE d.session_id = s.id),
    (SELECT (o.id, o.tries, o.done_at, p.done, p.total)::text FROM gameplay_outbox o
     LEFT JOIN gameplay_progress p ON p.outbox_id = o.id
     WHERE o.club_id = s.club_id AND o.task = 'settle_session' AND o.subject = s.public_id
     ORDER BY o.id DESC LIMIT 1)
FROM gameplay_session s JOIN gameplay_sessionstate st ON st.session_id = s.id
WHERE s.club_id = %s AND s.public_id = %s
"""


def session_version(club_id: int, session: str) -> str | None:
    """Return a text that is another one as soon as session, deals or progress are; None: no such session."""
    with connection.cursor() as cursor:
        cursor.execute(_VERSION, [club_id, session])
        row = cursor.fetchone()
    if row is None:
        return None
    return hashlib.sha256(repr([*row[:3], bytes(row[3]).hex(), *row[4:]]).encode()).hexdigest()[:24]

"""Settles a closed session: replays it all, then seals its book under the club's next root."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import connection

from gameplay import settlement, store
from gameplay.audit import audit_session
from gameplay.errors import Code, GameplayError
from gameplay.models import SessionStatus
from gameplay.services.asking import asked, first_answer, locked, retried
from gameplay.services.session_stream import find_session, read_facts
from gameplay.session_rows import write_session_rows
from gameplay.streams import Stamp
from ledger.plans import fewest_payments
from ledger.sealing import Head

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Settled:
    """A session's settlement: its public id, number among the session's, and root in hexadecimal."""

    settlement: str
    number: int
    root: str


@retried
def settle_session(
    *, club_id: int, session: str, by: str, progress: Callable[[int, int], None] | None = None
) -> Settled:
    """Verify a closed session, seal its book, freeze nets and payment plan; return the settlement.

    Settling again answers like the first time. `progress` hears of done and all deals. Raises GameplayError
    `session.unknown`, `session.not_closed`, or `session.not_verified` with what is amiss.
    """
    found = find_session(club_id, session)
    with locked(asked("settle_session", None, {}), club_id=club_id, session_id=found.pk, alone=True):
        now = store.session_now(found.pk)
        request = asked("settle_session", f"settle/{now.book.public_id}", {"book": now.book.public_id})
        if (made := first_answer(club_id, request)) is not None:
            return Settled(**made)
        if now.status != SessionStatus.CLOSING:
            raise GameplayError(Code.SESSION_NOT_CLOSED, session=session)
        if findings := audit_session(found.club, found.pk, progress):
            flaws = [f"{finding.flaw} {finding.ref}" for finding in findings]
            raise GameplayError(Code.SESSION_NOT_VERIFIED, session=session, flaws=flaws)
        stamp = Stamp(settlement.lock([], root_of_club=club_id), by, request.key)
        heads = [*_deal_heads(found.pk), Head(session, now.tail.seq, now.tail.hash)]
        nets = settlement.session_nets(club_id, session)
        sealed = settlement.seal_session(
            settlement.Posting(club_id, now.book, stamp.recorded_at, by),
            club=found.club.public_id,
            session=session,
            heads=sorted(heads),
            nets=nets,
            plan=fewest_payments(settlement.unpaid(club_id, session, nets)),
        )
        settled = Settled(sealed.public_id, sealed.number, sealed.root.hex())
        write_session_rows(club_id, found.pk, read_facts(club_id, session), now.tail)
        store.write(
            store.Write(
                club_id=club_id,
                stream="",
                rows=[],
                stamp=stamp,
                operation=request.operation,
                body_hash=request.body_hash,
                made={"settlement": settled.settlement, "number": settled.number, "root": settled.root},
                feed=[store.FeedRow("settlement", sealed.public_id)],
            )
        )
    return settled


def _deal_heads(session_id: int) -> list[Head]:
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT d.public_id, s.seq, s.head FROM gameplay_deal d
            JOIN gameplay_dealstate s ON s.deal_id = d.id WHERE d.session_id = %s ORDER BY d.public_id""",
            [session_id],
        )
        return [Head(stream, seq, bytes(head)) for stream, seq, head in cursor.fetchall()]

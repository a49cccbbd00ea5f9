"""Records the events of deals that are open. Opening stands in `opening.py`, taking back in `voids.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay import settlement, store
from gameplay.errors import Code, GameplayError
from gameplay.services.asking import answer_of, asked, locked, retried
from gameplay.services.deal_writing import Recorded, Under, judge, write_deal
from gameplay.services.session_stream import check_open
from gameplay.streams import Stamp

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence


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
        under = Under(now.session, accounts, stamp, request)
        return write_deal(found, now.tail, events, outcome, under)

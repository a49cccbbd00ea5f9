"""Records the events of deals that are open, or says what that would come to.

Opening stands in `opening.py`, taking back in `voids.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay import playing, settlement, store
from gameplay.errors import Code, GameplayError
from gameplay.services.asking import answer_of, asked, body_hash, locked, retried
from gameplay.services.deal_writing import Recorded, Under, write_deal
from gameplay.services.session_stream import check_open
from gameplay.streams import Stamp

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from gameplay.engine.live import Live
    from gameplay.engine.verdict import Outcome
    from gameplay.store import DealNow, StoredDeal


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
    request = asked("record_events", key, _body(deal, events, expected_seq))
    found = _find(club_id, deal)
    with locked(request, club_id=club_id, session_id=found.session_id, deal_id=found.id):
        now = store.deal_now(found, request.key, known=playing.kept_head(deal))
        if (made := answer_of(request, now.request)) is not None:
            return Recorded(**made, is_first=False)
        live = _judged(found, now, events, expected_seq)
        accounts, recorded_at = None, now.clock
        if live.verdict.is_over:
            accounts = settlement.deal_accounts(
                club_id=club_id, seats=found.header["seats"], table=found.table
            )
            recorded_at = settlement.lock([*accounts.seats, accounts.pot])
        stamp = Stamp(recorded_at, by, request.key, entered_at)
        under = Under(now.session, accounts, stamp, request)
        return write_deal(found, now.tail, events, live, under)


def dry_run_events(*, club_id: int, deal: str, events: Sequence[Any], expected_seq: int) -> Outcome:
    """Return the verdict that `record_events` would come to, and write nothing; raises what it would."""
    body_hash(_body(deal, events, expected_seq))  # refuses what is too large to be stored
    found = _find(club_id, deal)
    now = store.deal_now(found, known=playing.kept_head(deal))
    return _judged(found, now, events, expected_seq).verdict


def _body(deal: str, events: Sequence[Any], expected_seq: int) -> dict[str, Any]:
    return {"deal": deal, "events": list(events), "expected_seq": expected_seq}


def _find(club_id: int, deal: str) -> StoredDeal:
    found = store.find_deal(club_id, deal)
    if found is None:
        raise GameplayError(Code.DEAL_UNKNOWN, deal=deal)
    return found


def _judged(found: StoredDeal, now: DealNow, events: Sequence[Any], expected_seq: int) -> Live:
    """Return the deal as it is after the events, unless it takes none, or not these."""
    if now.is_void or now.is_over:
        raise GameplayError(Code.DEAL_FINISHED, deal=found.public_id)
    if now.tail.seq != expected_seq:
        raise GameplayError(
            Code.DEAL_CHANGED, deal=found.public_id, expected_seq=expected_seq, seq=now.tail.seq
        )
    check_open(now.session, found.session)
    before = playing.take_up(found.header, now.tail.hash, lambda: now.events)
    return playing.going_on(before.after(events))

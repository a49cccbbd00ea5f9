"""Writes a deal's events with what they amount to, and the posting if they end it; under all locks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection

from gameplay import playing, settlement, store, texts
from gameplay.outbox import write_work
from gameplay.services.matches import advance_work
from gameplay.services.session_stream import read_facts
from gameplay.session_rows import write_match_rows
from gameplay.streams import Link, Stamp, link_events, tail_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gameplay.engine.live import Live
    from gameplay.engine.verdict import Outcome
    from gameplay.services.asking import Asked
    from gameplay.settlement import DealAccounts
    from gameplay.store import SessionNow, StoredDeal


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


class Under(NamedTuple):
    """Under what a deal is written: its session, its accounts if it ends, by whom, for which request."""

    session: SessionNow
    accounts: DealAccounts | None
    stamp: Stamp
    request: Asked


def write_deal(deal: StoredDeal, tail: Link, events: Sequence[Any], live: Live, under: Under) -> Recorded:
    """Write events, derived rows, posting, request and feed, under all locks; `live`: the deal after them."""
    outcome = live.verdict
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
    if not outcome.is_over:
        playing.keep(deal.public_id, tail.hash, live)
        return recorded
    playing.forget(deal.public_id)
    if deal.header["game"] == "pan":
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

"""Reads a deal that is going on: its state without a replay, and what may come. It writes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gameplay import playing, store
from gameplay.errors import Code, GameplayError

if TYPE_CHECKING:
    from gameplay.engine.live import Live
    from gameplay.engine.offers import Offer


class GoingDeal(NamedTuple):
    """A deal after its event number `seq`; `is_open`: whether it and its session take further events."""

    seq: int
    is_open: bool
    live: Live

    def legal(self) -> tuple[Offer, ...]:
        """Return every kind of event that would be recorded now: what is posted or void takes none."""
        return self.live.legal() if self.is_open else ()


def going_deal(club_id: int, deal: str) -> GoingDeal:
    """Return a deal as it stands, without replaying it when this process knows it still.

    Raises GameplayError `deal.unknown`.
    """
    found = store.find_deal(club_id, deal)
    if found is None:
        raise GameplayError(Code.DEAL_UNKNOWN, deal=deal)
    now = store.deal_now(found, known=playing.kept_head(deal))
    live = playing.take_up(found.header, now.tail.hash, lambda: now.events)
    is_open = not (now.is_over or now.is_void) and now.session.status == "open"
    return GoingDeal(now.tail.seq, is_open, live)

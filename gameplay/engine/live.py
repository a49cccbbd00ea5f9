"""A deal that is going on: the verdict on one more event, and what may come next, without replaying it all.

Says just what `replay` says of the record with that event at its end; keeps no file and no clock.
"""

from collections.abc import Sequence
from typing import Any

from gameplay.engine.offers import Offer
from gameplay.engine.panguingue.hint import Hint, hint
from gameplay.engine.panguingue.play import PlayDeal
from gameplay.engine.record import EVENTS_MOST, Head, has_undo, read_events, standing, version_and_game
from gameplay.engine.replay import Deal, follow, head_of, played
from gameplay.engine.verdict import Code, Fault, Outcome, Refusal


class Live:
    """A record that replays so far, and the state in which it leaves the deal."""

    __slots__ = ("_deal", "_events", "_head")

    def __init__(self, head: Head, events: list[Any], deal: Deal) -> None:
        """Take a state together with the events that led to it; `begin` and `after` see to that."""
        self._head = head
        self._events = events
        self._deal = deal

    @property
    def verdict(self) -> Outcome:
        """The outcome so far."""
        return self._deal.verdict()

    def __len__(self) -> int:
        """Count the events, undone ones and undos too."""
        return len(self._events)

    def after(self, events: Sequence[object]) -> "Live | Fault":
        """Give the deal as it is after more events, or the fault of the whole record; this one stays."""
        later = self._later(events)
        return later if isinstance(later, Fault) else Live(self._head, *later)

    def check(self, event: object) -> Outcome | Fault:
        """Give the verdict on the record with one more event; nothing changes."""
        later = self._later((event,))
        return later if isinstance(later, Fault) else later[1].verdict()

    def push(self, event: object) -> Outcome | Fault:
        """Add an event, unless it is at fault; give the verdict as `check` does."""
        later = self._later((event,))
        if isinstance(later, Fault):
            return later
        self._events, self._deal = later
        return self.verdict

    def legal(self) -> tuple[Offer, ...]:
        """Give every kind of event that would be taken now."""
        if len(self._events) >= EVENTS_MOST:
            return ()
        undo = (Offer("undo", {}),) if standing(self._events)[0] else ()
        return self._deal.legal() + undo

    def hint(self) -> Hint | None:
        """Give what the seat to move would best lay, where cards are melded and its hand is known (PG-10)."""
        return hint(self._deal) if isinstance(self._deal, PlayDeal) else None

    def _later(self, events: Sequence[object]) -> tuple[list[Any], Deal] | Fault:
        written = [*self._events, *events]
        if len(written) > EVENTS_MOST:
            return Refusal(Code.RECORD_INVALID, "R", key="events").fault(None)
        if has_undo(events):  # it may take back what stands here, or a faulty event before it
            deal = played(self._head, written)
            return deal if isinstance(deal, Fault) else (written, deal)
        deal = self._deal.copy()
        try:
            follow(deal, enumerate(events, len(self._events)))
        except Refusal as refusal:
            return refusal.fault(deal.at)
        return written, deal


def begin(record: object) -> Live | Fault:
    """Take up a deal where its record leaves it, or give the fault that is in the record."""
    try:
        written, name = version_and_game(record)
        head = head_of(written, name)
        events = list(read_events(written))
    except Refusal as refusal:
        return refusal.fault(None)
    deal = played(head, events)
    return deal if isinstance(deal, Fault) else Live(head, events, deal)

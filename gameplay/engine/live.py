"""A deal that is going on: the verdict on one more event, and what may come next, without replaying it all.

Says just what `replay` says of the record with that event at its end; keeps no file and no clock.
"""

from typing import Any

from gameplay.engine.offers import Offer
from gameplay.engine.record import EVENTS_MOST, Head, read_events, standing, version_and_game
from gameplay.engine.replay import Deal, follow, game_of, head_of, replay_deal
from gameplay.engine.verdict import Code, Fault, Outcome, Refusal


class Live:
    """A record that replays so far, and the state in which it leaves the deal."""

    __slots__ = ("_deal", "_events", "_head")

    def __init__(self, head: Head, events: list[Any]) -> None:
        """Replay events that are in order; `begin` sees to that."""
        self._head = head
        self._events = events
        self._deal = self._replayed(events)

    @property
    def verdict(self) -> Outcome:
        """The outcome so far."""
        return self._deal.verdict()

    def check(self, event: object) -> Outcome | Fault:
        """Give the verdict on the record with one more event; nothing changes."""
        return self._next(event)[1]

    def push(self, event: object) -> Outcome | Fault:
        """Add an event, unless it is at fault; give the verdict as `check` does."""
        deal, verdict = self._next(event)
        if deal is not None:
            self._events.append(event)
            self._deal = deal
        return verdict

    def legal(self) -> tuple[Offer, ...]:
        """Give every kind of event that would be taken now."""
        if len(self._events) >= EVENTS_MOST:
            return ()
        undo = (Offer("undo", {}),) if standing(self._events)[0] else ()
        return self._deal.legal() + undo

    def _next(self, event: object) -> tuple[Deal | None, Outcome | Fault]:
        """Give the state after an event and its verdict; no state if the event is at fault."""
        if len(self._events) >= EVENTS_MOST:
            return None, Refusal(Code.RECORD_INVALID, "R", key="events").fault(None)
        if type(event) is dict and event.get("type") == "undo":
            return self._after_undo(event)
        deal = self._deal.copy()
        try:
            follow(deal, [(len(self._events), event)])
        except Refusal as refusal:
            return None, refusal.fault(deal.at)
        return deal, deal.verdict()

    def _after_undo(self, undo: object) -> tuple[Deal | None, Outcome | Fault]:
        events = [*self._events, undo]
        verdict = replay_deal(self._head, events)
        return (None if isinstance(verdict, Fault) else self._replayed(events)), verdict

    def _replayed(self, events: list[Any]) -> Deal:
        deal = game_of(self._head.game).begin(self._head)
        left, _fault = standing(events)
        follow(deal, left)
        return deal


def begin(record: object) -> Live | Fault:
    """Take up a deal where its record leaves it, or give the fault that is in the record."""
    try:
        written, name = version_and_game(record)
        head = head_of(written, name)
        events = list(read_events(written))
    except Refusal as refusal:
        return refusal.fault(None)
    verdict = replay_deal(head, events)
    return verdict if isinstance(verdict, Fault) else Live(head, events)

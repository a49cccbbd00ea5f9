"""Deals as they are being played, kept by this process between requests so that an entry costs one step.

A state is kept under the hash of the last event behind it, which names header and events both: it is used
for exactly that log or not at all, and losing it costs a replay. It reads and writes no table.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

from gameplay.engine.live import Live, begin
from gameplay.engine.verdict import Fault
from gameplay.errors import RuleBroken
from gameplay.records import record_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

KEPT_DEALS: Final = 64
"""How many deals a process keeps, those used last."""

KEPT_EVENTS: Final = 1_000
"""A deal with more events is not kept: what is kept stays small, whatever is sent."""


class Kept(NamedTuple):
    """A deal and the hash of its last event; nobody may push an event onto what is kept."""

    head: bytes
    live: Live


class _Shelf:
    """The deals kept, the one used last at the end."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._deals: OrderedDict[str, Kept] = OrderedDict()

    def find(self, deal: str) -> Kept | None:
        with self._lock:
            if deal in self._deals:
                self._deals.move_to_end(deal)
            return self._deals.get(deal)

    def drop(self, deal: str) -> None:
        with self._lock:
            self._deals.pop(deal, None)

    def put(self, deal: str, kept: Kept) -> None:
        with self._lock:
            self._deals.pop(deal, None)
            if len(kept.live) <= KEPT_EVENTS:
                self._deals[deal] = kept
            if len(self._deals) > KEPT_DEALS:
                self._deals.popitem(last=False)


_SHELF: Final = _Shelf()


def kept_head(deal: str) -> bytes:
    """Return the hash of the last event of a deal that is kept, or no bytes."""
    found = _SHELF.find(deal)
    return found.head if found else b""


def keep(deal: str, head: bytes, live: Live) -> None:
    """Keep a deal under the hash of its last event (of its header, when it has none)."""
    _SHELF.put(deal, Kept(head, live))


def forget(deal: str) -> None:
    """Keep a deal no longer: it is over."""
    _SHELF.drop(deal)


def take_up(header: Mapping[str, Any], head: bytes, events: Callable[[], Sequence[Any]]) -> Live:
    """Return the deal whose last event has the hash `head`: as kept, or replayed from its events and kept.

    Raises RuleBroken with the engine's fault when the stored events do not replay.
    """
    found = _SHELF.find(header["deal"])
    if found is not None and found.head == head:
        return found.live
    live = going_on(begin(record_of(header, events())))
    keep(header["deal"], head, live)
    return live


def going_on(begun: Live | Fault) -> Live:
    """Return the deal, or raise RuleBroken with the fault that came in its place."""
    if isinstance(begun, Fault):
        raise RuleBroken(begun)
    return begun

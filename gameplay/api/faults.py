"""Puts what the write path refuses into the terms of one request. It refuses nothing that was in order."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import DataError, IntegrityError

from gameplay import selectors
from gameplay.errors import Code, GameplayError, RuleBroken
from gameplay.importing.records import UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gameplay.engine.verdict import Fault

# What a fact or a text may measure at most; a legal record can be larger. Limits are `record.invalid` (R).
_SIZES = frozenset({"gameplay_deal_header_size", "gameplay_event_body_size", "gameplay_text_size"})


class Placed(RuleBroken):
    """A fault with the place of its event in the request; None for an event that was there before."""

    def __init__(self, fault: Fault, place: int | None) -> None:
        """Keep both."""
        super().__init__(fault)
        self.place = place


@contextmanager
def placed(before: int = 0) -> Iterator[None]:
    """Count the position of a fault from the request's first event; `before` stand in the deal already."""
    try:
        yield
    except RuleBroken as error:
        at = error.fault.event
        place = None if at is None or at < before else at - before
        raise Placed(error.fault, place) from error
    except (RecursionError, DataError):  # nested too deep, or beyond what a column holds
        raise Placed(UNREADABLE, None) from None
    except IntegrityError as error:
        if getattr(getattr(error.__cause__, "diag", None), "constraint_name", None) not in _SIZES:
            raise
        raise Placed(UNREADABLE, None) from error


@contextmanager
def told_what_changed(club_id: int, deal: str, expected_seq: int) -> Iterator[None]:
    """Add to `deal.changed` the events that the caller has not seen: the other one's are kept (L-52)."""
    try:
        yield
    except GameplayError as error:
        if error.code == Code.DEAL_CHANGED:
            events = selectors.events_of(club_id, [deal])[deal]
            error.params["events"] = [
                {"seq": each.seq, "event": each.event, "recorded_by": each.recorded_by}
                for each in events
                if each.seq > expected_seq
            ]
        raise

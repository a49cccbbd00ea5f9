"""A deal gone through event by event, with the table before and after each; slow, for people; judges nothing.

What was undone is gone through too, as it lay then. Who only wants a verdict asks `replay`.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from gameplay.engine.pan.seen import Table as PanTable
from gameplay.engine.panguingue.deal import Deal as PanguingueDeal
from gameplay.engine.panguingue.seen import Table as PanguingueTable
from gameplay.engine.record import Head, read_events, version_and_game
from gameplay.engine.replay import Deal, follow, game_of, head_of
from gameplay.engine.verdict import Fault, Refusal

Table = PanguingueTable | PanTable


class Step(NamedTuple):
    """One event at its position, and the tables round it.

    A cancelled event need not have been in order: `refused` then says why, and the table stays as it was.
    `undoes` is the position that an undo cancels. The last step may be one that was refused and stands: the
    fault of the record.
    """

    at: int
    event: Any
    before: Table
    after: Table
    is_cancelled: bool = False
    undoes: int | None = None
    refused: Fault | None = None


def opened(record: object) -> tuple[Head, list[Any]] | None:
    """Give the header and the events of a deal's record, or None when these are at fault."""
    try:
        written, name = version_and_game(record)
        return head_of(written, name), read_events(written)
    except Refusal:
        return None


def walk(head: Head, events: list[Any]) -> Iterator[Step]:
    """Go through the events up to the end, or up to the first that stands and is refused."""
    undone_by = _undone(events)
    undos = set(undone_by.values())
    deal: Deal = game_of(head.game).begin(head)
    kept: list[tuple[int, Deal]] = []
    for at, event in enumerate(events):
        if at in undos:
            undone, earlier = kept.pop()
            yield Step(at, event, look(deal), look(earlier), undoes=undone)
            deal = earlier
            continue
        is_cancelled = at in undone_by
        later, refused = _after(deal, at, event)
        before = look(deal)
        after = before if refused else look(later)
        yield Step(at, event, before, after, is_cancelled=is_cancelled, refused=refused)
        if is_cancelled:
            kept.append((at, deal))
        elif refused:
            return
        deal = later


def look(deal: Any) -> Table:
    """Look at a deal of either game."""
    return PanguingueTable(deal) if isinstance(deal, PanguingueDeal) else PanTable(deal)


def _after(deal: Deal, at: int, event: Any) -> tuple[Deal, Fault | None]:
    """Give the deal after an event; the same deal, and why, where the event is refused."""
    later = deal.copy()
    try:
        follow(later, [(at, event)])
    except Refusal as refusal:
        return deal, refusal.fault(at)
    return later, None


def _undone(events: list[Any]) -> dict[int, int]:
    """Give for each cancelled event the position of its undo (rule R); an undo of nothing is in none."""
    left: list[int] = []
    undone = {}
    for at, event in enumerate(events):
        if type(event) is not dict or event.get("type") != "undo":
            left.append(at)
        elif left:
            undone[left.pop()] = at
    return undone

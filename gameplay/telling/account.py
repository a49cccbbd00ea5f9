"""Tells a whole deal: each event a sentence, each movement of units its reason. It decides no rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from gameplay.engine.verdict import Refusal
from gameplay.telling import pan, panguingue
from gameplay.telling.cards import cards
from gameplay.telling.language import _
from gameplay.telling.refused import refusal
from gameplay.telling.shares import Round, Share, shares

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from gameplay.engine.pan.seen import Table as PanTable
    from gameplay.engine.panguingue.seen import Table as PanguingueTable
    from gameplay.engine.verdict import Line
    from gameplay.engine.walk import Step, Table
    from gameplay.telling.language import Language


@dataclass(frozen=True, slots=True)
class Told:
    """One event in words, with what it moved; `event` is its position, None for before the first.

    `notes` are what else is known: hands that were dealt, or why what was taken back could not have stood.
    """

    event: int | None
    text: str
    is_cancelled: bool
    shares: tuple[Share, ...]
    notes: tuple[str, ...] = ()


def account(
    steps: Iterable[Step], names: Sequence[str], lines: Sequence[Line], say: Language
) -> Iterator[Told]:
    """Tell a deal in order; what was undone is told and marked."""
    by_event: dict[int | None, list[Line]] = {}
    for line in lines:
        by_event.setdefault(line.event, []).append(line)
    if None in by_event:
        antes = shares(by_event[None], names, None, say)
        yield Told(None, say(_("Before the first card")), is_cancelled=False, shares=antes)
    texts: dict[int, str] = {}
    for step in steps:
        text = _text(step, names, texts, say)
        if step.is_cancelled:
            texts[step.at] = text
        lain = Round(step.before, step.after, step.before.options)
        moved = shares(by_event.get(step.at, ()), names, lain, say)
        yield Told(step.at, text, step.is_cancelled, moved, _notes(step, names, say))


def _text(step: Step, names: Sequence[str], texts: Mapping[int, str], say: Language) -> str:
    if step.undoes is not None:
        return taken_back(texts[step.undoes], say)
    return tell_event(step.event, names, step.before, step.after, say)


def tell_event(event: Any, names: Sequence[str], before: Table, after: Table, say: Language) -> str:
    """Say what an event is, as the table lay before it and lies after it; also one that cannot be read."""
    try:
        plain = before.plain(event)
    except Refusal:
        return say(_("An entry that cannot be read"))
    if before.game == "pan":
        return pan.tell(plain, names, cast("PanTable", before), cast("PanTable", after), say)
    return panguingue.tell(plain | _reason(event), names, cast("PanguingueTable", before), say)


def taken_back(entry: str, say: Language) -> str:
    """Say what an undo takes back."""
    return say(_("Taken back: %(entry)s"), entry=entry)


def _reason(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return the reason of a misdeal, which is for people: no rule reads it (PG-11)."""
    return {"reason": event["reason"]} if "reason" in event else {}


def _notes(step: Step, names: Sequence[str], say: Language) -> tuple[str, ...]:
    if step.refused is not None and step.is_cancelled:
        refused = _("It could not have stood: %(why)s")
        return (say(refused, why=refusal(step.refused, names, say)),)
    if step.refused or step.event["type"] != "deal":
        return ()
    return _hands(step.event, names, say)


def _hands(event: Mapping[str, Any], names: Sequence[str], say: Language) -> tuple[str, ...]:
    """Say what hands are known to have been dealt, a line each."""
    hands = event.get("hands") or ()
    words = _("%(name)s: %(cards)s")
    return tuple(
        say(words, name=names[seat], cards=cards(hand, say)) for seat, hand in enumerate(hands) if hand
    )

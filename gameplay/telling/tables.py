"""Says what lies on the table at the end of a record: melds and their worth, cards held, who is out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplay.engine.pan.seen import Table as PanTable
from gameplay.telling.cards import cards
from gameplay.telling.language import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gameplay.engine.panguingue.seen import Table as PanguingueTable
    from gameplay.engine.walk import Table
    from gameplay.telling.language import Language


def lying(table: Table, names: Sequence[str], say: Language) -> Iterator[str]:
    """Say it, a line each; of a misdeal nothing lies any more."""
    if isinstance(table, PanTable):
        yield from _hands(table, names, say)
    elif table.outcome != "misdeal":
        yield from _melds(table, names, say)


def _melds(table: PanguingueTable, names: Sequence[str], say: Language) -> Iterator[str]:
    for seat, name in enumerate(names):
        if melds := table.melds_of(seat):
            values = [table.value(meld) for meld in melds]
            laid = [cards(meld, say) for meld in melds]
            told = [f"{meld} ({value})" if value else meld for meld, value in zip(laid, values, strict=True)]
            yield say(_("Melds of %(name)s: %(melds)s"), name=name, melds="; ".join(told))


def _hands(table: PanTable, names: Sequence[str], say: Language) -> Iterator[str]:
    if table.finished:
        yield say(_("Out, in this order: %(names)s"), names=", ".join(names[seat] for seat in table.finished))
    if table.is_dealt:
        held = ", ".join(f"{name} {table.held(seat)}" for seat, name in enumerate(names))
        yield say(_("Cards in hand: %(hands)s"), hands=held)

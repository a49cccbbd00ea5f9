"""What stands round a refused event: record, table before it, who did what earlier. It judges nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gameplay.engine.pan.seen import Table as PanTable
from gameplay.engine.panguingue.seen import Table as PanguingueTable
from gameplay.telling.cards import card, cards
from gameplay.telling.language import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from gameplay.engine.verdict import Fault
    from gameplay.engine.walk import Table
    from gameplay.telling.language import Language


@dataclass(frozen=True, slots=True)
class Scene:
    """A fault in its surroundings.

    `table` lies as it was before the event, None where the header is at fault, or in a match. `earlier` are
    the events before it that stand, with their positions. `counted_from` is the number of the first event.
    """

    fault: Fault
    record: Mapping[str, Any]
    names: Sequence[str]
    say: Language
    counted_from: int = 0
    table: Table | None = None
    event: Any = None
    earlier: tuple[tuple[int, Any], ...] = ()

    @property
    def params(self) -> Mapping[str, Any]:
        """What the fault carries."""
        return self.fault.params

    @property
    def game(self) -> str:
        """The game as the record has it."""
        game = self.record.get("game")
        return game if isinstance(game, str) else ""

    @property
    def who(self) -> str:
        """The name of the seat that the fault is about."""
        return self.name(self.params.get("seat"))

    def name(self, seat: Any) -> str:
        """Name a seat."""
        is_seat = type(seat) is int and 0 <= seat < len(self.names)
        return self.names[seat] if is_seat else self.say(_("seat %(seat)s"), seat=seat)

    def card(self, text: str) -> str:
        """Write a card."""
        return card(text, self.say)

    def cards(self, texts: Iterable[str]) -> str:
        """Write cards."""
        return cards(texts, self.say)

    def people(self, seats: Iterable[int]) -> str:
        """Name several seats."""
        return ", ".join(map(self.name, seats))

    def hand(self, seat: int, known: Sequence[str], unknown: int) -> str:
        """Say what a hand has."""
        words = {"name": self.name(seat), "cards": self.cards(known), "count": unknown}
        if not unknown:
            return self.say(
                _("%(name)s holds %(cards)s.") if known else _("%(name)s holds no card."), **words
            )
        if known:
            forms = ngettext(
                "%(name)s holds %(cards)s and %(count)s unknown card.",
                "%(name)s holds %(cards)s and %(count)s unknown cards.",
            )
        else:
            forms = ngettext(
                "%(name)s holds %(count)s unknown card.", "%(name)s holds %(count)s unknown cards."
            )
        return self.say.count(forms, unknown, **words)

    def nth(self, at: int) -> str:
        """Number an event for people."""
        return str(at + self.counted_from)

    def last(self, kinds: Container[str], seat: int | None = None) -> str:
        """Number the last event of these kinds, of a seat if one is named; empty when there was none."""
        for at, event in reversed(self.earlier):
            if event["type"] in kinds and (seat is None or event.get("seat") == seat):
                return self.nth(at)
        return ""


def panguingue_table(scene: Scene) -> PanguingueTable:
    """Return the table of a scene of Panguingue."""
    if not isinstance(scene.table, PanguingueTable):
        raise TypeError("not a table of Panguingue")
    return scene.table


def pan_table(scene: Scene) -> PanTable:
    """Return the table of a scene of Pan."""
    if not isinstance(scene.table, PanTable):
        raise TypeError("not a table of Pan")
    return scene.table

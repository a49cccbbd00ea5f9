"""Puts the lines of an outcome into words: who pays whom how much, and why. It moves no unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from gameplay.engine.verdict import LineReason
from gameplay.telling.cards import cards as written
from gameplay.telling.language import _, ngettext
from gameplay.telling.reasons import LINES
from gameplay.telling.worth import worth

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from gameplay.engine.verdict import Line
    from gameplay.telling.language import Language

Cards = tuple[str, ...]


class Laid(Protocol):
    """What must be known of a table to say why a meld pays."""

    def melds_of(self, seat: int) -> Sequence[Cards]:
        """Give the melds of a seat as they lie."""


@dataclass(frozen=True, slots=True)
class Share:
    """Movements of one event that differ in the payer alone: `units` from each of `payers` to `payee`.

    `meld` are the cards that they are about and `why` what these are worth, both empty where there is none.
    """

    rule: str
    reason: str
    payers: tuple[str, ...]
    payee: str
    units: int
    meld: str
    why: str
    text: str

    @property
    def total(self) -> int:
        """What the payee gets."""
        return self.units * len(self.payers)


@dataclass(frozen=True, slots=True)
class Round:
    """What lies on the table before and after the event that moves units.

    `options` are the deal's; without them nothing is said of what a meld is worth.
    """

    before: Laid
    after: Laid
    options: Mapping[str, Any] | None


def shares(
    lines: Iterable[Line], names: Sequence[str], lain: Round | None, say: Language
) -> tuple[Share, ...]:
    """Put the lines of one event into words, those that differ in the payer alone together."""
    grouped: dict[Line, list[str]] = {}
    for line in lines:
        grouped.setdefault(line._replace(payer=None), []).append(party(line.payer, names, say))
    return tuple(_share(line, tuple(payers), names, lain, say) for line, payers in grouped.items())


def _share(
    line: Line, payers: tuple[str, ...], names: Sequence[str], lain: Round | None, say: Language
) -> Share:
    reason, payee = say(LINES[line.reason]), party(line.payee, names, say)
    meld, why = "", ""
    if lain is not None and line.payee is not None and line.meld is not None:
        meld = written(lain.after.melds_of(line.payee)[line.meld], say)
        why = _why(line, line.payee, line.meld, lain, say)
    about = f"{reason} {meld}" if meld else reason
    about += f" ({why})" if why else ""
    text = f"{about}: {moved(line.units, payers, payee, say)}"
    return Share(line.rule, reason, payers, payee, line.units, meld, why, text)


def party(seat: int | None, names: Sequence[str], say: Language) -> str:
    """Name a payer or payee: a seat, or the pot."""
    return say(_("the pot")) if seat is None else names[seat]


def moved(units: int, payers: Sequence[str], payee: str, say: Language) -> str:
    """Say who pays whom how much."""
    if len(payers) > 1:
        forms = ngettext(
            "%(units)s unit from each of %(payers)s to %(payee)s",
            "%(units)s units from each of %(payers)s to %(payee)s",
        )
    else:
        forms = ngettext(
            "%(units)s unit from %(payers)s to %(payee)s", "%(units)s units from %(payers)s to %(payee)s"
        )
    return say.count(forms, units, units=units, payers=", ".join(payers), payee=payee)


def _why(line: Line, payee: int, index: int, lain: Round, say: Language) -> str:
    """Say why a meld pays what it pays (PG-9, PG-10)."""
    if lain.options is None:
        return ""
    if line.reason == LineReason.SPLIT:
        return say(_("with what is left, %(units)s more than the meld it comes from"), units=line.units)
    named = worth(lain.after.melds_of(payee)[index], lain.options, say)
    if line.reason not in {LineReason.LAYOFF, LineReason.LOAN}:
        return named
    old = written(lain.before.melds_of(payee)[index], say)
    return say(_("%(why)s; %(units)s more than %(cards)s"), why=named, units=line.units, cards=old)

"""Says how a deal ended, or that it has not. It decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gameplay.telling.language import _, ngettext

if TYPE_CHECKING:
    from gameplay.telling.language import Language

_OUTCOMES: Final[dict[str, str]] = {
    "open": _("Being played"),
    "won": _("%(winner)s wins"),
    "uncontested": _("%(winner)s alone is left and takes the pot"),
    "exhausted": _("The stock ran out: nobody wins"),
    "misdeal": _("Misdeal"),
    "lost": _("%(loser)s loses"),
    "time": _("%(loser)s loses on time"),
    "drawn": _("Drawn"),
}


def ending(outcome: str, winner: str | None, loser: str | None, say: Language) -> str:
    """Say how a deal ended, or that it has not."""
    return say(_OUTCOMES.get(outcome, outcome), winner=winner or "", loser=loser or "")


def units(amount: int, say: Language) -> str:
    """Write units in words: `1 unit`, `3 units`."""
    return say.count(ngettext("%(units)s unit", "%(units)s units"), amount, units=amount)

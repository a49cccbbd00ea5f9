"""Says in words why units moved, for each reason of the ledger and of the engine; it decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from gameplay.engine.verdict import LineReason

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

LINES: dict[str, _StrPromise] = {
    LineReason.ANTE: _("ante"),
    LineReason.FORFEIT: _("forfeit for dropping"),
    LineReason.CONDITION: _("condition"),
    LineReason.SPLIT: _("meld made by splitting"),
    LineReason.LOAN: _("condition left by a loan"),
    LineReason.LAYOFF: _("layoff"),
    LineReason.PAYBACK: _("paid back by a fouled hand"),
    LineReason.OUT_BONUS: _("bonus for going out"),
    LineReason.REPEAT: _("condition of the winner, paid again"),
    LineReason.POT: _("pot"),
    LineReason.ANTE_RETURNED: _("ante returned"),
    LineReason.FORFEIT_RETURNED: _("forfeit returned"),
    LineReason.DEAL_STAKE: _("stake of the deal"),
    LineReason.MATCH_STAKE: _("stake of the match"),
}
TRANSACTIONS: dict[str, _StrPromise] = {
    "deal": _("deal"),
    "void": _("deal taken back"),
    "payment": _("payment"),
    "payment_void": _("payment taken back"),
}


def reason(code: str) -> str:
    """Return the words for a reason; one that is new here is shown as it is."""
    return str(TRANSACTIONS.get(code) or LINES.get(code) or code)

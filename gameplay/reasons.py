"""Words for reasons kept as codes: of lines, transactions, voids and reopenings. It decides nothing.

A reason that is new here is shown as its code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from gameplay.services import ReopenReason, VoidReason
from gameplay.telling.reasons import LINES as LINE_REASONS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

LINES: Final[dict[str, _StrPromise]] = {
    reason: translation.gettext_lazy(text) for reason, text in LINE_REASONS.items()
}
TRANSACTIONS: Final[dict[str, _StrPromise]] = {
    "deal": _("deal"),
    "void": _("taken back"),
    "match_stake": _("stake of the match"),
    "payment": _("payment"),
    "payment_void": _("payment taken back"),
}
VOIDS: Final[dict[str, _StrPromise]] = {
    VoidReason.ENTERED_WRONGLY: _("entered wrongly"),
    VoidReason.ENTERED_TWICE: _("entered twice"),
    VoidReason.NOT_PLAYED: _("not played"),
    VoidReason.DISPUTED: _("disputed"),
    VoidReason.OTHER: _("another reason"),
}
REOPENINGS: Final[dict[str, _StrPromise]] = {
    ReopenReason.DEAL_MISSING: _("a deal is missing"),
    ReopenReason.CORRECTION: _("a deal has to be corrected"),
    ReopenReason.CLOSED_EARLY: _("closed too early"),
    ReopenReason.DISPUTED: _("disputed"),
    ReopenReason.OTHER: _("another reason"),
}


def words(code: str) -> str:
    """Return the words for the reason of a line or a transaction."""
    return str(TRANSACTIONS.get(code) or LINES.get(code) or code)

"""Words of the pages for values that the services know by code. They decide nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from gameplay.services import VoidReason

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

VOID_REASONS: dict[str, _StrPromise] = {
    VoidReason.ENTERED_WRONGLY: _("entered wrongly"),
    VoidReason.ENTERED_TWICE: _("entered twice"),
    VoidReason.NOT_PLAYED: _("not played"),
    VoidReason.DISPUTED: _("disputed"),
    VoidReason.OTHER: _("another reason"),
}
MATCH_ENDS: dict[str, _StrPromise] = {
    "last_standing": _("when one player is left"),
    "first": _("when one player has the whole word"),
}
TRANSACTIONS: dict[str, _StrPromise] = {
    "deal": _("deal"),
    "void": _("taken back"),
    "match_stake": _("stake of the match"),
    "payment": _("payment"),
    "payment_void": _("payment taken back"),
}

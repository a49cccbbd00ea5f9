"""Words for why units moved, by the reason of a line. They decide nothing."""

from __future__ import annotations

from typing import Final

from gameplay.engine.verdict import LineReason
from gameplay.telling.language import _

LINES: Final[dict[str, str]] = {
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

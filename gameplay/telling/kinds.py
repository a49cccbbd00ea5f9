"""Names kinds of entries as forms offer them. It decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gameplay.telling.language import _

if TYPE_CHECKING:
    from gameplay.telling.language import Language


def kind(name: str, say: Language) -> str:
    """Name a kind of entry."""
    return say(_KINDS[name])


_KINDS: Final[dict[str, str]] = {
    "meld": _("melds"),
    "layoff": _("lays off"),
    "drop": _("drops"),
    "foul": _("foul hand"),
    "exhausted": _("stock ran out"),
    "misdeal": _("misdeal"),
    "lost": _("lost"),
    "out": _("went out"),
    "flag": _("time called"),
    "drawn": _("drawn"),
}

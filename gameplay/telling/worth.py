"""Says what a meld of Panguingue is and why it is worth what it is (PG-9). The engine values it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.telling.language import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gameplay.telling.language import Language

_VALLES = frozenset("357")


def worth(cards: Sequence[str], options: Mapping[str, Any], say: Language) -> str:
    """Name the condition that a meld is, part by part: `valle of one suit 2, 1 card more 1`."""
    ranks, suits = {card[0] for card in cards}, {card[1] for card in cards}
    parts = _set_parts(cards, suits, options, say) if len(ranks) == 1 else _rope_parts(ranks, options, say)
    if parts and options["spades_double"] and suits == {"s"}:
        parts.append(say(_("twice for spades")))
    return ", ".join(parts)


def _set_parts(cards: Sequence[str], suits: set[str], options: Mapping[str, Any], say: Language) -> list[str]:
    if len(suits) > 1 and cards[0][0] not in _VALLES:
        return []
    if cards[0][0] not in _VALLES:
        name, option = _("set of one suit"), "nonvalle_set"
    elif len(suits) == 1:
        name, option = _("valle of one suit"), "valle_set"
    else:
        name, option = _("valle of mixed suits"), "mixed_valle_set"
    parts = [f"{say(name)} {options[option]}"] if options[option] else []
    more, extra = len(cards) - 3, options[f"{option}_extra"]
    if more and extra:
        further = say.count(ngettext("%(cards)s card more", "%(cards)s cards more"), more, cards=more)
        parts.append(f"{further} {more * extra}")
    return parts


def _rope_parts(ranks: set[str], options: Mapping[str, Any], say: Language) -> list[str]:
    ropes = (("low_rope", "A23", _("rope with A 2 3")), ("high_rope", "JQK", _("rope with J Q K")))
    return [
        f"{say(name)} {options[option]}"
        for option, needed, name in ropes
        if options[option] and ranks.issuperset(needed)
    ]

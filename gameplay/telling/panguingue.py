"""Tells the events of Panguingue, at either detail, as the table lay before and after. It judges nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gameplay.telling.cards import card, cards
from gameplay.telling.language import _, pgettext

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gameplay.engine.panguingue.seen import Table
    from gameplay.telling.language import Language


def tell(event: Mapping[str, Any], names: Sequence[str], before: Table, say: Language) -> str:
    """Say what an event is."""
    kind = event["type"]
    if kind in _ALONE:
        return _ALONE[kind](event, before, say)
    who = names[event["seat"]]
    if kind == "force":
        words = {"by": names[event["by"]], "name": who, "card": card(_top(before), say)}
        return say(_("%(by)s forces %(name)s to take %(card)s and to lay it off"), **words)
    if kind in _CARDS:
        return _CARDS[kind](event, who, before, say)
    return say(_SEATED[kind], name=who)


_SEATED: Final[dict[str, str]] = {
    "stay": _("%(name)s stays"),
    "drop": _("%(name)s drops"),
    "foul": _("%(name)s has a foul hand"),
}


def _deal(event: Mapping[str, Any], _before: Table, say: Language) -> str:
    if event["upcard"] == "??":
        return say(_("Ten cards are dealt to each, and one is turned up that is not known"))
    return say(_("Ten cards are dealt to each, and %(card)s is turned up"), card=card(event["upcard"], say))


def _exhausted(_event: Mapping[str, Any], _before: Table, say: Language) -> str:
    return say(_("The stock has run out: nobody wins"))


def _misdeal(event: Mapping[str, Any], _before: Table, say: Language) -> str:
    said = say(_("Misdeal: nothing of this deal counts"))
    return f"{said} ({event['reason']})" if event.get("reason") else said


_ALONE: Final[dict[str, Callable[[Any, Any, Language], str]]] = {
    "deal": _deal,
    "exhausted": _exhausted,
    "misdeal": _misdeal,
}


def _draw(event: Mapping[str, Any], who: str, before: Table, say: Language) -> str:
    named = event.get("card", "??")
    if event["from"] == "discard":
        taken = card(named if named != "??" else _top(before), say)
        return say(_("%(name)s takes %(card)s from the discard pile"), name=who, card=taken)
    if named == "??":
        said = say(_("%(name)s draws a card from the stock"), name=who)
    else:
        said = say(_("%(name)s draws %(card)s from the stock"), name=who, card=card(named, say))
    if before.is_dealt and not before.stock and before.can_refill:
        said += say(_(", for which the discard pile but for its top card has been shuffled"))
    return said


def _discard(event: Mapping[str, Any], who: str, _before: Table, say: Language) -> str:
    return say(_("%(name)s discards %(card)s"), name=who, card=card(event["card"], say))


def _meld(event: Mapping[str, Any], who: str, before: Table, say: Language) -> str:
    said = say(_("%(name)s melds %(cards)s"), name=who, cards=cards(event["cards"], say))
    melds = before.melds_of(event["seat"])
    for index, lent in event.get("borrow", ()):
        words = {"cards": cards(lent, say), "meld": index + 1}
        if 0 <= index < len(melds):
            said += say(
                _(", %(cards)s borrowed from meld %(meld)s (%(lender)s)"),
                **words,
                lender=cards(melds[index], say),
            )
        else:
            said += say(_(", %(cards)s borrowed from meld %(meld)s"), **words)
    return _claimed(event, said, say)


def _layoff(event: Mapping[str, Any], who: str, before: Table, say: Language) -> str:
    index, melds = event["meld"], before.melds_of(event["seat"])
    is_there = 0 <= index < len(melds)
    onto = cards(melds[index], say) if is_there else say(_("meld %(meld)s"), meld=index + 1)
    words = {"name": who, "cards": cards(event["cards"], say), "meld": onto}
    return _claimed(event, say(_("%(name)s lays off %(cards)s on %(meld)s"), **words), say)


def _claimed(event: Mapping[str, Any], said: str, say: Language) -> str:
    claimed = pgettext("of a meld", "claimed")
    return f"{said}, {say.within(claimed)}" if event.get("claimed") else said


_CARDS: Final[dict[str, Callable[[Any, str, Any, Language], str]]] = {
    "draw": _draw,
    "discard": _discard,
    "meld": _meld,
    "layoff": _layoff,
}


def _top(before: Table) -> str:
    return before.pile[-1] if before.pile else "??"

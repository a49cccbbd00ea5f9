"""Why cards of Panguingue were refused: no meld, not held, too many (PG-2, PG-6 to PG-8). It judges none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gameplay.engine.panguingue.seen import HAND, MELD, Place
from gameplay.engine.verdict import Code
from gameplay.telling.because.melds import no_meld
from gameplay.telling.because.scene import panguingue_table as table_of
from gameplay.telling.language import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from gameplay.telling.because.scene import Scene


def not_held(scene: Scene) -> str:
    """PG-6: what the hand has, and where the copies lie."""
    table, seat, card = table_of(scene), scene.params["seat"], scene.params["card"]
    known, unknown = table.hand(seat)
    said = scene.hand(seat, known, unknown)
    wanted = _from_hand(scene).count(card)
    if known.count(card) and wanted > known.count(card):
        said += " " + scene.say(_("%(card)s is wanted %(times)s times."), card=scene.card(card), times=wanted)
    return f"{said} {lying(scene, card)}".rstrip()


def _from_hand(scene: Scene) -> list[str]:
    """Return the cards of an event that do not come from melds."""
    event = scene.event
    cards = [*event.get("cards", ()), *([event["card"]] if "card" in event else ())]
    for card in (card for _index, lent in event.get("borrow", ()) for card in lent):
        cards.remove(card)
    return cards


def lying(scene: Scene, card: str) -> str:
    """Say where the known copies of a card lie (PG-2)."""
    table = table_of(scene)
    places = [_place(scene, place) for place in table.places(card)]
    words = {"card": scene.card(card), "copies": table.copies(card), "places": "; ".join(places)}
    if not places:
        return ""
    forms = ngettext(
        "There is %(copies)s %(card)s; known of it: %(places)s.",
        "There are %(copies)s of %(card)s; known of them: %(places)s.",
    )
    return scene.say.count(forms, table.copies(card), **words)


def _place(scene: Scene, place: Place) -> str:
    count = place.copies
    if place.kind == MELD and place.seat is not None and place.meld is not None:
        words = {"count": count, "name": scene.name(place.seat), "meld": place.meld + 1}
        return scene.say(_("%(count)s in meld %(meld)s of %(name)s"), **words)
    if place.kind == HAND:
        return scene.say(_("%(count)s in the hand of %(name)s"), count=count, name=scene.name(place.seat))
    return scene.say(_("%(count)s in the discard pile"), count=count)


def too_many(scene: Scene) -> str:
    """PG-2: which copies lie where."""
    card = scene.params["card"]
    if scene.event.get("type") == "deal":
        return _too_many_dealt(scene, card)
    uses = scene.say(_("This event uses %(count)s."), count=_from_hand(scene).count(card))
    return f"{lying(scene, card)} {uses}".lstrip()


def _too_many_dealt(scene: Scene, card: str) -> str:
    hands = scene.event.get("hands") or ()
    places = [
        scene.say(_("%(count)s in the hand of %(name)s"), count=hand.count(card), name=scene.name(seat))
        for seat, hand in enumerate(hands)
        if hand and card in hand
    ]
    if scene.event.get("upcard") == card:
        places.append(scene.say(_("the card turned up")))
    return scene.say(_("%(card)s: %(places)s."), card=scene.card(card), places="; ".join(places))


def no_meld_here(scene: Scene) -> str:
    """PG-7."""
    return no_meld(scene.params["cards"], table_of(scene).options["mixed_sets"], scene)


def too_short(scene: Scene) -> str:
    """PG-7."""
    count = len(scene.event["cards"])
    if scene.event["type"] == "layoff":
        return scene.say(_("A layoff adds at least one card to a meld."))
    return scene.say(_("A meld has three cards or more, not %(cards)s."), cards=count)


def meld_unknown(scene: Scene) -> str:
    """PG-7, PG-8: which melds the seat has."""
    melds = table_of(scene).melds_of(scene.event["seat"])
    name = scene.name(scene.event["seat"])
    if not melds:
        return scene.say(_("%(name)s has laid no meld yet."), name=name)
    listed = "; ".join(f"{index}: {scene.cards(meld)}" for index, meld in enumerate(melds, 1))
    return scene.say(_("The melds of %(name)s are %(melds)s."), name=name, melds=listed)


def melds_too_many(scene: Scene) -> str:
    """PG-7."""
    before = table_of(scene).melded(scene.params["seat"])
    words = {"name": scene.who, "before": before, "more": scene.params["cards"] - before}
    return scene.say(_("%(name)s had melded %(before)s cards; this would add %(more)s."), **words)


def not_there(scene: Scene) -> str:
    """PG-8."""
    event, card, index = scene.event, scene.params["card"], scene.params["meld"]
    meld = table_of(scene).melds_of(event["seat"])[index]
    asked = sum(lent.count(card) for at, lent in event["borrow"] if at == index)
    words = {"card": scene.card(card), "meld": index + 1, "cards": scene.cards(meld)}
    if asked > meld.count(card):
        if card not in meld:
            return scene.say(_("Meld %(meld)s is %(cards)s: %(card)s is not in it."), **words)
        return scene.say(_("Meld %(meld)s is %(cards)s: %(card)s is not in it so often."), **words)
    return scene.say(
        _("%(card)s is not among the cards of the new meld: %(new)s."),
        **words,
        new=scene.cards(event["cards"]),
    )


def leaves_invalid(scene: Scene) -> str:
    """PG-8."""
    rest = scene.params["cards"]
    why = no_meld(rest, table_of(scene).options["mixed_sets"], scene)
    return (
        scene.say(
            _("Of meld %(meld)s there would be left %(cards)s."),
            meld=scene.params["meld"] + 1,
            cards=scene.cards(rest) or scene.say(_("no card")),
        )
        + f" {why}"
    )


BECAUSE: Final[dict[Code, Callable[[Scene], str]]] = {
    Code.CARD_TOO_MANY: too_many,
    Code.HAND_CARD_NOT_HELD: not_held,
    Code.MELD_TOO_SHORT: too_short,
    Code.MELD_INVALID: no_meld_here,
    Code.MELD_UNKNOWN: meld_unknown,
    Code.MELD_TOO_MANY: melds_too_many,
    Code.BORROW_NOT_THERE: not_there,
    Code.BORROW_LEAVES_INVALID: leaves_invalid,
}

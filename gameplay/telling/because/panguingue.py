"""Why a turn of Panguingue was refused, from the table before it (PG-4 to PG-13). It decides no rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gameplay.engine.verdict import Code
from gameplay.telling.because.scene import panguingue_table as table_of
from gameplay.telling.language import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from gameplay.telling.because.scene import Scene


def left(scene: Scene) -> str:
    """Say when somebody dropped or was fouled."""
    seat, table = scene.params["seat"], table_of(scene)
    if table.is_fouled(seat):
        return scene.say(
            _("The hand of %(name)s was declared foul at event %(event)s."),
            name=scene.name(seat),
            event=scene.last({"foul"}, seat),
        )
    return scene.say(
        _("%(name)s dropped at event %(event)s."), name=scene.name(seat), event=scene.last({"drop"}, seat)
    )


def too_late(scene: Scene) -> str:
    """PG-5."""
    seat, table = scene.params["seat"], table_of(scene)
    if table.is_dropped(seat):
        return left(scene)
    if stayed := table.is_dealt and scene.last({"stay"}, seat):
        return scene.say(_("%(name)s stayed at event %(event)s."), name=scene.name(seat), event=stayed)
    melded = scene.last({"meld"})
    return scene.say(
        _("The first meld was laid at event %(event)s; until then one may stay or drop."), event=melded
    )


def pending(scene: Scene) -> str:
    """PG-5."""
    seats = table_of(scene).undeclared
    return scene.say(
        _("Still to stay or drop, in this order: %(names)s. Only then does play begin."),
        names=scene.people(seats),
    )


def wrong_seat(scene: Scene) -> str:
    """PG-5, PG-6: whose turn it is, and what that seat has to do."""
    table = table_of(scene)
    name = scene.name(table.mover)
    if table.is_declaring:
        return scene.say(_("It is for %(name)s to stay or drop."), name=name)
    if table.drawn is None:
        return scene.say(_("It is the turn of %(name)s, who has not drawn yet."), name=name)
    return scene.say(_("It is the turn of %(name)s, who has drawn and not yet discarded."), name=name)


def draw_first(scene: Scene) -> str:
    """PG-6."""
    return scene.say(
        _("A turn begins with a draw; %(name)s has drawn nothing since the turn came round."), name=scene.who
    )


def already_drawn(scene: Scene) -> str:
    """PG-6."""
    return scene.say(
        _("%(name)s drew at event %(event)s; now come melds, layoffs and a discard."),
        name=scene.who,
        event=scene.last({"draw"}),
    )


def not_top(scene: Scene) -> str:
    """PG-6."""
    return scene.say(_("On top lies %(card)s."), card=scene.card(scene.params["top"]))


def card_required(scene: Scene) -> str:
    """PG-6, PG-12."""
    table = table_of(scene)
    if table.is_forced:
        return scene.say(
            _("%(name)s is forced to lay this card off, so it must be known."), name=scene.name(table.mover)
        )
    if table.options["drawn_card"] == "meld_or_discard":
        return scene.say(
            _("By these house rules the drawn card is melded or discarded, so it must be known which it is.")
        )
    return scene.say(
        _("By these house rules a drawn discard is melded at once, so it must be known which it is.")
    )


def discard_forbidden(scene: Scene) -> str:
    """PG-6."""
    table = table_of(scene)
    if table.options["discard_draw"] == "never":
        return scene.say(_("By these house rules nobody draws from the discard pile."))
    return scene.say(
        _(
            "%(card)s on top may be drawn only if it was drawn from the stock"
            " and discarded in the same turn; it came from a hand or from the deal."
        ),
        card=scene.card(table.pile[-1]),
    )


def pile_empty(scene: Scene) -> str:
    """PG-6."""
    return scene.say(_("Its last card was taken at event %(event)s."), event=scene.last({"draw"}))


def stock_empty(scene: Scene) -> str:
    """PG-6."""
    table = table_of(scene)
    if table.options["stock_out"] == "dead":
        return scene.say(_("By these house rules the discard pile does not become the stock again."))
    return scene.say(
        _("All but the top card of the discard pile would become the stock, and the pile has %(cards)s."),
        cards=len(table.pile),
    )


def drawn_now(scene: Scene) -> str:
    """PG-6: which card was drawn, and when."""
    return scene.say(
        _("%(name)s drew %(card)s at event %(event)s."),
        name=scene.name(table_of(scene).mover),
        card=scene.card(scene.params["card"]),
        event=scene.last({"draw"}),
    )


def hand_size(scene: Scene) -> str:
    """PG-4."""
    words = {"name": scene.who, "cards": scene.params["cards"], "wanted": scene.params["wanted"]}
    return scene.say(_("%(name)s was dealt %(cards)s instead of %(wanted)s cards."), **words)


def not_exhausted(scene: Scene) -> str:
    """PG-11."""
    table = table_of(scene)
    name = scene.name(table.mover)
    if table.is_declaring:
        return pending(scene)
    if table.drawn is not None:
        return scene.say(_("%(name)s has drawn and can go on."), name=name)
    if table.is_forced:
        return scene.say(_("%(name)s is forced to take the top discard."), name=name)
    if table.stock:
        forms = ngettext("The stock still has %(cards)s card.", "The stock still has %(cards)s cards.")
        return scene.say.count(forms, table.stock, cards=table.stock)
    return scene.say(
        _("The discard pile has %(cards)s cards: all but its top card become the stock."),
        cards=len(table.pile),
    )


def not_forcible(scene: Scene) -> str:
    """PG-12."""
    table, event = table_of(scene), scene.event
    if event["by"] == event["seat"]:
        return scene.say(_("Nobody forces oneself."))
    if table.drawn is not None:
        return scene.say(_("%(name)s has drawn already."), name=scene.who)
    if not table.pile:
        return scene.say(_("The discard pile is empty."))
    if table.pile[-1] == "??":
        return scene.say(_("It is not known which card lies on top of the discard pile."))
    melds = "; ".join(scene.cards(meld) for meld in table.melds_of(event["seat"]))
    words = {"card": scene.card(table.pile[-1]), "name": scene.who, "melds": melds}
    if not melds:
        return scene.say(_("%(name)s has no meld that %(card)s could be laid off on."), **words)
    return scene.say(_("%(card)s fits none of the melds of %(name)s: %(melds)s."), **words)


def must_take(scene: Scene) -> str:
    """PG-12."""
    at = scene.last({"force"})
    by = next(event["by"] for _at, event in reversed(scene.earlier) if event["type"] == "force")
    return scene.say(
        _("%(by)s forced %(name)s at event %(event)s."), by=scene.name(by), name=scene.who, event=at
    )


BECAUSE: Final[dict[Code, Callable[[Scene], str]]] = {
    Code.SEAT_NOT_PLAYING: left,
    Code.FOUL_NOT_PLAYING: left,
    Code.DEAL_HAND_SIZE: hand_size,
    Code.DEAL_NOT_EXHAUSTED: not_exhausted,
    Code.DECLARE_PENDING: pending,
    Code.DECLARE_TOO_LATE: too_late,
    Code.TURN_WRONG_SEAT: wrong_seat,
    Code.TURN_DRAW_FIRST: draw_first,
    Code.TURN_ALREADY_DRAWN: already_drawn,
    Code.DRAW_NOT_TOP: not_top,
    Code.DRAW_CARD_REQUIRED: card_required,
    Code.DRAW_DISCARD_FORBIDDEN: discard_forbidden,
    Code.DRAW_PILE_EMPTY: pile_empty,
    Code.DRAW_STOCK_EMPTY: stock_empty,
    Code.DRAW_MUST_MELD: drawn_now,
    Code.DISCARD_MUST_BE_DRAWN_CARD: drawn_now,
    Code.MELD_NEEDS_DRAWN_CARD: drawn_now,
    Code.FORCE_NOT_POSSIBLE: not_forcible,
    Code.FORCE_MUST_TAKE: must_take,
}

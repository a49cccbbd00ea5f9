"""Why an event of Pan was refused, from the table before it (PL-2 to PL-9). It decides no rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gameplay.engine.cards import JOKER
from gameplay.engine.verdict import Code
from gameplay.telling.because.scene import pan_table as table_of
from gameplay.telling.cards import rank
from gameplay.telling.language import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from gameplay.telling.because.scene import Scene


def wrong_seat(scene: Scene) -> str:
    """PL-4, PL-5: whose move it is, and why."""
    table = table_of(scene)
    if scene.event["type"] == "deal":
        return _wrong_first(scene)
    name = scene.name(table.mover)
    if not table.is_opening:
        return scene.say(_("It is the move of %(name)s."), name=name)
    if table.holder(table.opener) == table.mover:
        return scene.say(
            _("%(name)s holds %(card)s and plays first."), name=name, card=scene.card(table.opener)
        )
    return scene.say(_("The record names %(name)s as the one who plays first."), name=name)


def _wrong_first(scene: Scene) -> str:
    opener = table_of(scene).opener
    words = {"name": scene.who, "card": scene.card(opener)}
    for seat, hand in enumerate(scene.event["hands"]):
        if hand and opener in hand and seat != scene.params["seat"]:
            return scene.say(
                _("%(name)s is named as the first, but %(holder)s holds %(card)s."),
                **words,
                holder=scene.name(seat),
            )
    return scene.say(_("%(name)s is named as the first, and does not hold %(card)s."), **words)


def hand_size(scene: Scene) -> str:
    """PL-3."""
    sizes, pack = scene.params["sizes"], scene.params["pack"]
    hands = scene.event.get("hands") or [None] * len(sizes)
    for seat, (size, hand) in enumerate(zip(sizes, hands, strict=True)):
        words = {"name": scene.name(seat), "cards": size}
        if hand is not None and len(hand) != size:
            return scene.say(
                _("The size said for %(name)s is %(cards)s; the cards written are %(given)s."),
                **words,
                given=len(hand),
            )
        if size < 1:
            return scene.say(_("%(name)s would have %(cards)s cards; everybody gets one at least."), **words)
    return scene.say(
        _("%(sizes)s together are %(sum)s cards, and the whole pack of %(pack)s is dealt."),
        sizes=" + ".join(map(str, sizes)),
        sum=sum(sizes),
        pack=pack,
    )


def too_many(scene: Scene) -> str:
    """PL-2: at the deal; later a card that lies elsewhere is not held."""
    card = scene.params["card"]
    seats = [
        scene.say(_("%(count)s in the hand of %(name)s"), count=hand.count(card), name=scene.name(seat))
        for seat, hand in enumerate(scene.event["hands"])
        if hand and card in hand
    ]
    return scene.say(_("%(card)s: %(places)s."), card=scene.card(card), places="; ".join(seats))


def not_held(scene: Scene) -> str:
    """PL-5: what the hand has, and where the card lies."""
    table, seat, card = table_of(scene), scene.params["seat"], scene.params["card"]
    known, unknown = table.hand(seat)
    said = scene.hand(seat, known, unknown)
    holder = table.holder(card)
    words = {"card": scene.card(card), "name": scene.name(holder)}
    if card in table.pile:
        return f"{said} " + scene.say(_("%(card)s lies on the pile."), **words)
    if holder not in {None, seat}:
        return f"{said} " + scene.say(_("%(card)s is in the hand of %(name)s."), **words)
    return said


def opening(scene: Scene) -> str:
    """PL-4."""
    if scene.event["type"] == "take":
        return scene.say(_("Nothing has been played yet, so there is nothing to take."))
    played, opener = scene.event["cards"], scene.params["card"]
    words = {"cards": scene.cards(played), "card": scene.card(opener)}
    if not played:
        return scene.say(_("No card was played."))
    if opener in played and played[0] != opener:
        return scene.say(_("%(cards)s were to be played; %(card)s lies lowest and is named first."), **words)
    forms = ngettext("%(cards)s was to be played.", "%(cards)s were to be played.")
    return scene.say.count(forms, len(played), **words)


def count(scene: Scene) -> str:
    """PL-5."""
    number = scene.params["count"]
    forms = ngettext("Here %(cards)s card would be played.", "Here %(cards)s cards would be played.")
    return scene.say.count(forms, number, cards=number)


def too_low(scene: Scene) -> str:
    """PL-5: what lies on top."""
    top = _top(scene)
    if len(scene.event["cards"]) == 4:
        return scene.say(_("On top lies %(card)s; four cards must be of a higher rank."), card=top)
    return scene.say(_("On top lies %(card)s; only its rank or a higher one can be played."), card=top)


def _top(scene: Scene) -> str:
    table = table_of(scene)
    top = table.pile[-1]
    if top == JOKER and table.top_rank:
        return scene.say(_("a joker as %(rank)s"), rank=rank(table.top_rank))
    return scene.card(top)


def not_one_rank(scene: Scene) -> str:
    """PL-5: which ranks clash."""
    cards = scene.params["cards"]
    natural = [card for card in cards if card != JOKER or table_of(scene).options["joker_rule"] == "high"]
    if not natural and "as" not in scene.event:
        return scene.say(_("It is not said which rank the jokers stand for."))
    other = next(
        (card for card in natural if card[0] != natural[0][0] or (card == JOKER) != (natural[0] == JOKER)),
        None,
    )
    if other is None:
        words = {"card": scene.card(natural[0]), "rank": rank(scene.event["as"])}
        return scene.say(_("%(card)s is not of rank %(rank)s, which the joker is to stand for."), **words)
    return scene.say(
        _("%(one)s and %(other)s are of two ranks."), one=scene.card(natural[0]), other=scene.card(other)
    )


def triple(scene: Scene) -> str:
    """PL-5: what `triple_rule` asks."""
    return scene.say(_TRIPLES[table_of(scene).options["triple_rule"]], card=_top(scene))


_TRIPLES: Final[dict[str, str]] = {
    "same_or_lower": _("On top lies %(card)s; three cards go on their own rank or a lower one."),
    "same": _("On top lies %(card)s; by these house rules three cards go on their own rank alone."),
    "openers": _(
        "On top lies %(card)s; by these house rules only the three other cards of the opening rank are played"
        " together, and on the bare opening card."
    ),
}


def nothing_to_take(scene: Scene) -> str:
    """PL-6."""
    return scene.say(
        _("Only %(card)s lies there, which is never taken, and by these house rules a take takes something."),
        card=scene.card(table_of(scene).pile[0]),
    )


def wrong_cards(scene: Scene) -> str:
    """PL-6."""
    words = {
        "cards": scene.cards(scene.params["cards"]) or scene.say(_("no card")),
        "written": scene.cards(scene.event["cards"]) or scene.say(_("no card")),
    }
    return scene.say(_("To be taken are %(cards)s; the record says %(written)s."), **words)


def not_on_time(scene: Scene) -> str:
    """PL-8."""
    table, seat = table_of(scene), scene.params["seat"]
    moves = table.options["timed_moves"]
    if not moves:
        return scene.say(_("By these house rules play is not timed."))
    if seat in table.finished:
        return out_already(scene)
    return scene.say(
        _("Only the first %(moves)s moves are timed; %(name)s has made %(made)s."),
        name=scene.who,
        made=table.made(seat),
        moves=moves,
    )


def out_already(scene: Scene) -> str:
    """PL-8: as which one somebody went out."""
    place = table_of(scene).finished.index(scene.params["seat"]) + 1
    return scene.say(_("%(name)s went out as number %(place)s."), name=scene.who, place=place)


BECAUSE: Final[dict[Code, Callable[[Scene], str]]] = {
    Code.CARD_TOO_MANY: too_many,
    Code.DEAL_HAND_SIZE: hand_size,
    Code.TURN_WRONG_SEAT: wrong_seat,
    Code.HAND_CARD_NOT_HELD: not_held,
    Code.OPENING_REQUIRED: opening,
    Code.PLAY_COUNT: count,
    Code.PLAY_TOO_LOW: too_low,
    Code.PLAY_NOT_ONE_RANK: not_one_rank,
    Code.PLAY_TRIPLE_NOT_ALLOWED: triple,
    Code.TAKE_NOTHING: nothing_to_take,
    Code.TAKE_WRONG_CARDS: wrong_cards,
    Code.FLAG_NOT_POSSIBLE: not_on_time,
    Code.OUT_REPEATED: out_already,
}

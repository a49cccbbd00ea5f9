"""Says why cards are no meld: which suits clash, which rank is missing or stands twice (PG-3, PG-7)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from gameplay.engine.panguingue.rules import RANKS
from gameplay.telling.cards import SUITS, rank
from gameplay.telling.language import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gameplay.telling.because.scene import Scene


def no_meld(laid: Sequence[str], mixed: str, scene: Scene) -> str:
    """Say why these known cards are no meld where `mixed_sets` is `mixed`."""
    if len(laid) < 3:
        return scene.say(_("A meld has three cards or more, not %(cards)s."), cards=len(laid))
    ranks, suits = [card[0] for card in laid], [card[1] for card in laid]
    if len(set(ranks)) == 1:
        return _mixed(laid, mixed, scene)
    if len(set(suits)) == 1:
        return _rope(ranks, suits[0], scene)
    first, second = next(
        (one, other) for one, other in combinations(laid, 2) if one[0] != other[0] and one[1] != other[1]
    )
    return scene.say(
        _("%(one)s and %(other)s are neither of one rank, as in a set, nor of one suit, as in a rope."),
        one=scene.card(first),
        other=scene.card(second),
    )


def _mixed(laid: Sequence[str], mixed: str, scene: Scene) -> str:
    suits = list(dict.fromkeys(card[1] for card in laid))
    words = {"rank": rank(laid[0][0]), "suits": ", ".join(SUITS[suit] for suit in suits)}
    if mixed == "three_suits":
        return scene.say(
            _("A set of rank %(rank)s is of one suit or of three at least; this one is of two: %(suits)s."),
            **words,
        )
    twice = next(card for card in laid if laid.count(card) > 1)
    return scene.say(
        _(
            "A set of rank %(rank)s is either all of one suit or has each suit once;"
            " here %(card)s lies %(times)s times beside other suits."
        ),
        **words,
        card=scene.card(twice),
        times=laid.count(twice),
    )


def _rope(ranks: Sequence[str], suit: str, scene: Scene) -> str:
    for each in ranks:
        if ranks.count(each) > 1:
            return scene.say(
                _("%(card)s lies there %(times)s times; a rope has each rank once."),
                card=scene.card(each + suit),
                times=ranks.count(each),
            )
    order = sorted(RANKS.index(each) for each in ranks)
    gap = [RANKS[place] + suit for place in range(order[0], order[-1]) if place not in order]
    words = {
        "missing": scene.cards(gap),
        "low": scene.card(RANKS[order[0]] + suit),
        "high": scene.card(RANKS[order[-1]] + suit),
    }
    if "A" in ranks and "K" in ranks:
        return scene.say(
            _("The ace is low only and follows no king; a rope from %(low)s to %(high)s lacks %(missing)s."),
            **words,
        )
    return scene.say(_("A rope from %(low)s to %(high)s lacks %(missing)s."), **words)

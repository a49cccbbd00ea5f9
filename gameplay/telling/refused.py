"""Says the sentence of a fault with the names of the players and cards as people write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.engine.verdict import Code, Fault
from gameplay.sentences import sentence
from gameplay.telling.cards import card, cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gameplay.telling.language import Language


def refusal(fault: Fault, names: Sequence[str], say: Language) -> str:
    """Say what the rules say of a fault, ending with the rule; without names seats are counted from 0."""
    return sentence(named(fault, names, say), say.gettext)


def named(fault: Fault, names: Sequence[str], say: Language) -> Fault:
    """Put names and written cards among the parameters of a fault."""
    params: dict[str, Any] = dict(fault.params)
    seat = params.get("seat")
    if type(seat) is int and 0 <= seat < len(names):
        params["who"] = names[seat]
    if isinstance(params.get("cards"), list | tuple):
        params["cards"] = cards(params["cards"], say)
    if (
        isinstance(params.get("card"), str) and fault.code != Code.CARD_INVALID
    ):  # what is no card stays as written
        params["card"] = card(params["card"], say)
    return Fault(fault.code, fault.event, params)

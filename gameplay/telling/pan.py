"""Tells the events of Pan, at either detail, and what follows from them at once. It judges nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gameplay.telling.cards import cards, rank
from gameplay.telling.language import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from gameplay.engine.pan.seen import Table
    from gameplay.telling.language import Language


def tell(event: Mapping[str, Any], names: Sequence[str], before: Table, after: Table, say: Language) -> str:
    """Say what an event is and what it leads to at once: who is out, who moves against the turn."""
    kind = event["type"]
    if kind == "drawn":
        return say(_("The players agree on a draw"))
    if kind == "deal":
        return say(_("The cards are dealt")) if after is before else _deal(names, after, say)
    who = names[event["seat"]]
    if kind == "out":
        return say(_("%(name)s goes out as number %(place)s"), name=who, place=before.out + 1)
    if kind not in _MOVES:
        return say(_SEATED[kind], name=who)
    said = _MOVES[kind](event, who, before, say)
    return "".join([said, *_following(event, names, before, after, say)])


_SEATED: Final[dict[str, str]] = {
    "lost": _("%(name)s loses"),
    "flag": _("Time is called on %(name)s"),
}


def _deal(names: Sequence[str], after: Table, say: Language) -> str:
    sizes = ", ".join(f"{name} {after.held(seat)}" for seat, name in enumerate(names))
    said = say(_("The cards are dealt: %(sizes)s"), sizes=sizes)
    if after.mover is not None:
        said += say(_("; %(name)s plays first"), name=names[after.mover])
    return said


def _play(event: Mapping[str, Any], who: str, before: Table, say: Language) -> str:
    words = {"name": who, "cards": cards(event["cards"], say)}
    said = say(
        _("%(name)s opens with %(cards)s") if before.is_opening else _("%(name)s plays %(cards)s"), **words
    )
    if "as" in event:
        said += say(_(", the joker as %(rank)s"), rank=rank(event["as"]))
    return said


def _take(event: Mapping[str, Any], who: str, before: Table, say: Language) -> str:
    taken = before.takeable or tuple(event.get("cards", ()))
    if not taken:
        return say(_("%(name)s takes nothing: only the lowest card lies there"), name=who)
    return say(_("%(name)s takes %(cards)s"), name=who, cards=cards(taken, say))


_MOVES: Final[dict[str, Callable[[Any, str, Any, Language], str]]] = {"play": _play, "take": _take}


def _following(
    event: Mapping[str, Any], names: Sequence[str], before: Table, after: Table, say: Language
) -> Iterator[str]:
    """Say what a move has led to (PL-7, PL-8)."""
    seat = event["seat"]
    if after.outcome == "time":
        yield say(_("; too late: the move does not stand"))
    if after.out > before.out:
        yield say(_("; %(name)s is out as number %(place)s"), name=names[seat], place=after.out)
    if after.outcome == "drawn" and 0 < after.options["max_moves"] == after.moves:
        yield say(_("; that was the last of %(moves)s moves"), moves=after.moves)
    if after.mover is None or after.moves == before.moves:
        return
    if after.is_escape:
        yield say(_("; %(name)s has one last move"), name=names[after.mover])
    elif after.options["spades_back"] and after.pile[-1].endswith("s"):
        yield say(_("; the spade turns the move back to %(name)s"), name=names[after.mover])

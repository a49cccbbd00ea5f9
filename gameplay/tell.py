"""Tells a deal in words: each event a sentence, each movement of units its reason. It decides no rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from gameplay.engine.record import standing
from gameplay.engine.verdict import LineReason
from gameplay.reasons import LINES
from gameplay.selectors.picture import Picture, SeatPicture, empty_picture

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from django.utils.functional import _StrPromise

    from gameplay.engine.verdict import Line, Outcome

SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


@dataclass(frozen=True, slots=True)
class Share:
    """Movements of one event that differ in the payer alone: `units` from each of `payers` to `payee`."""

    rule: str
    reason: str
    payers: tuple[str, ...]
    payee: str
    units: int
    meld: str

    @property
    def total(self) -> int:
        """What the payee gets."""
        return self.units * len(self.payers)


@dataclass(frozen=True, slots=True)
class Told:
    """One event in words, with what it moved; `event` is its position, None for before the first."""

    event: int | None
    text: str
    is_cancelled: bool
    shares: tuple[Share, ...]


def card(text: str) -> str:
    """Write a card of a record as people do: `5s` is 5♠, `Td` 10♦."""
    if text == "Jk":
        return str(_("joker"))
    if text == "??":
        return "?"
    rank, suit = text[:-1], text[-1:]
    return f"{'10' if rank == 'T' else rank}{SUITS[suit]}" if rank and suit in SUITS else text


def cards(texts: Iterable[str]) -> str:
    """Write several cards one after the other."""
    return " ".join(map(card, texts))


def tell_event(event: Mapping[str, Any], names: Sequence[str], before: Picture) -> str:
    """Say what an event is, as the table lay before it."""
    kind = event["type"]
    if kind in _ALONE:
        return str(_ALONE[kind])
    at = event.get("seat")
    if not isinstance(at, int) or not 0 <= at < len(names):
        return str(kind)
    seat, who = before.seats[at], names[at]
    if kind == "meld":
        return _tell_meld(event, who)
    if kind == "layoff":
        return _tell_layoff(event, who, seat)
    if kind == "out":
        return str(_("%(name)s goes out as number %(place)s")) % {"name": who, "place": before.out + 1}
    return str(_SEATED[kind]) % {"name": who} if kind in _SEATED else str(kind)


_ALONE: Final[dict[str, _StrPromise]] = {
    "exhausted": gettext_lazy("The stock has run out: nobody wins"),
    "misdeal": gettext_lazy("Misdeal: nothing of this deal counts"),
    "drawn": gettext_lazy("The players agree on a draw"),
    "undo": gettext_lazy("The last entry is taken back"),
}
_SEATED: Final[dict[str, _StrPromise]] = {
    "stay": gettext_lazy("%(name)s stays"),
    "drop": gettext_lazy("%(name)s drops"),
    "foul": gettext_lazy("%(name)s has a foul hand"),
    "lost": gettext_lazy("%(name)s loses"),
    "flag": gettext_lazy("Time is called on %(name)s"),
}


def _tell_meld(event: Mapping[str, Any], who: str) -> str:
    said = str(_("%(name)s melds %(cards)s")) % {"name": who, "cards": cards(event["cards"])}
    for index, lent in event.get("borrow", ()):
        said += str(_(", %(cards)s taken from meld %(meld)s")) % {"cards": cards(lent), "meld": index + 1}
    claimed = pgettext("of a meld", "claimed")
    return f"{said}, {claimed}" if event.get("claimed") else said


def _tell_layoff(event: Mapping[str, Any], who: str, seat: SeatPicture) -> str:
    index = event["meld"]
    onto = cards(seat.melds[index]) if 0 <= index < len(seat.melds) else str(index + 1)
    words = {"name": who, "cards": cards(event["cards"]), "meld": onto}
    return str(_("%(name)s lays off %(cards)s on %(meld)s")) % words


def tell(events: Sequence[Any], names: Sequence[str], outcome: Outcome | None) -> list[Told]:
    """Tell a deal from its events and outcome, in order; what was undone is told and marked."""
    picture, told = empty_picture(len(names)), []
    left = {position for position, _event in standing(list(events))[0]}
    shares = shares_by_event(outcome.lines, names, events) if outcome else {}
    if shares.get(None):
        told.append(Told(None, str(_("Before the first card")), is_cancelled=False, shares=shares[None]))
    for position, event in enumerate(events):
        stands = position in left
        text = tell_event(event, names, picture)
        told.append(Told(position, text, not stands and event["type"] != "undo", shares.get(position, ())))
        if stands:
            picture.apply(event)
    return told


def shares_by_event(
    lines: Iterable[Line], names: Sequence[str], events: Sequence[Any]
) -> dict[int | None, tuple[Share, ...]]:
    """Return event -> its movements, those that differ in the payer alone put together."""
    picture = empty_picture(len(names))
    for _position, event in standing(list(events))[0]:
        picture.apply(event)
    grouped: dict[int | None, dict[tuple[Any, ...], list[str]]] = {}
    for line in lines:
        meld = _meld_of(line, picture, events)
        key = (line.rule, str(LINES[line.reason]), _party(line.payee, names), line.units, meld)
        grouped.setdefault(line.event, {}).setdefault(key, []).append(_party(line.payer, names))
    return {
        event: tuple(
            Share(rule, reason, tuple(payers), payee, units, meld)
            for (rule, reason, payee, units, meld), payers in shares.items()
        )
        for event, shares in grouped.items()
    }


def _meld_of(line: Line, picture: Picture, events: Sequence[Any]) -> str:
    """Return the cards that a line is about: as laid by its event, else as they lie in the end."""
    if line.meld is None or line.payee is None:
        return ""
    if line.event is not None and line.reason in {LineReason.CONDITION, LineReason.SPLIT}:
        return cards(events[line.event]["cards"])
    laid = picture.seats[line.payee].melds
    return cards(laid[line.meld]) if line.meld < len(laid) else ""


def _party(seat: int | None, names: Sequence[str]) -> str:
    return str(_("the pot")) if seat is None else names[seat]


def tell_outcome(outcome: str, winner: str | None, loser: str | None) -> str:
    """Say how a deal ended, or that it has not."""
    names = {"winner": winner or "", "loser": loser or ""}
    return str(_OUTCOMES.get(outcome, outcome)) % names


_OUTCOMES: Final[dict[str, _StrPromise]] = {
    "open": gettext_lazy("Being played"),
    "won": gettext_lazy("%(winner)s wins"),
    "uncontested": gettext_lazy("%(winner)s alone is left and takes the pot"),
    "exhausted": gettext_lazy("The stock ran out: nobody wins"),
    "misdeal": gettext_lazy("Misdeal"),
    "lost": gettext_lazy("%(loser)s loses"),
    "time": gettext_lazy("%(loser)s loses on time"),
    "drawn": gettext_lazy("Drawn"),
}


def units(amount: int) -> str:
    """Write units in words: `1 unit`, `3 units`."""
    return ngettext("%(units)s unit", "%(units)s units", amount) % {"units": amount}


def tell_undo(last: str) -> str:
    """Say what an undo takes back."""
    return str(_("Taken back: %(entry)s")) % {"entry": last}


def tell_kind(kind: str) -> str:
    """Name a kind of entry as the form offers it."""
    return str(_KINDS[kind])


_KINDS: Final[dict[str, _StrPromise]] = {
    "meld": gettext_lazy("melds"),
    "layoff": gettext_lazy("lays off"),
    "drop": gettext_lazy("drops"),
    "foul": gettext_lazy("foul hand"),
    "exhausted": gettext_lazy("stock ran out"),
    "misdeal": gettext_lazy("misdeal"),
    "lost": gettext_lazy("lost"),
    "out": gettext_lazy("went out"),
    "flag": gettext_lazy("time called"),
    "drawn": gettext_lazy("drawn"),
}

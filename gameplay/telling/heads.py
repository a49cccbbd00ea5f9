"""Says by what a record was played: game, rules that differ, seats, who is first. It decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gameplay.engine.replay import resolve
from gameplay.telling.because.shape import GAMES
from gameplay.telling.cards import cards
from gameplay.telling.language import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gameplay.engine.record import Head
    from gameplay.telling.language import Language

_DETAILS: Final[dict[str, str]] = {
    "score": _("what was declared"),
    "play": _("every card"),
}


def head(head: Head, names: Sequence[str], say: Language) -> Iterator[str]:
    """Say what the header of a deal says, a line each."""
    game, detail = say(GAMES[head.game]), say(_DETAILS[head.detail])
    words = {"game": game, "profile": head.profile, "detail": detail}
    yield say(_("%(game)s by the rules “%(profile)s”, %(detail)s written down"), **words)
    yield say(_("Seats: %(names)s"), names=_seats(head, names, say))
    if head.pot:
        yield say(_("Carried in the pot: %(units)s"), units=head.pot)
    if differing := list(_differing(head, say)):
        yield say(_("Different from the profile: %(options)s"), options=", ".join(differing))


def match_head(record: Mapping[str, Any], names: Sequence[str], say: Language) -> Iterator[str]:
    """Say what the header of a match says, a line each."""
    if record.get("match_end") == "first":
        words = _("Match of Polish Pan for “%(word)s”: it ends with the first who has the whole word")
    else:
        words = _("Match of Polish Pan for “%(word)s”: the last one who has not the whole word wins")
    yield say(words, word=record.get("word", "PAN"))
    yield say(_("Seats: %(names)s"), names=", ".join(names))
    if stake := record.get("match_stake", 0):
        yield say(_("Stake of the match: %(units)s"), units=stake)


def _seats(head: Head, names: Sequence[str], say: Language) -> str:
    first = head.first if head.game == "pan" else head.first or 0
    is_told = first is not None and (head.game == "pan" or head.detail == "play")
    return ", ".join(
        say(_("%(name)s (first)"), name=name) if is_told and seat == first else name
        for seat, name in enumerate(names)
    )


def _differing(head: Head, say: Language) -> Iterator[str]:
    """Give the options that differ from the profile, by the names that records have for them."""
    usual = resolve(head.game, head.profile, {})
    for name, value in head.rules.options.items():
        if isinstance(usual, dict) and usual[name] != value:
            yield f"{name} {_value(value, say)}"


def _value(value: object, say: Language) -> str:
    if isinstance(value, bool):
        return say(_("yes")) if value else say(_("no"))
    return (cards(value, say) or "–") if isinstance(value, list) else str(value)  # noqa: RUF001 - nothing

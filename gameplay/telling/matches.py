"""Tells a whole match of Pan deal by deal: letters, who is out, stakes (PL-9). It decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.engine.replay import replay
from gameplay.engine.verdict import MatchOutcome
from gameplay.telling.account import Told
from gameplay.telling.language import _
from gameplay.telling.shares import shares

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gameplay.telling.language import Language


def deals(record: Mapping[str, Any], names: Sequence[str], upto: int | None, say: Language) -> Iterator[Told]:
    """Tell the deals of a match up to one, or all for None, by their losers; they are in order."""
    outcome = replay({**record, "losses": record["losses"][:upto]})
    lines = outcome.lines if isinstance(outcome, MatchOutcome) else ()
    word = record.get("word", "PAN")
    lost = [0] * len(names)
    for at, loser in enumerate(record["losses"][:upto]):
        moved = shares([line for line in lines if line.event == at], names, None, say)
        if loser is None:
            yield Told(at, say(_("Drawn: nobody gets a letter")), is_cancelled=False, shares=moved)
            continue
        lost[loser] += 1
        words = {"name": names[loser], "letters": word[: lost[loser]]}
        if lost[loser] == len(word):
            text = say(_("%(name)s loses and has the whole word, %(letters)s: out of the match"), **words)
        else:
            text = say(_("%(name)s loses and stands at %(letters)s"), **words)
        yield Told(at, text, is_cancelled=False, shares=moved)


def standing(outcome: MatchOutcome, names: Sequence[str], say: Language) -> str:
    """Say how a match stands."""
    if not outcome.over:
        return say(_("The match goes on"))
    if outcome.winner is not None:
        return say(_("%(name)s wins the match"), name=names[outcome.winner])
    undefeated = [name for seat, name in enumerate(names) if seat not in outcome.eliminated]
    return say(_("The match is over; undefeated: %(names)s"), names=", ".join(undefeated))

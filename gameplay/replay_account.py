"""The readable account that `manage.py replay` prints of each record; it judges nothing and opens no file.

What a record says never reaches the terminal as it is: control characters are replaced, colours are ours.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from gameplay.engine.replay import replay
from gameplay.engine.verdict import Fault, MatchOutcome, Outcome
from gameplay.engine.walk import opened, walk
from gameplay.telling.account import account, tell_event
from gameplay.telling.because import explained
from gameplay.telling.endings import ending
from gameplay.telling.heads import head, match_head
from gameplay.telling.language import _
from gameplay.telling.matches import deals, standing
from gameplay.telling.refused import refusal
from gameplay.telling.tables import lying
from gameplay.terminal import UNSAFE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gameplay.engine.verdict import Verdict
    from gameplay.engine.walk import Step
    from gameplay.telling.account import Told
    from gameplay.telling.language import Language

_SUITS: Final = re.compile(r"(?:10|[2-9AJQK])?([♣♦♥♠])")
_COLOURS: Final = {"♣": "32", "♦": "34", "♥": "31", "♠": "1"}
_PLAIN: Final = {"title": "1", "faint": "2", "good": "32", "bad": "1;31"}


class Account:
    """Writes accounts in one language, with colours or without."""

    def __init__(self, say: Language, *, is_coloured: bool) -> None:
        """Take the language and whether the reader sees colours."""
        self._say = say
        self._is_coloured = is_coloured

    def lines(self, number: int, written_id: str | None, record: Any, verdict: Verdict) -> Iterator[str]:
        """Write the account of the record of one line, ending with an empty line."""
        title = self._say(_("Line %(line)s"), line=number)
        yield self._styled("title", f"{title}  {written_id}" if written_id else title)
        if isinstance(verdict, MatchOutcome) or (
            isinstance(record, dict) and record.get("game") == "pan-match"
        ):
            yield from self._match(record, verdict)
        else:
            yield from self._deal(record, verdict)
        yield ""

    def _deal(self, record: Any, verdict: Any) -> Iterator[str]:
        start = opened(record)
        if start is None:
            yield from self._refused(verdict, record, (), None)
            return
        names = start[0].seats
        for line in head(start[0], names, self._say):
            yield self._styled("", f"  {line}")
        so_far = _before(verdict, record) if isinstance(verdict, Fault) else verdict
        moved = so_far.lines if isinstance(so_far, Outcome) else ()
        course = _Course(walk(*start), verdict.event if isinstance(verdict, Fault) else None)
        for each in account(course.before_fault(), names, moved, self._say):
            yield from self._event(each)
        if isinstance(verdict, Fault):
            yield from self._refused(verdict, record, names, course.last)
        else:
            yield from self._result(verdict, names, course.last)

    def _match(self, record: Any, verdict: Any) -> Iterator[str]:
        names: Sequence[str] = ()
        if not isinstance(verdict, Fault) or verdict.event is not None:
            names = record["seats"]
            for line in match_head(record, names, self._say):
                yield self._styled("", f"  {line}")
            upto = verdict.event if isinstance(verdict, Fault) else None
            for each in deals(record, names, upto, self._say):
                yield from self._event(each, counted_from=1)
        if isinstance(verdict, Fault):
            yield from self._refused(verdict, record, names, None)
            return
        yield self._styled("title", f"  {standing(verdict, names, self._say)}")
        letters = "  ".join(
            f"{name} {letters or '–'}"  # noqa: RUF001 - no letter
            for name, letters in zip(names, verdict.letters, strict=True)
        )
        yield self._styled("", "  " + self._say(_("Letters: %(letters)s"), letters=letters))
        yield self._sums(names, verdict.units)

    def _event(self, told: Told, counted_from: int = 0) -> Iterator[str]:
        number = "" if told.event is None else str(told.event + counted_from)
        if told.is_cancelled:
            undone = self._say(_("undone"))
            yield self._styled("faint", f"  {number:>4}  {told.text}  [{undone}]")
        else:
            yield self._styled("", f"  {number:>4}  {told.text}")
        for note in told.notes:
            yield self._styled("faint", f"          {note}")
        for share in told.shares:
            yield self._styled("", f"          {share.text}") + self._styled("faint", f"  {share.rule}")

    def _result(self, outcome: Outcome, names: Sequence[str], last: Step | None) -> Iterator[str]:
        winner = None if outcome.winner is None else names[outcome.winner]
        loser = None if outcome.loser is None else names[outcome.loser]
        yield self._styled("title", f"  {ending(outcome.outcome, winner, loser, self._say)}")
        for line in lying(last.after, names, self._say) if last else ():
            yield self._styled("", f"  {line}")
        yield self._sums(names, outcome.units, outcome.pot)

    def _sums(self, names: Sequence[str], units: Sequence[int], pot: int | None = None) -> str:
        sums = [
            self._styled("", f"{name} ")
            + self._styled("good" if net > 0 else "bad" if net < 0 else "", signed(net))
            for name, net in zip(names, units, strict=True)
        ]
        if pot is not None:
            sums.append(self._styled("", self._say(_("pot %(pot)s"), pot=pot)))
        return self._styled("", "  " + self._say(_("Units: "))) + "   ".join(sums)

    def _refused(self, fault: Fault, record: Any, names: Sequence[str], last: Step | None) -> Iterator[str]:
        if last is not None:
            if last.undoes is None and _is_undo(last.event):
                text = self._say(_("The last entry is taken back"))
            else:
                text = tell_event(last.event, names, last.before, last.before, self._say)
            yield self._styled("", f"  {fault.event:>4}  {text}")
        if fault.event is None:
            place = self._say(_("in the header"))
        elif last is None:
            place = self._say(_("at entry %(event)s of “losses”"), event=fault.event)
        else:
            place = self._say(_("at event %(event)s"), event=fault.event)
        refused = self._say(_("REFUSED %(place)s: %(code)s"), place=place, code=fault.code)
        yield self._styled("bad", f"  {refused}")
        yield self._styled("", f"  {refusal(fault, names, self._say)}")
        if why := explained(fault, record, names, self._say, last):
            yield self._styled("", f"  {why}")

    def _styled(self, style: str, text: str) -> str:
        """Clean a text; colour it, and the cards in it, when colours are seen."""
        text = UNSAFE.sub("\ufffd", text)
        if not self._is_coloured:
            return text
        if style in _PLAIN:
            return f"\x1b[{_PLAIN[style]}m{text}\x1b[0m"
        return _SUITS.sub(lambda found: f"\x1b[{_COLOURS[found[1]]}m{found[0]}\x1b[0m", text)


def signed(units: int) -> str:
    """Write units with their sign, and none for zero (L-9)."""
    return f"{units:+d}" if units else "0"


class _Course:
    """The steps of a deal, of which the last one is kept: that of the fault, if one is named."""

    def __init__(self, steps: Iterator[Step], fault: int | None) -> None:
        self._steps = steps
        self._fault = fault
        self.last: Step | None = None

    def before_fault(self) -> Iterator[Step]:
        """Give the steps before that of the fault; all of them where there is none."""
        for step in self._steps:
            self.last = step
            if step.at == self._fault:
                return
            yield step


def _before(fault: Fault, record: Any) -> Verdict:
    """Give the verdict on what stands before a fault, for the units that had moved by then."""
    return replay({**record, "events": record["events"][: fault.event]})


def _is_undo(event: Any) -> bool:
    return isinstance(event, dict) and event.get("type") == "undo"

"""A whole match of Pan from its losses: letters, eliminations, stakes (PL-9); replays no deal."""

import unicodedata
from collections.abc import Sequence
from typing import Any, Final

from gameplay.engine.options import UNITS_LARGEST, is_integer
from gameplay.engine.purse import Purse
from gameplay.engine.record import check_keys, check_labels, check_seat, read_seats
from gameplay.engine.verdict import Code, Fault, Line, LineReason, MatchOutcome, Refusal

_KEYS: Final = frozenset({"pdr", "game", "id", "word", "match_end", "match_stake", "seats", "losses", "meta"})
_ENDS: Final = frozenset({"first", "last_standing"})


class Match:
    """The state of one match, private to the engine and changed in place."""

    __slots__ = ("at", "eliminated", "is_over", "losses", "match_end", "purse", "stake", "word")

    def __init__(self, seats: int, word: str, match_end: str, stake: int) -> None:
        """Seat everyone without a letter."""
        self.word = word
        self.match_end = match_end
        self.stake = stake
        self.at = 0
        self.losses = [0] * seats
        self.eliminated: list[int] = []
        self.is_over = False
        self.purse = Purse([0] * seats)

    def lose(self, loser: int | None) -> None:
        """PL-9: one more deal; its loser gets the next letter, a drawn one gives none."""
        if self.is_over or loser in self.eliminated:
            raise Refusal(Code.MATCH_SEAT_OUT, "PL-9", seat=loser, over=self.is_over)
        if loser is None:
            return
        self.losses[loser] += 1
        if self.losses[loser] == len(self.word):
            self._eliminate(loser)

    def verdict(self) -> MatchOutcome:
        """Freeze the match as far as it went; the winner is the undefeated player, if there is just one."""
        undefeated = self._undefeated()
        return MatchOutcome(
            letters=tuple(self.word[:losses] for losses in self.losses),
            eliminated=tuple(self.eliminated),
            over=self.is_over,
            winner=undefeated[0] if self.is_over and len(undefeated) == 1 else None,
            units=tuple(self.purse.units),
            lines=tuple(self.purse.lines),
        )

    def _undefeated(self) -> list[int]:
        return [seat for seat in range(len(self.losses)) if seat not in self.eliminated]

    def _eliminate(self, loser: int) -> None:
        self.eliminated.append(loser)
        undefeated = self._undefeated()
        self.is_over = self.match_end == "first" or len(undefeated) == 1
        if self.is_over:
            for payer in self.eliminated:
                for payee in undefeated:
                    self.purse.pay(Line(self.at, "PL-9", LineReason.MATCH_STAKE, payer, payee, self.stake))


def replay_match(record: dict[str, Any]) -> MatchOutcome | Fault:
    """Give the verdict on a whole-match line whose version has been checked (PL-9)."""
    try:
        check_keys(record, _KEYS)
        seats = _read_players(record)
        match = Match(len(seats), _read_word(record), _read_end(record), _read_stake(record))
        losses = _read_losses(record)
    except Refusal as refusal:
        return refusal.fault(None)
    try:
        for match.at, loser in enumerate(losses):
            if loser is not None:
                check_seat(loser, len(seats), "losses")
            match.lose(loser)
    except Refusal as refusal:
        return refusal.fault(match.at)
    return match.verdict()


def _read_players(record: dict[str, Any]) -> tuple[str, ...]:
    seats = read_seats(record)
    if not 2 <= len(seats) <= 10:
        raise Refusal(Code.SEATS_COUNT, "PL-9", seats=len(seats), least=2, most=10)
    check_labels(seats)
    return seats


def _read_word(record: dict[str, Any]) -> str:
    word = record.get("word", "PAN")
    if type(word) is not str or not 2 <= len(word) <= 12:
        raise Refusal(Code.RECORD_INVALID, "PL-9", key="word")
    if not all(unicodedata.category(letter).startswith("L") for letter in word):
        raise Refusal(Code.RECORD_INVALID, "PL-9", key="word")
    return word


def _read_end(record: dict[str, Any]) -> str:
    match_end = record.get("match_end", "last_standing")
    if type(match_end) is not str or match_end not in _ENDS:
        raise Refusal(Code.RECORD_INVALID, "PL-9", key="match_end")
    return match_end


def _read_stake(record: dict[str, Any]) -> int:
    stake = record.get("match_stake", 0)
    if not is_integer(stake, 0, UNITS_LARGEST):
        raise Refusal(Code.RECORD_INVALID, "PL-9", key="match_stake")
    return int(stake)


def _read_losses(record: dict[str, Any]) -> Sequence[Any]:
    losses = record.get("losses")
    if type(losses) is not list:
        raise Refusal(Code.RECORD_INVALID, "PL-9", key="losses")
    return losses

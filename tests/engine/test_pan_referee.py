"""A second, naive account of turns, time and the end of Pan (PL-5 to PL-8), from what is written alone.

It counts cards and walks round the table seat by seat; it shares no line with the engine, and knows no hand.
"""

from dataclasses import dataclass, field
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gameplay.engine.replay import replay
from gameplay.engine.verdict import Outcome
from tests.engine import pan_deals
from tests.engine.laws import law
from tests.engine.records import Json

UNTIMED: Json = {"timed_moves": 0, "timed_seconds": 0, "takes_count": True}


@dataclass
class Referee:
    """The state of a deal, and the rules that it is played by."""

    rules: Json
    held: list[int]
    pile: list[str] = field(default_factory=list)
    finished: list[int] = field(default_factory=list)
    turn: int | None = None
    moves: int = 0
    is_escape: bool = False
    outcome: str = "open"
    loser: int | None = None

    def __post_init__(self) -> None:
        self.spent = [0] * len(self.held)
        self.made = [0] * len(self.held)

    def judge(self, event: Json) -> None:
        assert self.outcome == "open"
        kind, seat = event["type"], event.get("seat")
        if kind == "drawn":
            self.outcome = "drawn"
        elif kind == "flag":
            self.lose("time", seat)
        else:
            assert self.turn in {None, seat}
            if not self.runs_out(event):
                self.move(event)

    def runs_out(self, event: Json) -> bool:
        seat, limit = event["seat"], self.rules["timed_seconds"] * 1000
        self.spent[seat] += event.get("ms", 0)
        if self.made[seat] < self.rules["timed_moves"] and self.spent[seat] > limit:
            self.lose("time", seat)
            return True
        if event["type"] == "play" or self.rules["takes_count"]:
            self.made[seat] += 1
        return False

    def move(self, event: Json) -> None:
        seat, before = event["seat"], len(self.pile)
        if event["type"] == "play":
            self.pile += event["cards"]
        else:
            self.pile = self.pile[: max(1, before - 3)]
        changed = len(self.pile) - before
        self.held[seat] -= changed
        self.moves += 1
        if not self.held[seat]:
            self.finished.append(seat)
        self.decide(seat, is_spade=bool(changed) and self.pile[-1].endswith("s"))

    def decide(self, seat: int, *, is_spade: bool) -> None:
        holders = [each for each, cards in enumerate(self.held) if cards]
        if self.is_escape:
            self.lose("lost", seat) if holders else self.draw()
        elif len(holders) == 1 and not self.rules["last_escape"]:
            self.lose("lost", holders[0])
        elif self.moves == self.rules["max_moves"]:
            self.draw()
        elif len(holders) == 1:
            self.is_escape, self.turn = True, holders[0]
        elif not (is_spade and self.rules["spades_back"]):
            self.turn = self.walk(seat, 1)
        elif len(holders) == 2 and seat in holders:
            holders.remove(seat)
            self.turn = seat if self.rules["lone_pair_spade"] == "self" else holders[0]
        else:
            self.turn = self.walk(seat, -1)

    def walk(self, seat: int, step: int) -> int:
        seat = (seat + step) % len(self.held)
        return seat if self.held[seat] else self.walk(seat, step)

    def lose(self, outcome: str, seat: Any) -> None:
        self.outcome, self.loser = outcome, seat

    def draw(self) -> None:
        self.outcome = "drawn"


@law(0.4)
@given(st.integers(0, 2**32).map(lambda seed: pan_deals.random_record(seed, moves=600, undo=0)))
def test_pl7_pl8_a_naive_referee_agrees(record: Json) -> None:  # L-68
    deal, *rest = record["events"]
    referee = Referee(UNTIMED | record["rules"], list(deal["sizes"]))
    for event in rest:
        referee.judge(event)
    verdict = replay(record)
    assert isinstance(verdict, Outcome)
    assert (verdict.outcome, verdict.loser) == (referee.outcome, referee.loser)
    assert (verdict.cards, verdict.finished) == (tuple(referee.held), tuple(referee.finished))
    going = pan_deals.begun(record)
    movers = {
        seat for offer in going.legal() if offer.type in {"play", "take"} for seat in offer.values["seat"]
    }
    if rest and referee.outcome == "open":
        assert movers <= {referee.turn}

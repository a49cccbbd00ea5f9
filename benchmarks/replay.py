"""How many events a second replay reads, beside python-chess and pokerkit: `python -m benchmarks.replay`.

Needs no database. The peers judge each move of a game that was played at random, as we judge each event of a
record; every side works on what a client would send it: dicts or lines of JSON, moves in UCI notation, calls
with cards as text. The mix is of deals played at random by all profiles: every fourth with events taken back,
every seventh with a fault; loans, forces and fouls come up in the playing.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import warnings
from typing import TYPE_CHECKING, Any

import msgspec

from benchmarks.__main__ import show
from benchmarks.race import Contender, race
from benchmarks.scratch import ROOT
from gameplay.engine.pan.rules import PROFILES as PAN_PROFILES
from gameplay.engine.panguingue.rules import PROFILES
from gameplay.engine.replay import replay
from gameplay.engine.verdict import Fault
from gameplay.simulate import records
from tests.engine import pan_deals, panguingue_deals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Record = dict[str, Any]

RECORDS = 300
PLIES = 80
POKER_CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def main() -> None:
    """Race the engine against both peers and print the boards."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    for title, contenders in BOARDS.items():
        race(contenders, dict(os.environ), seconds=chosen.seconds, rounds=chosen.rounds)
        show(title, contenders)


def _board(ours: list[tuple[str, str]]) -> list[Contender]:
    """Set each of our workers beside both peers."""
    peers = [("python-chess, moves judged", "chess_moves"), ("pokerkit, actions", "poker_actions")]
    return [
        Contender(name, f"replay:{worker}")
        for our, peer in itertools.product(ours, peers)
        for name, worker in (our, peer)
    ]


BOARDS = {
    "replay Panguingue at detail play, events a second": _board(
        [
            ("Panbook, legal vectors, from dicts", "vectors_dicts"),
            ("Panbook, mix, from dicts", "panguingue_dicts"),
            ("Panbook, mix, from JSON text", "panguingue_text"),
            ("Panbook, simulated deals, from dicts", "panguingue_simulated"),
        ]
    ),
    "replay Pan at detail play, events a second": _board(
        [
            ("Panbook, mix, from dicts", "pan_dicts"),
            ("Panbook, mix, from JSON text", "pan_text"),
            ("Panbook, simulated deals, from dicts", "pan_simulated"),
        ]
    ),
}


def vectors_dicts(_number: int) -> Callable[[], int]:
    """The legal conformance vectors of detail `play`."""
    lines = (ROOT / "tests" / "conformance" / "panguingue-legal.pdr.jsonl").read_bytes().splitlines()
    return _dicts(record for record in map(json.loads, lines) if record["detail"] == "play")


def panguingue_dicts(_number: int) -> Callable[[], int]:
    """The mix, decoded."""
    return _dicts(panguingue_mix())


def panguingue_text(_number: int) -> Callable[[], int]:
    """The mix, as lines of JSON."""
    return _text(panguingue_mix())


def panguingue_simulated(_number: int) -> Callable[[], int]:
    """Deals of players with judgement, some hands unknown; slips and faults are rare."""
    return _dicts(_simulated("panguingue", PROFILES))


def pan_simulated(_number: int) -> Callable[[], int]:
    """The same of Pan."""
    return _dicts(_simulated("pan", PAN_PROFILES))


def _simulated(game: str, profiles: Iterable[str]) -> Iterable[Record]:
    for profile in profiles:
        yield from records(
            game=game, detail="play", profile=profile, deals=RECORDS // 3, rng=random.Random(1)
        )


def pan_dicts(_number: int) -> Callable[[], int]:
    """Deals of Pan played at random, some events taken back, decoded."""
    return _dicts(map(pan_deals.random_record, range(RECORDS)))


def pan_text(_number: int) -> Callable[[], int]:
    """The same, as lines of JSON."""
    return _text(map(pan_deals.random_record, range(RECORDS)))


def panguingue_mix() -> Iterable[Record]:
    """Give the mix of Panguingue."""
    for seed in range(RECORDS):
        record = panguingue_deals.random_record(seed)
        if seed % 4 == 0:
            record = panguingue_deals.with_undos(record, seed, share=0.02)
        if seed % 7 == 0:
            del record["events"][random.Random(seed).randrange(len(record["events"]))]
        yield record


def _judged(record: Record) -> int:
    """Count the events that a replay has to read: up to the fault, or all."""
    verdict = replay(record)
    return verdict.event + 1 if isinstance(verdict, Fault) else len(record["events"])


def _dicts(records: Iterable[Record]) -> Callable[[], int]:
    written = json.loads(json.dumps(list(records)))  # every dict anew, as a decoder makes them
    turns = itertools.cycle([(record, _judged(record)) for record in written])

    def work() -> int:
        record, events = next(turns)
        replay(record)
        return events

    return work


def _text(records: Iterable[Record]) -> Callable[[], int]:
    decode = msgspec.json.Decoder().decode
    turns = itertools.cycle([(msgspec.json.encode(record), _judged(record)) for record in records])

    def work() -> int:
        line, events = next(turns)
        replay(decode(line))
        return events

    return work


def chess_moves(_number: int) -> Callable[[], int]:
    """Whole games in UCI notation; `push_uci` refuses an illegal move."""
    import chess

    def played(seed: int) -> list[str]:
        rng, board, moves = random.Random(seed), chess.Board(), []
        while len(moves) < PLIES and not board.is_game_over():
            moves.append(rng.choice(list(board.legal_moves)).uci())
            board.push_uci(moves[-1])
        return moves

    turns = itertools.cycle([played(seed) for seed in range(50)])

    def work() -> int:
        moves, board = next(turns), chess.Board()
        for move in moves:
            board.push_uci(move)
        return len(moves)

    return work


def poker_actions(_number: int) -> Callable[[], int]:
    """Whole hands of no-limit Hold'em for six, dealing and betting; each action verifies itself."""
    warnings.simplefilter("ignore")  # it warns of every card that it did not deal itself
    turns = itertools.cycle([_poker_hand(random.Random(seed)) for seed in range(50)])

    def work() -> int:
        actions, state = next(turns), _poker_state()
        for name, arguments in actions:
            getattr(state, name)(*arguments)
        return len(actions)

    return work


def _poker_state() -> Any:
    from pokerkit import Automation, NoLimitTexasHoldem

    asked = (Automation.CARD_BURNING, Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING)
    paid = (Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING)
    won = (Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING)
    return NoLimitTexasHoldem.create_state(asked + paid + won, True, 0, (1, 2), 2, (200,) * 6, 6)  # noqa: FBT003 - its manual has it so


def _poker_hand(rng: random.Random) -> list[tuple[str, tuple[Any, ...]]]:
    state, actions = _poker_state(), []
    deck = rng.sample(POKER_CARDS, len(POKER_CARDS))
    while state.status:
        name, arguments = _poker_action(state, deck, rng.random())
        getattr(state, name)(*arguments)
        actions.append((name, arguments))
    return actions


def _poker_action(state: Any, deck: list[str], chance: float) -> tuple[str, tuple[Any, ...]]:
    if state.can_deal_hole():
        return "deal_hole", (deck.pop() + deck.pop(),)
    if state.can_deal_board():
        return "deal_board", ("".join(deck.pop() for _ in range(state.board_dealing_count)),)
    if chance < 0.15 and state.can_fold():
        return "fold", ()
    if chance < 0.3 and state.can_complete_bet_or_raise_to():
        return "complete_bet_or_raise_to", (state.min_completion_betting_or_raising_to_amount,)
    return "check_or_call", ()


if __name__ == "__main__":
    main()

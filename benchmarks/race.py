"""Runs contenders in turns, each in processes of its own, and sets their rates beside each other."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmarks.scratch import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass
class Contender:
    """One side of a comparison: a worker's name, how many processes, and the rates it reached."""

    name: str
    worker: str
    processes: int = 1
    rates: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The middle one of its rates."""
        return statistics.median(self.rates)


def race(contenders: Sequence[Contender], env: dict[str, str], *, seconds: float, rounds: int) -> None:
    """Let the contenders work in turns, round by round, so that a slow minute of the disk meets them all."""
    for _ in range(rounds):
        for each in contenders:
            each.rates.append(_rate(each, env, seconds))


def ratio(one: Contender, other: Contender) -> float:
    """Return the median of the ratios round by round."""
    pairs = zip(one.rates, other.rates, strict=True)
    return statistics.median(mine / its for mine, its in pairs if its)


def _rate(each: Contender, env: dict[str, str], seconds: float) -> float:
    command = [sys.executable, "-m", "benchmarks.worker", each.worker, str(seconds)]
    running = [
        subprocess.Popen(
            [*command, str(number)],
            cwd=ROOT,
            env=env,
            stdout=subprocess.PIPE,
            stdin=subprocess.PIPE,
            text=True,
        )
        for number in range(each.processes)
    ]
    for process in running:  # wait until all are set up, then let them go together
        assert process.stdout
        process.stdout.readline()
    for process in running:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    return sum(json.loads(process.communicate()[0])["done"] / seconds for process in running)

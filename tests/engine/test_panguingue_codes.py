"""Every code that a deal of Panguingue can earn is earned by a vector, at its rule, in a whole sentence."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from gameplay.engine.replay import replay
from gameplay.engine.verdict import Code, Fault
from gameplay.sentences import sentence

VECTORS = Path(__file__).resolve().parents[1] / "conformance"
OF_PAN = re.compile(r"opening|play|take|flag|out\.|match")


def faults() -> Iterator[Fault]:
    for path in sorted(VECTORS.glob("*.pdr.jsonl")):
        for line in path.read_bytes().split(b"\n"):
            if b'"panguingue"' not in line:
                continue
            try:
                record = json.loads(line)
            except ValueError:
                continue
            verdict = replay(record)
            if isinstance(verdict, Fault):
                yield verdict


def test_the_vectors_reach_every_code_of_the_game() -> None:
    assert {code for code in Code if not OF_PAN.match(code)} - {fault.code for fault in faults()} == set()


def test_each_fault_has_the_rule_and_all_that_its_sentence_needs() -> None:
    for fault in faults():
        assert re.fullmatch(r"R|E|PG-\d+", fault.params["rule"])
        said = sentence(fault)
        assert said.endswith(f" ({fault.params['rule']})")
        assert "{" not in said

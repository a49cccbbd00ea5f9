"""Runs the benchmarks and prints rates and ratios: `python -m benchmarks [--seconds 4] [--rounds 3]`."""

from __future__ import annotations

import argparse

from benchmarks.race import Contender, race, ratio
from benchmarks.scratch import fresh_database, server


def main() -> None:
    """Race our write path and ledger against their peers in one run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    with server() as env:
        for name in ("bare_bench", "es_bench", "hordak_bench"):
            fresh_database(env, name)
        race([Contender("", "peers:eventsourcing_one")], env | {"ES_CREATE": "y"}, seconds=0.2, rounds=1)
        race([Contender("", "peers:hordak")], env | {"HORDAK_CREATE": "y"}, seconds=0.2, rounds=1)
        for title, contenders in BOARDS.items():
            race(contenders, env, seconds=chosen.seconds, rounds=chosen.rounds)
            show(title, contenders)


BOARDS = {
    "append one event, a second": [
        Contender("Panbook, 1 connection", "ours:append"),
        Contender("the same statements bare, 1 connection", "peers:bare_statements"),
        Contender("Panbook, 8 connections", "ours:append", 8),
        Contender("bare INSERT and commit, 8 connections", "peers:bare_commit", 8),
        Contender("Panbook, 4 connections", "ours:append", 4),
        Contender("eventsourcing, 4 connections", "peers:eventsourcing_one", 4),
    ],
    "import whole deals of 50 events, events a second": [
        Contender("Panbook, 4 processes", "ours:import_deals", 4),
        Contender("eventsourcing in batches of 50, 4 processes", "peers:eventsourcing_batch", 4),
    ],
    "post, legs a second": [
        Contender("Panbook, whole deals of 8 players", "ours:post"),
        Contender("django-hordak transfers", "peers:hordak"),
        Contender("Panbook, the ledger alone", "ours:post_alone"),
        Contender("django-hordak transfers", "peers:hordak"),
    ],
}


def show(title: str, contenders: list[Contender]) -> None:
    """Print a board: contenders stand in pairs, ours first."""
    print(title)
    for ours, peer in zip(contenders[::2], contenders[1::2], strict=True):
        for each in (ours, peer):
            rates = " ".join(f"{rate:,.0f}" for rate in each.rates)
            print(f"  {each.name:<48} {each.median:>10,.0f}   ({rates})")
        print(f"  {'ratio':<48} {ratio(ours, peer):>10.2f}")


if __name__ == "__main__":
    main()

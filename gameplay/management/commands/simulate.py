"""`manage.py simulate`: seeded deals as records, a line each; it reads nothing and keeps nothing."""

from __future__ import annotations

import os
import random
import sys
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from gameplay.codec import Unreadable, decode
from gameplay.errors import RuleBroken
from gameplay.sentences import sentence
from gameplay.simulate import SEATS, records
from ledger.canonical import canonical

if TYPE_CHECKING:
    from argparse import ArgumentParser

USAGE_ERROR = 2


class Command(BaseCommand):
    help = (
        "Write simulated deals of one table as records (PDR), one a line. The same seed gives the same bytes."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", required=True, choices=sorted(SEATS))
        parser.add_argument("--profile", default="classic", help="rule profile (classic)")
        parser.add_argument("--deals", type=int, default=10, metavar="N", help="how many (10)")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="where chance begins (1)")
        parser.add_argument("--seats", type=int, metavar="N", help="always so many; else players come and go")
        parser.add_argument(
            "--rules", type=_options, metavar="JSON", help='options that differ: {"packs": 5}'
        )
        parser.add_argument("--detail", default="score", choices=("score", "play"), help="(score)")

    def handle(self, *_: Any, seed: int, **options: Any) -> None:
        """Write the records; exit status 2 for what cannot be simulated."""
        asked = {name: options[name] for name in ("game", "profile", "rules", "deals", "seats", "detail")}
        try:
            for record in records(rng=random.Random(seed), **asked):  # noqa: S311 - cards for show
                sys.stdout.buffer.write(canonical(record) + b"\n")
            sys.stdout.buffer.flush()
        except RuleBroken as broken:
            raise CommandError(sentence(broken.fault), returncode=USAGE_ERROR) from broken
        except BrokenPipeError:  # whoever reads has gone; the interpreter must not complain about it at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _options(written: str) -> dict[str, Any]:
    """Read an object of JSON; what is in it is for the rules to judge."""
    try:
        options = decode(written.encode())
    except (Unreadable, UnicodeError):
        options = None
    if not isinstance(options, dict):
        raise ArgumentTypeError("an object of JSON is wanted")
    return options

"""Shows the feed's epoch and what holds it back; begins a new epoch after a restore."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand

from gameplay.feed import feed_lag
from gameplay.services.feed import begin_epoch

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    help = "Show what holds the feed back; --new-epoch ends every way of restoring a database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--new-epoch", action="store_true", help="begin a new epoch")

    def handle(self, *_args: Any, new_epoch: bool = False, **_options: Any) -> None:
        if new_epoch:
            self.stdout.write(f"Epoch {begin_epoch()} has begun.")
        lag = feed_lag()
        if lag is None:
            self.stdout.write("Nothing holds the feed back.")
        else:
            since = f" since {lag.started_at.isoformat()}" if lag.started_at else ""
            self.stdout.write(f"Held back by {lag.blocker} (process {lag.pid}){since}.")

"""Throws derived rows away and makes them again. It touches no fact."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand

from clubs.models import Club
from gameplay.rebuild import rebuild_club

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    help = "Rebuild states, seats, balances from the facts, for all clubs or for one, and say what changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", help="public id of one club")

    def handle(self, *_args: Any, club: str | None = None, **_options: Any) -> None:
        clubs = Club.objects.order_by("pk")
        for each in clubs.filter(public_id=club) if club else clubs:
            changed = rebuild_club(each)
            self.stdout.write(f"{each.public_id} {each.name}: {'changed' if changed else 'unchanged'}")

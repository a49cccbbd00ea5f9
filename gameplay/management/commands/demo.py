"""`manage.py demo`: makes the demo club and prints its log-ins; what it makes goes through the services."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand

from clubs.models import Club
from gameplay.demo.cast import LOG_INS, address
from gameplay.demo.making import find_demo, make_demo
from gameplay.demo.password import kept_password, new_password
from gameplay.management.refusal import told

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    help = (
        "Make a club to look around in: 12 members, 3 tables, four weeks of both games. Doing it again adds "
        "nothing; what was interrupted goes on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--if-empty", action="store_true", help="do nothing where there are clubs but no demo club"
        )

    def handle(self, *_: Any, if_empty: bool, **_options: Any) -> None:
        found = find_demo()
        if found is None and if_empty and Club.objects.exists():
            return
        if found is None or not found.is_complete:
            with told():
                found = make_demo(lambda: new_password(settings.VAR), self._say)
        self._print_log_ins(found.club)

    def _print_log_ins(self, club: Club) -> None:
        password = kept_password(settings.VAR)
        self._say(f"{club.name}: log in as")
        for role in LOG_INS:
            self._say(f"  {address(role)}")
        self._say(f"with password {password}" if password else "with the password that was printed at first")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()  # `up` passes each line on as it comes

"""Walks over everything that was recorded and names what is not as it was. It mends nothing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand

from clubs.models import Club
from gameplay.audit import audit_club

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    help = (
        "Verify chains, replay, postings, running balances, derived rows and roots of all clubs, or of one. "
        "Exit status 1 if anything is not as it was recorded."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", help="public id of one club")

    def handle(self, *_args: Any, club: str | None = None, **_options: Any) -> None:
        clubs = Club.objects.order_by("pk")
        chosen = clubs.filter(public_id=club) if club else clubs
        flaws = 0
        for each in chosen:
            report = audit_club(each, progress=self._progress if sys.stderr.isatty() else _silent)
            flaws += len(report.findings)
            self.stdout.write(
                f"{each.public_id} {each.name}: {report.sessions} sessions, {report.deals} deals, "
                f"{report.events} events; not yet under a root: {report.unsealed_events} events, "
                f"{report.unsealed_transactions} transactions"
            )
            for finding in report.findings:
                said = " ".join(f"{name}={value}" for name, value in finding.params.items())
                self.stdout.write(f"  {finding.flaw} {finding.ref} {said}".rstrip())
        if club and not chosen:
            self.stderr.write(f"No club has the public id {club}.")
            sys.exit(2)
        self.stdout.write("Nothing is amiss." if not flaws else f"{flaws} flaws.")
        if flaws:
            sys.exit(1)

    def _progress(self, done: int, total: int) -> None:
        self.stderr.write(f"\r{done} of {total} sessions", ending="" if done < total else "\n")


def _silent(_done: int, _total: int) -> None:
    """Say nothing: nobody is watching."""

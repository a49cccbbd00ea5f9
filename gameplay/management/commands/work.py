"""`manage.py work`: what waits for a worker, what failed, and another try for it; it does no work itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from gameplay.claims import try_again
from gameplay.management.columns import aligned
from gameplay.models import Outbox, OutboxTask
from gameplay.outbox import Row, hint

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    help = "List the work that is not done yet: waiting, tried and failed. Status 1 if any was given up."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """ID as the list shows it."""
        parser.add_argument(
            "--retry", type=int, metavar="ID", help="let work that was given up be tried again"
        )

    def handle(self, *_args: Any, retry: int | None = None, **_options: Any) -> None:
        """List, or try again."""
        if retry is not None:
            self._retry(retry)
            return
        rows = list(Outbox.objects.filter(done_at=None).select_related("club", "progress").order_by("pk"))
        if not rows:
            self.stdout.write(_("Nothing waits."))
            return
        titles = ("ID", _("Task"), _("Subject"), _("Club"), _("Tries"), _("Done"), _("Failure"))
        self.stdout.write("\n".join(aligned([titles, *map(_cells, rows)], right={0, 4})))
        if any(row.failed_at for row in rows):
            raise CommandError(
                _("Some of it was given up: see to the cause, then `manage.py work --retry ID`.")
            )

    def _retry(self, row: int) -> None:
        if not try_again(row):
            raise CommandError(_("No work with this number was given up."))
        hint([Row(row, OutboxTask(Outbox.objects.get(pk=row).task))])
        self.stdout.write(_("It will be tried again."))


def _cells(row: Outbox) -> tuple[str, ...]:
    progress = str(row.progress.done) + "/" + str(row.progress.total) if hasattr(row, "progress") else ""
    failure = row.failure + " (" + _("given up") + ")" if row.failed_at else row.failure
    return (str(row.pk), row.task, row.subject, row.club.public_id, str(row.tries), progress, failure)

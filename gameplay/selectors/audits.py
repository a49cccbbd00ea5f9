"""Reads what the nightly verification of a club found. It verifies nothing, and writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gameplay.models import AuditRun, Outbox, OutboxTask

if TYPE_CHECKING:
    import datetime as dt

SHOWN = 5


@dataclass(frozen=True, slots=True)
class AuditView:
    """The last verification that came to its end; `findings` are the first flaws as (code, public id).

    `finished_at` is None before the first one. `failure` is the code of why the latest was given up, else
    empty: what is told here is then of an earlier night.
    """

    finished_at: dt.datetime | None = None
    deals: int = 0
    events: int = 0
    flaws: int = 0
    findings: tuple[tuple[str, str], ...] = ()
    failure: str = ""


def last_audit(club_id: int) -> AuditView:
    """Return how the club's last nightly verification ended."""
    of_club = Outbox.objects.filter(club_id=club_id, task=OutboxTask.AUDIT_CLUB).order_by("-pk")
    latest = of_club.values_list("failed_at", "failure").first()
    failure = latest[1] if latest is not None and latest[0] is not None else ""
    run = AuditRun.objects.filter(club_id=club_id, finished_at__isnull=False).order_by("-started_at").first()
    if run is None:
        return AuditView(failure=failure)
    findings = tuple((str(each["flaw"]), str(each["ref"])) for each in run.findings[:SHOWN])
    return AuditView(run.finished_at, run.deals, run.events, run.flaws, findings, failure)

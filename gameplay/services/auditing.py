"""Audits a club and keeps what was found, for pages and operators. It mends nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from gameplay.audit import audit_club
from gameplay.models import AuditRun

if TYPE_CHECKING:
    from collections.abc import Callable

    from clubs.models import Club

KEPT_FINDINGS = 20


def keep_audit(*, club: Club, outbox: int, progress: Callable[[int, int], None]) -> AuditRun:
    """Audit a club for a row of work and keep the result; done again it replaces what was cut short."""
    run, _ = AuditRun.objects.update_or_create(
        outbox_id=outbox, defaults={"club": club, "started_at": timezone.now(), "finished_at": None}
    )
    report = audit_club(club, progress)
    run.finished_at = timezone.now()
    run.sessions, run.deals, run.events = report.sessions, report.deals, report.events
    run.unsealed_events = report.unsealed_events
    run.unsealed_transactions = report.unsealed_transactions
    run.flaws = len(report.findings)
    run.findings = [
        {"flaw": finding.flaw.value, "ref": finding.ref, "params": _plain(finding.params)}
        for finding in report.findings[:KEPT_FINDINGS]
    ]
    run.save()
    return run


def _plain(params: dict[str, object]) -> dict[str, object]:
    """Return what JSON can hold."""
    kept = (int, str, float, bool, type(None), dict, list)
    return {name: value if isinstance(value, kept) else str(value) for name, value in params.items()}

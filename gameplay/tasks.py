"""The tasks: each row of the outbox to the service that does it, and the sweeps. They decide nothing.

A message says only which row; what is to be done, how often it was tried and how it ended stands in the row.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from celery import shared_task
from django.db import DatabaseError, InterfaceError, connection

from clubs.models import Club
from gameplay import claims, sweeping
from gameplay.errors import Code as GameplayCode
from gameplay.errors import GameplayError, RuleBroken
from gameplay.models import OutboxTask
from gameplay.outbox import NIGHT_TASK, RESEND_SECONDS, TASK, hint, take_overdue
from gameplay.progress import Told
from gameplay.services import advance_matches, settle_session
from gameplay.services.auditing import keep_audit
from gameplay.services.day_books import seal_day_book
from ledger.errors import Code as LedgerCode
from ledger.errors import LedgerError

if TYPE_CHECKING:
    from collections.abc import Callable

    from gameplay.claims import Try

BY = "sys_task"
# The work is not wanted any more: the session was reopened, the book sealed.
MOOT = frozenset({GameplayCode.SESSION_NOT_CLOSED})
# Somebody else is in the way; a later try meets another state.
PASSING = frozenset({GameplayCode.IDEMPOTENCY_IN_FLIGHT, LedgerCode.BOOK_CLOSED})
CRASHED, KILLED = "task.crashed", "task.killed"
# A fault of ours does not heal by itself, but the next version may; a row that kills its worker stops.
MAX_CRASHES, MAX_KILLS = 8, 10
logger = logging.getLogger(__name__)


@shared_task(name=TASK)
def work(outbox: int) -> None:
    """Do the work of a row, unless it is done or somebody is at it."""
    with claims.claimed(outbox) as this:
        if this is None:
            logger.info("nothing to do outbox=%d", outbox)
            return
        if this.number > MAX_KILLS and not this.failure:
            _failed(this, KILLED, claims.give_up)
            return
        try:
            with Told(this.id) as progress:
                WORK[this.task](this, progress)
            claims.done(this)
        except (GameplayError, LedgerError, RuleBroken) as refusal:
            _refused(this, refusal)
        except (DatabaseError, InterfaceError) as error:
            _failed(this, _sqlstate(error), claims.try_later)
        except Exception:
            logger.exception("work crashed task=%s subject=%s try=%d", this.task, this.subject, this.number)
            _failed(this, CRASHED, claims.try_later if this.number < MAX_CRASHES else claims.give_up)
        else:
            logger.info("work done task=%s subject=%s try=%d", this.task, this.subject, this.number)


@shared_task(name=NIGHT_TASK)
def night_work(outbox: int) -> None:
    """The same, from the queue of what nobody waits for."""
    work.run(outbox)


@shared_task(name="gameplay.sweep")
def sweep() -> None:
    """Send again what is due and in nobody's hands, and what should have a row and has none."""
    rows = sweeping.write_missing()
    for row in rows:
        logger.warning("work was missing outbox=%d task=%s: a row was made", row.id, row.task)
    hint([*rows, *take_overdue()], expires=RESEND_SECONDS)


@shared_task(name="gameplay.nightly")
def nightly() -> None:
    """Make the rows of what falls due with each club's day, and throw old ones away."""
    hint(sweeping.write_nightly())
    sweeping.forget_old()


def _settle(this: Try, progress: Told) -> None:
    settle_session(club_id=this.club_id, session=this.subject, by=BY, progress=progress)


def _advance(this: Try, _progress: Told) -> None:
    advance_matches(club_id=this.club_id, session=this.subject, by=BY)


def _audit(this: Try, progress: Told) -> None:
    run = keep_audit(club=Club.objects.get(pk=this.club_id), outbox=this.id, progress=progress)
    if run.flaws:
        logger.error("audit found flaws club=%s flaws=%d", this.subject, run.flaws)


def _seal(this: Try, _progress: Told) -> None:
    seal_day_book(club=Club.objects.get(pk=this.club_id), book=this.subject, by=BY)


WORK: dict[OutboxTask, Callable[[Try, Told], None]] = {
    OutboxTask.SETTLE_SESSION: _settle,
    OutboxTask.ADVANCE_MATCH: _advance,
    OutboxTask.AUDIT_CLUB: _audit,
    OutboxTask.SEAL_DAY_BOOK: _seal,
}


def _refused(this: Try, refusal: GameplayError | LedgerError | RuleBroken) -> None:
    code = refusal.fault.code if isinstance(refusal, RuleBroken) else refusal.code
    if code in MOOT:
        claims.done(this, code.value)
    else:
        _failed(this, code.value, claims.try_later if code in PASSING else claims.give_up)


def _failed(this: Try, code: str, write: Callable[[Try, str], None]) -> None:
    """Write how a try ended; without a database the row stays as it is, and the sweep finds it due."""
    ending = "given up" if write is claims.give_up else "tried later"
    logger.error(
        "work failed task=%s subject=%s try=%d code=%s: %s",
        this.task,
        this.subject,
        this.number,
        code,
        ending,
    )
    try:
        if not connection.is_usable():
            connection.close()  # the next statement opens another; what became of the claim, the row says
        write(this, code)
    except (DatabaseError, InterfaceError) as error:
        logger.warning("failure not written outbox=%d error=%s", this.id, type(error).__name__)


def _sqlstate(error: Exception) -> str:
    """Return the code of a database's failure: PostgreSQL's five signs, or that there was none to ask."""
    state = getattr(error.__cause__, "sqlstate", None)
    return f"database.{state}" if state else "database.unreachable"

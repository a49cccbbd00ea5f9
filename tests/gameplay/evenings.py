"""Sessions to be closed and settled, with the figures that must come out; it judges by the facts alone."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Self

from celery import current_app
from django.db import connection

from gameplay.models import Outbox, OutboxTask
from gameplay.services import close_session
from tests.builders import BY, PANGUINGUE, outcome_of, random_record
from tests.gameplay.worlds import assert_sound, rows
from tests.workers import await_that

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

    from tests.builders import House

SESSIONS = 10
ROOT_LOCK = 5 << 56


class Evening:
    """Sessions of one club with a few deals each, and what every player should come out with."""

    def __init__(self, house: House, sessions: int = SESSIONS, deals: int = 3, seed: int = 7) -> None:
        rng = random.Random(seed)
        self.house = house
        self.nets: dict[str, dict[str, int]] = {}
        for _ in range(sessions):
            session = house.open(PANGUINGUE)
            nets = self.nets.setdefault(session, {})
            for _ in range(deals):
                record = random_record(rng, house.ids, PANGUINGUE)
                house.deal(session, record)
                for member, units in zip(record["seats"], outcome_of(record).units, strict=True):
                    nets[member] = nets.get(member, 0) + units

    def close(self) -> None:
        """Close all sessions."""
        for session in self.nets:
            close_session(club_id=self.house.club.pk, session=session, by=BY)

    def settled(self) -> int:
        """Return how many sessions are settled."""
        ((count,),) = rows(
            "SELECT count(*) FROM gameplay_sessionstate st JOIN gameplay_session s ON s.id = st.session_id "
            "WHERE s.public_id = ANY(%s) AND st.status = 'settled'",
            list(self.nets),
        )
        return int(count)

    def undone(self) -> int:
        """Return how many rows of work are not done."""
        ((count,),) = rows(
            "SELECT count(*) FROM gameplay_outbox WHERE club_id = %s AND done_at IS NULL", self.house.club.pk
        )
        return int(count)

    def await_settled(self) -> float:
        """Wait until nothing is left to do, a minute at most, and return for how long."""
        return await_that(lambda: self.settled() == len(self.nets) and not self.undone())

    def check(self) -> None:
        """Each session was settled exactly once, with the right figures, and everything is sound."""
        club = self.house.club.pk
        holders = dict(rows("SELECT public_id, holder FROM ledger_account WHERE club_id = %s", club))
        for session, expected in self.nets.items():
            settlements = rows(
                "SELECT t.body FROM ledger_settlement t JOIN ledger_book b ON b.id = t.book_id "
                "WHERE b.club_id = %s AND b.source = %s",
                club,
                session,
            )
            assert len(settlements) == 1
            nets = {
                holders[account]: units for account, units in json.loads(bytes(settlements[0][0]))["nets"]
            }
            assert {member: nets.get(member, 0) for member in expected} == expected
        assert_sound(self.house.club)
        assert self.undone() == 0

    def held_up(self) -> HeldUp:
        """Let every settlement stop before it writes, when all is replayed and verified."""
        return HeldUp(self.house.club.pk)


class HeldUp:
    """Holds the lock that settlements of a club take last."""

    def __init__(self, club: int) -> None:
        self._key = ROOT_LOCK | club
        self._connection = connection.copy()

    def __enter__(self) -> Self:
        with self._connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [self._key])
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def await_waiting(self, count: int) -> None:
        """Wait until so many settlements stand at the lock."""
        await_that(lambda: self.waiting() >= count, what=f"for {count} settlements at the lock")

    def waiting(self) -> int:
        """Return how many settlements stand at the lock."""
        ((count,),) = rows(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted "
            "AND classid::bigint << 32 | objid::bigint = %s",
            self._key,
        )
        return int(count)


def take_messages(patch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Ask no broker: return the list to which task and row of each message will be added."""
    taken: list[tuple[str, int]] = []
    patch.setattr(
        type(current_app._get_current_object()),  # type: ignore[attr-defined] # of the proxy
        "send_task",
        lambda _, name, args, **__: taken.append((name, args[0])),
    )
    return taken


def row_of(house: House, task: OutboxTask = OutboxTask.SETTLE_SESSION) -> Outbox:
    """Return a club's latest row of a task."""
    return Outbox.objects.filter(club=house.club, task=task).latest("pk")


def work_rows(club: int) -> Iterator[int]:
    """Return the rows of a club's work."""
    return (row for (row,) in rows("SELECT id FROM gameplay_outbox WHERE club_id = %s ORDER BY id", club))

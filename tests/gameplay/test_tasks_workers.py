"""Settlement by real workers: nothing that breaks on the way is seen in the end (L-84 to L-87).

Each test closes sessions, breaks something in the middle, and then finds every session settled exactly once,
its figures exact, and an audit that finds nothing.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from gameplay.services import close_session
from tests.builders import BY, PANGUINGUE, House, outcome_of, random_record
from tests.gameplay.worlds import assert_sound, rows
from tests.workers import Yard, await_that

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SESSIONS = 10


@pytest.fixture
def yard(transactional_db: None, tmp_path: Path) -> Iterator[Yard]:
    made = Yard(tmp_path)
    yield made
    made.end()


class Evening:
    """Sessions of one club with a few deals each, and what every player should come out with."""

    def __init__(self, house: House, sessions: int = SESSIONS, deals: int = 3) -> None:
        rng = random.Random(7)
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
        for session in self.nets:
            close_session(club_id=self.house.club.pk, session=session, by=BY)

    def settled(self) -> int:
        ((count,),) = rows(
            "SELECT count(*) FROM gameplay_sessionstate st JOIN gameplay_session s ON s.id = st.session_id "
            "WHERE s.club_id = %s AND st.status = 'settled'",
            self.house.club.pk,
        )
        return int(count)

    def await_settled(self) -> float:
        return await_that(lambda: self.settled() == len(self.nets))

    def check(self) -> None:
        """Each session was settled exactly once, with the right figures, and everything is sound."""
        for session, expected in self.nets.items():
            found = rows(
                "SELECT t.body FROM ledger_settlement t "
                "JOIN ledger_book b ON b.id = t.book_id WHERE b.club_id = %s AND b.source = %s",
                self.house.club.pk,
                session,
            )
            assert len(found) == 1
            holders = dict(
                rows("SELECT public_id, holder FROM ledger_account WHERE club_id = %s", self.house.club.pk)
            )
            nets = {holders[account]: units for account, units in json.loads(bytes(found[0][0]))["nets"]}
            assert {member: nets.get(member, 0) for member in expected} == expected
        assert_sound(self.house.club)
        ((undone,),) = rows("SELECT count(*) FROM gameplay_outbox WHERE done_at IS NULL")
        assert undone == 0


@pytest.fixture
def evening(house: House) -> Evening:
    return Evening(house)


def test_ten_closed_sessions_are_settled(yard: Yard, evening: Evening) -> None:
    yard.worker()
    with yard.sending():
        evening.close()
    print("hint", evening.await_settled())
    evening.check()

"""What guards and the write path look at does not grow with the club, even before any ANALYZE.

Guards plan once a connection, often while the tables are small: a plan that walks the rows of a club, a
stream or an account then stays for hours.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.db import OperationalError, connection

from tests import builders
from tests.builders import PAN, House, lost, make_house, record
from tests.gameplay.roles import OWNER, SUPERUSER, connect, working_as

if TYPE_CHECKING:
    from collections.abc import Callable

# A filter may take away a few rows, or a small multiple of what it leaves; walking a club takes more.
MOST_ROWS, MOST_TIMES = 20, 4
WATCH = """
LOAD 'auto_explain';
SET auto_explain.log_nested_statements = on;
SET auto_explain.log_analyze = on;
SET auto_explain.log_timing = off;
SET auto_explain.log_min_duration = 0;
SET client_min_messages = log;
"""
_LOOPS = re.compile(r"actual rows=([\d.]+) loops=(\d+)")
_FILTERED = re.compile(r"Rows Removed by (?:Join )?Filter: (\d+)")


def walked(plan: str) -> list[str]:
    """Return the nodes of a plan that read more rows than they need."""
    found, node = [], ""
    for line in plan.splitlines():
        node = line if _LOOPS.search(line) else node
        filtered, read = _FILTERED.search(line), _LOOPS.search(node)
        if filtered and read and int(filtered[1]) > max(MOST_ROWS, MOST_TIMES * float(read[1])):
            found.append(f"{node.strip()} removed {filtered[1]}")
    return found


@pytest.fixture(scope="module")
def busy(transactional_db: None) -> tuple[House, str, str]:
    """A club with many settled sessions, deals and postings, and a long deal."""
    house = make_house()
    for _ in range(12):
        session = house.open(PAN)
        for _ in range(3):
            house.deal(session, record(PAN, house.ids, [lost(0)]))
        house.settle(session)
    session = house.open(PAN)
    events = [{"type": "out", "seat": 0}, {"type": "undo"}] * 30
    deal = house.deal(session, record(PAN, house.ids, events)).deal
    with connect(OWNER) as owner:
        owner.execute("ANALYZE")
    return house, session, deal


ACTS: dict[str, Callable[[House, str, str], object]] = {
    "record_events": lambda house, _session, deal: house.log(deal, [{"type": "out", "seat": 1}], after=60),
    "open_deal": lambda house, session, _deal: house.deal(session, record(PAN, house.ids, [lost(1)])),
    "open_session": lambda house, _session, _deal: house.open(builders.PANGUINGUE),
}


@pytest.mark.parametrize("name", ACTS)
def test_no_statement_of_a_write_walks_rows_that_it_does_not_need(
    busy: tuple[House, str, str], name: str
) -> None:
    plans: list[str] = []
    with working_as(SUPERUSER):
        connection.ensure_connection()
        with connection.cursor() as cursor:
            cursor.execute("SET enable_seqscan = off")  # the tables of a test fit on a page
            try:
                cursor.execute(WATCH)
            except OperationalError:
                pytest.skip("auto_explain did not come with this server")
        connection.connection.add_notice_handler(lambda notice: plans.append(str(notice.message_primary)))
        ACTS[name](*busy)
    assert len(plans) > 5
    assert "\n".join(node for plan in plans for node in walked(plan)) == ""

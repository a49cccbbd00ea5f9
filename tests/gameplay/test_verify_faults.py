"""Whatever somebody with all rights changes behind the guards, `verify` names it (L-92, L-93).

All faults are made in one transaction of the superuser, with triggers asleep and constraints gone, each
behind a savepoint; nothing of it is ever committed.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection, transaction

from gameplay.audit import audit_club
from ledger.findings import Flaw
from tests.gameplay.roles import SUPERUSER, working_as
from tests.gameplay.worlds import World, flaws, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Expected = set[tuple[str, str]]
FAULTS: dict[str, Callable[[World], Expected]] = {}
TABLES = ["gameplay_deal", "gameplay_event", "gameplay_session", "gameplay_text", "gameplay_dealstate"]
TABLES += ["ledger_book", "ledger_transaction", "ledger_posting", "ledger_settlement", "ledger_balance"]


def fault(make: Callable[[World], Expected]) -> Callable[[World], Expected]:
    """Add a fault: it changes rows and returns what an audit has to say, as (flaw, ref)."""
    FAULTS[make.__name__] = make
    return make


def run(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        assert cursor.rowcount > 0, f"{statement}: touched nothing, so that it proves nothing"


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


@pytest.fixture(scope="module")
def behind_the_guards(world: World) -> Iterator[World]:
    """The world in the hands of a superuser who has put all guards to sleep."""
    with working_as(SUPERUSER), transaction.atomic():
        for table in TABLES:
            with connection.cursor() as cursor:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
                cursor.execute(
                    "SELECT quote_ident(conname) FROM pg_constraint WHERE conrelid = %s::regclass "
                    "AND contype IN ('c', 'u', 'f')",
                    [table],
                )
                for (name,) in cursor.fetchall():
                    cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {name} CASCADE")
        yield world
        transaction.set_rollback(True)


# Events


def event(stream: str, seq: int) -> dict[str, Any]:
    (row,) = rows(
        "SELECT id, body, prev_hash, hash FROM gameplay_event WHERE stream = %s AND seq = %s", stream, seq
    )
    row_id, *values = row
    return {"id": row_id, **dict(zip(("body", "prev_hash", "hash"), map(bytes, values), strict=True))}


def rewrite(stream: str, seq: int, before: bytes, after: bytes) -> None:
    """Change bytes of an event's body and nothing else."""
    body = event(stream, seq)["body"]
    assert body.count(before) == 1
    run(
        "UPDATE gameplay_event SET body = %s WHERE stream = %s AND seq = %s",
        body.replace(before, after),
        stream,
        seq,
    )


def rehash(stream: str, seq: int) -> None:
    """Make an event's own hash fit its bytes again."""
    found = event(stream, seq)
    run(
        "UPDATE gameplay_event SET hash = %s WHERE id = %s",
        sha(found["prev_hash"], found["body"]),
        found["id"],
    )


def rehash_all(stream: str) -> None:
    """Link the whole stream anew, its derived row included, as somebody thorough would."""
    ((previous,),) = rows(
        "SELECT header_hash FROM (SELECT public_id, header_hash FROM gameplay_deal UNION ALL "
        "SELECT public_id, header_hash FROM gameplay_session) h WHERE public_id = %s",
        stream,
    )
    last = length(stream)
    for seq in range(1, last + 1):
        run("UPDATE gameplay_event SET prev_hash = %s WHERE stream = %s AND seq = %s", previous, stream, seq)
        rehash(stream, seq)
        previous = event(stream, seq)["hash"]
    if stream.startswith("deal_"):
        run(
            "UPDATE gameplay_dealstate SET head = %s, seq = %s WHERE deal_id = "
            "(SELECT id FROM gameplay_deal WHERE public_id = %s)",
            previous,
            last,
            stream,
        )
    else:
        run(
            "UPDATE gameplay_sessionstate SET head = %s, seq = %s WHERE session_id = "
            "(SELECT id FROM gameplay_session WHERE public_id = %s)",
            previous,
            last,
            stream,
        )


def length(stream: str) -> int:
    return int(rows("SELECT count(*) FROM gameplay_event WHERE stream = %s", stream)[0][0])


@fault
def a_byte_of_an_event(world: World) -> Expected:
    rewrite(world.sealed[0], 2, b'"seat":0', b'"seat":1')
    return {(Flaw.EVENT_HASH, f"{world.sealed[0]}/2")}


@fault
def a_byte_of_an_event_under_no_root_yet(world: World) -> Expected:
    rewrite(world.fresh[1], 2, b'"seat":1', b'"seat":3')
    return {(Flaw.EVENT_HASH, f"{world.fresh[1]}/2")}


@fault
def an_event_with_its_own_hash(world: World) -> Expected:
    rewrite(world.sealed[0], 2, b'"seat":0', b'"seat":1')
    rehash(world.sealed[0], 2)
    return {(Flaw.STREAM_CHAIN, f"{world.sealed[0]}/3")}


@fault
def the_last_event_with_its_own_hash(world: World) -> Expected:
    rewrite(world.fresh[1], 3, b'"seat":2', b'"seat":3')
    rehash(world.fresh[1], 3)
    return {(Flaw.DEAL_STATE, world.fresh[1])}


@fault
def an_event_with_the_whole_chain_behind_it(world: World) -> Expected:
    rewrite(world.sealed[0], 2, b'"Kc"', b'"Ks"')
    rehash_all(world.sealed[0])
    return {(Flaw.ROOT_HEAD, f"{world.sealed[0]}/{length(world.sealed[0])}")}


@fault
def an_event_of_a_session_with_the_whole_chain(world: World) -> Expected:
    found = rows("SELECT seq FROM gameplay_event WHERE stream = %s AND type = 'voided'", world.settled)
    seq = found[0][0]
    rewrite(world.settled, seq, b'"entered_wrongly"', b'"entered_twice"')
    rehash_all(world.settled)
    return {(Flaw.ROOT_HEAD, f"{world.settled}/{length(world.settled)}")}


@fault
def what_a_rehashed_event_does_to_its_postings(world: World) -> Expected:
    """Under no root yet the chain fits again; the ledger still knows what was posted."""
    rewrite(world.fresh[0], 2, b'"seat":1', b'"seat":0')
    rehash_all(world.fresh[0])
    return {(Flaw.DEAL_POSTED, world.fresh[0]), (Flaw.DEAL_STATE, world.fresh[0])}


@fault
def an_illegal_event(world: World) -> Expected:
    rewrite(world.fresh[1], 2, b'"seat":1', b'"seat":9')
    rehash_all(world.fresh[1])
    return {(Flaw.DEAL_REFUSED, world.fresh[1])}


@fault
def an_event_that_is_no_event(world: World) -> Expected:
    run("UPDATE gameplay_event SET body = '[]' WHERE stream = %s AND seq = 3", world.fresh[1])
    rehash_all(world.fresh[1])
    return {(Flaw.STREAM_UNREADABLE, world.fresh[1])}


@fault
def who_recorded_an_event(world: World) -> Expected:
    run("UPDATE gameplay_event SET recorded_by = 'sys_import' WHERE stream = %s AND seq = 2", world.fresh[1])
    return {(Flaw.EVENT_COLUMNS, f"{world.fresh[1]}/2")}


@fault
def when_an_event_was_recorded(world: World) -> Expected:
    run(
        "UPDATE gameplay_event SET recorded_at = recorded_at + interval '1 microsecond' "
        "WHERE stream = %s AND seq = 2",
        world.sealed[0],
    )
    return {(Flaw.EVENT_COLUMNS, f"{world.sealed[0]}/2")}


@fault
def the_key_of_an_event(world: World) -> Expected:
    run("UPDATE gameplay_event SET key = 'other/1' WHERE stream = %s AND seq = 2", world.fresh[1])
    return {(Flaw.EVENT_COLUMNS, f"{world.fresh[1]}/2")}


@fault
def an_event_dropped_in_the_middle(world: World) -> Expected:
    run("DELETE FROM gameplay_event WHERE stream = %s AND seq = 2", world.fresh[1])
    return {(Flaw.STREAM_GAP, f"{world.fresh[1]}/2")}


@fault
def an_event_dropped_and_the_rest_moved_up(world: World) -> Expected:
    run("DELETE FROM gameplay_event WHERE stream = %s AND seq = 2", world.fresh[1])
    run("UPDATE gameplay_event SET seq = 2 WHERE stream = %s AND seq = 3", world.fresh[1])
    return {(Flaw.STREAM_CHAIN, f"{world.fresh[1]}/2")}


@fault
def the_tail_dropped(world: World) -> Expected:
    run("DELETE FROM gameplay_event WHERE stream = %s AND seq = 3", world.fresh[1])
    return {(Flaw.STREAM_CUT, world.fresh[1])}


@fault
def the_tail_dropped_and_its_state_put_back(world: World) -> Expected:
    run("DELETE FROM gameplay_event WHERE stream = %s AND seq = 3", world.fresh[1])
    rehash_all(world.fresh[1])
    return {(Flaw.STREAM_CUT, world.fresh[1])}


@fault
def the_tail_dropped_under_a_root(world: World) -> Expected:
    last = length(world.sealed[0])
    run("DELETE FROM gameplay_event WHERE stream = %s AND seq = %s", world.sealed[0], last)
    rehash_all(world.sealed[0])
    return {(Flaw.STREAM_CUT, world.sealed[0])}


@fault
def the_tail_of_a_session_dropped(world: World) -> Expected:
    run("DELETE FROM gameplay_event WHERE stream = %s AND seq = %s", world.open, length(world.open))
    return {(Flaw.SESSION_STATE, world.open)}


@fault
def all_events_of_a_deal_dropped(world: World) -> Expected:
    run("DELETE FROM gameplay_event WHERE stream = %s", world.sealed[0])
    return {(Flaw.STREAM_CUT, world.sealed[0])}


def drop_deal(deal: str) -> None:
    """Take a deal away with all that hangs on it but its postings."""
    row = "(SELECT id FROM gameplay_deal WHERE public_id = %s)"
    for statement in (
        f"DELETE FROM gameplay_dealseat WHERE deal_id = {row}",
        f"DELETE FROM gameplay_dealstate WHERE deal_id = {row}",
        "DELETE FROM gameplay_event WHERE stream = %s",
        "DELETE FROM gameplay_deal WHERE public_id = %s",
    ):
        run(statement, deal)


@fault
def a_whole_deal_dropped_under_a_root(world: World) -> Expected:
    drop_deal(world.sealed[0])
    return {(Flaw.ROOT_HEAD, world.sealed[0]), (Flaw.DEAL_POSTED, world.sealed[0])}


@fault
def a_whole_deal_dropped_that_was_posted(world: World) -> Expected:
    drop_deal(world.fresh[0])
    return {(Flaw.DEAL_POSTED, world.fresh[0])}


@fault
def a_whole_deal_dropped_that_was_not_posted(world: World) -> Expected:
    drop_deal(world.fresh[1])
    return {(Flaw.STREAM_CUT, world.fresh[1])}


@fault
def the_header_of_a_deal_dropped(world: World) -> Expected:
    run("DELETE FROM gameplay_deal WHERE public_id = %s", world.fresh[1])
    return {(Flaw.STREAM_ORPHAN, world.fresh[1])}


@fault
def two_events_swapped(world: World) -> Expected:
    run("UPDATE gameplay_event SET seq = 5 - seq WHERE stream = %s AND seq IN (2, 3)", world.sealed[0])
    return {(Flaw.STREAM_CHAIN, f"{world.sealed[0]}/2")}


@fault
def the_bodies_of_two_events_swapped(world: World) -> Expected:
    first, second = event(world.sealed[0], 2)["body"], event(world.sealed[0], 3)["body"]
    run("UPDATE gameplay_event SET body = %s WHERE stream = %s AND seq = 2", second, world.sealed[0])
    run("UPDATE gameplay_event SET body = %s WHERE stream = %s AND seq = 3", first, world.sealed[0])
    return {(Flaw.EVENT_HASH, f"{world.sealed[0]}/2")}


@fault
def an_event_moved_to_another_deal(world: World) -> Expected:
    run(
        "UPDATE gameplay_event SET stream = %s, seq = 4 WHERE stream = %s AND seq = 1",
        world.fresh[1],
        world.fresh[0],
    )
    return {(Flaw.STREAM_GAP, f"{world.fresh[0]}/1"), (Flaw.STREAM_CHAIN, f"{world.fresh[1]}/4")}


# Headers and texts


@fault
def a_byte_of_a_header(world: World) -> Expected:
    run(
        "UPDATE gameplay_deal SET header = convert_to(replace(convert_from(header, 'UTF8'), '\"pot\":4', "
        "'\"pot\":5'), 'UTF8') WHERE public_id = %s",
        world.sealed[0],
    )
    return {(Flaw.HEADER_HASH, world.sealed[0])}


@fault
def a_header_with_its_hash(world: World) -> Expected:
    a_byte_of_a_header(world)
    run("UPDATE gameplay_deal SET header_hash = sha256(header) WHERE public_id = %s", world.sealed[0])
    return {(Flaw.STREAM_CHAIN, f"{world.sealed[0]}/1")}


@fault
def a_header_with_its_hash_and_its_chain(world: World) -> Expected:
    a_header_with_its_hash(world)
    rehash_all(world.sealed[0])
    return {(Flaw.ROOT_HEAD, f"{world.sealed[0]}/{length(world.sealed[0])}")}


@fault
def the_number_of_a_deal(world: World) -> Expected:
    run("UPDATE gameplay_deal SET number = 77 WHERE public_id = %s", world.fresh[0])
    return {(Flaw.HEADER_COLUMNS, world.fresh[0])}


@fault
def the_business_day_of_a_session(world: World) -> Expected:
    run("UPDATE gameplay_session SET business_day = business_day + 1 WHERE public_id = %s", world.open)
    return {(Flaw.HEADER_COLUMNS, world.open)}


@fault
def what_somebody_wrote_into_an_event(world: World) -> Expected:
    run(
        "UPDATE gameplay_text SET content = replace(content, 'left', 'came') WHERE stream = %s AND seq = 1",
        world.sealed[0],
    )
    return {(Flaw.TEXT_HASH, f"{world.sealed[0]}/1")}


@fault
def what_somebody_wrote_into_a_header(world: World) -> Expected:
    run(
        "UPDATE gameplay_text SET content = replace(content, 'd-1', 'd-2') WHERE stream = %s AND seq = 0",
        world.sealed[0],
    )
    return {(Flaw.TEXT_HASH, f"{world.sealed[0]}/0")}


@fault
def the_salt_of_a_text(world: World) -> Expected:
    run("UPDATE gameplay_text SET salt = sha256(salt) WHERE stream = %s AND seq = 2", world.fresh[1])
    return {(Flaw.TEXT_HASH, f"{world.fresh[1]}/2")}


@fault
def a_text_of_another_event(world: World) -> Expected:
    run("UPDATE gameplay_text SET seq = 5 - seq WHERE stream = %s AND seq IN (2, 3)", world.fresh[1])
    return {(Flaw.TEXT_HASH, f"{world.fresh[1]}/2")}


# The ledger


def transaction_of(deal: str) -> tuple[int, str]:
    (row,) = rows(
        "SELECT id, public_id FROM ledger_transaction WHERE source = %s AND reverses_id IS NULL "
        "ORDER BY id LIMIT 1",
        deal,
    )
    return row[0], row[1]


def posting_of(deal: str) -> tuple[int, str]:
    """Return the row of a deal's first posting and how the audit names its place."""
    (row,) = rows(
        "SELECT p.id, a.public_id || '/' || p.account_version FROM ledger_posting p "
        "JOIN ledger_account a ON a.id = p.account_id WHERE p.transaction_id = %s ORDER BY p.id LIMIT 1",
        transaction_of(deal)[0],
    )
    return row[0], row[1]


@fault
def an_amount(world: World) -> Expected:
    posting, place = posting_of(world.fresh[0])
    run("UPDATE ledger_posting SET amount = amount + 1 WHERE id = %s", posting)
    return {
        (Flaw.TRANSACTION_POSTINGS, transaction_of(world.fresh[0])[1]),
        (Flaw.POSTING_RUNNING_BALANCE, place),
        (Flaw.DEAL_POSTED, world.fresh[0]),
    }


@fault
def all_amounts_of_a_transaction_doubled(world: World) -> Expected:
    row, public_id = transaction_of(world.sealed[0])
    run("UPDATE ledger_posting SET amount = 2 * amount WHERE transaction_id = %s", row)
    return {(Flaw.TRANSACTION_POSTINGS, public_id), (Flaw.ROOT_VALUE, world.settlement.settlement)}


@fault
def a_balance_after(world: World) -> Expected:
    posting, place = posting_of(world.sealed[0])
    run("UPDATE ledger_posting SET balance_after = balance_after - 1 WHERE id = %s", posting)
    return {(Flaw.POSTING_RUNNING_BALANCE, place), (Flaw.ROOT_VALUE, world.settlement.settlement)}


@fault
def the_account_of_a_posting(world: World) -> Expected:
    posting, _ = posting_of(world.fresh[0])
    run(
        "UPDATE ledger_posting SET account_id = (SELECT max(id) FROM ledger_account WHERE club_id = %s "
        "AND id <> account_id), account_version = 1000 WHERE id = %s",
        world.club.pk,
        posting,
    )
    return {(Flaw.TRANSACTION_POSTINGS, transaction_of(world.fresh[0])[1])}


@fault
def a_byte_of_a_transaction(world: World) -> Expected:
    row, public_id = transaction_of(world.fresh[0])
    run("UPDATE ledger_transaction SET body = set_byte(body, 40, 65) WHERE id = %s", row)
    return {(Flaw.TRANSACTION_HASH, public_id)}


def rewrite_transaction(row: int, before: str, after: str) -> None:
    run(
        "UPDATE ledger_transaction SET body = "
        "convert_to(replace(convert_from(body, 'UTF8'), %s, %s), 'UTF8') WHERE id = %s",
        before,
        after,
        row,
    )
    run("UPDATE ledger_transaction SET hash = sha256(body) WHERE id = %s", row)


@fault
def a_transaction_with_its_hash(world: World) -> Expected:
    row, public_id = transaction_of(world.fresh[0])
    rewrite_transaction(row, '"reason":"deal"', '"reason":"gift"')
    return {(Flaw.TRANSACTION_COLUMNS, public_id)}


@fault
def the_why_of_a_transaction_under_a_root(world: World) -> Expected:
    row, _ = transaction_of(world.sealed[0])
    rewrite_transaction(row, '"rule":"PG-11"', '"rule":"PG-12"')
    return {(Flaw.ROOT_VALUE, world.settlement.settlement)}


@fault
def a_transaction_that_is_none(world: World) -> Expected:
    row, public_id = transaction_of(world.fresh[0])
    run("UPDATE ledger_transaction SET body = 'x', hash = sha256('x') WHERE id = %s", row)
    return {(Flaw.TRANSACTION_COLUMNS, public_id)}


@fault
def a_transaction_of_another_shape(world: World) -> Expected:
    row, public_id = transaction_of(world.fresh[0])
    run("UPDATE ledger_transaction SET body = '{}', hash = sha256('{}') WHERE id = %s", row)
    return {(Flaw.TRANSACTION_COLUMNS, public_id)}


@fault
def a_transaction_dropped(world: World) -> Expected:
    row, _ = transaction_of(world.fresh[0])
    run("DELETE FROM ledger_posting WHERE transaction_id = %s", row)
    run("DELETE FROM ledger_transaction WHERE id = %s", row)
    return {(Flaw.DEAL_POSTED, world.fresh[0])}


@fault
def the_postings_of_a_transaction_dropped(world: World) -> Expected:
    row, public_id = transaction_of(world.fresh[0])
    run("DELETE FROM ledger_posting WHERE transaction_id = %s", row)
    return {(Flaw.TRANSACTION_POSTINGS, public_id)}


@fault
def a_reversal_of_another_amount(world: World) -> Expected:
    ((row, public_id),) = rows(
        "SELECT id, public_id FROM ledger_transaction WHERE source = %s AND reverses_id IS NOT NULL",
        world.fresh[2],
    )
    run("UPDATE ledger_posting SET amount = 2 * amount WHERE transaction_id = %s", row)
    return {(Flaw.TRANSACTION_REVERSAL, public_id)}


@fault
def a_transaction_inserted_into_a_settled_book(world: World) -> Expected:
    """With all that belongs to it: it balances, continues and is hashed; only the root knows."""
    real, _ = transaction_of(world.sealed[0])
    run(
        """INSERT INTO ledger_transaction (club_id, public_id, book_id, business_day, reason, source, key,
            recorded_at, recorded_by, body, hash, xact)
        SELECT club_id, 'txn_forged', book_id, business_day, reason, source, 'forged', recorded_at,
            recorded_by, new, sha256(new), xact
        FROM ledger_transaction, LATERAL (SELECT convert_to(replace(replace(convert_from(body, 'UTF8'),
            public_id, 'txn_forged'), '"key":"' || key, '"key":"forged'), 'UTF8') AS new) n
        WHERE id = %s""",
        real,
    )
    ((forged,),) = rows("SELECT id FROM ledger_transaction WHERE public_id = 'txn_forged'")
    run(
        """INSERT INTO ledger_posting
            (club_id, transaction_id, account_id, amount, balance_after, account_version)
        SELECT p.club_id, %s, p.account_id, p.amount, b.units + p.amount, b.version + 1
        FROM ledger_posting p JOIN ledger_balance b USING (account_id) WHERE p.transaction_id = %s""",
        forged,
        real,
    )
    run(
        "UPDATE ledger_balance b SET units = b.units + p.amount, version = b.version + 1 "
        "FROM ledger_posting p WHERE p.transaction_id = %s AND p.account_id = b.account_id",
        forged,
    )
    return {(Flaw.ROOT_VALUE, world.settlement.settlement)}


@fault
def a_balance(world: World) -> Expected:
    ((account,),) = rows("SELECT public_id FROM ledger_account WHERE club_id = %s LIMIT 1", world.club.pk)
    run(
        "UPDATE ledger_balance SET units = units + 1 WHERE account_id = "
        "(SELECT id FROM ledger_account WHERE public_id = %s)",
        account,
    )
    return {(Flaw.BALANCE_STORED, account)}


@fault
def a_balance_dropped(world: World) -> Expected:
    ((account,),) = rows("SELECT public_id FROM ledger_account WHERE club_id = %s LIMIT 1", world.club.pk)
    run(
        "DELETE FROM ledger_balance WHERE account_id = (SELECT id FROM ledger_account WHERE public_id = %s)",
        account,
    )
    return {(Flaw.BALANCE_STORED, account)}


@fault
def a_settled_book_said_to_be_open(world: World) -> Expected:
    ((book,),) = rows("SELECT public_id FROM ledger_book WHERE source = %s", world.settled)
    run(
        "UPDATE ledger_bookstate SET is_open = true WHERE book_id = "
        "(SELECT id FROM ledger_book WHERE public_id = %s)",
        book,
    )
    return {(Flaw.BOOK_STATE, book)}


@fault
def the_business_day_of_a_settled_book(world: World) -> Expected:
    run("UPDATE ledger_book SET business_day = business_day + 1 WHERE source = %s", world.settled)
    return {(Flaw.ROOT_COLUMNS, world.settlement.settlement)}


# Derived rows


@fault
def the_units_of_a_deal(world: World) -> Expected:
    run(
        "UPDATE gameplay_dealstate SET units[1] = units[1] + 1 WHERE deal_id = "
        "(SELECT id FROM gameplay_deal WHERE public_id = %s)",
        world.fresh[0],
    )
    return {(Flaw.DEAL_STATE, world.fresh[0])}


@fault
def a_void_deal_said_to_stand(world: World) -> Expected:
    run(
        "UPDATE gameplay_dealstate SET is_void = false WHERE deal_id = "
        "(SELECT id FROM gameplay_deal WHERE public_id = %s)",
        world.fresh[2],
    )
    return {(Flaw.DEAL_STATE, world.fresh[2])}


@fault
def the_state_of_a_deal_dropped(world: World) -> Expected:
    run(
        "DELETE FROM gameplay_dealstate WHERE deal_id = (SELECT id FROM gameplay_deal WHERE public_id = %s)",
        world.fresh[0],
    )
    return {(Flaw.DEAL_STATE, world.fresh[0])}


@fault
def who_sat_in_a_deal(world: World) -> Expected:
    run(
        "UPDATE gameplay_dealseat SET member_id = %s WHERE seat = 0 AND deal_id = "
        "(SELECT id FROM gameplay_deal WHERE public_id = %s)",
        world.house.members[4].pk,
        world.fresh[0],
    )
    return {(Flaw.DEAL_SEATS, world.fresh[0])}


@fault
def a_settled_session_said_to_be_open(world: World) -> Expected:
    run(
        "UPDATE gameplay_sessionstate SET status = 'open' WHERE session_id = "
        "(SELECT id FROM gameplay_session WHERE public_id = %s)",
        world.settled,
    )
    return {(Flaw.SESSION_STATE, world.settled)}


# Settlements


@fault
def a_byte_of_a_settlement(world: World) -> Expected:
    run(
        "UPDATE ledger_settlement SET body = convert_to(replace(convert_from(body, 'UTF8'), '\"number\":1', "
        "'\"number\":2'), 'UTF8') WHERE public_id = %s",
        world.settlement.settlement,
    )
    return {
        (Flaw.ROOT_VALUE, world.settlement.settlement),
        (Flaw.ROOT_COLUMNS, world.settlement.settlement),
    }


@fault
def a_settlement_that_is_none(world: World) -> Expected:
    run("UPDATE ledger_settlement SET body = 'x' WHERE public_id = %s", world.settlement.settlement)
    return {(Flaw.ROOT_VALUE, world.settlement.settlement)}


@fault
def a_settlement_of_another_shape(world: World) -> Expected:
    run(
        "UPDATE ledger_settlement SET body = '{\"heads\":[[1,2,3]]}' WHERE public_id = %s",
        world.settlement.settlement,
    )
    return {(Flaw.ROOT_VALUE, world.settlement.settlement)}


@fault
def a_byte_of_a_root(world: World) -> Expected:
    run(
        "UPDATE ledger_settlement SET root = set_byte(root, 0, 255 - get_byte(root, 0)) WHERE public_id = %s",
        world.settlement.settlement,
    )
    return {(Flaw.ROOT_VALUE, world.settlement.settlement)}


@fault
def the_root_before(world: World) -> Expected:
    run(
        "UPDATE ledger_settlement SET previous_root = sha256('') WHERE public_id = %s",
        world.settlement.settlement,
    )
    return {(Flaw.ROOT_CHAIN, world.settlement.settlement), (Flaw.ROOT_VALUE, world.settlement.settlement)}


@fault
def a_settlement_dropped(world: World) -> Expected:
    ((book,),) = rows("SELECT public_id FROM ledger_book WHERE source = %s", world.settled)
    run("DELETE FROM ledger_settlement WHERE public_id = %s", world.settlement.settlement)
    return {(Flaw.BOOK_STATE, book), (Flaw.SESSION_STATE, world.settled)}


@pytest.mark.parametrize("name", FAULTS)
def test_the_audit_names(behind_the_guards: World, name: str) -> None:  # L-92, L-93
    with transaction.atomic():
        expected = FAULTS[name](behind_the_guards)
        found = flaws(behind_the_guards.club)
        transaction.set_rollback(True)
    assert {(str(flaw), ref) for flaw, ref in expected} - set(found) == set(), found


def test_the_audit_finds_nothing_where_nothing_was_changed(behind_the_guards: World) -> None:
    assert flaws(behind_the_guards.club) == []


def test_the_audit_counts_what_no_root_covers_yet(behind_the_guards: World) -> None:  # L-93
    report = audit_club(behind_the_guards.club)
    unsealed = sum(map(length, (behind_the_guards.open, *behind_the_guards.fresh)))
    assert report.unsealed_events == unsealed
    assert report.unsealed_transactions == 3
    assert (report.sessions, report.deals) == (2, 8)


def test_what_no_root_covers_can_be_rewritten_by_who_owns_the_server(behind_the_guards: World) -> None:
    """The limit of what is promised: until the close, only the guards and who keeps the server hold it."""
    with transaction.atomic():
        rewrite(behind_the_guards.fresh[1], 3, b'"seat":2', b'"seat":3')
        rehash_all(behind_the_guards.fresh[1])
        states = "UPDATE gameplay_text SET content = NULL, salt = NULL WHERE stream = %s AND seq = 3"
        run(states, behind_the_guards.fresh[1])
        report = audit_club(behind_the_guards.club)
        transaction.set_rollback(True)
    assert report.findings == []
    assert report.unsealed_events > 0

"""What the database itself refuses to take in, whoever sends it by hand (RECIPES 4; L-15, L-96)."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from ledger.canonical import canonical, sha256
from tests.builders import make_house
from tests.gameplay.roles import APP, OWNER, SUPERUSER, connect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.gameplay.worlds import World

NOW = dt.datetime(2026, 9, 1, 20, tzinfo=dt.UTC)
TRANSACTION = """
INSERT INTO ledger_transaction (club_id, public_id, book_id, business_day, reason, source, key, reverses_id,
    recorded_at, recorded_by, body, hash, xact)
VALUES (%(club)s, %(key)s, %(book)s, '2026-09-01', 'deal', 'by hand', %(key)s, %(reverses)s, %(now)s, 'x',
    %(body)s, %(hash)s, %(xact)s) RETURNING id
"""
POSTING = """
INSERT INTO ledger_posting (club_id, transaction_id, account_id, amount, balance_after, account_version)
"""
EVENT = """
INSERT INTO gameplay_event (club_id, stream, seq, key, body, prev_hash, hash, recorded_at, recorded_by)
VALUES (%(club)s, %(stream)s, %(seq)s, %(key)s, %(body)s, %(prev)s, %(hash)s, %(now)s, 'x')
"""


@dataclass
class Hand:
    """Somebody with a connection who writes rows by hand; nothing of it is committed."""

    db: psycopg.Connection
    world: World

    def one(self, query: str, *values: Any) -> Any:
        row = self.db.execute(query, values).fetchone()
        assert row is not None, query
        return row[0] if len(row) == 1 else row

    def book(self, session: str) -> int:
        return int(self.one("SELECT max(id) FROM ledger_book WHERE source = %s", session))

    def accounts(self) -> list[tuple[int, int, int]]:
        """Return the club's accounts as (row, units, version), by row."""
        return self.db.execute(
            "SELECT a.id, b.units, b.version FROM ledger_account a "
            "JOIN ledger_balance b ON b.account_id = a.id WHERE a.club_id = %s ORDER BY a.id",
            [self.world.club.pk],
        ).fetchall()

    def transaction(self, **other: Any) -> int:
        values = {
            "club": self.world.club.pk,
            "book": self.book(self.world.open),
            "key": "txn_by_hand",
            "reverses": None,
            "now": NOW,
            "body": b"{}",
            "hash": hashlib.sha256(b"{}").digest(),
            "xact": 0,
        } | other
        row = self.db.execute(TRANSACTION, values).fetchone()
        assert row is not None
        return int(row[0])

    def post(self, transaction: int, *legs: tuple[int, int, int, int], club: int | None = None) -> None:
        """Insert postings (account, amount, balance after, version) in one statement."""
        rows = ", ".join(["(%s, %s, %s, %s, %s, %s)"] * len(legs))
        values = [value for leg in legs for value in (club or self.world.club.pk, transaction, *leg)]
        self.db.execute(f"{POSTING} VALUES {rows}".encode(), values)

    def pair(self, amount: int = 5) -> list[tuple[int, int, int, int]]:
        """Return two legs that balance and continue what stands on two accounts."""
        (one, units, version), (other, more, its) = self.accounts()[:2]
        return [(one, amount, units + amount, version + 1), (other, -amount, more - amount, its + 1)]

    def event(self, stream: str, seq: int, prev: bytes, **other: Any) -> None:
        body = canonical({"stream": stream, "seq": seq, "type": "drop", "payload": {"seat": 0}})
        values = {
            "club": self.world.club.pk,
            "stream": stream,
            "seq": seq,
            "key": "by hand",
            "body": body,
            "prev": prev,
            "hash": sha256(prev + body),
            "now": NOW,
        } | other
        self.db.execute(EVENT, values)

    def tail(self, deal: str) -> tuple[int, bytes]:
        seq, head = self.one(
            "SELECT s.seq, s.head FROM gameplay_dealstate s JOIN gameplay_deal d ON d.id = s.deal_id "
            "WHERE d.public_id = %s",
            deal,
        )
        return seq, bytes(head)


@pytest.fixture(params=[APP, OWNER, SUPERUSER, "replica"])
def hand(request: pytest.FixtureRequest, world: World) -> Iterator[Hand]:
    """Each role in turn, and the superuser in a session in which ordinary triggers and foreign keys sleep."""
    is_replica = request.param == "replica"
    with connect(SUPERUSER if is_replica else request.param, autocommit=False) as opened:
        if is_replica:
            opened.execute("SET LOCAL session_replication_role = replica")
        yield Hand(opened, world)
        opened.rollback()


def refused(error: pytest.ExceptionInfo[psycopg.Error]) -> str:
    """Return the hint that names what is refused, or the constraint."""
    return error.value.diag.message_hint or error.value.diag.constraint_name or str(error.value)


def test_what_balances_and_continues_is_taken(hand: Hand) -> None:
    """Without this, the refusals below would prove nothing."""
    hand.post(hand.transaction(), *hand.pair())
    hand.db.execute("SET CONSTRAINTS ALL IMMEDIATE")
    seq, head = hand.tail(hand.world.fresh[1])
    hand.event(hand.world.fresh[1], seq + 1, head)


def test_units_do_not_come_from_nowhere(hand: Hand) -> None:
    (one, units, version), (other, more, its) = hand.accounts()[:2]
    with pytest.raises(psycopg.Error) as error:
        hand.post(hand.transaction(), (one, 5, units + 5, version + 1), (other, -4, more - 4, its + 1))
    assert refused(error) == "ledger.unbalanced"


def test_legs_do_not_come_one_by_one(hand: Hand) -> None:
    with pytest.raises(psycopg.Error) as error:
        hand.post(hand.transaction(), hand.pair()[0])
    assert refused(error) == "ledger.unbalanced"


def test_a_leg_of_nothing_is_none(hand: Hand) -> None:
    (one, units, version) = hand.accounts()[0]
    with pytest.raises(psycopg.Error) as error:
        hand.post(hand.transaction(), (one, 0, units, version + 1))
    assert refused(error) == "ledger_posting_moves_something"


def test_a_transaction_without_legs_does_not_commit(hand: Hand) -> None:
    hand.transaction()
    with pytest.raises(psycopg.Error) as error:
        hand.db.execute("SET CONSTRAINTS ALL IMMEDIATE")
    assert refused(error) == "ledger.one_leg"


def test_a_balanced_pair_is_not_added_later(hand: Hand) -> None:
    older = hand.one("SELECT max(id) FROM ledger_transaction WHERE club_id = %s", hand.world.club.pk)
    with pytest.raises(psycopg.Error) as error:
        hand.post(older, *hand.pair())
    assert refused(error) == "ledger.unbalanced"


def test_a_pair_without_transaction_is_refused(hand: Hand) -> None:
    with pytest.raises(psycopg.Error) as error:
        hand.post(2**60, *hand.pair())
    assert refused(error) == "ledger.unbalanced"


def test_copy_is_no_other_door(hand: Hand) -> None:
    transaction, (one, units, version) = hand.transaction(), hand.accounts()[0]
    columns = "club_id, transaction_id, account_id, amount, balance_after, account_version"
    with (
        pytest.raises(psycopg.Error) as error,
        hand.db.cursor().copy(f"COPY ledger_posting ({columns}) FROM STDIN") as copy,
    ):
        copy.write_row([hand.world.club.pk, transaction, one, 5, units + 5, version + 1])
    assert refused(error) == "ledger.unbalanced"


@pytest.mark.parametrize(
    ("wrong", "skipped"), [(1, 0), (-5, 0), (0, 1), (0, 7)], ids=["up", "flat", "gap", "far"]
)
def test_the_running_balance_goes_on_where_it_stood(hand: Hand, wrong: int, skipped: int) -> None:
    (one, amount, after, version), other = hand.pair()
    with pytest.raises(psycopg.Error) as error:
        hand.post(hand.transaction(), (one, amount, after + wrong, version + skipped), other)
    assert refused(error) == "ledger.running_balance"


def test_no_version_of_an_account_is_used_twice(hand: Hand) -> None:
    (one, amount, after, version), other = hand.pair()
    with pytest.raises(psycopg.Error) as error:
        hand.post(hand.transaction(), (one, amount, after, version - 1), other)
    assert refused(error) == "ledger_posting_version"


def test_a_closed_book_takes_nothing(hand: Hand) -> None:  # L-15
    with pytest.raises(psycopg.Error) as error:
        hand.transaction(book=hand.book(hand.world.settled))
    assert refused(error) == "book.closed"


def test_a_closed_book_stays_closed_whatever_its_state_says(hand: Hand) -> None:  # L-15
    book = hand.book(hand.world.settled)
    hand.db.execute("UPDATE ledger_bookstate SET is_open = true WHERE book_id = %s", [book])
    with pytest.raises(psycopg.Error) as error:
        hand.transaction(book=book)
    assert refused(error) == "book.closed"


def test_the_stamp_of_a_transaction_cannot_be_forged(hand: Hand) -> None:
    made = hand.transaction(xact=4711)
    assert hand.one("SELECT xact = txid_current() FROM ledger_transaction WHERE id = %s", made) is True


def test_a_transaction_hashes_its_own_bytes(hand: Hand) -> None:
    with pytest.raises(psycopg.Error) as error:
        hand.transaction(body=b'{"a":1}')
    assert refused(error) == "ledger_transaction_hash_of_body"


def test_a_transaction_is_reversed_once(hand: Hand) -> None:  # L-80
    reversed_already = hand.one("SELECT max(reverses_id) FROM ledger_transaction")
    with pytest.raises(psycopg.Error) as error:
        hand.transaction(reverses=reversed_already)
    assert refused(error) == "ledger_transaction_reversed_once"


@pytest.fixture(scope="module")
def stranger(transactional_db: None) -> int:
    """The row of another club, with a book, accounts and a posted deal of its own."""
    from tests import builders

    house = make_house(name="Other Room")
    house.deal(house.open(), builders.record(builders.PANGUINGUE, house.ids, builders.won(0)))
    return int(house.club.pk)


def test_accounts_of_another_club_are_not_touched(hand: Hand, stranger: int) -> None:
    account, units, version = hand.one(
        "SELECT account_id, units, version FROM ledger_balance JOIN ledger_account a ON a.id = account_id "
        "WHERE club_id = %s AND version > 0 LIMIT 1",
        stranger,
    )
    mine = hand.pair()[0]
    with pytest.raises(psycopg.Error) as error:
        hand.post(hand.transaction(), mine, (account, -mine[1], units - mine[1], version + 1))
    assert refused(error) == "ledger.unbalanced"


def test_postings_name_the_club_of_their_transaction(hand: Hand, stranger: int) -> None:
    with pytest.raises(psycopg.Error) as error:
        hand.post(hand.transaction(), *hand.pair(), club=stranger)
    assert refused(error) == "ledger.unbalanced"


def test_books_of_another_club_are_not_posted_into(hand: Hand, stranger: int) -> None:
    book = hand.one("SELECT max(id) FROM ledger_book WHERE club_id = %s", stranger)
    with pytest.raises(psycopg.Error) as error:
        hand.transaction(book=book)
    assert refused(error) == "ledger.other_club"


def test_transactions_of_another_club_are_not_reversed(hand: Hand, stranger: int) -> None:
    its = hand.one("SELECT max(id) FROM ledger_transaction WHERE club_id = %s", stranger)
    with pytest.raises(psycopg.Error) as error:
        hand.transaction(reverses=its)
    assert refused(error) == "ledger.other_club"


def test_a_chain_goes_on_where_it_ended(hand: Hand) -> None:  # L-91
    deal = hand.world.fresh[1]
    seq, head = hand.tail(deal)
    for wrong_seq, prev in ((seq + 1, b"\0" * 32), (seq + 2, head), (seq + 2, b"\0" * 32)):
        with pytest.raises(psycopg.Error) as error, hand.db.transaction():
            hand.event(deal, wrong_seq, prev)
        assert refused(error) == "event.chain"


def test_a_chain_does_not_fork(hand: Hand) -> None:  # L-91
    deal = hand.world.fresh[1]
    seq, _ = hand.tail(deal)
    prev = hand.one("SELECT prev_hash FROM gameplay_event WHERE stream = %s AND seq = %s", deal, seq)
    for at, constraint in ((seq, "gameplay_event_seq"), (seq + 1, "gameplay_event_one_chain")):
        with pytest.raises(psycopg.Error) as error, hand.db.transaction():
            hand.event(deal, at, bytes(prev))
        assert refused(error) == constraint


def test_an_event_hashes_its_own_bytes(hand: Hand) -> None:
    seq, head = hand.tail(hand.world.fresh[1])
    with pytest.raises(psycopg.Error) as error:
        hand.event(hand.world.fresh[1], seq + 1, head, hash=sha256(b"other"))
    assert refused(error) == "gameplay_event_hash_of_body"


def test_a_stream_begins_with_its_header(hand: Hand) -> None:
    for prev in (b"\0" * 32, sha256(b"{}")):
        with pytest.raises(psycopg.Error) as error, hand.db.transaction():
            hand.event("deal_of_nobody", 1, prev)
        assert refused(error) == "event.chain"


def test_the_type_of_an_event_says_what_its_bytes_say(hand: Hand) -> None:
    with pytest.raises(psycopg.Error) as error:
        hand.db.execute("INSERT INTO gameplay_event (type) VALUES ('won')")
    assert error.value.sqlstate == "428C9"


def test_a_deal_of_a_closed_session_takes_no_event(hand: Hand) -> None:  # L-15
    seq, head = hand.tail(hand.world.sealed[1])
    with pytest.raises(psycopg.Error) as error:
        hand.event(hand.world.sealed[1], seq + 1, head)
    assert refused(error) == "session.closed"


def test_a_closed_session_stays_closed_whatever_its_state_says(hand: Hand) -> None:  # L-15
    hand.db.execute("UPDATE gameplay_sessionstate SET status = 'open'")
    seq, head = hand.tail(hand.world.sealed[1])
    with pytest.raises(psycopg.Error) as error:
        hand.event(hand.world.sealed[1], seq + 1, head)
    assert refused(error) == "session.closed"


DEAL = """
INSERT INTO gameplay_deal (club_id, public_id, session_id, number, import_key, header, header_hash,
    recorded_at, recorded_by)
SELECT %(club)s, 'deal_by_hand', id, %(number)s, 'by hand', %(header)s, %(hash)s, %(now)s, 'x'
FROM gameplay_session WHERE public_id = %(session)s
"""


def deal_by_hand(hand: Hand, session: str, **other: Any) -> None:
    header = json.dumps({"deal": "deal_by_hand"}).encode()
    values = {"club": hand.world.club.pk, "number": 99, "header": header, "hash": sha256(header), "now": NOW}
    hand.db.execute(DEAL, values | {"session": session} | other)


def test_a_deal_hashes_its_own_header(hand: Hand) -> None:
    with pytest.raises(psycopg.Error) as error:
        deal_by_hand(hand, hand.world.open, hash=sha256(b"other"))
    assert refused(error) == "gameplay_deal_hash_of_header"


def test_numbers_of_deals_are_used_once(hand: Hand) -> None:
    with pytest.raises(psycopg.Error) as error:
        deal_by_hand(hand, hand.world.open, number=1)
    assert refused(error) == "gameplay_deal_number"


def test_a_closed_session_takes_no_further_deal(hand: Hand) -> None:  # L-15
    with pytest.raises(psycopg.Error) as error:
        deal_by_hand(hand, hand.world.settled)
    assert refused(error) == "session.closed"


def test_a_deal_lies_in_a_session_of_its_club(hand: Hand, stranger: int) -> None:
    with pytest.raises(psycopg.Error) as error:
        deal_by_hand(hand, hand.world.open, club=stranger)
    assert refused(error) == "deal.other_club"


def test_what_a_deal_may_be_is_taken(hand: Hand) -> None:
    deal_by_hand(hand, hand.world.open)

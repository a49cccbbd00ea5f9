"""Many at once: one winner, the right codes, nothing doubled and nothing lost; afterwards all is sound."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from clubs.services import add_member
from gameplay import services
from gameplay.audit import audit_club
from gameplay.models import Origin
from gameplay.rebuild import rebuild_club
from gameplay.services import asking
from tests import builders
from tests.builders import PAN, House, lost, make_house, random_record, record
from tests.gameplay.storms import MANY, at_once, codes
from tests.gameplay.worlds import assert_sound, rows

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def deadlocks_are_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody tries again, so that a deadlock that a retry would hide is seen (L-77)."""
    monkeypatch.setattr(asking, "_TRIES", 1)


@pytest.fixture
def sound_house(house: House) -> Iterator[House]:
    """A club that is sound again after whatever the test did to it."""
    yield house
    assert_sound(house.club)


def finished(house: House, seats: int = 4) -> dict[str, Any]:
    return record(PAN, house.ids[:seats], [lost(0)])


def moved(house: House) -> int:
    """Return how many units stand on the accounts of a club, whatever their sign."""
    total = "SELECT coalesce(sum(abs(b.units)), 0) FROM ledger_balance b JOIN ledger_account a"
    return int(rows(f"{total} ON a.id = b.account_id WHERE a.club_id = %s", house.club.pk)[0][0])


def test_of_many_appends_behind_one_event_one_wins(sound_house: House) -> None:  # L-50, L-72
    deal = sound_house.deal(sound_house.open(PAN), record(PAN, sound_house.ids)).deal
    acts = [
        partial(sound_house.log, deal, [{"type": "out", "seat": number % 5}], after=0)
        for number in range(MANY)
    ]
    assert codes(at_once(acts)) == {"done": 1, "deal.changed": MANY - 1}
    assert rows("SELECT count(*) FROM gameplay_event WHERE stream = %s", deal) == [(1,)]


def test_of_many_that_end_one_deal_one_posts(sound_house: House) -> None:  # L-72
    deal = sound_house.deal(sound_house.open(PAN), record(PAN, sound_house.ids)).deal
    acts = [partial(sound_house.log, deal, [lost(number % 5)], after=0) for number in range(MANY)]
    found = codes(at_once(acts))
    assert found["done"] == 1
    assert found["deal.finished"] + found["deal.changed"] == MANY - 1
    assert rows("SELECT count(*) FROM ledger_transaction WHERE source = %s", deal) == [(1,)]


def test_one_key_has_one_effect(sound_house: House) -> None:  # L-48, L-78
    deal = sound_house.deal(sound_house.open(PAN), record(PAN, sound_house.ids)).deal
    act = partial(sound_house.log, deal, [lost(2)], after=0, key="double click")
    answers = at_once([act] * MANY)
    assert set(codes(answers)) <= {"done", "idempotency.in_flight"}
    done = [answer for answer in answers if isinstance(answer, services.Recorded)]
    assert sum(answer.is_first for answer in done) == 1
    assert len({(answer.seq, answer.transaction) for answer in [*done, act()]}) == 1
    assert rows("SELECT count(*) FROM gameplay_event WHERE stream = %s", deal) == [(1,)]


def test_one_key_opens_one_deal(sound_house: House) -> None:  # L-48, L-78
    session = sound_house.open(PAN)
    act = partial(sound_house.deal, session, finished(sound_house), key="double click")
    answers = at_once([act] * MANY)
    assert set(codes(answers)) <= {"done", "idempotency.in_flight"}
    assert rows("SELECT count(*) FROM gameplay_deal WHERE club_id = %s", sound_house.club.pk) == [(1,)]


def test_one_key_opens_one_session(
    sound_house: House,
) -> None:  # L-78: here the key's own lock is all there is
    act = partial(
        services.open_session,
        table=sound_house.tables[0],
        revision=sound_house.rules[PAN],
        business_day=builders.DAY,
        by=builders.BY,
        key="double click",
    )
    answers = at_once([act] * MANY)
    assert set(codes(answers)) <= {"done", "idempotency.in_flight"}
    assert {answer for answer in answers if isinstance(answer, str)} == {act()}


def test_one_key_for_two_deals_has_one_effect(sound_house: House) -> None:  # L-49, L-78
    session = sound_house.open(PAN)
    deals = [sound_house.deal(session, record(PAN, sound_house.ids)).deal for _ in range(MANY)]
    acts = [partial(sound_house.log, deal, [lost(0)], after=0, key="back button") for deal in deals]
    found = codes(at_once(acts))
    assert found["done"] == 1
    assert set(found) <= {"done", "idempotency.in_flight", "idempotency.key_reused"}


def test_one_key_means_one_thing(sound_house: House) -> None:  # L-49
    deal = sound_house.deal(sound_house.open(PAN), record(PAN, sound_house.ids)).deal
    acts = [
        partial(sound_house.log, deal, [{"type": "out", "seat": number % 5}], after=0, key="back button")
        for number in range(MANY)
    ]
    answers = at_once(acts)
    assert set(codes(answers)) <= {"done", "idempotency.in_flight", "idempotency.key_reused"}
    assert sum(getattr(answer, "is_first", False) for answer in answers) == 1
    afterwards = [at_once([act])[0] for act in acts[:5]]
    assert codes(afterwards) == {"done": 1, "idempotency.key_reused": 4}
    assert rows("SELECT count(*) FROM gameplay_event WHERE stream = %s", deal) == [(1,)]


def test_crossed_accounts_never_wait_for_each_other(transactional_db: None) -> None:  # L-77
    """Sessions at many tables share their members, seated in adversarial orders; accounts are new."""
    house = make_house(members=6, tables=8)
    sessions = [house.open(PAN, table) for table in range(8)]

    def play(number: int) -> int:
        rng = random.Random(number)
        for _ in range(4):
            seats = house.ids if number % 2 else house.ids[::-1]
            if rng.random() < 0.5:
                seats = rng.sample(house.ids, 4)
            house.deal(sessions[number % 8], record(PAN, seats, [lost(rng.randrange(4))]))
        return 4

    assert at_once([partial(play, number) for number in range(MANY)]) == [4] * MANY
    assert_sound(house.club)
    assert rows("SELECT count(*) FROM ledger_transaction WHERE club_id = %s", house.club.pk) == [(4 * MANY,)]


def test_deals_that_end_at_once_at_many_tables_are_all_posted(transactional_db: None) -> None:  # L-77
    """Here nobody holds the session alone: the account locks are all that orders them."""
    house = make_house(members=6, tables=4)
    rng = random.Random(7)
    sessions = [house.open(PAN, table) for table in range(4)]
    deals = [
        house.deal(sessions[number % 4], record(PAN, rng.sample(house.ids, 6))).deal
        for number in range(2 * MANY)
    ]
    acts = [partial(house.log, deal, [lost(rng.randrange(6))], after=0) for deal in deals]
    assert codes(at_once(acts)) == {"done": 2 * MANY}
    assert_sound(house.club)


def test_many_voids_of_one_deal_take_it_back_once(sound_house: House) -> None:  # L-11, L-80, L-81
    deal = sound_house.deal(sound_house.open(PAN), finished(sound_house)).deal

    def void_it_again_and_again() -> list[services.Voided]:
        return [sound_house.void(deal) for _ in range(4)]

    answers = [each for some in at_once([void_it_again_and_again] * MANY) for each in some]
    assert len(answers) == 64
    assert len({answer.transactions for answer in answers}) == 1
    assert sum(answer.is_first for answer in answers) == 1
    found = "SELECT count(*) FROM ledger_transaction WHERE source = %s AND reverses_id IS NOT NULL"
    assert rows(found, deal) == [(1,)]


def test_a_deal_is_voided_or_continued_and_never_both(sound_house: House) -> None:  # L-81
    deal = sound_house.deal(sound_house.open(PAN), record(PAN, sound_house.ids)).deal
    acts = [partial(sound_house.log, deal, [lost(seat)], after=0) for seat in range(5)]
    answers = at_once([*acts, *[partial(sound_house.void, deal)] * 5])
    logged = sum(isinstance(answer, services.Recorded) for answer in answers)
    assert logged <= 1
    assert moved(sound_house) == 0


def test_deals_opened_at_once_are_numbered_without_a_gap(sound_house: House) -> None:
    session = sound_house.open(PAN)
    answers = at_once([partial(sound_house.deal, session, finished(sound_house))] * MANY)
    assert sorted(answer.number for answer in answers) == list(range(1, MANY + 1))


def test_closing_stands_before_or_behind_each_deal(sound_house: House) -> None:
    session = sound_house.open(PAN)
    close = partial(services.close_session, club_id=sound_house.club.pk, session=session, by=builders.BY)
    answers = at_once([*[partial(sound_house.deal, session, finished(sound_house))] * (MANY - 1), close])
    found = codes(answers)
    assert found["done"] + found["session.closed"] == MANY
    kept = rows("SELECT count(*) FROM gameplay_deal WHERE club_id = %s", sound_house.club.pk)
    assert kept == [(found["done"] - 1,)]


def test_a_session_is_closed_once(sound_house: House) -> None:
    session = sound_house.open(PAN)
    close = partial(services.close_session, club_id=sound_house.club.pk, session=session, by=builders.BY)
    assert codes(at_once([close] * MANY)) == {"done": 1, "session.closed": MANY - 1}


def test_voiding_while_settling_lands_before_or_behind_the_root(sound_house: House) -> None:
    session = sound_house.open(PAN)
    deals = [sound_house.deal(session, finished(sound_house)).deal for _ in range(8)]
    services.close_session(club_id=sound_house.club.pk, session=session, by=builders.BY)
    settle = partial(services.settle_session, club_id=sound_house.club.pk, session=session, by=builders.BY)
    answers = at_once([*(partial(sound_house.void, deal) for deal in deals), *[settle] * 4])
    assert set(codes(answers)) == {"done"}
    assert len({answer for answer in answers if isinstance(answer, services.Settled)}) == 1
    assert moved(sound_house) == 0


def test_voids_after_the_close_share_the_book_of_their_day(sound_house: House) -> None:
    session = sound_house.open(PAN)
    deals = [sound_house.deal(session, finished(sound_house)).deal for _ in range(MANY)]
    sound_house.settle(session)
    assert codes(at_once([partial(sound_house.void, deal) for deal in deals])) == {"done": MANY}
    books = "SELECT count(*) FROM ledger_book WHERE club_id = %s AND purpose = 'day'"
    assert rows(books, sound_house.club.pk) == [(1,)]


def test_sessions_settled_at_once_make_one_chain_of_roots(transactional_db: None) -> None:  # L-91
    house = make_house(tables=8)
    sessions = [house.open(PAN, table) for table in range(8)]
    for session in sessions:
        house.deal(session, finished(house))
        services.close_session(club_id=house.club.pk, session=session, by=builders.BY)
    settle = partial(services.settle_session, club_id=house.club.pk, by=builders.BY)
    assert codes(at_once([partial(settle, session=session) for session in sessions])) == {"done": 8}
    assert_sound(house.club)


def test_an_import_session_is_opened_once(sound_house: House) -> None:  # L-78
    act = partial(
        services.find_or_open_import_session,
        table=sound_house.tables[0],
        revision=sound_house.rules[PAN],
        business_day=builders.DAY,
        by=builders.BY,
    )
    assert len(set(at_once([act] * MANY))) == 1
    found = "SELECT count(*) FROM gameplay_session WHERE club_id = %s AND origin = %s"
    assert rows(found, sound_house.club.pk, Origin.IMPORT) == [(1,)]


def test_accounts_that_many_need_first_are_made_once(sound_house: House) -> None:  # L-78
    session = sound_house.open(PAN)
    late = [add_member(club=sound_house.club, name=f"Member {number}").public_id for number in (10, 11, 12)]
    orders = [late, late[::-1], [late[1], late[0], late[2]], [late[2], late[0], late[1]]]
    acts = [partial(sound_house.deal, session, record(PAN, seats, [lost(0)])) for seats in orders * 4]
    assert codes(at_once(acts)) == {"done": MANY}


def test_bursts_audits_and_a_rebuild_at_once_raise_no_alarm(
    transactional_db: None,
) -> None:  # L-12, L-73, L-91
    """Derived rows are thrown away in the middle of the load, and audits look on (TRUST, method 5)."""
    house = make_house(members=6, tables=4)
    sessions = [house.open(game, table) for table, game in enumerate((PAN, builders.PANGUINGUE) * 2)]
    games = (PAN, builders.PANGUINGUE) * 2

    def burst(number: int) -> list[tuple[str, str]]:
        rng = random.Random(number)
        for _ in range(6):
            deal = random_record(rng, house.ids, games[number % 4])
            events = deal.pop("events")
            made = house.deal(sessions[number % 4], deal | {"events": []})
            for seq, event in enumerate(events):
                house.log(made.deal, [event], after=seq)
            if rng.random() < 0.3:
                house.void(made.deal)
        return []

    def look() -> list[tuple[str, str]]:
        return [(f.flaw.value, f.ref) for _ in range(6) for f in audit_club(house.club).findings]

    def again() -> list[tuple[str, str]]:
        for _ in range(3):
            rebuild_club(house.club)
        return []

    acts = [partial(burst, number) for number in range(8)]
    assert at_once([*acts, look, look, again]) == [[]] * 11
    assert_sound(house.club)
    assert rebuild_club(house.club) is False


@pytest.mark.soak
def test_sixteen_writers_of_a_thousand_events_make_chains_without_a_fork(
    transactional_db: None,
) -> None:  # L-91
    house = make_house(members=6, tables=MANY)
    sessions = [house.open(PAN, table) for table in range(MANY)]

    def write(number: int) -> int:
        written = 0
        while written < 1_000:
            deal = house.deal(sessions[number], record(PAN, house.ids)).deal
            for seq in range(100):
                event = {"type": "undo"} if seq % 2 else {"type": "out", "seat": seq % 6}
                house.log(deal, [event], after=seq)
            written += 100
        return written

    assert at_once([partial(write, number) for number in range(MANY)]) == [1_000] * MANY
    assert_sound(house.club)

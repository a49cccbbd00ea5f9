"""Deals kept between requests: used for exactly the log that they stand for, and never trusted beyond it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from gameplay import playing, selectors, services, store
from gameplay.derive import replay_deal
from gameplay.engine.live import begin
from gameplay.engine.verdict import Code as Rule
from gameplay.engine.verdict import Fault
from gameplay.errors import Code, GameplayError, RuleBroken
from gameplay.models import Event, Request
from tests.builders import PANGUINGUE, House, lost, record
from tests.gameplay.storms import at_once

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.db

MELD = {"type": "meld", "seat": 0, "cards": ["5s", "5s", "5s"]}
WRONG = {"type": "meld", "seat": 0, "cards": ["5s", "5h"]}


def drop(seat: int) -> dict[str, Any]:
    return {"type": "drop", "seat": seat}


def begun(house: House, events: Sequence[Any] = ()) -> str:
    """Open a deal of Panguingue of five."""
    return house.deal(house.open(), record(PANGUINGUE, house.ids, events)).deal


def head(house: House, deal: str) -> bytes:
    """Return the hash of a deal's last event as it is stored."""
    found = store.find_deal(house.club.pk, deal)
    assert found is not None
    return store.deal_now(found).tail.hash


def test_what_is_recorded_is_kept_and_no_event_is_read_again(house: House) -> None:
    deal = begun(house)
    for seq in range(3):
        assert playing.kept_head(deal) == head(house, deal)
        found = store.find_deal(house.club.pk, deal)
        assert found is not None
        assert store.deal_now(found, known=playing.kept_head(deal)).events == []
        house.log(deal, [drop(seq)], seq)
    assert len(selectors.going_deal(house.club.pk, deal).live) == 3


def test_a_deal_that_another_process_went_on_with_is_read_anew(house: House) -> None:
    deal = begun(house)
    old_head, old = playing.kept_head(deal), selectors.going_deal(house.club.pk, deal).live
    house.log(deal, [drop(0)], 0)
    playing.keep(deal, old_head, old)  # as this process would still have it
    with pytest.raises(RuleBroken) as refused:
        house.log(deal, [drop(0)], 1)
    assert refused.value.fault.event == 1
    assert house.log(deal, [drop(1)], 1).seq == 2


def test_what_was_rolled_back_is_not_believed(house: House) -> None:
    """A state kept for a write that did not come to pass has the hash of no stored event."""
    deal = begun(house)
    going = selectors.going_deal(house.club.pk, deal)
    gone = going.live.after([drop(0)])
    assert not isinstance(gone, Fault)
    playing.keep(deal, b"\1" * 32, gone)
    assert selectors.going_deal(house.club.pk, deal).seq == 0
    assert house.log(deal, [drop(0)], 0).outcome == going.live.check(drop(0))


def test_undo_in_one_request_may_take_back_what_is_faulty(house: House) -> None:
    """As in a record (rule R), a cancelled event must only be readable."""
    deal = begun(house, [drop(4)])
    recorded = house.log(deal, [WRONG, {"type": "undo"}, MELD, {"type": "undo"}, {"type": "undo"}], 1)
    events = [each.event for each in selectors.events_of(house.club.pk, [deal])[deal]]
    assert recorded.outcome == replay_deal(_header(house, deal), events)
    assert house.log(deal, [drop(4)], 6).seq == 7


def _header(house: House, deal: str) -> dict[str, Any]:
    row = selectors.find_deal(house.club.pk, deal)
    assert row is not None
    return row.header


def test_a_finished_deal_is_let_go(house: House) -> None:
    deal = house.deal(house.open("pan"), record("pan", house.ids[:3])).deal
    assert playing.kept_head(deal)
    house.log(deal, [lost(1)], 0)
    assert not playing.kept_head(deal)
    assert selectors.going_deal(house.club.pk, deal).legal() == ()


def test_few_are_kept_and_none_that_is_long() -> None:
    live = begin(record("pan", ["a", "b", "c"]))
    assert not isinstance(live, Fault)
    for number in range(playing.KEPT_DEALS + 1):
        playing.keep(f"deal_{number}", b"h", live)
    assert playing.kept_head("deal_0") == b""
    assert playing.kept_head("deal_1") == b"h"
    long = live.after([{"type": "out", "seat": 0}, {"type": "undo"}] * (playing.KEPT_EVENTS // 2 + 1))
    assert not isinstance(long, Fault)
    playing.keep("deal_1", b"h2", long)
    assert playing.kept_head("deal_1") == b""


def test_a_dry_run_says_what_recording_would_and_stores_nothing(house: House) -> None:
    deal = begun(house)
    asked: dict[str, Any] = {"club_id": house.club.pk, "deal": deal, "events": [MELD], "expected_seq": 0}
    before = Request.objects.filter(club=house.club).count()
    told = services.dry_run_events(**asked)
    assert not Event.objects.filter(club=house.club, stream=deal).exists()
    assert Request.objects.filter(club=house.club).count() == before
    assert house.log(deal, [MELD], 0).outcome == told
    with pytest.raises(GameplayError) as refused:
        services.dry_run_events(**asked)
    assert refused.value.code == Code.DEAL_CHANGED
    with pytest.raises(RuleBroken) as broken:
        services.dry_run_events(**asked | {"events": [WRONG], "expected_seq": 1})
    assert (broken.value.fault.code, broken.value.fault.event) == (Rule.MELD_TOO_SHORT, 1)
    house.void(deal)
    with pytest.raises(GameplayError) as refused:
        services.dry_run_events(**asked | {"expected_seq": 1})
    assert refused.value.code == Code.DEAL_FINISHED


def test_what_is_offered_is_taken_and_what_is_not_is_refused(house: House) -> None:
    deal = begun(house, [drop(4)])
    offered = {
        (offer.type, seat)
        for offer in selectors.going_deal(house.club.pk, deal).legal()
        for seat in offer.values.get("seat", ())
    }
    for seat in range(5):
        try:
            services.dry_run_events(club_id=house.club.pk, deal=deal, events=[drop(seat)], expected_seq=1)
        except RuleBroken:
            assert ("drop", seat) not in offered
        else:
            assert ("drop", seat) in offered


def test_many_who_append_at_once_leave_what_a_replay_gives(house: House) -> None:
    """Threads share what is kept: one of them wins each number, and the state is the log's all the same."""
    deal = begun(house)
    for seq in range(3):
        answers = at_once([partial(house.log, deal, [drop(seat)], seq) for seat in range(seq, 5)])
        assert sum(isinstance(each, services.Recorded) for each in answers) == 1
    going = selectors.going_deal(house.club.pk, deal)
    events_now = [each.event for each in selectors.events_of(house.club.pk, [deal])[deal]]
    assert going.live.verdict == replay_deal(_header(house, deal), events_now)


def test_a_hint_is_the_best_that_the_hand_to_move_can_lay(house: House) -> None:
    """Three fives of spades and a rope of the low hearts are dealt to the first seat (PG-9)."""
    first = ["5s", "5s", "5s", "Ah", "2h", "3h", "7c", "Jd", "Kc", "Qs"]
    others = [["2c", "4d", "6h", "Jc", "Qd", "Kh", "As", "3s", "6c", "7d"], None]
    play = record(
        PANGUINGUE,
        house.ids[:3],
        [
            {"type": "deal", "hands": [first, *others], "upcard": "Kd"},
            *({"type": "stay", "seat": s} for s in range(3)),
        ],
        detail="play",
        first=0,
    )
    deal = house.deal(house.open(), play).deal
    house.log(deal, [{"type": "draw", "seat": 0, "from": "stock", "card": "4h"}], 4)
    hint = selectors.going_deal(house.club.pk, deal).live.hint()
    assert hint is not None
    assert (hint.seat, hint.layoffs) == (0, ())
    assert set(hint.melds) == {("5s", "5s", "5s"), ("Ah", "2h", "3h", "4h")}
    melds = [{"type": "meld", "seat": 0, "cards": [*cards]} for cards in hint.melds]
    outcome = services.dry_run_events(club_id=house.club.pk, deal=deal, events=melds, expected_seq=5)
    assert outcome.units[0] == 2 * hint.units

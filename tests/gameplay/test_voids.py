"""A deal is taken back once, however often and under whatever key that is asked."""

from __future__ import annotations

from functools import partial

import pytest

from gameplay.errors import Code, GameplayError
from gameplay.models import DealState, Request
from tests.builders import PAN, House, lost, record
from tests.gameplay.seated import assert_kept
from tests.gameplay.storms import at_once


def lost_deal(house: House, session: str) -> str:
    return house.deal(session, record(PAN, house.ids[:4], [lost(0)])).deal


def test_a_key_under_which_a_void_deal_was_voided_stands_for_nothing_else(house: House) -> None:  # L-49
    session = house.open(PAN)
    first, other = lost_deal(house, session), lost_deal(house, session)
    void = house.void(first)
    for _ in range(2):
        again = house.void(first, key="again")
        assert (again.transactions, again.is_first) == (void.transactions, False)
    with pytest.raises(GameplayError, match=Code.IDEMPOTENCY_KEY_REUSED):
        house.void(other, key="again")
    with pytest.raises(GameplayError, match=Code.IDEMPOTENCY_KEY_REUSED):
        house.void(first, key="again", note="other words")
    assert not DealState.objects.get(deal__public_id=other).is_void
    assert_kept(house)


def test_asking_again_without_a_key_leaves_nothing_behind(house: House) -> None:  # L-11
    deal = lost_deal(house, house.open(PAN))
    house.void(deal)
    before = Request.objects.count()
    assert [house.void(deal).is_first for _ in range(4)] == [False] * 4
    assert Request.objects.count() == before
    assert_kept(house)


def test_many_keys_at_once_take_a_deal_back_once_and_each_keeps_its_answer(house: House) -> None:  # L-80
    deal = lost_deal(house, house.open(PAN))
    keys = [f"key {number}" for number in range(8)]
    answers = at_once([partial(house.void, deal, key=key) for key in keys])
    assert sum(answer.is_first for answer in answers) == 1
    assert len({answer.transactions for answer in answers}) == 1
    again = [house.void(deal, key=key) for key in keys]
    assert [(each.transactions, each.is_first) for each in again] == [(answers[0].transactions, False)] * 8
    assert_kept(house)

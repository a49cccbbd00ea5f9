"""A simulated player of Panguingue has judgement: what it lays, borrows, keeps back and throws."""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.engine.panguingue.rules import BOOK, CARDS, NAMES
from gameplay.simulate.panguingue.player import Player


def numbers(cards: str) -> tuple[int, ...]:
    return tuple(sorted(CARDS[card] for card in cards.split()))


def player(hand: str, *melds: str, profile: str = "classic", waits: int = 0, **rules: Any) -> Player:
    seated = Player(BOOK.rules(profile, rules), 0, numbers(hand), waits)
    seated.melds = [numbers(cards) for cards in melds]
    seated.melded = sum(map(len, seated.melds))
    return seated


def laid(seated: Player, drawn: str, **bound: bool) -> list[tuple[Any, ...]]:
    """The events in short: kind, cards, and the meld that is added to, or the loans."""
    events = seated.lay(CARDS[drawn], **({"only_with_drawn": False, "is_forced": False} | bound))
    return [
        (event["type"], " ".join(event["cards"]), event.get("meld", event.get("borrow"))) for event in events
    ]


def test_it_lays_what_collects_most() -> None:
    assert laid(player("3h 3h 3h 4h 5h Kd Ks"), "3h") == [("meld", "3h 3h 3h", None)]


def test_it_lays_a_set_of_one_suit_before_others_join_it() -> None:
    assert laid(player("Ac Ac Ac Ah"), "Ah") == [("meld", "Ac Ac Ac", None), ("layoff", "Ah", 0)]


def test_it_goes_out_rather_than_collect() -> None:
    seated = player("3h 3h 3h 4h 4h 5h 5h 6h", "3c 3d 3s")
    events = laid(seated, "6h")
    assert seated.has_won
    assert all(cards != "3h 3h 3h" for _, cards, _ in events)


def test_it_borrows_to_go_out() -> None:
    seated = player("5c 5d", "2h 3h 4h 5h", "Kc Kd Kh Kh Ks")
    assert laid(seated, "5d") == [("meld", "5c 5d 5h", [[0, ["5h"]]])]
    assert seated.has_won


def test_it_spoils_a_condition_only_for_more() -> None:
    assert laid(player("Kd Ks Qc", "Jh Qh Kh 7h"), "Ks") == []
    assert laid(player("Kh Kh Qc", "Jh Qh Kh 7h", high_rope=0), "Kh") == [
        ("meld", "Kh Kh Kh", [[0, ["Kh"]]]),
    ]


@pytest.mark.parametrize(("extra", "events"), [(0, 1), (1, 0)])
def test_it_splits_a_meld_where_that_brings_more_than_it_costs(extra: int, events: int) -> None:
    seated = player("Kd", "Qh Qh Qh Qh Qh Qh", nonvalle_set_extra=extra)
    split = ("meld", "Qh Qh Qh", [[0, ["Qh", "Qh", "Qh"]]])
    assert laid(seated, "Kd") == [split] * events


def test_it_holds_back_what_does_not_collect_as_long_as_it_waits() -> None:
    seated = player("2h 3h 4h 5d 5d 5d Ks", waits=1)
    assert laid(seated, "4h") == [("meld", "5d 5d 5d", None)]
    assert laid(seated, "4h") == [("meld", "2h 3h 4h", None)]


def test_it_lays_nothing_without_the_drawn_card_where_that_must_be_first() -> None:
    assert laid(player("2h 3h 4h Kd"), "Kd", only_with_drawn=True) == []
    first, *others = laid(player("2h 3h 4h 7d Jd Qd"), "7d", only_with_drawn=True)
    assert (first, others) == (("meld", "7d Jd Qd", None), [("meld", "2h 3h 4h", None)])


def test_it_lays_a_forced_card_off_first() -> None:
    seated = player("5h 6h 7h Kd", "2h 3h 4h")
    assert laid(seated, "5h", is_forced=True)[0] == ("layoff", "5h", 0)


def test_it_throws_what_is_of_no_use_to_it_or_to_the_next_player() -> None:
    following = [numbers("Qc Qd Qh")]
    assert NAMES[player("2h 3h Qs").thrown(CARDS["Qs"], keeps_drawn=True, following=())] == "Qs"
    assert NAMES[player("2h 3h Qs").thrown(CARDS["Qs"], keeps_drawn=True, following=following)] != "Qs"
    assert NAMES[player("2h 3h Qs").thrown(CARDS["3h"], keeps_drawn=False, following=())] == "3h"


def test_it_takes_from_the_pile_what_it_can_lay_and_what_promises_much() -> None:
    seated = player("2h 3h 5c 5d", "Kc Kd Kh")
    assert all(seated.can_use(CARDS[card]) for card in ("4h", "Ah", "5h", "Ks"))
    assert not seated.can_use(CARDS["7s"])
    assert player("6h 7h 7d 7h").wants(CARDS["7h"])
    assert not seated.wants(CARDS["Qs"])

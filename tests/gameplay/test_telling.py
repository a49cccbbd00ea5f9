"""Deals of either game and detail in words: each event as the table then lay, each unit with its reason."""

from __future__ import annotations

from typing import Any

import pytest

from gameplay.engine.replay import replay
from gameplay.engine.verdict import MatchOutcome, Outcome
from gameplay.engine.walk import opened, walk
from gameplay.telling import matches
from gameplay.telling.account import Told, account
from gameplay.telling.language import LANGUAGES, Language, language
from tests.engine.records import by, call, layoff, match, meld, pan, panguingue
from tests.engine.spoiled import vectors

SPEAKERS = {code: language(code) for code in LANGUAGES}
ENGLISH = SPEAKERS["en"]
DEALS = [record for record in vectors() if isinstance(replay(record), Outcome)]


def told(record: Any, say: Language = ENGLISH) -> list[Told]:
    start, outcome = opened(record), replay(record)
    assert start is not None
    assert isinstance(outcome, Outcome), outcome
    return list(account(walk(*start), record["seats"], outcome.lines, say))


def texts(record: Any) -> list[str]:
    return [each.text for each in told(record)]


def shares(record: Any) -> list[str]:
    return [share.text for each in told(record) for share in each.shares]


def draw(seat: int, source: str = "stock", **card: str) -> dict[str, Any]:
    return by("draw", seat, **{"from": source}, **card)


HAND = ["5d", "5c", "5s", "4h", "4c", "4d", "6s", "7s", "Ks", "Ad"]
TURNS = [
    call("deal", upcard="5h", hands=[HAND, None]),
    by("stay", 0),
    by("stay", 1),
    draw(0, "discard"),
    meld(0, "5h 5d 5c 5s"),
    meld(0, "5s 6s 7s", {0: "5s"}),
    by("discard", 0, card="Ks"),
    draw(1),
    by("discard", 1, card="4s"),
    draw(0, "discard"),
    meld(0, "4h 4c 4d"),
    layoff(0, 1, "4s"),
]


def test_a_turn_of_panguingue_is_told_as_the_table_lies() -> None:
    record = panguingue(*TURNS, seats=2, detail="play")
    assert texts(record) == [
        "Ten cards are dealt to each, and 5♥ is turned up",
        "a stays",
        "b stays",
        "a takes 5♥ from the discard pile",
        "a melds 5♥ 5♦ 5♣ 5♠",
        "a melds 5♠ 6♠ 7♠, 5♠ borrowed from meld 1 (5♥ 5♦ 5♣ 5♠)",
        "a discards K♠",
        "b draws a card from the stock",
        "b discards 4♠",
        "a takes 4♠ from the discard pile",
        "a melds 4♥ 4♣ 4♦",
        "a lays off 4♠ on 5♠ 6♠ 7♠",
    ]
    assert told(record)[0].notes == ("a: 5♦ 5♣ 5♠ 4♥ 4♣ 4♦ 6♠ 7♠ K♠ A♦",)


def test_a_force_and_a_new_stock_are_told() -> None:
    forcing = panguingue(
        *TURNS[:4],
        meld(0, "5h 5d 5c"),
        by("discard", 0, card="Ks"),
        seats=2,
        detail="play",
        rules={"forcing": True},
    )
    forcing["events"] += [draw(1), by("discard", 1, card="5s"), by("force", 0, by=1)]
    assert texts(forcing)[-1] == "b forces a to take 5♠ and to lay it off"
    small = panguingue(
        call("deal", upcard="??"), by("stay", 0), by("stay", 1), seats=2, detail="play", rules={"packs": 1}
    )
    for turn in range(20):
        small["events"] += [
            draw(turn % 2),
            by("discard", turn % 2, card=f"{'A234567JQK'[turn % 10]}{'ch'[turn // 10]}"),
        ]
    assert texts(small)[-2:] == [
        "b draws a card from the stock, for which the discard pile but for its top card has been shuffled",
        "b discards K♥",
    ]


def test_the_condition_and_what_it_adds_up_to_are_named() -> None:
    record = panguingue(
        meld(0, "5s 5s 5s 5s"),
        layoff(0, 0, "5s"),
        meld(1, "As 2s 3s 4s"),
        meld(2, "3h 3h 3h 3h 3h 3h"),
        profile="hoyle",
    )
    assert shares(record) == [
        (
            "condition 5♠ 5♠ 5♠ 5♠ (valle of one suit 2, 1 card more 1, twice for spades):"
            " 6 units from each of b, c to a"
        ),
        (
            "layoff 5♠ 5♠ 5♠ 5♠ 5♠ (valle of one suit 2, 2 cards more 2, twice for spades;"
            " 2 more than 5♠ 5♠ 5♠ 5♠): 2 units from each of b, c to a"
        ),
        "condition A♠ 2♠ 3♠ 4♠ (rope with A 2 3 1, twice for spades): 2 units from each of a, c to b",
        "condition 3♥ 3♥ 3♥ 3♥ 3♥ 3♥ (valle of one suit 2, 3 cards more 3): 5 units from each of a, b to c",
    ]


def test_antes_loans_and_paybacks_are_named() -> None:
    record = panguingue(
        meld(0, "Ac Ac Ac Ad"), meld(0, "Ad 2d 3d", {0: "Ad"}), by("foul", 0), rules={"ante": 2}
    )
    assert shares(record) == [
        "ante: 2 units from each of a, b, c to the pot",
        "condition A♦ 2♦ 3♦ (rope with A 2 3 1): 1 unit from each of b, c to a",
        (
            "condition left by a loan A♣ A♣ A♣ (set of one suit 1; 1 more than A♣ A♣ A♣ A♦):"
            " 1 unit from each of b, c to a"
        ),
        "paid back by a fouled hand: 2 units from a to b",
        "paid back by a fouled hand: 2 units from a to c",
    ]


def test_plays_and_takes_of_pan_are_told_with_what_follows() -> None:
    record = pan(
        call("deal"), by("play", 0, cards=["9h"]), by("play", 1, cards=["Ks"]), by("take", 0), detail="play"
    )
    assert texts(record | {"profile": "spades"}) == [
        "The cards are dealt: a 8, b 8, c 8",
        "a opens with 9♥",
        "b plays K♠; the spade turns the move back to a",
        "a takes K♠",
    ]
    out = [call("deal", sizes=[1, 1, 22]), by("play", 0, cards=["9h"]), by("play", 1, cards=["Kd"])]
    last = pan(*out, by("take", 2), detail="play", profile="traditional")
    assert texts(last) == [
        "The cards are dealt: a 1, b 1, c 22",
        "a opens with 9♥; a is out as number 1",
        "b plays K♦; b is out as number 2; c has one last move",
        "c takes K♦",
    ]


def test_what_was_undone_is_told_and_marked_though_it_could_not_have_stood() -> None:
    record = panguingue(meld(0, "4h 4c 4d"), layoff(0, 3, "4s"), call("undo"), {"type": "what"}, call("undo"))
    assert [(each.text, each.is_cancelled) for each in told(record)] == [
        ("a melds 4♥ 4♣ 4♦", False),
        ("a lays off 4♠ on meld 4", True),
        ("Taken back: a lays off 4♠ on meld 4", False),
        ("An entry that cannot be read", True),
        ("Taken back: An entry that cannot be read", False),
    ]
    assert told(record)[1].notes == (
        "It could not have stood: There is no meld 4: the seat has 1, counted from 1 (PG-7)",
    )


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_event_and_every_unit_of_the_vectors_is_told(code: str) -> None:
    for record in DEALS:
        names, outcome = record["seats"], replay(record)
        assert isinstance(outcome, Outcome)
        moved = dict.fromkeys(names, 0)
        given = told(record, SPEAKERS[code])
        for share in (share for each in given for share in each.shares):
            for party, units in [
                *((payer, -share.units) for payer in share.payers),
                (share.payee, share.total),
            ]:
                if party in moved:
                    moved[party] += units
            assert str(share.units) in share.text
        assert tuple(moved.values()) == outcome.units or outcome.outcome == "misdeal"
        assert [each.event for each in given if each.event is not None] == [*range(len(record["events"]))]
        assert not any("%(" in each.text or "??" in each.text for each in given)


def test_what_is_told_of_every_kind_of_event_is_translated() -> None:
    told_kinds: set[tuple[str, str]] = set()
    for record in DEALS:
        spoken = [
            [each for each in told(record, SPEAKERS[code]) if each.event is not None] for code in LANGUAGES
        ]
        for event, *given in zip(record["events"], *spoken, strict=True):
            if not given[0].is_cancelled:
                told_kinds.add((record["game"], event["type"]))
                assert len({each.text for each in given}) == len(LANGUAGES), given
    assert len(told_kinds) == 12 + 8


def test_a_match_is_told_deal_by_deal() -> None:
    record = match(1, None, 1, 1, 0, 0, 0, match_stake=5)
    outcome = replay(record)
    assert isinstance(outcome, MatchOutcome)
    given = list(matches.deals(record, record["seats"], None, ENGLISH))
    assert [each.text for each in given] == [
        "b loses and stands at P",
        "Drawn: nobody gets a letter",
        "b loses and stands at PA",
        "b loses and has the whole word, PAN: out of the match",
        "a loses and stands at P",
        "a loses and stands at PA",
        "a loses and has the whole word, PAN: out of the match",
    ]
    assert [share.text for share in given[-1].shares] == [
        "stake of the match: 5 units from each of b, a to c"
    ]
    assert matches.standing(outcome, record["seats"], ENGLISH) == "c wins the match"

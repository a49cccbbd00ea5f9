"""Each refusal has its reason, as a person understands it, in every language (E)."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from gameplay.engine.replay import replay
from gameplay.engine.verdict import Code, Fault
from gameplay.replay_account import Account
from gameplay.telling.because import because
from gameplay.telling.language import LANGUAGES, Language, language
from tests.engine.records import by, call, layoff, match, meld, pan, panguingue
from tests.engine.spoiled import spoiled, vectors

SPEAKERS = {code: language(code) for code in LANGUAGES}
ENGLISH = SPEAKERS["en"]


def names_of(record: Any, fault: Fault) -> list[str]:
    """Name the seats, where the header is in order."""
    return record["seats"] if fault.event is not None else []


def why(record: Any, say: Language = ENGLISH, counted_from: int = 0) -> str:
    fault = replay(record)
    assert isinstance(fault, Fault), fault
    return because(fault, record, names_of(record, fault), say, counted_from)


def faulty() -> list[tuple[Any, Fault]]:
    found = [(record, replay(record)) for record in vectors()]
    return [(record, verdict) for record, verdict in found if isinstance(verdict, Fault)]


FAULTY = faulty()


def test_the_vectors_reach_every_code() -> None:
    assert {fault.code for _record, fault in FAULTY} == set(Code)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_fault_of_the_vectors_has_a_reason_in_every_language(code: str) -> None:
    codes = "|".join(re.escape(each) for each in Code)
    for record, fault in FAULTY:
        told = because(fault, record, names_of(record, fault), SPEAKERS[code])
        assert told.endswith((".", "?")), (fault, told)
        assert not re.search(rf"%\(|\{{|None|  |\b(?:{codes})\b", told), told


def test_the_reasons_are_translated() -> None:
    same = {
        fault.code
        for record, fault in FAULTY
        for code in ("nl", "pl")
        if because(fault, record, names_of(record, fault), SPEAKERS[code])
        == because(fault, record, names_of(record, fault), ENGLISH)
    }
    assert same <= {Code.CARD_TOO_MANY}, "cards and places alone are the same everywhere"


def played(*events: Any, **header: Any) -> dict[str, Any]:
    """Write a Panguingue record at detail `play` in which everybody stays."""
    deal = {"type": "deal", "upcard": "5h"} | header.pop("dealt", {})
    return panguingue(deal, *(by("stay", seat) for seat in range(3)), *events, detail="play", **header)


def draw(seat: int, card: str = "", source: str = "stock") -> dict[str, Any]:
    return by("draw", seat, **({"from": source, "card": card} if card else {"from": source}))


HAND = ["4h", "4c", "4d", "6h", "7h", "Jh", "Kc", "Kd", "Ks", "2s"]
KNOWN = {"dealt": {"hands": [HAND, None, None]}}
OPENED = [
    call("deal", hands=[["9h", "9d", "9c", "9s", "Td", "Tc", "Jh", "Kd"], None, None]),
    by("play", 0, cards=["9h"]),
]

REASONS = [
    (
        panguingue(meld(0, "4h 4h 4c")),
        (
            "A set of rank 4 is either all of one suit or has each suit once;"
            " here 4♥ lies 2 times beside other suits."
        ),
    ),
    (
        panguingue(meld(0, "4h 4c 4c"), rules={"mixed_sets": "three_suits"}),
        "A set of rank 4 is of one suit or of three at least; this one is of two: ♥, ♣.",
    ),
    (
        panguingue(meld(0, "4h 4c 5h")),
        "4♣ and 5♥ are neither of one rank, as in a set, nor of one suit, as in a rope.",
    ),
    (panguingue(meld(0, "6h 7h Qh")), "A rope from 6♥ to Q♥ lacks J♥."),
    (
        panguingue(meld(0, "Qh Kh Ah")),
        "The ace is low only and follows no king; a rope from A♥ to K♥ lacks 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ J♥.",
    ),
    (panguingue(meld(0, "6h 7h 7h")), "7♥ lies there 2 times; a rope has each rank once."),
    (panguingue(meld(0, "4h 4c 4d 4s"), layoff(0, 1, "4h")), "The melds of a are 1: 4♥ 4♣ 4♦ 4♠."),
    (
        panguingue(meld(0, "4h 5h 6h 7h"), meld(0, "5h 5c 5d", {0: "5h"})),
        "Of meld 1 there would be left 4♥ 6♥ 7♥. A rope from 4♥ to 7♥ lacks 5♥.",
    ),
    (panguingue(meld(0, "4h 5h 6h 7h"), meld(0, "8h")), "Panguingue is played without 8, 9, 10 and jokers."),
    (
        panguingue(meld(0, "3h 3h 3h"), meld(1, "3h 3h 3h"), rules={"packs": 4}, seats=2),
        "There are 4 of 3♥; known of them: 3 in meld 1 of a. This event uses 3.",
    ),
    (panguingue(by("drop", 0), meld(0, "4h 4c 4d")), "a dropped at event 0."),
    (panguingue(call("misdeal"), by("stay", 0)), "It ended with event 0: Misdeal."),
    (played(draw(0), draw(0)), "a drew at event 4; now come melds, layoffs and a discard."),
    (played(draw(1)), "It is the turn of a, who has not drawn yet."),
    (played(draw(0, "6h", "discard")), "On top lies 5♥."),
    (
        played(draw(0), meld(0, "5c 5c 5c"), **KNOWN),
        "a holds 4♣ K♣ 4♦ K♦ 4♥ 6♥ 7♥ J♥ 2♠ K♠ and 1 unknown card.",
    ),
    (played(draw(0, "3h"), meld(0, "4h 4c 4s"), **KNOWN), "a holds 4♣ K♣ 4♦ K♦ 3♥ 4♥ 6♥ 7♥ J♥ 2♠ K♠."),
    (played(call("exhausted")), "The stock still has 289 cards."),
    (pan(*OPENED, by("play", 0, cards=["Td"]), detail="play"), "It is the move of b."),
    (
        pan(*OPENED, by("play", 1, cards=["Td"]), detail="play"),
        "b holds 8 unknown cards. 10♦ is in the hand of a.",
    ),
    (
        pan(*OPENED, by("play", 1, cards=["9h"]), detail="play"),
        "b holds 8 unknown cards. 9♥ lies on the pile.",
    ),
    (
        pan(*OPENED, by("play", 1, cards=["Qh"]), by("play", 2, cards=["Js"]), detail="play"),
        "On top lies Q♥; only its rank or a higher one can be played.",
    ),
    (pan(*OPENED, by("play", 1, cards=["Qh", "Ks", "Qc"]), detail="play"), "Q♥ and K♠ are of two ranks."),
    (pan(by("out", 1), by("out", 1)), "b went out as number 1."),
    (match(0, 0, 0, 0), "a had the whole word after deal 3."),
    (panguingue(rules={"valle_sett": 1}), "Was “valle_set” meant?"),
    (panguingue(meld(0, "H4")), "Was “4h” meant?"),
]


@pytest.mark.parametrize(("record", "reason"), REASONS, ids=[reason[:40] for _record, reason in REASONS])
def test_a_reason_is(record: Any, reason: str) -> None:
    assert why(record).endswith(reason)


def test_events_are_numbered_as_the_reader_sees_them() -> None:
    record = panguingue(by("stay", 1), by("drop", 0), meld(0, "4h 4c 4d"))
    assert why(record) == "a dropped at event 1."
    assert why(record, counted_from=1) == "a dropped at event 2."


def test_what_was_undone_is_no_reason() -> None:
    record = panguingue(by("drop", 0), call("undo"), by("drop", 0), meld(0, "4h 4c 4d"))
    assert why(record) == "a dropped at event 2."


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("pl", "Sekwensowi od 6♥ do Q♥ brakuje: J♥."),
        ("nl", "Een reeks van 6♥ tot Q♥ mist J♥."),
    ],
)
def test_a_reason_in_other_words(code: str, reason: str) -> None:
    assert why(panguingue(meld(0, "6h 7h Qh")), SPEAKERS[code]) == reason


@pytest.mark.parametrize("seed", range(3))
def test_whatever_a_record_says_it_is_told_and_its_fault_explained(seed: int) -> None:  # L-45
    rng, records = Random(seed), vectors()
    accounts = [Account(say, is_coloured=True) for say in SPEAKERS.values()]
    for number in range(400):
        record = spoiled(rng.choice(records), rng)
        verdict = replay(record)
        told = "\n".join(accounts[number % 3].lines(number, None, record, verdict))
        told.encode()
        if isinstance(verdict, Fault):
            assert why(record), verdict
            assert verdict.code in told

"""Liberal records made strict: cards alone are touched, and canonical records pass unchanged."""

import copy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gameplay.engine.replay import replay
from gameplay.engine.verdict import Code as RuleCode
from gameplay.notation.complaints import Code
from gameplay.notation.reading import cancelled_events, read_liberally
from gameplay.notation.spelling import LOCALES
from tests.engine import mutations, pan_deals, strategies
from tests.engine.records import Json, match, meld, panguingue
from tests.notation.spelled import liberally
from tests.notation.vectors import LEGAL, VECTORS

quick = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])

# Vectors whose fault is a spelling: replay refuses them, and the liberal reader mends them.
SPELLINGS = {"pge-card-lower-case-rank", "rc-card-with-space", "rc-joker-lower-case"}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_vector_passes_unchanged_but_those_whose_fault_is_a_spelling(locale: str) -> None:
    changed = set()
    for vector in VECTORS:
        before = copy.deepcopy(vector.record)
        read, complaints = read_liberally(vector.record, locale)
        assert vector.record == before
        assert not complaints or vector.code is not None
        if repr(read) != repr(vector.record):  # by its text, so that 2.0 is not 2
            changed.add(vector.record["id"])
            assert vector.code == "card.invalid"
    assert changed == SPELLINGS


@quick
@given(st.data(), st.sampled_from(sorted(LOCALES)))
def test_any_spelling_of_a_record_gives_the_record_back(data: st.DataObject, locale: str) -> None:
    record = data.draw(
        st.sampled_from([vector.record for vector in LEGAL if len(vector.line) < 4_000])
        | strategies.records()
        | st.integers(0, 10**6).map(lambda seed: pan_deals.random_record(seed, moves=12))
    )
    spelled = data.draw(liberally(_without_cancelled(record), locale))
    read, complaints = read_liberally(spelled, locale)
    assert complaints == []
    assert read == _without_cancelled(record)
    assert replay(read) == replay(_without_cancelled(record))


def _without_cancelled(record: Json) -> Json:
    """Cancelled events may hold anything; what they hold cannot be spelled."""
    if "events" not in record:
        return record
    cancelled = cancelled_events(record["events"])
    standing = [
        event
        for position, event in enumerate(record["events"])
        if position not in cancelled and event["type"] != "undo"
    ]
    return record | {"events": standing}


@quick
@given(mutations.mutated(strategies.records()), st.sampled_from(sorted(LOCALES)))
def test_whatever_comes_is_read_without_trouble_and_reading_twice_changes_nothing(
    record: object, locale: str
) -> None:
    read, complaints = read_liberally(record, locale)
    again, still = read_liberally(read, locale)
    assert repr(again) == repr(read)
    assert [complaint.code for complaint in still] == [complaint.code for complaint in complaints]


def test_texts_that_are_no_cards_stay_as_they_are() -> None:
    record = panguingue(
        meld(0, "10h ♠K", note="10h", _card="10h", claimed="k♠"),
        {"type": "misdeal", "reason": "♠K"},
        {"type": "stay", "seat": 0, "card": "10h"},
        {"type": "unheard", "cards": ["10h"]},
        "10h",
        id="10h",
        seats=["10h", "♠K", "kier"],
        meta={"cards": ["10h"]},
        _cards=["10h"],
        rules={"rotation": "10h", "_removed": ["10h"]},
    )
    read, complaints = read_liberally(record, "pl")
    assert complaints == []
    assert read == record | {"events": [record["events"][0] | {"cards": ["Th", "Ks"]}, *record["events"][1:]]}


def test_a_match_and_a_stranger_are_given_back() -> None:
    for record in (
        match(0, word="♠K"),
        {"game": "whist", "events": [meld(0, "10h")]},
        [1],
        None,
        {"game": 1},
    ):
        assert read_liberally(record, "pl") == (record, [])


def test_cards_written_as_one_text_are_parted_by_commas_or_else_by_blanks() -> None:
    texts = ["9♥ 10♥  W♥", "9 kier,10 kier, W kier"]
    assert [
        read_liberally(panguingue(meld(0, "") | {"cards": text}), "pl")[0]["events"][0]["cards"]
        for text in texts
    ] == [["9h", "Th", "Jh"]] * 2
    for text in ("", " ", ",", "9hTh"):  # an empty text is no list of cards, and is left for replay to refuse
        record = panguingue(meld(0, "") | {"cards": text})
        assert read_liberally(record, "pl")[0] == record


def test_every_place_of_cards_is_read() -> None:
    deal = {"type": "deal", "upcard": "♠7", "hands": [["7♠", "?"], None, "7s 10d"]}
    loan = meld(0, "D♥ D♥ D♥", borrow={0: "D♥"})
    drawn = {"type": "draw", "seat": 0, "from": "discard", "card": "wp"}
    record = panguingue(deal, loan, drawn, rules={"removed": "ap ♠2"})
    read, complaints = read_liberally(record, "pl")
    assert complaints == []
    assert read["rules"] == {"removed": ["As", "2s"]}
    assert read["events"][0] == {"type": "deal", "upcard": "7s", "hands": [["7s", "??"], None, ["7s", "Td"]]}
    assert read["events"][1] == meld(0, "Qh Qh Qh", borrow={0: "Qh"})
    assert read["events"][2]["card"] == "Js"
    played = {"type": "play", "seat": 0, "cards": ["joker"], "as": "10"}
    assert read_liberally(pan_deals.play(played), "en")[0]["events"] == [pan_deals.lay(0, "Jk", "T")]


def test_each_unclear_card_is_told_with_its_place_and_left_as_it_is() -> None:
    record = panguingue(meld(0, "Kk 10h zz"), meld(1, "Wh"), rules={"removed": ["Dk"]})
    read, complaints = read_liberally(record, "pl")
    assert [(complaint.code, complaint.event, complaint.params["card"]) for complaint in complaints] == [
        (Code.CARD_AMBIGUOUS, None, "Dk"),
        (Code.CARD_AMBIGUOUS, 0, "Kk"),
        (RuleCode.CARD_INVALID, 0, "zz"),
    ]
    assert [event["cards"] for event in read["events"]] == [["Kk", "Th", "zz"], ["Jh"]]


def test_nothing_is_asked_of_a_cancelled_event() -> None:
    record = panguingue(
        meld(0, "Kk 10h"), meld(0, "zz"), {"type": "undo"}, {"type": "undo"}, {"type": "undo"}
    )
    read, complaints = read_liberally(record, "pl")
    assert complaints == []
    assert read["events"][0]["cards"] == ["Kk", "Th"]
    assert cancelled_events(record["events"]) == {0, 1}

"""What may happen next in Panguingue, and the verdict on one more event, which agrees with replay."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplay.engine import live
from gameplay.engine.offers import Offer
from gameplay.engine.panguingue.melds import TRIPLES
from gameplay.engine.panguingue.rules import CARDS, NAMES
from gameplay.engine.replay import replay
from gameplay.engine.verdict import Code, Fault, Outcome
from tests.engine import mutations, strategies
from tests.engine.laws import law
from tests.engine.panguingue_deals import hidden
from tests.engine.panguingue_events import KNOWN, deal, discard, stays, stock
from tests.engine.records import Json, by, call, layoff, meld, panguingue
from tests.engine.test_panguingue_laws import records


def begun(record: Json) -> live.Live:
    going = live.begin(record)
    assert isinstance(going, live.Live), going
    return going


def candidates(seats: int, melds: int) -> Iterator[Json]:
    """Every event of few cards that anybody might think of, for any state of a deal."""
    yield deal()
    yield from (call("exhausted"), call("misdeal"))
    for seat in range(seats):
        yield from (by(kind, seat) for kind in ("stay", "drop", "foul"))
        yield from (by("force", seat, by=other) for other in range(seats))
        for card in CARDS:
            yield from (stock(seat, card), discard(seat, card))
            yield by("draw", seat, **{"from": "discard", "card": card})
            yield from (layoff(seat, index, card) for index in range(melds + 1))
        yield from (stock(seat), stock(seat, "??"), by("draw", seat, **{"from": "discard"}))
        yield from (meld(seat, " ".join(NAMES[card] for card in triple)) for triple in TRIPLES)


def is_offered(event: Json, offers: tuple[Offer, ...]) -> bool:
    """Tell whether an event of few cards is among the offers; their `cards` are complete for such."""
    listed = [offer for offer in offers if offer.includes(event)]
    if event["type"] in {"meld", "layoff"}:
        return any(
            tuple(sorted(event["cards"])) == tuple(sorted(cards)) for offer in listed for cards in offer.cards
        )
    return bool(listed)


@law(0.2)  # every event there could be is tried at every step
@given(records(), st.data())
def test_what_is_offered_is_taken_and_what_is_not_is_refused(record: Json, data: st.DataObject) -> None:
    """At any point of a deal, with hands known, partly known or hidden."""
    share = data.draw(st.sampled_from([0, 0, 0.2, 1]))
    record = hidden(record, data.draw(st.integers(0, 99)), share)
    cut = data.draw(st.integers(0, len(record["events"])))
    going = live.begin(record | {"events": record["events"][:cut]})
    if isinstance(going, Fault):  # the rules ask for a card that was hidden
        return
    offers = going.legal()
    most = max(len(melds) for melds in going._deal.melds)  # type: ignore[attr-defined]
    for event in candidates(len(record["seats"]), most):
        taken = isinstance(going.check(event), Outcome)
        assert taken == is_offered(event, offers), (event, offers)


@law()
@given(records(), st.sampled_from([0, 0.3, 1]))
def test_every_event_that_is_played_was_offered(record: Json, share: float) -> None:
    record = hidden(record, 1, share)
    going = begun(record | {"events": []})
    for event in record["events"]:
        offers = going.legal()
        if isinstance(going.push(event), Fault):
            return
        fitting = [offer for offer in offers if offer.includes(event)]
        assert fitting
        assert all(offer.uses is None or offer.uses in event["cards"] for offer in fitting)
    assert going.verdict == replay(record)
    if going.verdict.is_over:
        assert [offer.type for offer in going.legal()] == ["undo"]


@law()
@given(mutations.mutated(records() | strategies.panguingue_records()))
def test_live_validation_agrees_with_replay_event_by_event(record: Any) -> None:
    events = record.get("events") if isinstance(record, dict) else None
    going = live.begin(record | {"events": []} if isinstance(events, list) else record)
    if isinstance(going, Fault):
        assert replay(record | {"events": []} if isinstance(events, list) else record) == going
        return
    said: list[Any] = []
    for event in events or []:
        before = going.verdict
        expected = replay(record | {"events": [*said, event]})
        assert going.check(event) == expected
        assert going.verdict == before
        assert going.push(event) == expected
        if isinstance(expected, Outcome):
            said.append(event)
        assert going.verdict == replay(record | {"events": said})


def test_undo_goes_back_as_far_as_there_are_events() -> None:
    going = begun(panguingue(deal(), *stays(), detail="play"))
    for left in (3, 2, 1, 0):
        assert [offer.type for offer in going.legal()][-1] == "undo"
        assert isinstance(going.push(call("undo")), Outcome)
        assert len(going._events) == 8 - left
    refused = going.push(call("undo"))
    assert isinstance(refused, Fault)
    assert (refused.code, refused.event) == (Code.UNDO_NOTHING, 8)
    assert "undo" not in {offer.type for offer in going.legal()}
    odd = going.check(call("undo", note="x"))
    assert isinstance(odd, Fault)
    assert odd.code == Code.RECORD_UNKNOWN_KEY
    assert isinstance(going.push(deal()), Outcome)


def test_a_record_at_fault_and_a_match_are_not_taken_up() -> None:
    assert live.begin(panguingue(by("drop", 9))) == replay(panguingue(by("drop", 9)))
    assert live.begin({"pdr": 2}) == replay({"pdr": 2})
    assert isinstance(live.begin({"pdr": 1, "game": "pan-match", "seats": ["a", "b"], "losses": []}), Fault)


def test_a_full_record_takes_no_further_event() -> None:
    going = begun(panguingue(*[by("stay", 0)] * 5_000))
    assert going.legal() == ()
    assert going.check(by("stay", 0)) == replay(panguingue(*[by("stay", 0)] * 5_001))


def test_at_detail_score_all_that_may_be_written_is_offered() -> None:
    going = begun(panguingue(meld(0, "4h 4c 4d"), by("foul", 1)))
    kinds = {offer.type: dict(offer.values) for offer in going.legal()}
    assert kinds["meld"] == {"seat": (0, 2)}
    assert kinds["layoff"] == {"seat": (0,), "meld": (0,)}
    assert set(kinds) == {"meld", "layoff", "foul", "misdeal", "exhausted", "undo"}
    assert {offer.type for offer in begun(panguingue()).legal()} >= {"stay", "drop"}


def test_two_cards_that_only_go_together_are_offered_together() -> None:
    """PG-7 with `three_suits`: a set of one suit takes two other suits at once, or none."""
    hands = [["5c", "5c", "5c", "5d", "5h", "Ks", "2d", "Js", "7h", "As"], None]
    start = [deal(hands=hands), *stays(0, 1), stock(0, "Qd"), meld(0, "5c 5c 5c")]
    going = begun(panguingue(*start, seats=2, detail="play", rules={"mixed_sets": "three_suits"}))
    (offer,) = [each for each in going.legal() if each.type == "layoff"]
    assert offer.cards == (("5d", "5h"),)
    assert isinstance(going.check(layoff(0, 0, "5d 5h")), Outcome)


# How many ways a deal can go on, counted to a depth: figures that no change of speed may change.


def followers(going: live.Live) -> Iterator[Json]:
    """Write out every offer, of draws from the stock the unnamed one or the first two cards."""
    for offer in going.legal():
        if offer.type in {"undo", "deal"}:
            continue
        open_keys = {key: values for key, values in offer.values.items() if key != "card"}
        written: list[Json] = [{"type": offer.type}]
        for key, values in open_keys.items():
            written = [each | {key: value} for each in written for value in values]
        cards = offer.values.get("card", ())
        if offer.type == "draw":
            cards = ("??",) if "??" in cards else cards[:2]
        if cards:
            written = [each | {"card": card} for each in written for card in cards]
        if offer.cards:
            written = [each | {"cards": list(cards)} for each in written for cards in offer.cards]
        yield from (each for each in written if "cards" in each or offer.type not in {"meld", "layoff"})


def count(record: Json, depth: int) -> int:
    going = begun(record)
    if depth == 0:
        return 1
    total = 0
    for event in followers(going):
        assert isinstance(going.check(event), Outcome), event
        total += count(record | {"events": [*record["events"], event]}, depth - 1)
    return total


FIRST = ["Ah", "2h", "3h", "3c", "3d", "5s", "6s", "7s", "Js", "Kd"]
SECOND = ["Kh", "Kc", "Ks", "4d", "4c", "4h", "6c", "7c", "Jd", "Qd"]


LAID = [stock(0), meld(0, "Ah 2h 3h"), discard(0, "Kd"), stock(1), discard(1, "4h")]


@pytest.mark.parametrize(
    ("profile", "rules", "events", "counts"),
    [
        ("classic", {}, [], [5, 59, 465, 3_746]),
        ("classic", {"discard_draw": "meldable"}, [], [5, 44, 353, 2_475]),
        ("classic", {"forcing": True}, LAID, [6, 79, 567]),
        ("cardroom", {"removed": []}, [], [5, 8, 12, 26, 78]),
    ],
)
def test_the_number_of_ways_on_is_known(
    profile: str, rules: Json, events: list[Json], counts: list[int]
) -> None:
    start = [deal("4s", hands=[FIRST, SECOND]), *stays(0, 1), *events]
    record = panguingue(*start, seats=2, detail="play", profile=profile, rules={"packs": 1} | rules)
    assert [count(record, depth) for depth in range(1, len(counts) + 1)] == counts


def test_hands_of_one_known_suit_offer_their_ropes() -> None:
    going = begun(panguingue(deal(hands=[KNOWN, None]), *stays(0, 1), stock(0, "Ad"), seats=2, detail="play"))
    (offer,) = [each for each in going.legal() if each.type == "meld"]
    assert len(offer.cards) == 8
    assert ("7h", "Jh", "Qh") in offer.cards

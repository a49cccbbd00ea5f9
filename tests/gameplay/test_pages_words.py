"""Words and figures of the pages: units, cards as typed and as shown, options of the engine, deals told."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override

from gameplay import reasons, tell
from gameplay.derive import replay_deal
from gameplay.engine.pan import rules as pan
from gameplay.engine.panguingue import rules as panguingue
from gameplay.engine.replay import Header, header, resolve
from gameplay.engine.verdict import Code, Fault, LineReason, Outcome
from gameplay.errors import RuleBroken
from gameplay.pages.card_text import read_cards
from gameplay.pages.examples import examples
from gameplay.pages.options import fields_of, options_of, read_options
from gameplay.pages.refusals import said
from gameplay.selectors.picture import picture_of
from gameplay.sentences import SENTENCES
from gameplay.templatetags.club_pages import amount, short_root, signed, suits

BOOKS = {"panguingue": panguingue.BOOK, "pan": pan.BOOK}
NAMES = ["Member 01", "Member 02", "Member 03"]
MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(("units", "written"), [(0, "0"), (7, "+7"), (-7, f"{MINUS}7"), (-0, "0")])
def test_zero_has_no_sign(units: int, written: str) -> None:  # L-9
    assert signed(units) == written
    assert ("zero" in amount(units)) == (units == 0)


def test_nothing_known_is_not_zero() -> None:  # L-31
    assert signed(None) != signed(0)


def test_suits_are_coloured_and_the_rest_is_escaped() -> None:
    assert suits("10♦ <b>") == '<span class="card diamonds">10♦</span> &lt;b&gt;'


def test_a_root_is_short_in_groups() -> None:
    assert short_root("0123456789abcdef") == "0123 4567 89ab"


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("5s 5s 5s", ["5s", "5s", "5s"]),
        ("5S5s,5s", ["5s", "5s", "5s"]),
        ("5sx3 kd", ["5s", "5s", "5s", "Kd"]),
        ("5♠ 10♦ a♥", ["5s", "Td", "Ah"]),
        ("5s what 6s", ["5s", "what", "6s"]),
        ("", []),
    ],
)
def test_cards_are_read_as_people_type_them(typed: str, cards: list[str]) -> None:
    assert read_cards(typed) == cards


@pytest.mark.parametrize("game", BOOKS)
def test_the_form_offers_the_options_of_the_engine_and_no_others(game: str) -> None:
    book: Any = BOOKS[game]
    assert {option.name for option in options_of(game)} == set(book.rows)
    for option in options_of(game):
        for value in option.values or ():
            assert book.rows[option.name](value), (option.name, value)


@pytest.mark.parametrize("game", BOOKS)
def test_a_form_that_is_opened_and_sent_changes_nothing(game: str) -> None:  # L-18
    book: Any = BOOKS[game]
    for profile in book.profiles:
        options = resolve(game, profile, {})
        assert isinstance(options, dict)
        sent = {field.name: field.value for _, fields in fields_of(game, options) for field in fields}
        assert read_options(game, sent) == options


def test_examples_are_what_the_engine_pays() -> None:
    options = resolve("panguingue", "hoyle", {})
    assert isinstance(options, dict)
    told = {each.what: each.pays for each in examples("panguingue", "hoyle", options)}
    assert told["5♠ 5♠ 5♠"] == "4 units from each"
    assert told["5♥ 5♥ 5♥"] == "2 units from each"
    assert told["5♥ 5♥ 5♥ 5♥"] == "3 units from each"
    assert told["Dropping"] == "2 units to the pot"
    without = examples("panguingue", "classic", options | {"removed": ["5s"] * 8})
    assert without[0].pays == "not allowed"


def test_every_reason_has_words() -> None:
    assert set(reasons.LINES) == set(LineReason)


def test_a_refusal_names_the_player_and_without_a_name_the_seat() -> None:
    refused = RuleBroken(Fault(Code.TURN_DRAW_FIRST, 0, {"seat": 1, "rule": "PG-6"}))
    assert said(refused, NAMES) == "Member 02 must draw first (PG-6)"
    assert said(refused) == "Seat 1 must draw first (PG-6)"
    with override("nl"):
        assert said(refused, NAMES) == "Member 02 moet eerst pakken (PG-6)"
        assert said(refused) == "Plaats 1 moet eerst pakken (PG-6)"


def test_a_refusal_says_why_when_the_deal_is_known() -> None:
    head = header({"pdr": 1, "game": "panguingue", "detail": "score", "seats": NAMES, "events": []})
    assert not isinstance(head, Fault)
    deal = {**head_of_deal(head), "options": head.options}
    events = [{"type": "drop", "seat": 1}, {"type": "meld", "seat": 1, "cards": ["5s"] * 3}]
    fault = replay_deal(deal, events)
    assert isinstance(fault, Fault)
    assert said(RuleBroken(fault), NAMES, (deal, events)) == (
        "Member 02 takes no further part in this deal (PG-5). Member 02 dropped at event 1."
    )


def head_of_deal(head: Header) -> dict[str, Any]:
    """Write a header as it is stored."""
    return {key: getattr(head, key) for key in ("game", "detail", "profile", "seats", "first", "pot")} | {
        "seats": list(head.seats)
    }


def test_every_sentence_about_a_player_begins_with_who_it_is() -> None:
    assert all(text.startswith("{who} ") for text in SENTENCES.values() if "{who}" in text)


def told_deal(events: list[dict[str, Any]], game: str = "panguingue") -> list[tell.Told]:
    """Tell a deal of three."""
    head = header({"pdr": 1, "game": game, "detail": "score", "seats": NAMES, "events": []})
    whole = {
        "game": game,
        "detail": "score",
        "profile": "classic",
        "options": head.options,  # type: ignore[union-attr] # in order
        "seats": NAMES,
        "first": 0,
        "pot": 0,
    }
    outcome = replay_deal(whole, events)
    assert isinstance(outcome, Outcome), outcome
    picture = picture_of(whole, events)
    if game == "panguingue":
        assert [seat.melded for seat in picture.seats] == list(outcome.cards)
    return tell.tell(events, NAMES, outcome, whole)


def test_a_deal_is_told_event_by_event() -> None:
    told = told_deal(
        [
            {"type": "drop", "seat": 2},
            {"type": "undo"},
            {"type": "meld", "seat": 0, "cards": ["5s"] * 4},
            {"type": "meld", "seat": 0, "cards": ["5s", "6s", "7s"], "borrow": [[0, ["5s"]]]},
            {"type": "layoff", "seat": 0, "meld": 1, "cards": ["4s"]},
            {"type": "foul", "seat": 1},
        ]
    )
    assert [(each.text, each.is_cancelled) for each in told] == [
        ("Member 03 drops", True),
        ("Taken back: Member 03 drops", False),
        ("Member 01 melds 5♠ 5♠ 5♠ 5♠", False),
        ("Member 01 melds 5♠ 6♠ 7♠, 5♠ borrowed from meld 1 (5♠ 5♠ 5♠ 5♠)", False),
        ("Member 01 lays off 4♠ on 5♠ 6♠ 7♠", False),
        ("Member 02 has a foul hand", False),
    ]
    condition = told[2].shares[0]
    assert (condition.reason, condition.payers, condition.units) == (
        "condition",
        ("Member 02", "Member 03"),
        2,
    )


def test_every_unit_is_told() -> None:
    events = [{"type": "drop", "seat": 2}, *[{"type": "meld", "seat": 0, "cards": ["3s"] * 3}] * 2]
    events.append({"type": "meld", "seat": 0, "cards": ["Ah", "2h", "3h", "4h", "5h"]})
    told = told_deal(events)
    moved = dict.fromkeys(NAMES, 0)
    for share in (share for each in told for share in each.shares):
        for payer in share.payers:
            moved[payer] = moved.get(payer, 0) - share.units
        moved[share.payee] = moved.get(share.payee, 0) + share.total
    assert moved.pop("the pot") == 0
    assert moved == {"Member 01": 2 + 2 + 1 + 1 + 2 + 2 + 1 + 1, "Member 02": -11, "Member 03": -1}


def test_polish_pan_is_told_with_places() -> None:
    told = told_deal([{"type": "out", "seat": 2}, {"type": "out", "seat": 0}], "pan")
    assert [each.text for each in told] == [
        "Member 03 goes out as number 1",
        "Member 01 goes out as number 2",
    ]
    assert told[-1].shares[0].payers == ("Member 02",)

"""The options of Panguingue, and how many may sit down (PG-1)."""

import itertools

import pytest

from gameplay.engine.panguingue.rules import BOOK
from gameplay.engine.replay import replay, resolve
from gameplay.engine.verdict import Code, Fault, Outcome
from tests.engine.deals import code, outcome
from tests.engine.records import Json, panguingue

# PG-1


def test_pg1_every_profile_gives_every_option_a_value() -> None:
    tables = [resolve("panguingue", profile, {}) for profile in ("classic", "cardroom", "hoyle")]
    assert all(not isinstance(table, Fault) and len(table) == 26 for table in tables)
    assert len({str(table) for table in tables}) == 3


def test_pg1_removed_is_a_multiset_of_which_the_order_does_not_matter() -> None:
    one = resolve("panguingue", "classic", {"removed": ["Kd", "As", "As"]})
    assert one == resolve("panguingue", "classic", {"removed": ["As", "Kd", "As"]})
    assert not isinstance(one, Fault)
    assert one["removed"] == ["Kd", "As", "As"]


@pytest.mark.parametrize(
    "rules",
    [
        {"packs": 0},
        {"packs": 12},
        {"packs": True},
        {"packs": 8.0},
        {"packs": "8"},
        {"removed": "As"},
        {"removed": ["8s"]},
        {"removed": ["??"]},
        {"removed": [["As"]]},
        {"removed": ["As"] * 9},
        {"packs": 1, "removed": ["As", "As"]},
        {"rotation": "left"},
        {"rotation": ["clockwise"]},
        {"ante": -1},
        {"ante": None},
        {"ante": False},
        {"ante": 10**6 + 1},
        {"forcing": 1},
        {"claims": {}},
        {"meld_needs_drawn_card": True},
        {"unwon_pot": "Return"},
    ],
)
def test_pg1_a_value_outside_its_row(rules: Json) -> None:
    assert code(rules=rules) == ("rules.invalid", None)


@pytest.mark.parametrize("rules", [{"packs": 1}, {"packs": 11}, {"ante": 10**6}, {"removed": ["As"] * 8}])
def test_pg1_the_ends_of_a_row(rules: Json) -> None:
    assert outcome(rules=rules, seats=2).outcome == "open"


def test_pg1_cardroom_with_the_drawn_card_to_the_hand() -> None:
    over = {"drawn_card": "hand"}
    assert code(profile="cardroom", rules=over) == ("rules.invalid", None)
    assert outcome(profile="cardroom", rules=over | {"meld_needs_drawn_card": False}).outcome == "open"


def test_pg1_true_and_one_are_two_values_even_after_each_other() -> None:
    """They are equal in Python and hash alike, so a memo could confuse them."""
    assert outcome(rules={"ante": 1}).pot == 3
    assert code(rules={"ante": True}) == ("rules.invalid", None)
    assert outcome(rules={"forcing": True}).outcome == "open"
    assert code(rules={"forcing": 1}) == ("rules.invalid", None)


@pytest.mark.parametrize(
    ("seats", "rules", "is_fine"),
    [
        (1, {}, False),
        (2, {}, True),
        (15, {}, True),
        (16, {}, False),
        (3, {"packs": 1}, True),  # forty cards: 31 are enough
        (4, {"packs": 1}, False),  # 41 are not there
        (
            3,
            {"packs": 1, "removed": ["Ah", "2h", "3h", "4h", "5h", "6h", "7h", "Jh", "Qh"]},
            True,
        ),  # exactly 31
        (3, {"packs": 1, "removed": ["Ah", "2h", "3h", "4h", "5h", "6h", "7h", "Jh", "Qh", "Kh"]}, False),
    ],
)
def test_pg1_the_stack_holds_ten_cards_a_seat_and_one(seats: int, rules: Json, is_fine: bool) -> None:  # noqa: FBT001 - a column of the table
    verdict = replay(panguingue(seats=seats, rules=rules))
    assert isinstance(verdict, Outcome) is is_fine
    assert is_fine or (isinstance(verdict, Fault) and verdict.code is Code.SEATS_COUNT)


def test_pg1_what_is_remembered_of_options_is_bounded() -> None:
    """The memo of resolved rules and the memo of meld values both start again when they are full."""
    for units in range(500):
        assert outcome(rules={"valle_set": units}, seats=2).outcome == "open"
        many_private = {f"_{key}": units for key in range(100)}
        assert outcome(rules=many_private, seats=2).outcome == "open"
    assert len(BOOK._kept) <= 64
    assert not any("_99" in key for key in BOOK._kept if isinstance(key, tuple))
    rules = BOOK.rules("classic", {})
    for first, second, third in itertools.product(range(40), repeat=3):
        rules.value((first, second, third))
    assert len(rules._values) <= 2_000


def test_pg1_options_written_out_in_full_are_remembered() -> None:
    """A deal of the club freezes every option, `removed` too: they come back with each event."""
    options = resolve("panguingue", "cardroom", {})
    assert isinstance(options, dict)
    assert BOOK.rules("classic", options) is BOOK.rules("classic", dict(options))

"""Simulated deals are legal at every step, plausible, and the same from the same seed."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gameplay.engine.pan.rules import PROFILES as PAN
from gameplay.engine.panguingue.rules import PROFILES as PANGUINGUE
from gameplay.engine.replay import replay
from gameplay.engine.verdict import Code, Outcome
from gameplay.errors import RuleBroken
from gameplay.simulate import SEATS, records, score_events

ROOT = Path(__file__).resolve().parents[2]
DEALS = 1_000
PROFILES = [("panguingue", name) for name in PANGUINGUE] + [("pan", name) for name in PAN]
# Options that no profile has and that change what players may do or what is written.
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("panguingue", {"claims": "required", "condition_payers": "all"}),
    ("panguingue", {"discard_draw": "never", "stock_out": "dead"}),
    ("panguingue", {"packs": 3, "mixed_sets": "three_suits", "unwon_pot": "carry", "ante": 2}),
    ("panguingue", {"packs": 3, "removed": ["As", "As", "As", "7h"], "drawn_card": "meld_or_discard"}),
    ("pan", {"timed_moves": 20, "timed_seconds": 120}),
    ("pan", {"pack": 52, "jokers": 2, "deal_stake": 3}),
    ("pan", {"max_moves": 80}),
]


def drawn(game: str, profile: str = "classic", deals: int = 200, **more: Any) -> list[dict[str, Any]]:
    return list(records(game=game, profile=profile, deals=deals, rng=random.Random(7), **more))


def outcome_of(record: dict[str, Any]) -> Outcome:
    verdict = replay(record)
    assert isinstance(verdict, Outcome), (record, verdict)
    return verdict


def kinds(record: dict[str, Any]) -> set[str]:
    return {"borrow" if "borrow" in event else event["type"] for event in record["events"]}


@pytest.fixture(scope="module", params=PROFILES, ids="-".join)
def many(request: pytest.FixtureRequest) -> tuple[str, str, list[dict[str, Any]]]:
    """A thousand deals of one profile."""
    game, profile = request.param
    return game, profile, drawn(game, profile, DEALS)


def test_every_simulated_deal_is_legal_and_over(many: tuple[str, str, list[dict[str, Any]]]) -> None:
    assert all(outcome_of(record).is_over for record in many[2])


def test_every_beginning_of_a_simulated_deal_is_legal(many: tuple[str, str, list[dict[str, Any]]]) -> None:
    for record in many[2][::20]:
        for end in range(len(record["events"])):
            assert not outcome_of(record | {"events": record["events"][:end]}).is_over


def test_outcomes_come_about_as_often_as_at_a_table(many: tuple[str, str, list[dict[str, Any]]]) -> None:
    game, profile, deals = many
    share = {name: count / DEALS for name, count in Counter(outcome_of(d).outcome for d in deals).items()}
    if game == "pan":
        assert set(share) == {"lost", "drawn"}
        assert 0.8 < share["lost"] < (0.96 if profile == "traditional" else 1)
        return
    assert set(share) == {"won", "uncontested", "misdeal", "exhausted"}
    assert share["won"] > 0.85
    assert all(0.002 < share[rare] < 0.08 for rare in ("uncontested", "misdeal", "exhausted"))


def test_events_come_about_as_often_as_at_a_table(many: tuple[str, str, list[dict[str, Any]]]) -> None:
    game, _, deals = many
    share = {kind: count / DEALS for kind, count in Counter(k for d in deals for k in kinds(d)).items()}
    assert 0.01 < share["undo"] < 0.06
    if game == "pan":
        assert 0.05 < share["lost"] < 0.25
        return
    assert share["meld"] > 0.9
    assert share["layoff"] > 0.8
    assert 0.05 < share["borrow"] < 0.4
    assert 0.005 < share["foul"] < 0.05
    dropped = sum(e["type"] == "drop" for d in deals for e in d["events"]) / sum(
        len(d["seats"]) for d in deals
    )
    assert 0.3 < dropped < 0.6


def test_all_seats_win_and_lose_sometimes(many: tuple[str, str, list[dict[str, Any]]]) -> None:
    outcomes = [outcome_of(record) for record in many[2]]
    assert {0, 1, 2, 3} <= {each.winner for each in outcomes}
    assert max(abs(units) for each in outcomes for units in each.units) < 200


@pytest.mark.soak
@pytest.mark.parametrize(("game", "profile"), PROFILES)
def test_ten_thousand_deals_are_legal(game: str, profile: str) -> None:
    for record in records(game=game, profile=profile, deals=10_000, rng=random.Random(11)):
        assert outcome_of(record).is_over


@pytest.mark.parametrize(("game", "rules"), OPTIONS, ids=str)
def test_deals_are_legal_under_options_of_no_profile(game: str, rules: dict[str, Any]) -> None:
    assert all(outcome_of(record).is_over for record in drawn(game, rules=rules))


def test_claims_are_written_where_they_are_required() -> None:
    written = [e for record in drawn("panguingue", rules={"claims": "required"}) for e in record["events"]]
    assert any(event.get("claimed") for event in written)
    assert not any("claimed" in event for record in drawn("panguingue") for event in record["events"])


def test_a_dead_stock_is_exhausted_where_players_cannot_refill_it() -> None:
    deals = drawn("panguingue", rules={"packs": 2, "stock_out": "dead", "discard_draw": "never"}, seats=7)
    assert sum(outcome_of(record).outcome == "exhausted" for record in deals) > len(deals) / 2


def test_time_is_called_under_timed_rules_alone() -> None:
    timed = drawn("pan", rules={"timed_moves": 20, "timed_seconds": 120})
    assert 0.05 < sum(outcome_of(record).outcome == "time" for record in timed) / len(timed) < 0.3


def test_what_is_left_in_the_pot_is_carried_on() -> None:
    deals = drawn("panguingue", "cardroom", DEALS, seats=4)
    assert [record["pot"] for record in deals] == [0, *[outcome_of(record).pot for record in deals[:-1]]]
    assert any(record["pot"] for record in deals)


def test_the_winner_is_first_in_card_rooms_and_the_next_seat_elsewhere() -> None:
    classic = drawn("panguingue", seats=5)
    for before, after in pairwise(classic):
        moves = 0 if outcome_of(before).outcome == "misdeal" else 1
        assert after["first"] == (before["first"] + moves) % 5
    cardroom = drawn("panguingue", "cardroom", seats=5)
    for before, after in pairwise(cardroom):
        if outcome_of(before).outcome == "won":
            assert after["first"] == outcome_of(before).winner


@pytest.mark.parametrize("game", SEATS)
def test_players_come_and_go_unless_their_number_is_fixed(game: str) -> None:
    fewest, most = SEATS[game]
    assert {len(record["seats"]) for record in drawn(game)} == set(range(fewest, most + 1))
    assert {len(record["seats"]) for record in drawn(game, seats=most)} == {most}


def test_what_the_game_does_not_have_is_refused() -> None:
    for asked, code in (
        ({"game": "pan", "profile": "hoyle"}, Code.RULES_UNKNOWN_PROFILE),
        ({"game": "pan", "profile": "classic", "seats": 7}, Code.SEATS_COUNT),
        ({"game": "pan", "profile": "classic", "rules": {"jokers": 5}}, Code.RULES_INVALID),
    ):
        with pytest.raises(RuleBroken) as raised:
            list(records(deals=1, rng=random.Random(1), **asked))
        assert raised.value.fault.code == code
    with pytest.raises(RuleBroken):
        score_events(game="pan", profile="classic", rules={}, seats=1, first=None, rng=random.Random(1))


def command(*asked: str, hash_seed: str = "0") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "manage.py", "simulate", *asked],
        cwd=ROOT,
        capture_output=True,
        check=False,
        env={"PYTHONHASHSEED": hash_seed, "PATH": "", "PANBOOK_DB_ROLE": "app"},
    )


@pytest.mark.parametrize("detail", ["score", "play"])
def test_the_same_seed_gives_the_same_bytes_in_another_interpreter(detail: str) -> None:
    asked = ("--game", "panguingue", "--profile", "cardroom", "--deals", "50", "--detail", detail)
    first, second = command(*asked, "--seed", "3"), command(*asked, "--seed", "3", hash_seed="77")
    assert first.returncode == 0, first.stderr
    assert first.stdout.count(b"\n") == 50
    assert first.stdout.count(f'"detail":"{detail}"'.encode()) == 50
    assert first.stdout == second.stdout
    assert first.stdout != command(*asked, "--seed", "4").stdout


def test_the_command_takes_options_that_differ() -> None:
    rules = '{"packs":2,"stock_out":"dead"}'
    told = command("--game", "panguingue", "--detail", "play", "--seats", "4", "--rules", rules)
    lines = told.stdout.splitlines()
    assert len(lines) == 10
    assert all(rules.encode() in line for line in lines)
    for wrong in ("[]", '{"packs":0}'):
        assert command("--game", "panguingue", "--rules", wrong).returncode == 2


def test_the_command_says_what_it_cannot_simulate() -> None:
    refused = command("--game", "pan", "--seats", "11")
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"11 seats are not possible here: from 2 to 6 are (PL-1)" in refused.stderr

"""Melds, loans and what they collect, against a slow second reading of PG-7 to PG-10 that shares no code."""

import random
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from gameplay.engine.panguingue.rules import BOOK, CARDS
from gameplay.engine.replay import replay
from gameplay.engine.verdict import Fault, Outcome
from tests.engine import strategies
from tests.engine.laws import law
from tests.engine.panguingue_events import deal, stays, stock
from tests.engine.records import Json, meld, panguingue

ORDER = "A234567JQK"
Cards = tuple[str, ...]
Options = Any


def worth(options: Options, cards: Cards) -> int | None:
    """PG-7 and PG-9 read aloud: the units of a meld, None if it is none."""
    if len(cards) < 3:
        return None
    ranks = [card[0] for card in cards]
    suits = [card[1] for card in cards]
    units = set_worth(options, ranks[0], suits) if len(set(ranks)) == 1 else rope_worth(options, ranks, suits)
    if units is not None and options["spades_double"] and set(suits) == {"s"}:
        units *= 2
    return units


def rope_worth(options: Options, ranks: list[str], suits: list[str]) -> int | None:
    if len(set(suits)) > 1 or "".join(sorted(ranks, key=ORDER.index)) not in ORDER:
        return None
    low = options["low_rope"] if {"A", "2", "3"} <= set(ranks) else 0
    high = options["high_rope"] if {"J", "Q", "K"} <= set(ranks) else 0
    return int(low + high)


def set_worth(options: Options, rank: str, suits: list[str]) -> int | None:
    extra = len(suits) - 3
    is_valle = rank in "357"
    if len(set(suits)) == 1:
        kind = "valle_set" if is_valle else "nonvalle_set"
        return int(options[kind] + extra * options[kind + "_extra"])
    if rank not in "AK":
        if options["mixed_sets"] == "distinct" and len(set(suits)) < len(suits):
            return None
        if options["mixed_sets"] == "three_suits" and len(set(suits)) < 3:
            return None
    if is_valle:
        return int(options["mixed_valle_set"] + extra * options["mixed_valle_set_extra"])
    return 0


@pytest.mark.parametrize("profile", ["classic", "cardroom", "hoyle"])
def test_pg7_pg9_every_three_cards(profile: str) -> None:
    rules = BOOK.rules(profile, {"nonvalle_set": 3, "low_rope": 5, "high_rope": 7})
    for cards in combinations_with_replacement(CARDS, 3):
        wanted = worth(rules.options, cards)
        assert rules.value(tuple(CARDS[card] for card in cards)) == (-1 if wanted is None else wanted)


@law()
@given(
    strategies.house_rules(strategies.PANGUINGUE_OPTIONS),
    strategies.meld_cards() | st.lists(st.sampled_from(sorted(CARDS)), max_size=6),
    st.randoms(use_true_random=False),
)
def test_pg7_pg9_any_cards_in_any_order(rules: Json, cards: list[str], rng: Any) -> None:
    resolved = BOOK.rules("classic", rules | {"packs": 8, "removed": []})
    rng.shuffle(cards)
    wanted = worth(resolved.options, tuple(cards))
    event("meld" if wanted is not None else "none")
    assert resolved.value(tuple(CARDS[card] for card in cards)) == (-1 if wanted is None else wanted)


# PG-8, PG-10: a seat of two lays a first meld, a second one, and borrows from both


def borrowed(options: Options, laid: list[Cards], new: Cards, loans: list[tuple[int, Cards]]) -> int | str:
    """What each payer pays for a meld with loans, or the code that refuses it; written case by case."""
    lent = Counter(card for _, cards in loans for card in cards)
    sources = {index for index, cards in loans if cards}
    after = {index: Counter(laid[index]) for index in sources}
    for index, cards in loans:
        if cards:
            after[index].subtract(cards)
    if any(min(left.values()) < 0 for left in after.values()) or lent - Counter(new):
        return "borrow.not_there"
    kept = {index: tuple(left.elements()) for index, left in after.items()}
    if any(worth(options, cards) is None for cards in kept.values()):
        return "borrow.leaves_invalid"
    value = worth(options, new)
    if value is None:
        return "meld.too_short" if len(new) < 3 else "meld.invalid"
    fresh = Counter(new) - lent
    if sum(map(len, laid)) + fresh.total() > 11:
        return "hand.card_not_held"
    changes = [worth_of(options, kept[i]) - worth_of(options, laid[i]) for i in sources]
    if not fresh and len(sources) == 1 and options["split_pays"] == "gain":
        return max(0, value + changes[0])
    return value + sum(max(0, change) for change in changes)


def worth_of(options: Options, cards: Cards) -> int:
    units = worth(options, cards)
    assert units is not None
    return units


def a_meld(rng: random.Random) -> Cards:
    """A meld of four to seven cards that is one by all rules, more often one with a value."""
    size, suit = rng.randint(4, 7), rng.choice("cdhs")
    if rng.random() < 0.5:
        low = rng.choice([0, 10 - size, rng.randint(0, 10 - size)])
        return tuple(rank + suit for rank in ORDER[low : low + size])
    rank = rng.choice("AK357357264")
    return tuple(rank + (rng.choice("cdhs") if rank in "AK" else suit) for _ in range(size))


def a_loan(rng: random.Random, laid: list[Cards]) -> tuple[Cards, list[tuple[int, Cards]]]:
    """A new meld and where its cards come from: an end of a meld, or of two, and a rest that mostly fits."""
    loans = []
    for index in rng.sample(range(len(laid)), rng.randint(1, len(laid))):
        cards, size = laid[index], rng.choice([0, 1, 1, 1, 2, 3, 3, 4])
        loans.append((index, cards[:size] if rng.random() < 0.5 else cards[len(cards) - size :]))
    new = [card for _, lent in loans for card in lent]
    if not new or rng.random() < 0.1:
        return (*new, *rng.sample(sorted(CARDS), 2)), loans
    rank, suit = new[0][0], new[0][1]
    at = ORDER.index(rank)
    ropes = [[r + suit for r in ORDER[low : low + 3]] for low in range(max(0, at - 2), min(at, 7) + 1)]
    sets = [[rank + other for other in suits] for suits in ("cdh", "dhs", "chs", "cds")]
    for card in rng.choice([*ropes, *sets, [new[0]] * 3]):
        if len(new) < 3 and (card not in new or card == new[0] == new[-1]):
            new.append(card)
    return tuple(new), loans


def some_rules(rng: random.Random) -> Json:
    rules: Json = {
        name: rng.choice([0, 1, 2, 5]) for name in BOOK.rows if name.endswith(("_set", "_extra", "_rope"))
    }
    rules |= {
        "split_pays": rng.choice(["new", "gain"]),
        "mixed_sets": rng.choice(["distinct", "three_suits"]),
    }
    return rules | {
        "spades_double": rng.random() < 0.5,
        "packs": 11,
        "out_bonus": 0,
        "out_repeats_conditions": False,
    }


def test_pg8_pg10_loans_and_splits_at_both_details() -> None:
    seen: Counter[str] = Counter()
    for seed in range(3_000):
        rng = random.Random(seed)
        rules, laid = some_rules(rng), [a_meld(rng)]
        if rng.random() < 0.5 and len(laid[0]) < 7:
            laid.append(a_meld(rng)[: 10 - len(laid[0])])
        new, loans = a_loan(rng, laid)
        if any(worth(BOOK.rules("classic", rules).options, cards) is None for cards in laid):
            continue
        expected = borrowed(BOOK.rules("classic", rules).options, laid, new, loans)
        seen[expected if isinstance(expected, str) else "pays" if expected else "legal"] += 1
        before = [meld(0, " ".join(cards)) for cards in laid]
        asked = meld(0, " ".join(new)) | {"borrow": [[index, list(lent)] for index, lent in loans]}
        played = [deal(), *stays(0, 1), stock(0), *before]
        at_play = added(panguingue(*played, detail="play", rules=rules, seats=2), asked)
        at_score = added(panguingue(*before, rules=rules, seats=2), asked)
        assert at_play == expected, (rules, laid, asked)
        assert at_score == ("meld.too_many" if expected == "hand.card_not_held" else expected)
    assert min(seen.values()) > 20, seen
    assert seen["pays"] > 300, seen


def added(record: Json, asked: Json) -> int | str:
    """Give what one more event makes the other seat pay, or its code."""
    so_far = replay(record)
    assert isinstance(so_far, Outcome), so_far
    verdict = replay(record | {"events": [*record["events"], asked]})
    if isinstance(verdict, Fault):
        return verdict.code.value
    return so_far.units[1] - verdict.units[1]

"""The best arrangement of a hand, against a search that tries everything, and against what replay pays."""

import random
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from gameplay.engine.panguingue.arrange import Arrangement, best, collected, steps
from gameplay.engine.panguingue.rules import BOOK, CARDS, NAMES, PROFILES, UNKNOWN_CARD, Rules
from gameplay.engine.replay import replay
from gameplay.engine.verdict import Outcome
from tests.engine.records import layoff, meld, panguingue
from tests.engine.test_panguingue_values import worth

Cards = tuple[int, ...]

# Options under which growing pays more than laying at once, less, or nothing at all.
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in PROFILES),
    ("classic", {"mixed_sets": "three_suits", "spades_double": True, "nonvalle_set_extra": 2}),
    ("hoyle", {"mixed_valle_set": 5, "mixed_valle_set_extra": 0, "low_rope": 0, "high_rope": 3}),
    ("hoyle", {"valle_set": 0, "nonvalle_set": 7, "mixed_valle_set_extra": 4}),
]
RULES = [BOOK.rules(profile, differing) for profile, differing in OPTIONS]


class Naive:
    """PG-7 to PG-10 tried out: every bag of cards, every order of growing, every set of melds."""

    def __init__(self, rules: Rules) -> None:
        self.options = rules.options
        self.worth = cache(self._worth)
        self.pays = cache(self._pays)

    def _worth(self, cards: Cards) -> int | None:
        return worth(self.options, tuple(NAMES[card] for card in cards))

    def _pays(self, cards: Cards, onto: Cards) -> int:
        """The most that `cards` collect when they are laid, or laid off `onto` a meld, in any steps."""
        whole = self.worth(bag(cards + onto))
        assert whole is not None
        most = whole if not onto else max(0, whole - (self.worth(onto) or 0))
        for size in range(1, len(cards)):
            for part in set(combinations(cards, size)):
                value = self.worth(bag(part + onto))
                if value is not None:
                    most = max(most, self.pays(part, onto) + max(0, whole - value))
        return most

    def best(self, hand: Cards, laid: tuple[Cards, ...]) -> Arrangement:
        hand = bag(hand)
        grown = [[(0, ()), *self._bags(hand, onto)] for onto in laid]
        found = []
        for added in product(*grown):
            masks = [mask for mask, _ in added]
            if any(mask & other for mask, other in combinations(masks, 2)):
                continue
            layoffs = tuple(cards for _, cards in added)
            units = sum(self.pays(cards, onto) for cards, onto in zip(layoffs, laid, strict=True) if cards)
            for more, melds in self._sets(self._bags(hand, ()), _union(masks)):
                found.append((units + more, melds, layoffs))
        units, melds, layoffs = min(found, key=order)
        left = list(hand)
        for card in (card for cards in melds + layoffs for card in cards):
            left.remove(card)
        return Arrangement(melds, layoffs, units, tuple(left))

    def _bags(self, hand: Cards, onto: Cards) -> list[tuple[int, Cards]]:
        """Every choice of cards that is a meld with `onto`, as bits and as cards."""
        found: set[tuple[int, Cards]] = set()
        for places in groups(hand):
            for size in range(1 if onto else 3, len(places) + 1):
                for chosen in combinations(places, size):
                    cards = tuple(hand[place] for place in chosen)
                    if self.worth(bag(cards + onto)) is not None:
                        found.add((sum(1 << place for place in chosen), cards))
        return sorted(found)

    def _sets(self, bags: list[tuple[int, Cards]], used: int) -> Any:
        """Every set of melds that share no card, and what they collect."""
        yield 0, ()
        for place, (mask, cards) in enumerate(bags):
            if not mask & used:
                for units, melds in self._sets(bags[place + 1 :], used | mask):
                    yield units + self.pays(cards, ()), bag((cards, *melds))


def groups(hand: Cards) -> list[list[int]]:
    """The places of a hand whose cards are of one suit, for each suit, and of one rank, for each rank."""
    suits = [[place for place, card in enumerate(hand) if card // 10 == suit] for suit in range(4)]
    ranks = [[place for place, card in enumerate(hand) if card % 10 == rank] for rank in range(10)]
    return suits + ranks


def _union(masks: list[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def bag(cards: Any) -> Any:
    return tuple(sorted(cards))


def order(found: tuple[int, tuple[Cards, ...], tuple[Cards, ...]]) -> Any:
    """The ties as they are declared: units, cards, melds (a list before its own beginning), layoffs."""
    units, melds, layoffs = found
    return -units, -sum(map(len, melds + layoffs)), (*melds, (99,)), layoffs


def random_hand(rules: Rules, rng: random.Random) -> tuple[Cards, tuple[Cards, ...]]:
    """A hand from the whole stack, or from a few ranks or suits of it; one in three beside melds that lie."""
    stack = [card for card, copies in enumerate(rules.copies) for _ in range(copies)]
    rng.shuffle(stack)
    few, size = rng.choice(["no", "no", "ranks", "suit"]), rng.choice([10, 11])
    if few != "no":
        kept = set(rng.sample(range(10), 3) if few == "ranks" else rng.sample(range(4), 1))
        stack = [card for card in stack if (card % 10 if few == "ranks" else card // 10) in kept]
        size = rng.randint(3, 8)
    if rng.random() < 0.67:
        return tuple(stack[:size]), ()
    lying = best(rules, stack[:size]).melds[:2]
    return tuple(stack[size : size + min(8, 11 - sum(map(len, lying)))]), lying


def agree(number: int, seed: int) -> int:
    """Compare so many hands; count those in which there was anything to lay."""
    rng = random.Random(seed)
    naive = [Naive(rules) for rules in RULES]
    laying = 0
    for at in range(number):
        rules = RULES[at % len(RULES)]
        hand, laid = random_hand(rules, rng)
        found = best(rules, hand, laid)
        assert found == naive[at % len(RULES)].best(hand, laid), (OPTIONS[at % len(RULES)], hand, laid)
        laying += bool(found.units)
    return laying


def test_pg10_ten_thousand_hands_are_arranged_as_by_trying_everything() -> None:
    assert agree(10_000, 1) > 2_000


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
def test_pg10_a_hundred_thousand_hands_are_arranged_as_by_trying_everything(seed: int) -> None:
    assert agree(10_000, seed) > 2_000


@pytest.mark.parametrize(("profile", "differing"), OPTIONS, ids=str)
def test_pg10_replay_pays_what_the_arrangement_says(profile: str, differing: dict[str, Any]) -> None:
    rules, rng = BOOK.rules(profile, differing | {"ante": 0}), random.Random(5)
    for _ in range(300):
        hand, laid = random_hand(rules, rng)
        hand = hand[: 10 - sum(map(len, laid))]  # eleven would win
        lying = [meld(0, written(cards)) for cards in laid]
        found, events = best(rules, hand, laid), list(lying)
        for index, cards in enumerate(found.layoffs):
            parts = steps(rules, cards, laid[index]) if cards else ()
            events += [layoff(0, index, written(part)) for part in parts]
        for index, cards in enumerate(found.melds, len(laid)):
            first, *others = steps(rules, cards)
            events += [meld(0, written(first)), *(layoff(0, index, written(part)) for part in others)]
        before, after = (paid(profile, differing, written) for written in (lying, events))
        assert before - after == found.units


def paid(profile: str, differing: dict[str, Any], events: list[Any]) -> int:
    outcome = replay(panguingue(*events, profile=profile, rules=differing | {"ante": 0}))
    assert isinstance(outcome, Outcome), outcome
    return outcome.units[1]


def written(cards: Cards) -> str:
    return " ".join(NAMES[card] for card in cards)


def numbers(cards: str) -> Cards:
    return tuple(CARDS[card] for card in cards.split())


def test_pg10_a_set_of_one_suit_collects_before_others_join_it() -> None:
    rules = BOOK.rules("classic", {})
    aces = numbers("Ac Ac Ac Ah")
    assert rules.value(aces) == 0
    assert collected(rules, aces) == 1
    assert steps(rules, aces) == (numbers("Ac Ac Ac"), numbers("Ah"))
    assert steps(rules, numbers("Ah Kd")[:1], numbers("Ac Ac Ac")) == (numbers("Ah"),)
    assert collected(rules, numbers("Ac Ah"), numbers("Ac Ac Ac")) == 0


def test_pg10_a_set_that_lost_by_being_mixed_collects_again_as_it_grows() -> None:
    rules = BOOK.rules("hoyle", {})
    threes, more = numbers("3s 3s 3s"), numbers("3c 3d 3h")
    assert [rules.value(threes + more[:count]) for count in (0, 2, 3)] == [4, 3, 4]
    assert collected(rules, more, threes) == 1
    assert steps(rules, more, threes) == (numbers("3c 3d"), numbers("3h"))
    assert collected(rules, threes + more) == 5
    assert steps(rules, threes + more) == (threes, numbers("3c 3d"), numbers("3h"))


def test_pg7_what_makes_no_meld_collects_nothing() -> None:
    rules = BOOK.rules("classic", {})
    assert collected(rules, numbers("3c 3c 3h")) == -1
    assert collected(rules, numbers("3h"), numbers("3c 3c 3c")) == -1
    assert best(rules, numbers("3c 3h 5d 7s")) == Arrangement((), (), 0, numbers("3c 5d 3h 7s"))
    assert best(rules, ()) == Arrangement((), (), 0, ())


def test_unknown_cards_are_left_and_more_than_eleven_are_no_hand() -> None:
    rules = BOOK.rules("classic", {})
    found = best(rules, (UNKNOWN_CARD, *numbers("5c 5c"), UNKNOWN_CARD, *numbers("5c")))
    assert found == Arrangement((numbers("5c 5c 5c"),), (), 2, (UNKNOWN_CARD, UNKNOWN_CARD))
    with pytest.raises(ValueError, match="9"):
        best(rules, [0] * 9, [numbers("Ac Ac Ac")])

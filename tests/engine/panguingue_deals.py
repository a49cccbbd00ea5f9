"""Plays legal Panguingue deals at random, card by card, from a real stack (detail `play`); judges none.

A deal keeps the truth by itself, in bags of card texts, and shares with the engine only the value of a meld:
what it says of stock, hands and pile is a second opinion.
"""

import copy
import random
from collections import Counter
from itertools import combinations
from typing import Any

from gameplay.engine.panguingue.rules import BOOK, CARDS, PROFILES, Rules
from tests.engine.records import Json, by, call, labels, layoff, meld

Cards = tuple[str, ...]


class Table:
    """One deal with its true cards; `events` is the record of it, every card named."""

    def __init__(self, rules: Rules, seats: int, first: int, rng: random.Random) -> None:
        self.rules, self.rng, self.seats = rules, rng, seats
        self.stock = [card for card, copies in zip(CARDS, rules.copies, strict=True) for _ in range(copies)]
        rng.shuffle(self.stock)
        self.hands = [[self.stock.pop() for _ in range(10)] for _ in range(seats)]
        self.pile = [(self.stock.pop(), False)]
        self.melds: list[list[Cards]] = [[] for _ in range(seats)]
        step = 1 if rules.options["rotation"] == "clockwise" else -1
        self.order = [(first + step * place) % seats for place in range(seats)]
        self.events: list[Json] = [
            {"type": "deal", "upcard": self.pile[0][0], "hands": [list(hand) for hand in self.hands]}
        ]
        self.is_over = False

    def play(self, turns: int) -> None:
        for seat in list(self.order):
            stays = len(self.order) < 3 or self.rng.random() < 0.85
            self.events.append(by("stay" if stays else "drop", seat))
            if not stays:
                self.order.remove(seat)
        for _ in range(turns):
            if self.is_over or self._is_called():
                return
            self._turn(self.order[0])

    def _is_called(self) -> bool:
        chance = self.rng.random()
        if chance < 0.001:
            self.events.append(call("misdeal", reason="a card was exposed"))
            return True
        if chance < 0.01:
            self._foul(self.rng.choice(self.order))
        return self.is_over

    def _foul(self, seat: int) -> None:
        self.events.append(by("foul", seat))
        self.order.remove(seat)
        self.is_over = len(self.order) == 1

    def value(self, cards: Cards) -> int:
        return self.rules.value(tuple(CARDS[card] for card in cards))

    def _turn(self, seat: int) -> None:
        drawn, is_forced = self._draw(seat)
        if self.is_over:
            return
        if self.rng.random() < 0.004:
            self._foul(seat)
            return
        options = self.rules.options
        if is_forced:
            index = next(i for i, cards in enumerate(self.melds[seat]) if self.value((*cards, drawn)) >= 0)
            self._lay_off(seat, index, (drawn,))
        else:
            self._lay(seat, drawn)
        if self._melded(seat) == 11:
            self.is_over = True
            return
        hand = self.hands[seat]
        must_go = options["drawn_card"] == "meld_or_discard" and drawn not in self.used
        card = drawn if must_go else self.rng.choice(hand)
        hand.remove(card)
        self.pile.append((card, card == self.plucked))
        self.events.append(by("discard", seat, card=card))
        self.order.append(self.order.pop(0))

    def _draw(self, seat: int) -> tuple[str, bool]:
        self.used: Cards = ()
        top = self.pile[-1][0] if self.pile else None
        fits = top is not None and any(self.value((*cards, top)) >= 0 for cards in self.melds[seat])
        is_forced = self.rules.is_forcing and fits and self.rng.random() < 0.5
        if is_forced:
            forcer = self.rng.choice(self.order[1:])
            self.events += [by("force", seat, by=forcer) for _ in range(self.rng.choice([1, 1, 2]))]
        if is_forced or (top is not None and self._wants_top(seat, top)):
            card, self.plucked = self.pile.pop()[0], ""
            named = {"card": card} if self.rng.random() < 0.5 else {}
            self.events.append(by("draw", seat, **{"from": "discard"}, **named))
        elif self.stock or (self.rules.refills and len(self.pile) > 1):
            self._refill()
            card = self.plucked = self.stock.pop()
            self.events.append(by("draw", seat, **{"from": "stock", "card": card}))
        else:
            self.events.append(call("exhausted"))
            self.is_over = True
            return "", False
        self.hands[seat].append(card)
        return card, is_forced

    def _refill(self) -> None:
        if not self.stock:
            self.stock = [card for card, _ in self.pile[:-1]]
            self.rng.shuffle(self.stock)
            del self.pile[:-1]

    def _wants_top(self, seat: int, top: str) -> bool:
        way = self.rules.options["discard_draw"]
        if way == "never" or (way == "stock_drawn" and not self.pile[-1][1]):
            return False
        if way == "always" and self.rng.random() < 0.1:
            return True
        return self._first_use([*self.hands[seat], top], self.melds[seat], top) is not None

    def _first_use(self, hand: list[str], melds: list[Cards], card: str) -> Any:
        """A way to use a card of the hand: three cards, or the index of a meld."""
        others = list(hand)
        others.remove(card)
        for pair in combinations(others, 2):
            if self.value((card, *pair)) >= 0:
                return (card, *pair)
        return next((i for i, cards in enumerate(melds) if self.value((*cards, card)) >= 0), None)

    def _lay(self, seat: int, drawn: str) -> None:
        """Lay what goes, the drawn card first if rules want it."""
        hand, melds, options = self.hands[seat], self.melds[seat], self.rules.options
        binds = self.plucked == "" and options["discard_draw"] in {"meldable", "stock_drawn"}
        first = self._first_use(hand, melds, drawn)
        if first is None and (binds or options["meld_needs_drawn_card"]):
            return
        if first is not None and (binds or options["meld_needs_drawn_card"] or self.rng.random() < 0.9):
            self._use(seat, first, drawn)
        while self._melded(seat) < 11 and self.rng.random() < 0.9:
            card = self.rng.choice(hand)
            use = self._first_use(hand, melds, card)
            if use is not None:
                self._use(seat, use, card)
            elif not self._borrow(seat) and self.rng.random() < 0.5:
                break

    def _use(self, seat: int, use: Any, card: str) -> None:
        if isinstance(use, int):
            self._lay_off(seat, use, (card,))
            return
        left = self.hands[seat]
        for each in use:
            left.remove(each)
        longer = [each for each in sorted(set(left)) if self.value((*use, each)) >= 0]
        if longer and self.rng.random() < 0.5:
            use = (*use, longer[0])
            left.remove(longer[0])
        self.melds[seat].append(use)
        self.used += use
        self.events.append(meld(seat, " ".join(use), **self._claim()))

    def _lay_off(self, seat: int, index: int, cards: Cards) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        self.melds[seat][index] += cards
        self.used += cards
        self.events.append(layoff(seat, index, " ".join(cards), **self._claim()))

    def _claim(self) -> Json:
        return self.rng.choice([{}, {"claimed": True}]) if self.rules.claims_required else {}

    def _borrow(self, seat: int) -> bool:
        """A meld with one to three cards of an own meld, wholly or with cards of the hand (PG-8)."""
        melds, hand = self.melds[seat], self.hands[seat]
        ways = [
            (index, lent, fresh)
            for index, cards in enumerate(melds)
            for size in range(1, min(3, len(cards) - 3) + 1)
            for lent in combinations(cards, size)
            if self.value(left_of(cards, lent)) >= 0
            for fresh in combinations(sorted(hand), 3 - size)
            if self.value(lent + fresh) >= 0
        ]
        if not ways or len(melds) > 6:
            return False
        index, lent, fresh = self.rng.choice(ways)
        melds[index] = left_of(melds[index], lent)
        melds.append(lent + fresh)
        self.used += fresh
        for card in fresh:
            hand.remove(card)
        self.events.append(meld(seat, " ".join(lent + fresh), {index: " ".join(lent)}, **self._claim()))
        return True

    def _melded(self, seat: int) -> int:
        return sum(map(len, self.melds[seat]))


def left_of(cards: Cards, lent: Cards) -> Cards:
    """What a meld keeps after a loan, in its order."""
    left = list(cards)
    for card in lent:
        left.remove(card)
    return tuple(left)


def random_table(seed: int, *, turns: int = 400, **header: Any) -> tuple[Json, Table]:
    """Play one deal; give its record, every hand known, and the table as it was left."""
    rng = random.Random(seed)
    profile = header.get("profile") or rng.choice(sorted(PROFILES))
    differing = header.get("rules", {})
    rules = BOOK.rules(profile, differing)
    seats = header.get("seats") or rng.randint(2, min(8, (rules.stack - 1) // 10))
    first = rng.randrange(seats)
    table = Table(rules, seats, first, rng)
    table.play(turns)
    record = {"pdr": 1, "game": "panguingue", "detail": "play", "profile": profile, "rules": differing}
    return record | {"seats": labels(seats), "first": first, "pot": 3, "events": table.events}, table


def random_record(seed: int, **header: Any) -> Json:
    """Play one deal and give its record, every hand known."""
    return random_table(seed, **header)[0]


def with_undos(record: Json, seed: int, share: float = 0.05) -> Json:
    """The same deal as somebody writes it who errs: wrong events and good ones, taken back."""
    rng = random.Random(seed)
    events: list[Json] = []
    for event in record["events"]:
        events.append(event)
        if rng.random() < share:
            tail = rng.randint(1, min(3, len(events)))
            again = [each for each in events[-tail:] if each["type"] != "undo"]
            if len(again) == tail:
                events += [call("undo")] * tail + again
        if rng.random() < share / 2:
            events += [{"type": "draw", "seat": 99}, call("undo")]
    return record | {"events": events}


def hidden(record: Json, seed: int, share: float) -> Json:
    """The same deal with known cards made unknown: a share of the hands, or of their cards and of draws."""
    rng = random.Random(seed)
    hiding = copy.deepcopy(record)
    for event in hiding["events"]:
        if event["type"] == "deal":
            event["hands"] = [
                None if rng.random() < share else [each if rng.random() > share else "??" for each in hand]
                for hand in event["hands"]
            ]
        elif event["type"] == "draw" and event["from"] == "stock" and rng.random() < share:
            event.pop("card")
    return hiding


def bag(*lists: Any) -> Counter[str]:
    """Count cards of several lists together."""
    return Counter(card for cards in lists for card in cards)

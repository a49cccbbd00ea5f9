"""Legal deals of Pan (detail `play`) with one event made wrong, and where and how that is refused.

As `spoiling.py` does for Panguingue: a way gives the spoiled events, the position of the first bad one, and
the codes that may refuse it; or nothing, where the deal has no such event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.engine.live import Live, begin
from gameplay.engine.pan.play import PlayDeal
from gameplay.engine.verdict import Code
from tests.gameplay.spoiling import changed, inserted, is_kind, place_of

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

Json = dict[str, Any]
Spoiled = tuple[list[Json], int, set[Code]]


def state(record: Json, place: int) -> PlayDeal:
    live = begin(record | {"events": record["events"][:place]})
    assert isinstance(live, Live)
    assert isinstance(live._deal, PlayDeal)
    return live._deal


def is_later(events: list[Json], *kinds: str) -> Callable[[int], bool]:
    """One of these, behind the opening."""
    wanted = is_kind(events, *kinds)
    return lambda place: place > 1 and wanted(place)


def out_of_turn(record: Json, rng: random.Random) -> Spoiled | None:
    events, seats = record["events"], len(record["seats"])
    place = place_of(events, rng, is_later(events, "play", "take"))
    if place is None:
        return None
    seat = (events[place]["seat"] + rng.randrange(1, seats)) % seats
    return changed(events, place, seat=seat), place, {Code.TURN_WRONG_SEAT, Code.SEAT_NOT_PLAYING}


def not_held(record: Json, rng: random.Random) -> Spoiled | None:
    """A card is played that the seat does not hold, though it would fit."""
    events = record["events"]
    place = place_of(events, rng, is_later(events, "play"))
    if place is None:
        return None
    deal = state(record, place)
    hand, top = deal.hands[events[place]["seat"]], deal.rules.ranks_of[deal.pile[-1]]
    if hand[deal.rules.unknown]:
        return None
    lacking = [
        card for card in range(deal.rules.joker) if not hand[card] and deal.rules.ranks_of[card] >= top
    ]
    if not lacking:
        return None
    spoiled = [*events]
    spoiled[place] = {
        "type": "play",
        "seat": events[place]["seat"],
        "cards": [deal.rules.names[rng.choice(lacking)]],
    }
    return spoiled, place, {Code.HAND_CARD_NOT_HELD, Code.CARD_TOO_MANY}


def too_low(record: Json, rng: random.Random) -> Spoiled | None:
    """A held card is played that is lower than the top."""
    events = record["events"]
    place = place_of(events, rng, is_later(events, "play", "take"))
    if place is None:
        return None
    deal = state(record, place)
    hand, top = deal.hands[events[place]["seat"]], deal.rules.ranks_of[deal.pile[-1]]
    low = [card for card in range(deal.rules.joker) if hand[card] and deal.rules.ranks_of[card] < top]
    if not low:
        return None
    spoiled = [*events]
    spoiled[place] = {
        "type": "play",
        "seat": events[place]["seat"],
        "cards": [deal.rules.names[rng.choice(low)]],
    }
    return spoiled, place, {Code.PLAY_TOO_LOW}


def two_at_once(record: Json, rng: random.Random) -> Spoiled | None:
    """Two cards are played together."""
    events = record["events"]
    place = place_of(events, rng, lambda at: at > 1 and len(events[at].get("cards", ())) >= 3)
    if place is None or events[place]["type"] != "play":
        return None
    return changed(events, place, cards=events[place]["cards"][:2]), place, {Code.PLAY_COUNT}


def other_opening(record: Json, rng: random.Random) -> Spoiled | None:
    """The deal is opened by another card (PL-4)."""
    events = record["events"]
    deal = state(record, 1)
    others = [card for card in range(deal.rules.joker) if card != deal.rules.opener]
    spoiled = changed(events, 1, cards=[deal.rules.names[rng.choice(others)]]) if len(events) > 1 else None
    if spoiled is None or events[1]["type"] != "play":
        return None
    return spoiled, 1, {Code.OPENING_REQUIRED}


def opened_by_a_take(record: Json, _rng: random.Random) -> Spoiled | None:
    events = record["events"]
    if len(events) < 2 or events[1]["type"] != "play":
        return None
    event = {"type": "take", "seat": events[1]["seat"]}
    return inserted(events, 1, event), 1, {Code.OPENING_REQUIRED}


def another_take(record: Json, rng: random.Random) -> Spoiled | None:
    """The cards named are not those on top."""
    events = record["events"]
    place = place_of(events, rng, is_later(events, "take"))
    if place is None:
        return None
    deal = state(record, place)
    known = deal.takeable()
    if not known:
        return None
    wrong = next(card for card in range(deal.rules.joker) if card not in known)
    cards = [deal.rules.names[card] for card in known[:-1]] + [deal.rules.names[wrong]]
    return changed(events, place, cards=cards), place, {Code.TAKE_WRONG_CARDS}


def played_twice(record: Json, rng: random.Random) -> Spoiled | None:
    events = record["events"]
    place = place_of(events, rng, lambda at: at + 1 < len(events) and is_later(events, "play")(at))
    if place is None:
        return None
    deal = state(record, place + 1)
    if deal.outcome != "open" or deal.turn == events[place]["seat"]:
        return None
    codes = {Code.TURN_WRONG_SEAT, Code.SEAT_NOT_PLAYING}
    return inserted(events, place + 1, events[place]), place + 1, codes


def dealt_twice(record: Json, rng: random.Random) -> Spoiled | None:
    events = record["events"]
    place = rng.randrange(1, len(events))
    if events[place]["type"] == "undo":
        return None
    return inserted(events, place, events[0]), place, {Code.DEAL_REPEATED}


def not_dealt(record: Json, _rng: random.Random) -> Spoiled | None:
    return record["events"][1:], 0, {Code.DEAL_EXPECTED}


def called_in_vain(record: Json, rng: random.Random) -> Spoiled | None:
    """Time is called on a seat that cannot be late."""
    events = record["events"]
    place = place_of(events, rng, is_later(events, "play", "take"))
    if place is None:
        return None
    seat = (events[place]["seat"] + 1) % len(record["seats"])
    codes = {Code.FLAG_NOT_POSSIBLE, Code.SEAT_NOT_PLAYING, Code.EVENT_NOT_ALLOWED, Code.TURN_WRONG_SEAT}
    return inserted(events, place, {"type": "flag", "seat": seat}), place, codes


def a_score_event(record: Json, rng: random.Random) -> Spoiled | None:
    events = record["events"]
    place = rng.randrange(1, len(events))
    event = {"type": rng.choice(["out", "lost"]), "seat": 0}
    return inserted(events, place, event), place, {Code.EVENT_WRONG_DETAIL}


def after_the_end(record: Json, rng: random.Random) -> Spoiled | None:
    events = record["events"]
    more = rng.choice([{"type": "drawn"}, {"type": "take", "seat": 0}, events[-1]])
    return [*events, more], len(events), {Code.DEAL_OVER}


WAYS: tuple[Callable[[Json, random.Random], Spoiled | None], ...] = (
    *(out_of_turn, not_held, too_low, two_at_once, other_opening, opened_by_a_take, another_take),
    *(played_twice, dealt_twice, not_dealt, called_in_vain, a_score_event, after_the_end),
)

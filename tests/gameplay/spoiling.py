"""Legal deals of Panguingue (detail `play`) with one event made wrong, and where and how that is refused.

Each way to spoil a deal takes its record and a source of chance, and gives the spoiled events, the position
of the first bad one, and the codes that may refuse it; or nothing, where the deal has no such event.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from gameplay.engine.live import Live, begin
from gameplay.engine.panguingue.play import PlayDeal
from gameplay.engine.panguingue.rules import CARDS, NAMES, UNKNOWN_CARD
from gameplay.engine.verdict import Code

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

Json = dict[str, Any]
Spoiled = tuple[list[Json], int, set[Code]]

BOUND = {Code.DRAW_MUST_MELD, Code.MELD_NEEDS_DRAWN_CARD, Code.FORCE_MUST_TAKE}
"""What comes before the rest where the drawn card binds (PG-6)."""


def place_of(events: list[Json], rng: random.Random, wanted: Callable[[int], bool]) -> int | None:
    places = [place for place in range(len(events)) if wanted(place)]
    return rng.choice(places) if places else None


def is_kind(events: list[Json], *kinds: str) -> Callable[[int], bool]:
    return lambda place: events[place]["type"] in kinds


def changed(events: list[Json], place: int, **values: Any) -> list[Json]:
    spoiled = copy.copy(events)
    spoiled[place] = events[place] | values
    return spoiled


def inserted(events: list[Json], place: int, event: Json) -> list[Json]:
    return [*events[:place], event, *events[place:]]


def state(record: Json, place: int) -> PlayDeal:
    live = begin(record | {"events": record["events"][:place]})
    assert isinstance(live, Live)
    assert isinstance(live._deal, PlayDeal)
    return live._deal


def not_held(record: Json, rng: random.Random) -> Spoiled | None:
    """A card is thrown that the seat does not hold."""
    events = record["events"]
    place = place_of(events, rng, is_kind(events, "discard"))
    if place is None:
        return None
    hand = state(record, place).hands[events[place]["seat"]]
    lacking = [card for card in CARDS.values() if not hand[card]]
    if hand[UNKNOWN_CARD] or not lacking:
        return None
    codes = {Code.HAND_CARD_NOT_HELD, Code.DISCARD_MUST_BE_DRAWN_CARD}
    return changed(events, place, card=NAMES[rng.choice(lacking)]), place, codes


def out_of_turn(record: Json, rng: random.Random) -> Spoiled | None:
    events, seats = record["events"], len(record["seats"])
    place = place_of(events, rng, is_kind(events, "draw", "meld", "layoff", "discard"))
    if place is None:
        return None
    seat = (events[place]["seat"] + rng.randrange(1, seats)) % seats
    return changed(events, place, seat=seat), place, {Code.TURN_WRONG_SEAT}


def declared_out_of_turn(record: Json, rng: random.Random) -> Spoiled | None:
    events, seats = record["events"], len(record["seats"])
    place = place_of(events, rng, is_kind(events, "stay", "drop"))
    if place is None:
        return None
    seat = (events[place]["seat"] + rng.randrange(1, seats)) % seats
    return changed(events, place, seat=seat), place, {Code.TURN_WRONG_SEAT, Code.DECLARE_TOO_LATE}


def thrown_twice(record: Json, rng: random.Random) -> Spoiled | None:
    return _doubled(record, rng, "discard", Code.TURN_WRONG_SEAT)


def drawn_twice(record: Json, rng: random.Random) -> Spoiled | None:
    return _doubled(record, rng, "draw", Code.TURN_ALREADY_DRAWN)


def fouled_twice(record: Json, rng: random.Random) -> Spoiled | None:
    return _doubled(record, rng, "foul", Code.FOUL_NOT_PLAYING, Code.DEAL_OVER)


def dealt_twice(record: Json, rng: random.Random) -> Spoiled | None:
    return _doubled(record, rng, "deal", Code.DEAL_REPEATED)


def _doubled(record: Json, rng: random.Random, kind: str, *codes: Code) -> Spoiled | None:
    events = record["events"]
    place = place_of(events, rng, is_kind(events, kind))
    if place is None:
        return None
    return inserted(events, place, events[place]), place + 1, set(codes)


def not_drawn(record: Json, rng: random.Random) -> Spoiled | None:
    """A draw is lost: what follows it comes too soon."""
    events = record["events"]
    moves = is_kind(events, "meld", "layoff", "discard")
    place = place_of(events, rng, lambda at: at + 1 < len(events) and is_draw(events[at]) and moves(at + 1))
    if place is None:
        return None
    return events[:place] + events[place + 1 :], place, {Code.TURN_DRAW_FIRST}


def is_draw(event: Json) -> bool:
    return bool(event["type"] == "draw")


def not_thrown(record: Json, rng: random.Random) -> Spoiled | None:
    """A discard is lost: the next seat draws while the turn goes on."""
    events = record["events"]
    place = place_of(
        events,
        rng,
        lambda at: events[at]["type"] == "discard" and at + 1 < len(events) and is_draw(events[at + 1]),
    )
    if place is None:
        return None
    return events[:place] + events[place + 1 :], place, {Code.TURN_WRONG_SEAT}


def no_meld(record: Json, rng: random.Random) -> Spoiled | None:
    """One card of a meld is of another rank and another suit than the first."""
    events = record["events"]
    place = place_of(events, rng, is_new(events))
    if place is None:
        return None
    first, *others = events[place]["cards"]
    strange = rng.choice([card for card in CARDS if card[0] != first[0] and card[1] != first[1]])
    spoiled = changed(events, place, cards=[first, *others[:-1], strange])
    return spoiled, place, BOUND | {Code.MELD_INVALID}


def short_meld(record: Json, rng: random.Random) -> Spoiled | None:
    events = record["events"]
    place = place_of(events, rng, is_new(events))
    if place is None:
        return None
    return changed(events, place, cards=events[place]["cards"][:2]), place, BOUND | {Code.MELD_TOO_SHORT}


def is_new(events: list[Json]) -> Callable[[int], bool]:
    """A meld without loans."""
    return lambda place: events[place]["type"] == "meld" and "borrow" not in events[place]


def loan_of_nothing(record: Json, rng: random.Random) -> Spoiled | None:
    """A card is borrowed from a meld that is not there."""
    events = record["events"]
    place = place_of(events, rng, lambda at: "borrow" in events[at])
    if place is None:
        return None
    loans = [[index + 9, cards] for index, cards in events[place]["borrow"]]
    return changed(events, place, borrow=loans), place, {Code.MELD_UNKNOWN}


def laid_off_on_nothing(record: Json, rng: random.Random) -> Spoiled | None:
    events = record["events"]
    place = place_of(events, rng, is_kind(events, "layoff"))
    return None if place is None else (changed(events, place, meld=9), place, {Code.MELD_UNKNOWN})


def another_top(record: Json, rng: random.Random) -> Spoiled | None:
    """A seat takes from the pile what does not lie on top."""
    events = record["events"]
    place = place_of(events, rng, lambda at: events[at].get("from") == "discard")
    if place is None:
        return None
    top = state(record, place).pile[-1]
    if top == UNKNOWN_CARD:
        return None
    wrong = rng.choice([card for card in CARDS if CARDS[card] != top])
    return changed(events, place, card=wrong), place, {Code.DRAW_NOT_TOP}


def declared_late(record: Json, rng: random.Random) -> Spoiled | None:
    events = record["events"]
    place = place_of(events, rng, is_kind(events, "draw"))
    if place is None:
        return None
    late = {"type": rng.choice(["stay", "drop"]), "seat": rng.randrange(len(record["seats"]))}
    return inserted(events, place, late), place, {Code.DECLARE_TOO_LATE}


def given_up(record: Json, rng: random.Random) -> Spoiled | None:
    """The stock is called exhausted by somebody who has drawn."""
    events = record["events"]
    place = place_of(events, rng, is_kind(events, "draw"))
    if place is None:
        return None
    return inserted(events, place + 1, {"type": "exhausted"}), place + 1, {Code.DEAL_NOT_EXHAUSTED}


def forced_by_oneself(record: Json, rng: random.Random) -> Spoiled | None:
    events = record["events"]
    place = place_of(events, rng, is_kind(events, "draw"))
    if place is None:
        return None
    seat = events[place]["seat"]
    codes = {Code.FORCE_NOT_POSSIBLE, Code.EVENT_NOT_ALLOWED}
    return inserted(events, place, {"type": "force", "seat": seat, "by": seat}), place, codes


def after_the_end(record: Json, rng: random.Random) -> Spoiled | None:
    events = record["events"]
    more = rng.choice([{"type": "misdeal"}, {"type": "draw", "seat": 0, "from": "stock"}, events[-1]])
    return [*events, more], len(events), {Code.DEAL_OVER}


WAYS: tuple[Callable[[Json, random.Random], Spoiled | None], ...] = (
    *(not_held, out_of_turn, declared_out_of_turn, thrown_twice, drawn_twice, fouled_twice, dealt_twice),
    *(not_drawn, not_thrown, no_meld, short_meld, loan_of_nothing, laid_off_on_nothing, another_top),
    *(declared_late, given_up, forced_by_oneself, after_the_end),
)

"""The front door of the engine: a decoded record in, its verdict out; knows no file and no sentence.

An outcome follows from the record alone. The loop hurries: each event goes by its `type` to the reader that
the phase of the deal has for it. Only on trouble are undos looked for, and the slow reader asked.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from gameplay.engine.offers import Offer
from gameplay.engine.options import RuleBook
from gameplay.engine.pan import rules as pan_rules
from gameplay.engine.pan.match import replay_match
from gameplay.engine.pan.play import begin as begin_pan
from gameplay.engine.panguingue import rules as panguingue_rules
from gameplay.engine.panguingue.play import begin as begin_panguingue
from gameplay.engine.record import (
    Head,
    has_undo,
    read_events,
    read_head,
    record_id,
    standing,
    version_and_game,
)
from gameplay.engine.shapes import Doubt
from gameplay.engine.verdict import Code, Fault, MatchOutcome, Outcome, Refusal

__all__ = ["Header", "header", "record_id", "replay", "resolve"]


class Deal(Protocol):
    """What the loop asks of a deal of either game."""

    at: int
    phase: Mapping[str, Any]

    def plain(self, event: Any) -> dict[str, Any]:
        """Check an event's shape, strip what no rule reads."""

    def refusal(self, event: str) -> Refusal:
        """Say why an event in good shape has no reader now."""

    def verdict(self) -> Outcome:
        """Freeze the deal as far as it went."""

    def copy(self) -> "Deal":
        """Give a deal in the same state that goes on by itself."""

    def legal(self) -> tuple[Offer, ...]:
        """Give every kind of event that would be taken now."""


@dataclass(frozen=True, slots=True)
class Game:
    """What the front door knows of a game."""

    book: RuleBook[Any]
    default_first: int | None
    begin: Callable[[Head], Deal]


_GAMES: Final = {
    "panguingue": Game(
        panguingue_rules.BOOK,
        default_first=0,
        begin=begin_panguingue,
    ),
    "pan": Game(
        pan_rules.BOOK,
        default_first=None,
        begin=begin_pan,
    ),
}


@dataclass(frozen=True, slots=True)
class Header:
    """A deal's header with every option resolved: given back as `rules`, they mean the same."""

    game: str
    detail: str
    profile: str
    options: Mapping[str, Any]
    seats: tuple[str, ...]
    first: int | None
    pot: int
    record_id: str | None


def replay(record: object) -> Outcome | MatchOutcome | Fault:
    """Give the verdict on one decoded record, deal or match (rule R)."""
    try:
        written, name = version_and_game(record)
        if name == "pan-match":
            return replay_match(written)
        head = head_of(written, name)
        events = read_events(written)
    except Refusal as refusal:
        return refusal.fault(None)
    return replay_deal(head, events)


def header(record: object) -> Header | Fault:
    """Check a deal's header, whatever its `events` are, and resolve its options (R, PG-1, PL-1)."""
    try:
        head = head_of(*version_and_game(record))
    except Refusal as refusal:
        return refusal.fault(None)
    return Header(
        game=head.game,
        detail=head.detail,
        profile=head.profile,
        options=_written(head.rules.options),
        seats=head.seats,
        first=game_of(head.game).default_first if head.first is None else head.first,
        pot=head.pot,
        record_id=record_id(record),
    )


def resolve(game: str, profile: str, rules: object) -> Mapping[str, Any] | Fault:
    """Give house rules every option's value, or the fault that is in them (rules PG-1, PL-1)."""
    try:
        return _written(game_of(game).book.rules(profile, rules).options)
    except Refusal as refusal:
        return refusal.fault(None)


def _written(options: Mapping[str, Any]) -> dict[str, Any]:
    """Copy options as JSON values: what the caller does to them must not reach the rules kept here."""
    return {name: list(value) if type(value) is list else value for name, value in options.items()}


def head_of(record: dict[str, Any], name: str) -> Head:
    """Read the header of a deal, or raise its `Refusal`."""
    return read_head(record, name, game_of(name).book)


def game_of(name: str) -> Game:
    """Find a game by its name in records, or raise the `Refusal` of a record that names no game."""
    game = _GAMES.get(name)
    if game is None:
        raise Refusal(Code.RECORD_INVALID, "R", key="game")
    return game


def replay_deal(head: Head, events: list[Any]) -> Outcome | Fault:
    """Give the verdict on the events of a deal whose header is in order."""
    deal = played(head, events)
    return deal if isinstance(deal, Fault) else deal.verdict()


def played(head: Head, events: list[Any]) -> Deal | Fault:
    """Give the state that the events of a deal lead to, or the first fault in them."""
    game = game_of(head.game)
    deal = game.begin(head)
    try:
        follow(deal, enumerate(events))
    except Refusal as refusal:
        if has_undo(events):
            return _play_standing(game.begin(head), events)
        return refusal.fault(deal.at)
    return deal


def _play_standing(deal: Deal, events: list[Any]) -> Deal | Fault:
    """Follow what undos leave of the events; the first fault is the one of the smallest position (rule R)."""
    left, fault = standing(events)
    try:
        follow(deal, left)
    except Refusal as refusal:
        return refusal.fault(deal.at)
    return fault or deal


def follow(deal: Deal, numbered: Iterable[tuple[int, Any]]) -> None:
    """Give each event to its reader; `deal.at` is the position that a refusal is about."""
    for deal.at, event in numbered:
        try:
            read = deal.phase[event["type"]]
        except (KeyError, TypeError):  # an undo, an unknown type, an event out of phase, or no event at all
            _follow_slowly(deal, event)
            continue
        try:
            read(deal, event)
        except Doubt:
            _follow_slowly(deal, event)


def _follow_slowly(deal: Deal, event: Any) -> None:
    """Shape first, then whether the deal is over, then whether this detail has the event (rule E).

    An undo is refused here as an unknown type; that refusal only makes the caller look for undos.
    """
    plain = deal.plain(event)
    read = deal.phase.get(plain["type"])
    if read is None:
        raise deal.refusal(plain["type"])
    read(deal, plain)

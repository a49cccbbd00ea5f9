"""The frame of a Pan Deal Record: header, list of events, undo (rule R); knows no event but `undo`."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from gameplay.engine.options import RuleBook, is_integer
from gameplay.engine.verdict import Code, Fault, Refusal
from gameplay.engine.writing import META_LONGEST, check_writing, is_private, is_text, quoted

EVENTS_MOST: Final = 5_000
POT_LARGEST: Final = 10**12

_DEAL_KEYS: Final = frozenset(
    {"pdr", "game", "id", "detail", "profile", "rules", "seats", "first", "pot", "events", "meta"}
)


class Head(NamedTuple):
    """A deal's header after all checks; `first` is None when the record does not say."""

    game: str
    detail: str
    profile: str
    rules: Any
    seats: tuple[str, ...]
    first: int | None
    pot: int


def record_id(record: object) -> str | None:
    """Give the `id` to echo with a verdict, or None (rule R); an id that cannot be printed is not echoed."""
    written = record.get("id") if type(record) is dict else None
    return written if type(written) is str and is_text(written, len(written)) else None


def version_and_game(record: object) -> tuple[dict[str, Any], str]:
    """Check what comes before anything else, `pdr`; give the object and the game's name (rule R)."""
    if type(record) is not dict:
        raise Refusal(Code.RECORD_INVALID, "R", key="record")
    if type(record.get("pdr")) is not int:
        raise Refusal(Code.RECORD_INVALID, "R", key="pdr")
    if record["pdr"] != 1:
        raise Refusal(Code.RECORD_UNSUPPORTED_VERSION, "R")
    game = record.get("game")
    if type(game) is not str:
        raise Refusal(Code.RECORD_INVALID, "R", key="game")
    return record, game


def check_keys(record: dict[str, Any], known: frozenset[str]) -> None:
    """Refuse unknown keys; check what the rules never read: `id`, `meta`, private keys (rule R)."""
    if not record.keys() <= known:
        for key in record.keys() - known:
            check_writing({key: record[key]}, "_")
            if not is_private(key):
                raise Refusal(Code.RECORD_UNKNOWN_KEY, "R", key=quoted(key))
    if "id" in record and not is_text(record["id"]):
        raise Refusal(Code.RECORD_INVALID, "R", key="id")
    if "meta" in record:
        check_writing(record["meta"], "meta", META_LONGEST)


def read_seats(record: dict[str, Any]) -> tuple[str, ...]:
    """Give the seat labels: texts, not empty (rule R); how many, and that they differ, is checked later."""
    seats = record.get("seats")
    if type(seats) is not list or not all(is_text(label) and label for label in seats):
        raise Refusal(Code.RECORD_INVALID, "R", key="seats")
    return tuple(seats)


def check_labels(seats: tuple[str, ...]) -> None:
    """Refuse two seats of one label (rule R)."""
    if len(set(seats)) != len(seats):
        twice = next(label for label in seats if seats.count(label) > 1)
        raise Refusal(Code.SEATS_REPEATED, "R", label=quoted(twice))


def read_head(record: dict[str, Any], game: str, book: RuleBook[Any]) -> Head:
    """Read a deal's header; profile and options are checked before seats (rule R)."""
    check_keys(record, _DEAL_KEYS)
    detail = record.get("detail")
    if type(detail) is not str or detail not in {"score", "play"}:
        raise Refusal(Code.RECORD_INVALID, "R", key="detail")
    profile = record.get("profile", "classic")
    rules = book.rules(profile, record.get("rules", {}))
    seats = read_seats(record)
    rules.check_seats(len(seats))
    check_labels(seats)
    first = record.get("first")
    if "first" in record:
        check_seat(first, len(seats), "first")
    pot = record.get("pot", 0)
    if not is_integer(pot, 0, POT_LARGEST):
        raise Refusal(Code.RECORD_INVALID, "R", key="pot")
    return Head(game, detail, profile, rules, seats, first, pot)


def check_seat(seat: object, seats: int, key: str) -> None:
    """Refuse what is no index of a seat: of the wrong type, or a seat that does not exist (rules R, E)."""
    if type(seat) is not int:
        raise Refusal(Code.RECORD_INVALID, "R", key=key)
    if not 0 <= seat < seats:
        check_writing(seat, key)
        raise Refusal(Code.SEAT_UNKNOWN, "E", seat=seat, seats=seats)


def read_events(record: dict[str, Any]) -> list[Any]:
    """Give the list of events as written (rule R)."""
    events = record.get("events")
    if type(events) is not list or len(events) > EVENTS_MOST:
        raise Refusal(Code.RECORD_INVALID, "R", key="events")
    return events


def has_undo(events: Sequence[object]) -> bool:
    """Tell whether any event is an undo."""
    return any(type(event) is dict and event.get("type") == "undo" for event in events)


def standing(events: list[Any]) -> tuple[list[tuple[int, Any]], Fault | None]:
    """Drop cancelled pairs (rule R): give what is left with its positions, and the first fault on the way.

    Only what stands before that fault is given: nothing after it can be the *first* error. An event that is
    no object can be cancelled too, and is at fault all the same.
    """
    open_positions: list[int] = []
    faults: dict[int, Refusal] = {}
    for position, event in enumerate(events):
        if type(event) is not dict or event.get("type") != "undo":
            open_positions.append(position)
            continue
        cancelled = open_positions.pop() if open_positions else None
        try:
            _check_undo(event)
            if cancelled is None:
                raise Refusal(Code.UNDO_NOTHING, "R")  # noqa: TRY301 - one place keeps the faults of this pass
        except Refusal as refusal:
            faults[position] = refusal
        if cancelled is not None and (refused := _refusal_of_cancelled(events[cancelled])):
            faults[cancelled] = refused
    if not faults:
        return [(position, events[position]) for position in open_positions], None
    first = min(faults)
    return (
        [(position, events[position]) for position in open_positions if position < first],
        faults[first].fault(first),
    )


def _check_undo(event: Mapping[str, Any]) -> None:
    check_writing(dict(event), "undo")
    for key in event:
        if key != "type" and not is_private(key):
            raise Refusal(Code.RECORD_UNKNOWN_KEY, "R", key=quoted(key))


def _refusal_of_cancelled(event: object) -> Refusal | None:
    if type(event) is not dict or type(event.get("type")) is not str:
        return Refusal(Code.RECORD_INVALID, "R", key="type")
    try:
        check_writing(event, "event")
    except Refusal as refusal:
        return refusal
    return None

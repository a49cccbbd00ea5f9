"""Builds records for tests in few words; holds no random data and no expectation."""

from typing import Any

Json = dict[str, Any]


def panguingue(*events: Any, seats: Any = 3, **header: Any) -> Json:
    """Write a Panguingue record at detail `score`."""
    return _deal("panguingue", seats, events, header)


def pan(*events: Any, seats: Any = 3, **header: Any) -> Json:
    """Write a Pan record at detail `score`."""
    return _deal("pan", seats, events, header)


def match(*losses: Any, seats: Any = 3, **header: Any) -> Json:
    """Write a whole-match line."""
    return {"pdr": 1, "game": "pan-match", "seats": _seats(seats), "losses": list(losses)} | header


def meld(seat: int, cards: str, borrow: dict[int, str] | None = None, **more: Any) -> Json:
    """Write a meld; cards are separated by spaces, `borrow` goes from index to cards."""
    event: Json = {"type": "meld", "seat": seat, "cards": cards.split()} | more
    if borrow is not None:
        event["borrow"] = [[index, lent.split()] for index, lent in borrow.items()]
    return event


def layoff(seat: int, index: int, cards: str, **more: Any) -> Json:
    """Write a layoff."""
    return {"type": "layoff", "seat": seat, "meld": index, "cards": cards.split()} | more


def by(kind: str, seat: int, **more: Any) -> Json:
    """Write an event of a seat alone: stay, drop, foul, out, lost, flag."""
    return {"type": kind, "seat": seat} | more


def call(kind: str, **more: Any) -> Json:
    """Write an event without seat: exhausted, misdeal, drawn, undo."""
    return {"type": kind} | more


def labels(seats: int) -> list[str]:
    """Give seat labels: a, b, c and so on."""
    return [chr(ord("a") + seat) for seat in range(seats)]


def _seats(seats: Any) -> Any:
    """Take a number of seats for so many labels, and anything else as it is to be written."""
    return labels(seats) if type(seats) is int else seats


def _deal(game: str, seats: Any, events: tuple[Any, ...], header: Json) -> Json:
    record = {"pdr": 1, "game": game, "detail": "score", "seats": _seats(seats), "events": list(events)}
    return record | header

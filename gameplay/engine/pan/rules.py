"""Polish Pan's options, profiles, and what follows from them alone (PL-1, PL-2); knows no deal."""

from typing import Any, Final

from gameplay.engine.cards import JOKER, numbering
from gameplay.engine.options import RuleBook, boolean, choice, integer, units
from gameplay.engine.verdict import Code, Refusal

RANKS: Final = {24: "9TJQKA", 52: "23456789TJQKA"}
"""PL-2: ascending, by size of the pack."""

_SEATS_MOST: Final = {24: 6, 52: 10}

ROWS: Final = {
    "pack": choice(24, 52),
    "jokers": integer(0, 4),
    "joker_rule": choice("high", "wild"),
    "triple_rule": choice("same_or_lower", "same", "openers"),
    "zero_take": boolean,
    "spades_back": boolean,
    "lone_pair_spade": choice("self", "opponent"),
    "last_escape": boolean,
    "timed_moves": integer(0),
    "timed_seconds": integer(0),
    "takes_count": boolean,
    "max_moves": integer(0),
    "deal_stake": units(),
}

_CLASSIC: Final[dict[str, Any]] = {
    "pack": 24,
    "jokers": 0,
    "joker_rule": "high",
    "triple_rule": "same_or_lower",
    "zero_take": True,
    "spades_back": False,
    "lone_pair_spade": "self",
    "last_escape": False,
    "timed_moves": 0,
    "timed_seconds": 0,
    "takes_count": True,
    "max_moves": 0,
    "deal_stake": 1,
}

PROFILES: Final = {
    "classic": _CLASSIC,
    "traditional": _CLASSIC | {"triple_rule": "same", "zero_take": False, "last_escape": True},
    "spades": _CLASSIC | {"spades_back": True},
}


class Rules:
    """Options and what follows from them; shared by deals, never changed."""

    __slots__ = ("cards", "deal_stake", "is_timed", "options", "ranks")

    def __init__(self, options: dict[str, Any]) -> None:
        """Derive the pack; refuse half of timed play."""
        BOOK.refuse_unless(
            (options["timed_moves"] == 0) == (options["timed_seconds"] == 0), ("timed_moves", "timed_seconds")
        )
        self.options = options
        self.ranks = RANKS[options["pack"]]
        self.cards = frozenset(numbering(self.ranks)) | ({JOKER} if options["jokers"] else set())
        self.is_timed: bool = options["timed_moves"] > 0
        self.deal_stake: int = options["deal_stake"]

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that the pack does not serve (PL-1)."""
        most = _SEATS_MOST[self.options["pack"]]
        if not 2 <= seats <= most:
            raise Refusal(Code.SEATS_COUNT, "PL-1", seats=seats, least=2, most=most)


BOOK: Final = RuleBook("PL-1", ROWS, PROFILES, Rules)

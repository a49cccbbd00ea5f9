"""Polish Pan's options, profiles, and what follows from them alone (PL-1, PL-2); knows no deal."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from gameplay.engine.cards import JOKER, UNKNOWN, names, numbering
from gameplay.engine.options import RuleBook, boolean, choice, integer, units
from gameplay.engine.verdict import Code, Refusal

RANKS: Final = {24: "9TJQKA", 52: "23456789TJQKA"}
"""PL-2: ascending, by size of the pack. Cards are numbered in this order, so the opening rank is 0."""

PACKETS: Final = (1, 3, 4)
"""PL-5: how many cards are played at a time."""

OPENING_RANK: Final = 0
WILD: Final = -1
"""The rank of a wild joker in a hand: none of its own (PL-5)."""

_SEATS_MOST: Final = {24: 6, 52: 10}
_COUNTLESS: Final = 2**53

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

TripleRule = Callable[[int, int, int], bool]

_TRIPLE_RULES: Final[Mapping[str, TripleRule]] = {
    "same_or_lower": lambda rank, top, _height: top <= rank,
    "same": lambda rank, top, _height: top == rank,
    "openers": lambda rank, _top, height: rank == OPENING_RANK and height == 1,
}
"""PL-5: may three cards of a rank lie on a top of that rank, on a pile of that height?"""


class Rules:
    """Options and what follows from them; shared by deals, never changed.

    A card is a number: suit times the number of ranks plus the rank, then the joker, then the unknown card.
    A *face* is a card as it lies on the pile: a wild joker has one for each rank that it may stand for,
    every other card is its own face.
    """

    __slots__ = (
        "cards",
        "cards_of",
        "copies",
        "deal_stake",
        "dealt",
        "is_timed",
        "joker",
        "last_escape",
        "lone_pair_moves_again",
        "max_moves",
        "ms_allowed",
        "names",
        "number",
        "opener",
        "openers",
        "options",
        "pack_size",
        "rank_numbers",
        "ranks",
        "ranks_of",
        "spades",
        "spades_back",
        "takes_count",
        "timed_moves",
        "triple_fits",
        "unknown",
        "wild_joker",
        "zero_take",
    )

    def __init__(self, options: dict[str, Any]) -> None:
        """Derive the pack and its tables; refuse half of timed play."""
        BOOK.refuse_unless(
            (options["timed_moves"] == 0) == (options["timed_seconds"] == 0), ("timed_moves", "timed_seconds")
        )
        self.options = options
        self._derive_pack(options["pack"], options["jokers"], is_wild=options["joker_rule"] == "wild")
        self.triple_fits = _TRIPLE_RULES[options["triple_rule"]]
        self.zero_take: bool = options["zero_take"]
        self.spades_back: bool = options["spades_back"]
        self.lone_pair_moves_again: bool = options["lone_pair_spade"] == "self"
        self.last_escape: bool = options["last_escape"]
        self.timed_moves: int = options["timed_moves"]
        self.is_timed = self.timed_moves > 0
        self.ms_allowed: int = options["timed_seconds"] * 1000
        self.takes_count: bool = options["takes_count"]
        self.max_moves: int = options["max_moves"]
        self.deal_stake: int = options["deal_stake"]

    def _derive_pack(self, pack: int, jokers: int, *, is_wild: bool) -> None:
        """PL-2: number the cards; PL-4: which ones open; PL-5: what rank each has."""
        self.ranks = RANKS[pack]
        suited = numbering(self.ranks)
        count = len(self.ranks)
        self.rank_numbers: dict[str, int] = {rank: order for order, rank in enumerate(self.ranks)}
        self.joker, self.unknown = len(suited), len(suited) + 1
        self.wild_joker: int | None = self.joker if is_wild and jokers else None
        self.cards: dict[str, int] = suited | ({JOKER: self.joker} if jokers else {})
        self.number = self.cards.__getitem__
        self.dealt: dict[str, int] = self.cards | {UNKNOWN: self.unknown}
        self.names: tuple[str, ...] = (*names(suited), JOKER, UNKNOWN)
        self.copies = [1] * len(suited) + [jokers, _COUNTLESS]
        self.pack_size = len(suited) + jokers
        self.opener = suited[self.ranks[OPENING_RANK] + "h"]
        self.openers = [suit * count + OPENING_RANK for suit in range(4)]
        self.spades = range(3 * count, 4 * count)
        self.ranks_of = [number % count for number in range(len(suited))]
        self.ranks_of += [WILD if is_wild else count, WILD, *range(count)]
        self.cards_of: list[int] = [*range(len(suited) + 2), *([self.joker] * count)]

    def faces(self, cards: list[int], rank: int) -> list[int]:
        """Give what lies on the pile when these cards are played as that rank (PL-5)."""
        if self.wild_joker not in cards:
            return cards
        return [self.unknown + 1 + rank if card == self.wild_joker else card for card in cards]

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that the pack does not serve (PL-1)."""
        most = _SEATS_MOST[self.options["pack"]]
        if not 2 <= seats <= most:
            raise Refusal(Code.SEATS_COUNT, "PL-1", seats=seats, least=2, most=most)


BOOK: Final = RuleBook("PL-1", ROWS, PROFILES, Rules)

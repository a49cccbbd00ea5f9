"""Panguingue's options, profiles, and what follows from them alone (PG-1, PG-2); knows no deal."""

from typing import Any, Final

from gameplay.engine.cards import UNKNOWN, names, numbering
from gameplay.engine.options import RuleBook, boolean, choice, integer, units
from gameplay.engine.panguingue.melds import meld_value
from gameplay.engine.verdict import Code, Refusal

RANKS: Final = "A234567JQK"
"""PG-3: ascending, 7 and J neighbours, the ace low only."""

CARDS: Final = numbering(RANKS)
UNKNOWN_CARD: Final = len(CARDS)
"""One number more: a card that the record does not name lies in the same lists as the others."""

NAMES: Final = (*names(CARDS), UNKNOWN)

SPADES_OUT: Final = ["As", "2s", "3s", "4s", "5s", "6s", "7s", "Js", "Qs", "Ks"]

HAND_SIZE: Final = 10

_MELDS_KEPT: Final = 2_000

_NO_LIMIT: Final = 10**9


def card_list(value: object) -> bool:
    """Row of an option that is a list of cards."""
    return type(value) is list and all(type(card) is str and card in CARDS for card in value)


ROWS: Final = {
    "packs": integer(1, 11),
    "removed": card_list,
    "rotation": choice("clockwise", "counterclockwise"),
    "ante": units(),
    "drop_forfeit": units(),
    "condition_payers": choice("active", "all"),
    "discard_draw": choice("never", "stock_drawn", "meldable", "always"),
    "drawn_card": choice("hand", "meld_or_discard"),
    "meld_needs_drawn_card": boolean,
    "forcing": boolean,
    "mixed_sets": choice("distinct", "three_suits"),
    "valle_set": units(),
    "mixed_valle_set": units(),
    "nonvalle_set": units(),
    "low_rope": units(),
    "high_rope": units(),
    "valle_set_extra": units(),
    "mixed_valle_set_extra": units(),
    "nonvalle_set_extra": units(),
    "spades_double": boolean,
    "split_pays": choice("new", "gain"),
    "claims": choice("automatic", "required"),
    "out_bonus": units(),
    "out_repeats_conditions": boolean,
    "stock_out": choice("reshuffle", "dead"),
    "unwon_pot": choice("return", "carry"),
}

_CLASSIC: Final[dict[str, Any]] = {
    "packs": 8,
    "removed": [],
    "rotation": "clockwise",
    "ante": 0,
    "drop_forfeit": 1,
    "condition_payers": "active",
    "discard_draw": "always",
    "drawn_card": "hand",
    "meld_needs_drawn_card": False,
    "forcing": False,
    "mixed_sets": "distinct",
    "valle_set": 2,
    "mixed_valle_set": 0,
    "nonvalle_set": 1,
    "low_rope": 1,
    "high_rope": 1,
    "valle_set_extra": 0,
    "mixed_valle_set_extra": 0,
    "nonvalle_set_extra": 0,
    "spades_double": False,
    "split_pays": "new",
    "claims": "automatic",
    "out_bonus": 1,
    "out_repeats_conditions": True,
    "stock_out": "reshuffle",
    "unwon_pot": "return",
}

_PAID_MORE: Final = {
    "rotation": "counterclockwise",
    "mixed_sets": "three_suits",
    "mixed_valle_set": 1,
    "valle_set_extra": 1,
    "mixed_valle_set_extra": 1,
    "nonvalle_set_extra": 1,
    "spades_double": True,
    "split_pays": "gain",
}

PROFILES: Final = {
    "classic": _CLASSIC,
    "cardroom": _CLASSIC
    | _PAID_MORE
    | {
        "removed": SPADES_OUT,
        "ante": 1,
        "drop_forfeit": 0,
        "discard_draw": "stock_drawn",
        "drawn_card": "meld_or_discard",
        "meld_needs_drawn_card": True,
        "forcing": True,
        "out_bonus": 2,
        "unwon_pot": "carry",
    },
    "hoyle": _CLASSIC | _PAID_MORE | {"drop_forfeit": 2, "discard_draw": "meldable"},
}


class Rules:
    """Options and what follows from them: copies of each card, values of melds; shared by deals.

    Never changed, but for the memo of meld values, which is bounded.
    """

    __slots__ = (
        "_values",
        "ante",
        "claims_required",
        "copies",
        "drop_forfeit",
        "droppers_pay",
        "is_forcing",
        "keeps_drawn",
        "limits",
        "meld_needs_drawn",
        "must_meld_discard",
        "needs_plucked",
        "no_discard_draw",
        "options",
        "out_bonus",
        "pot_returns",
        "refills",
        "repeats",
        "splits_gain",
        "stack",
        "step",
    )

    def __init__(self, options: dict[str, Any]) -> None:
        """Derive the tables; refuse a removed card that the stack does not hold, and other contradictions."""
        self.options = options | {"removed": sorted(options["removed"], key=CARDS.__getitem__)}
        BOOK.refuse_unless(
            options["drawn_card"] == "meld_or_discard" or not options["meld_needs_drawn_card"],
            ("meld_needs_drawn_card",),
        )
        self.copies = [options["packs"]] * len(CARDS)
        for card in options["removed"]:
            self.copies[CARDS[card]] -= 1
        BOOK.refuse_unless(min(self.copies) >= 0, ("removed",))
        self.limits = [*self.copies, _NO_LIMIT]
        self.stack = sum(self.copies)
        self._derive_units(options)
        self._derive_turns(options)
        self._values: dict[tuple[int, ...], int] = {}

    def _derive_units(self, options: dict[str, Any]) -> None:
        self.ante: int = options["ante"]
        self.drop_forfeit: int = options["drop_forfeit"]
        self.droppers_pay: bool = options["condition_payers"] == "all"
        self.claims_required: bool = options["claims"] == "required"
        self.splits_gain: bool = options["split_pays"] == "gain"
        self.out_bonus: int = options["out_bonus"]
        self.repeats: bool = options["out_repeats_conditions"]
        self.pot_returns: bool = options["unwon_pot"] == "return"

    def _derive_turns(self, options: dict[str, Any]) -> None:
        """What PG-6 and PG-12 ask at every turn."""
        draw = options["discard_draw"]
        self.step = 1 if options["rotation"] == "clockwise" else -1
        self.no_discard_draw: bool = draw == "never"
        self.must_meld_discard: bool = draw in {"meldable", "stock_drawn"}
        self.needs_plucked: bool = draw == "stock_drawn"
        self.keeps_drawn: bool = options["drawn_card"] == "hand"
        self.meld_needs_drawn: bool = options["meld_needs_drawn_card"]
        self.is_forcing: bool = options["forcing"]
        self.refills: bool = options["stock_out"] == "reshuffle"

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats outside 2 to 15, or more than the stack can deal (PG-1)."""
        most = min(15, (self.stack - 1) // HAND_SIZE)
        if not 2 <= seats <= most:
            raise Refusal(Code.SEATS_COUNT, "PG-1", seats=seats, least=2, most=most)

    def value(self, cards: tuple[int, ...]) -> int:
        """Give the units of a meld as written (PG-9), or -1 when it is none (PG-7)."""
        value = self._values.get(cards)
        if value is None:
            if len(self._values) >= _MELDS_KEPT:
                self._values.clear()
            value = self._values[cards] = meld_value(self.options, cards)
        return value


BOOK: Final = RuleBook("PG-1", ROWS, PROFILES, Rules)

"""Names the options of house rules for people, in groups, with the values that each may have.

It decides no value: the engine refuses what is outside an option's row (PG-1, PL-1), and a test compares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True)
class Option:
    """One option: `values` are the words of a choice, None for a number or for cards."""

    name: str
    label: _StrPromise
    values: Mapping[Any, _StrPromise] | None = None
    is_cards: bool = False


YES_NO: Final[dict[Any, _StrPromise]] = {True: _("yes"), False: _("no")}
TURNS: Final[dict[Any, _StrPromise]] = {
    "clockwise": _("clockwise"),
    "counterclockwise": _("counterclockwise"),
}

PANGUINGUE: Final[dict[str, tuple[_StrPromise, tuple[Option, ...]]]] = {
    "pays": (
        _("What melds pay, in units from each payer"),
        (
            Option("valle_set", _("Three 3s, 5s or 7s of one suit (valle)")),
            Option("valle_set_extra", _("… and for each card more")),
            Option("mixed_valle_set", _("Valle of mixed suits")),
            Option("mixed_valle_set_extra", _("… and for each card more")),
            Option("nonvalle_set", _("Three of another rank, one suit")),
            Option("nonvalle_set_extra", _("… and for each card more")),
            Option("low_rope", _("Rope with A 2 3")),
            Option("high_rope", _("Rope with J Q K")),
            Option("spades_double", _("Spades count twice"), YES_NO),
            Option(
                "condition_payers",
                _("Who pays for a condition"),
                {"active": _("those who have not dropped"), "all": _("everybody else")},
            ),
            Option(
                "split_pays",
                _("A meld split off another one pays"),
                {"new": _("as a new one"), "gain": _("what it adds")},
            ),
            Option(
                "claims",
                _("Conditions are collected"),
                {"automatic": _("by themselves"), "required": _("when claimed")},
            ),
        ),
    ),
    "end": (
        _("The pot and the end"),
        (
            Option("ante", _("Ante")),
            Option("drop_forfeit", _("Forfeit for dropping")),
            Option("out_bonus", _("Bonus for going out")),
            Option("out_repeats_conditions", _("Going out collects conditions again"), YES_NO),
            Option(
                "unwon_pot",
                _("A pot that nobody wins"),
                {"return": _("is given back"), "carry": _("stays for the next deal")},
            ),
            Option(
                "stock_out",
                _("When the stock runs out"),
                {"reshuffle": _("the discards are shuffled"), "dead": _("the deal is over")},
            ),
        ),
    ),
    "play": (
        _("The pack and the play"),
        (
            Option("packs", _("Packs")),
            Option("removed", _("Cards taken out"), is_cards=True),
            Option("rotation", _("Play goes"), TURNS),
            Option(
                "mixed_sets",
                _("Sets of mixed suits"),
                {"distinct": _("all suits differ"), "three_suits": _("three suits at least")},
            ),
            Option(
                "discard_draw",
                _("Drawing the top discard"),
                {
                    "never": _("never"),
                    "stock_drawn": _("if it was just drawn from the stock, to meld at once"),
                    "meldable": _("to meld it at once"),
                    "always": _("always"),
                },
            ),
            Option(
                "drawn_card",
                _("The drawn card"),
                {"hand": _("may stay in the hand"), "meld_or_discard": _("is melded or discarded")},
            ),
            Option("meld_needs_drawn_card", _("The first meld of a turn uses the drawn card"), YES_NO),
            Option("forcing", _("Others may force the top discard on a player"), YES_NO),
        ),
    ),
}
PAN: Final[dict[str, tuple[_StrPromise, tuple[Option, ...]]]] = {
    "pays": (
        _("What a deal pays, in units"),
        (Option("deal_stake", _("The loser pays to each other player")),),
    ),
    "play": (
        _("The pack and the play"),
        (
            Option("pack", _("Cards in the pack"), {24: _("24, from the nines"), 52: _("52")}),
            Option("jokers", _("Jokers")),
            Option(
                "joker_rule",
                _("A joker is"),
                {"high": _("above the ace"), "wild": _("any rank it is called")},
            ),
            Option(
                "triple_rule",
                _("Three cards are played"),
                {
                    "same_or_lower": _("on their rank or a lower one"),
                    "same": _("on their own rank"),
                    "openers": _("by the openers only"),
                },
            ),
            Option("zero_take", _("One may take when there is nothing to take"), YES_NO),
            Option("spades_back", _("Spades turn the play back"), YES_NO),
            Option(
                "lone_pair_spade",
                _("With two players left a spade gives the move to"),
                {"self": _("the same player"), "opponent": _("the other one")},
            ),
            Option("last_escape", _("The last player may escape by one play"), YES_NO),
        ),
    ),
    "time": (
        _("Limits (0: none)"),
        (
            Option("timed_moves", _("Moves of timed play")),
            Option("timed_seconds", _("Seconds for those moves")),
            Option("takes_count", _("A take counts as a move"), YES_NO),
            Option("max_moves", _("Moves after which a deal is drawn")),
        ),
    ),
}
BY_GAME: Final = {"panguingue": PANGUINGUE, "pan": PAN}


def options_of(game: str) -> list[Option]:
    """Return all options of a game."""
    return [option for _heading, options in BY_GAME[game].values() for option in options]


def read_options(game: str, sent: Mapping[str, Any]) -> dict[str, Any]:
    """Read the options that a form sent; what is no value of its kind goes on as text, to be refused."""
    return {
        option.name: _read(option, sent[option.name]) for option in options_of(game) if option.name in sent
    }


def _read(option: Option, text: Any) -> Any:
    if option.is_cards:
        return text.replace(",", " ").split()
    for value in option.values or ():
        if _written(value) == text:
            return value
    stripped = text.strip()
    return int(stripped) if option.values is None and _is_number(stripped) else text


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 12


def _written(value: object) -> str:
    """Return how the form writes a value."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Field:
    """One option with its value as the form shows it."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...]
    is_number: bool

    @property
    def words(self) -> str:
        """The value in words."""
        return dict(self.choices).get(self.value, self.value) or "—"


def fields_of(game: str, options: Mapping[str, Any]) -> list[tuple[str, list[Field]]]:
    """Return the options under their headings, with their values."""
    return [
        (str(heading), [_field(option, options[option.name]) for option in group])
        for heading, group in BY_GAME[game].values()
    ]


def _field(option: Option, value: Any) -> Field:
    written = " ".join(value) if isinstance(value, list) else _written(value)
    choices = tuple((_written(each), str(words)) for each, words in (option.values or {}).items())
    return Field(
        option.name,
        str(option.label),
        written,
        choices,
        is_number=option.values is None and not option.is_cards,
    )

"""How cards may be spelled in each locale, as one table of all spellings; it never guesses between two cards.

A card is spelled in one language, English or that of the locale. A letter that comes first is a rank, one
that comes last a suit: so Polish `k` and `d` and Dutch `h` and `k` are told apart. Only a sign or a word may
name the suit before the rank.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from gameplay.engine.cards import JOKER, NOTATION, RANKS, SUITS, UNKNOWN
from gameplay.engine.verdict import Code as RuleCode
from gameplay.engine.writing import quoted
from gameplay.notation.complaints import Code, Objection

SPELLING_LONGEST: Final = 40
"""Characters of a text that is looked up at all; the longest spelling is far shorter."""

_SIGNS: Final = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}
_TEN: Final = {"T": ("T", "10")}
_JOKERS: Final = ("Jk", "joker", "🃏")
_UNKNOWNS: Final = ("??", "?")

# Blanks, and the selectors that choose between a sign's plain and coloured look, carry no meaning.
_DROPPED: Final = str.maketrans("", "", " \t\u00a0\u202f\ufe0e\ufe0f")


@dataclass(frozen=True, slots=True)
class Language:
    """How one language names ranks and suits: by letters, of which a suit's comes last, and by words."""

    ranks: Mapping[str, tuple[str, ...]]
    letters: Mapping[str, tuple[str, ...]]
    words: Mapping[str, tuple[str, ...]]


_CANONICAL_SUITS: Final = {suit: (suit,) for suit in SUITS}
_PLAIN_RANKS: Final = {rank: (rank,) for rank in RANKS} | _TEN

ENGLISH: Final = Language(
    ranks=_PLAIN_RANKS,
    letters=_CANONICAL_SUITS,
    words={
        "c": ("club", "clubs"),
        "d": ("diamond", "diamonds"),
        "h": ("heart", "hearts"),
        "s": ("spade", "spades"),
    },
)
POLISH: Final = Language(
    ranks=_PLAIN_RANKS | {"J": ("W",), "Q": ("D",)},
    letters={"c": ("c", "t"), "d": ("d", "k"), "h": ("h", "k"), "s": ("s", "p")},
    words={
        "c": ("trefl", "trefle"),
        "d": ("karo", "kara"),
        "h": ("kier", "kiery"),
        "s": ("pik", "piki"),
    },
)
DUTCH: Final = Language(
    ranks=_PLAIN_RANKS | {"J": ("B",), "Q": ("V",), "K": ("K", "H")},
    letters={"c": ("c", "k"), "d": ("d", "r"), "h": ("h",), "s": ("s",)},
    words={
        "c": ("klaver", "klaveren"),
        "d": ("ruit", "ruiten"),
        "h": ("hart", "harten"),
        "s": ("schop", "schoppen"),
    },
)
LOCALES: Final[Mapping[str, tuple[Language, ...]]] = {
    "en": (ENGLISH,),
    "pl": (ENGLISH, POLISH),
    "nl": (ENGLISH, DUTCH),
}
"""By locale, the languages in which a card may be spelled."""


def read_card(text: str, locale: str) -> str:
    """Give the canonical text of a card, or `??`; raise `Objection` if no card is meant, or more than one.

    Whether the card belongs to the pack, and whether it may be unknown, is for replay to say (R, PG-2, PL-2).
    """
    if text in NOTATION or text == UNKNOWN:
        return text
    meant = _meant(text, card_spellings(locale))
    if not meant:
        raise Objection(RuleCode.CARD_INVALID, rule="R", card=quoted(text))
    if len(meant) > 1:
        raise Objection(Code.CARD_AMBIGUOUS, card=quoted(text), cards=sorted(meant))
    return next(iter(meant))


def read_rank(text: str, locale: str) -> str:
    """Give the canonical text of a rank that stands alone (PL-5: `as`); raise `Objection` if it is none."""
    meant = _meant(text, rank_spellings(locale))
    if not meant:
        raise Objection(RuleCode.RECORD_INVALID, rule="R", key="as")
    return next(iter(meant))


def _meant(text: str, spellings: Mapping[str, frozenset[str]]) -> frozenset[str]:
    return spellings.get(_plain(text), frozenset()) if len(text) <= SPELLING_LONGEST else frozenset()


def _plain(text: str) -> str:
    return text.translate(_DROPPED).lower()


@cache
def card_spellings(locale: str) -> Mapping[str, frozenset[str]]:
    """Give every spelling of a locale, in lower case and without blanks, with the cards it may mean."""
    found = [(_plain(text), JOKER) for text in _JOKERS] + [(_plain(text), UNKNOWN) for text in _UNKNOWNS]
    for language in LOCALES[locale]:
        found += [
            (_plain(text), rank + suit)
            for rank in RANKS
            for suit in SUITS
            for text in _spelled(language, rank, suit)
        ]
    return _collected(found)


@cache
def rank_spellings(locale: str) -> Mapping[str, frozenset[str]]:
    """Give every spelling of a rank that stands alone, in lower case, with the ranks it may mean."""
    return _collected(
        [
            (_plain(text), rank)
            for language in LOCALES[locale]
            for rank in RANKS
            for text in language.ranks[rank]
        ]
    )


def _spelled(language: Language, rank: str, suit: str) -> Iterator[str]:
    """Spell a card in one language, in all ways and orders that it has."""
    first_or_last = (*_SIGNS[suit], *language.words[suit])
    for of_rank in language.ranks[rank]:
        yield from (of_rank + of_suit for of_suit in (*language.letters[suit], *first_or_last))
        yield from (of_suit + of_rank for of_suit in first_or_last)


def _collected(pairs: list[tuple[str, str]]) -> Mapping[str, frozenset[str]]:
    collected: defaultdict[str, set[str]] = defaultdict(set)
    for spelling, meaning in pairs:
        collected[spelling].add(meaning)
    return {spelling: frozenset(meanings) for spelling, meanings in collected.items()}

"""House rules shared by both games in form: rows of allowed values, profiles, resolution; knows no option."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from gameplay.engine.verdict import Code, Refusal
from gameplay.engine.writing import LARGEST, check_writing, is_private, quoted

UNITS_LARGEST: Final = 10**6

Row = Callable[[object], bool]
R = TypeVar("R")

_KEPT: Final = 64
"""How many resolved sets of options a game keeps; then it starts again."""


def is_integer(value: object, low: int, high: int) -> bool:
    """Tell whether a value is a JSON integer within bounds; booleans and floats are none (rule R)."""
    return type(value) is int and low <= value <= high


@dataclass(frozen=True, slots=True)
class Integer:
    """Row of an option that is an integer within bounds."""

    low: int
    high: int

    def __call__(self, value: object) -> bool:
        """Tell whether the option may have this value."""
        return is_integer(value, self.low, self.high)


@dataclass(frozen=True, slots=True)
class Choice:
    """Row of an option that is one of these texts or integers."""

    allowed: tuple[str | int, ...]

    def __call__(self, value: object) -> bool:
        """Tell whether the option may have this value."""
        return type(value) in {str, int} and value in self.allowed


def integer(low: int, high: int = LARGEST) -> Row:
    """Row of an option that is an integer within bounds."""
    return Integer(low, high)


def units() -> Row:
    """Row of an option that is an amount of units, from 0 to Panbook's limit."""
    return Integer(0, UNITS_LARGEST)


def choice(*allowed: str | int) -> Row:
    """Row of an option that is one of these texts or integers."""
    return Choice(allowed)


def boolean(value: object) -> bool:
    """Row of an option that is true or false."""
    return type(value) is bool


def _hashable(value: object) -> object:
    """Give a list of texts, such as `removed`, as a tuple; other lists stay without a hash."""
    return tuple(value) if type(value) is list and all(type(each) is str for each in value) else value


@dataclass(slots=True)
class RuleBook(Generic[R]):
    """The options of one game: `rule` cites their table, `derive` makes what follows from them alone."""

    rule: str
    rows: Mapping[str, Row]
    profiles: Mapping[str, Mapping[str, Any]]
    derive: Callable[[dict[str, Any]], R]
    _kept: dict[object, R] = field(default_factory=dict)

    def rules(self, profile: object, differing: object) -> R:
        """Resolve a profile and the options that differ from it; raise `Refusal` (rules R, PG-1, PL-1).

        Sets of options come back deal after deal, so what was derived is kept. The key holds the types beside
        the values, since `True` and `1` are equal in Python and different in JSON.
        """
        if type(profile) is not str or type(differing) is not dict:
            raise Refusal(Code.RECORD_INVALID, "R", key="rules" if type(profile) is str else "profile")
        if len(differing) > 2 * len(self.rows):  # mostly private keys: not worth remembering
            return self.derive(self.resolve(profile, differing))
        key = (profile, *differing, *map(_hashable, differing.values()), *map(type, differing.values()))
        try:
            kept = self._kept.get(key)
        except TypeError:  # a value of a private key, perhaps, that has no hash
            return self.derive(self.resolve(profile, differing))
        if kept is None:
            kept = self.derive(self.resolve(profile, differing))
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[key] = kept
        return kept

    def resolve(self, profile: str, differing: Mapping[str, Any]) -> dict[str, Any]:
        """Give every option its value; raise `Refusal` for an unknown profile, option or value."""
        if profile not in self.profiles:
            raise Refusal(Code.RULES_UNKNOWN_PROFILE, self.rule, profile=quoted(profile))
        options = dict(self.profiles[profile])
        for name, value in differing.items():
            row = self.rows.get(name)
            if row is None:
                self._check_stranger(name, value)
            elif row(value):
                options[name] = value
            else:
                raise Refusal(Code.RULES_INVALID, self.rule, option=name)
        return options

    @staticmethod
    def _check_stranger(name: str, value: object) -> None:
        check_writing({name: value}, "rules")
        if not is_private(name):
            raise Refusal(Code.RECORD_UNKNOWN_KEY, "R", key=quoted(name))

    def refuse_unless(self, holds: bool, options: Iterable[str]) -> None:  # noqa: FBT001 - reads as a sentence
        """Refuse options that contradict one another."""
        if not holds:
            raise Refusal(Code.RULES_INVALID, self.rule, option=", ".join(options))

"""What replay answers: outcomes, faults and the lines behind every unit; holds no rule and no sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple


class Code(StrEnum):
    """Every error code of RULES, section E. Codes are stable and never reused."""

    RECORD_INVALID = "record.invalid"
    RECORD_UNKNOWN_KEY = "record.unknown_key"
    RECORD_UNSUPPORTED_VERSION = "record.unsupported_version"
    RULES_UNKNOWN_PROFILE = "rules.unknown_profile"
    RULES_INVALID = "rules.invalid"
    SEATS_COUNT = "seats.count"
    SEATS_REPEATED = "seats.repeated"
    SEAT_UNKNOWN = "seat.unknown"
    SEAT_NOT_PLAYING = "seat.not_playing"
    EVENT_WRONG_DETAIL = "event.wrong_detail"
    EVENT_NOT_ALLOWED = "event.not_allowed"
    UNDO_NOTHING = "undo.nothing"
    CARD_INVALID = "card.invalid"
    CARD_NOT_IN_PACK = "card.not_in_pack"
    CARD_TOO_MANY = "card.too_many"
    DEAL_EXPECTED = "deal.expected"
    DEAL_REPEATED = "deal.repeated"
    DEAL_HAND_SIZE = "deal.hand_size"
    DEAL_NOT_EXHAUSTED = "deal.not_exhausted"
    DEAL_OVER = "deal.over"
    DECLARE_PENDING = "declare.pending"
    DECLARE_TOO_LATE = "declare.too_late"
    TURN_WRONG_SEAT = "turn.wrong_seat"
    TURN_DRAW_FIRST = "turn.draw_first"
    TURN_ALREADY_DRAWN = "turn.already_drawn"
    DRAW_NOT_TOP = "draw.not_top"
    DRAW_CARD_REQUIRED = "draw.card_required"
    DRAW_DISCARD_FORBIDDEN = "draw.discard_forbidden"
    DRAW_PILE_EMPTY = "draw.pile_empty"
    DRAW_STOCK_EMPTY = "draw.stock_empty"
    DRAW_MUST_MELD = "draw.must_meld"
    DISCARD_MUST_BE_DRAWN_CARD = "discard.must_be_drawn_card"
    HAND_CARD_NOT_HELD = "hand.card_not_held"
    MELD_TOO_SHORT = "meld.too_short"
    MELD_INVALID = "meld.invalid"
    MELD_UNKNOWN = "meld.unknown"
    MELD_TOO_MANY = "meld.too_many"
    MELD_NEEDS_DRAWN_CARD = "meld.needs_drawn_card"
    BORROW_NOT_THERE = "borrow.not_there"
    BORROW_LEAVES_INVALID = "borrow.leaves_invalid"
    FORCE_NOT_POSSIBLE = "force.not_possible"
    FORCE_MUST_TAKE = "force.must_take"
    FOUL_NOT_PLAYING = "foul.not_playing"
    OPENING_REQUIRED = "opening.required"
    PLAY_COUNT = "play.count"
    PLAY_TOO_LOW = "play.too_low"
    PLAY_NOT_ONE_RANK = "play.not_one_rank"
    PLAY_TRIPLE_NOT_ALLOWED = "play.triple_not_allowed"
    TAKE_NOTHING = "take.nothing"
    TAKE_WRONG_CARDS = "take.wrong_cards"
    FLAG_NOT_POSSIBLE = "flag.not_possible"
    OUT_REPEATED = "out.repeated"
    MATCH_SEAT_OUT = "match.seat_out"


class LineReason(StrEnum):
    """Why units moved. Reasons are stable like codes."""

    ANTE = "ante"
    FORFEIT = "forfeit"
    CONDITION = "condition"  # a new meld with a value
    SPLIT = "split"  # a new meld made of one old meld alone, under `split_pays: gain`
    LOAN = "loan"  # a condition that a loan left behind in the lending meld
    LAYOFF = "layoff"  # what a layoff added to the value of its meld
    PAYBACK = "payback"  # what a fouled seat had collected
    OUT_BONUS = "out_bonus"
    REPEAT = "repeat"  # a condition of the winner, paid again at the end
    POT = "pot"
    ANTE_RETURNED = "ante_returned"
    FORFEIT_RETURNED = "forfeit_returned"
    DEAL_STAKE = "deal_stake"
    MATCH_STAKE = "match_stake"


class Line(NamedTuple):
    """One movement of units > 0; a payer or payee of None is the pot, `meld` an index of the payee's melds.

    `event` is the position in the record as written, None for what is paid before the first event.
    A tuple, because a deal makes dozens: a frozen dataclass takes ten times as long to make.
    """

    event: int | None
    rule: str
    reason: LineReason
    payer: int | None
    payee: int | None
    units: int
    meld: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A deal as far as its record goes (rule R): net units a seat, and every line that explains them."""

    outcome: str
    winner: int | None
    loser: int | None
    units: tuple[int, ...]
    pot: int
    cards: tuple[int | None, ...]
    finished: tuple[int, ...]
    lines: tuple[Line, ...]

    @property
    def is_over(self) -> bool:
        """Whether the deal takes no further event."""
        return self.outcome != "open"


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """A match as far as its losses go (rule PL-9)."""

    letters: tuple[str, ...]
    eliminated: tuple[int, ...]
    over: bool
    winner: int | None
    units: tuple[int, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """The first error of a record: code, position of its event (None: the header), what a sentence needs.

    `params` always holds `rule`, the id of the rule that was broken.
    """

    code: Code
    event: int | None
    params: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


Verdict = Outcome | MatchOutcome | Fault


class Refusal(Exception):  # noqa: N818 - a refused move is an answer of the game, not an error of the program
    """Raised inside the engine by the rule that is broken; never leaves it."""

    def __init__(self, code: Code, rule: str, **params: Any) -> None:
        """Keep the code, the rule id and the parameters of the sentence."""
        super().__init__(code)
        self.code = code
        self.params = {"rule": rule, **params}

    def fault(self, event: int | None) -> Fault:
        """Freeze this refusal as the verdict on the event at that position."""
        return Fault(self.code, event, MappingProxyType(self.params))


def _line_json(line: Line) -> dict[str, object]:
    written: dict[str, object] = {
        "event": line.event,
        "rule": line.rule,
        "reason": line.reason.value,
        "payer": line.payer,
        "payee": line.payee,
        "units": line.units,
    }
    if line.meld is not None:
        written["meld"] = line.meld
    return written


def as_json(verdict: Verdict, line: int, record_id: str | None, message: str = "") -> dict[str, object]:
    """Write a verdict as rule R has it, with `lines` (of a fault: `rule` and `params`) besides."""
    head: dict[str, object] = {"line": line, "id": record_id, "ok": not isinstance(verdict, Fault)}
    if isinstance(verdict, Fault):
        params = dict(verdict.params)
        rule = params.pop("rule", None)
        return head | {
            "event": verdict.event,
            "code": verdict.code.value,
            "message": message,
            "rule": rule,
            "params": params,
        }
    if isinstance(verdict, Outcome):
        body: dict[str, object] = {
            "outcome": verdict.outcome,
            "winner": verdict.winner,
            "loser": verdict.loser,
            "units": list(verdict.units),
            "pot": verdict.pot,
            "cards": list(verdict.cards),
            "finished": list(verdict.finished),
        }
    else:
        body = {
            "letters": list(verdict.letters),
            "eliminated": list(verdict.eliminated),
            "over": verdict.over,
            "winner": verdict.winner,
            "units": list(verdict.units),
        }
    return head | body | {"lines": [_line_json(each) for each in verdict.lines]}

"""One English sentence for each error code, for people; decides nothing and knows no language but this one.

Every sentence ends with the id of the rule that was broken, which a fault carries among its parameters. Seats
are counted from 0, as in a record; whoever knows the players adds the name as the parameter `who`. Melds are
counted from 1 wherever people read.
"""

from collections.abc import Callable
from typing import Any, Final

from gameplay.engine.verdict import Code, Fault


def _(text: str) -> str:
    """Mark a sentence for translation without translating it here."""
    return text


SENTENCES: Final[dict[Code, str]] = {
    Code.RECORD_INVALID: _("Not written as the record format wants it: see “{key}” ({rule})"),
    Code.RECORD_UNKNOWN_KEY: _("The key “{key}” is not known here ({rule})"),
    Code.RECORD_UNSUPPORTED_VERSION: _("The record is of a format version other than 1 ({rule})"),
    Code.RULES_UNKNOWN_PROFILE: _("There is no rule profile “{profile}” ({rule})"),
    Code.RULES_INVALID: _("The option “{option}” cannot have this value ({rule})"),
    Code.SEATS_COUNT: _("{seats} seats are not possible here: from {least} to {most} are ({rule})"),
    Code.SEATS_REPEATED: _("Two seats are both called “{label}” ({rule})"),
    Code.SEAT_UNKNOWN: _("There is no seat {seat}: there are {seats}, counted from 0 ({rule})"),
    Code.SEAT_NOT_PLAYING: _("{who} takes no further part in this deal ({rule})"),
    Code.EVENT_WRONG_DETAIL: _("“{event}” is not an event of detail “{detail}” ({rule})"),
    Code.EVENT_NOT_ALLOWED: _("The rules of this deal have no room for “{event}” here ({rule})"),
    Code.UNDO_NOTHING: _("There is nothing left to undo ({rule})"),
    Code.CARD_INVALID: _("“{card}” is not a card that can stand here ({rule})"),
    Code.CARD_NOT_IN_PACK: _("{card} is not a card of this pack ({rule})"),
    Code.CARD_TOO_MANY: _(
        "{card} would lie on the table {count} times, and there are {copies} of it ({rule})"
    ),
    Code.DEAL_EXPECTED: _("The cards have not been dealt yet ({rule})"),
    Code.DEAL_REPEATED: _("The cards have been dealt already ({rule})"),
    Code.DEAL_HAND_SIZE: _("The hands do not have the right number of cards ({rule})"),
    Code.DEAL_NOT_EXHAUSTED: _("The deal is not exhausted: a move is still possible ({rule})"),
    Code.DEAL_OVER: _("The deal is over: {outcome} ({rule})"),
    Code.DECLARE_PENDING: _("Not everybody has declared yet ({rule})"),
    Code.DECLARE_TOO_LATE: _("{who} can no longer stay or drop ({rule})"),
    Code.TURN_WRONG_SEAT: _("{who} is out of turn ({rule})"),
    Code.TURN_DRAW_FIRST: _("{who} must draw first ({rule})"),
    Code.TURN_ALREADY_DRAWN: _("{who} has drawn already ({rule})"),
    Code.DRAW_NOT_TOP: _("{card} is not the top of the discard pile ({rule})"),
    Code.DRAW_CARD_REQUIRED: _("The drawn card must be named ({rule})"),
    Code.DRAW_DISCARD_FORBIDDEN: _("The top discard may not be drawn ({rule})"),
    Code.DRAW_PILE_EMPTY: _("The discard pile is empty ({rule})"),
    Code.DRAW_STOCK_EMPTY: _("The stock is empty ({rule})"),
    Code.DRAW_MUST_MELD: _("The drawn discard must be melded or laid off at once ({rule})"),
    Code.DISCARD_MUST_BE_DRAWN_CARD: _("The card that was drawn must be the one to be discarded ({rule})"),
    Code.HAND_CARD_NOT_HELD: _("{who} does not hold {card} ({rule})"),
    Code.MELD_TOO_SHORT: _("Too few cards: at least {least} needed ({rule})"),
    Code.MELD_INVALID: _("These cards are neither a rope nor a set: {cards} ({rule})"),
    Code.MELD_UNKNOWN: _("There is no meld {meld}: the seat has {melds}, counted from 1 ({rule})"),
    Code.MELD_TOO_MANY: _("{who} would have melded {cards} cards, and {most} is the most ({rule})"),
    Code.MELD_NEEDS_DRAWN_CARD: _("The first meld or layoff of a turn must use the drawn card ({rule})"),
    Code.BORROW_NOT_THERE: _("{card} cannot be borrowed from meld {meld} for this ({rule})"),
    Code.BORROW_LEAVES_INVALID: _("The loan would leave no meld in place of meld {meld}: {cards} ({rule})"),
    Code.FORCE_NOT_POSSIBLE: _("{who} cannot be forced now ({rule})"),
    Code.FORCE_MUST_TAKE: _("{who} is forced to take the top discard and to lay it off ({rule})"),
    Code.FOUL_NOT_PLAYING: _("{who} has dropped or is fouled already ({rule})"),
    Code.OPENING_REQUIRED: _("The deal opens with {card}, or with all four of its rank ({rule})"),
    Code.PLAY_COUNT: _("One, three or four cards are played at a time ({rule})"),
    Code.PLAY_TOO_LOW: _("{card} is too low to be played here ({rule})"),
    Code.PLAY_NOT_ONE_RANK: _("Cards that are played together must be of one rank ({rule})"),
    Code.PLAY_TRIPLE_NOT_ALLOWED: _("Three cards cannot be played on this one ({rule})"),
    Code.TAKE_NOTHING: _("There is no card to take ({rule})"),
    Code.TAKE_WRONG_CARDS: _("Those are not the cards to be taken ({rule})"),
    Code.FLAG_NOT_POSSIBLE: _("{who} cannot lose on time now ({rule})"),
    Code.OUT_REPEATED: _("{who} is out already ({rule})"),
    Code.MATCH_SEAT_OUT: _(
        "{who} cannot lose a deal here: the match is over, or this player is out ({rule})"
    ),
}

_MATCH_OVER: Final = _("The match is over and takes no further deal ({rule})")

SEAT: Final = _("Seat {seat}")
"""How somebody is called whose name is not known; every sentence that has a `who` begins with it."""


def sentence(fault: Fault, translate: Callable[[str], str] = _) -> str:
    """Say what is wrong, ending with the rule id: in English, or as `translate` has it."""
    params = {key: spoken(value) for key, value in fault.params.items()}
    if "seat" in params:
        params = {"who": translate(SEAT).format(seat=params["seat"])} | params
    if type(fault.params.get("meld")) is int:
        params["meld"] = str(fault.params["meld"] + 1)
    said = _MATCH_OVER if fault.params.get("over") else SENTENCES[fault.code]
    return translate(said).format_map(params)


def spoken(value: Any) -> str:
    """Return a parameter as it stands in a sentence: what is a list, one after the other."""
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)

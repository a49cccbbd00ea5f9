"""What gameplay refuses, as stable codes with parameters; the sentences live at the edge."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gameplay.engine.verdict import Fault


class Code(StrEnum):
    """Codes never change their meaning. Those of the rules stand in `engine/verdict.py`."""

    IDEMPOTENCY_IN_FLIGHT = "idempotency.in_flight"
    IDEMPOTENCY_KEY_REUSED = "idempotency.key_reused"
    DEAL_CHANGED = "deal.changed"
    DEAL_FINISHED = "deal.finished"
    DEAL_UNKNOWN = "deal.unknown"
    DEAL_SEAT_NOT_A_MEMBER = "deal.seat_not_a_member"
    DEAL_NUMBER_TAKEN = "deal.number_taken"
    SESSION_CLOSED = "session.closed"
    SESSION_NOT_CLOSED = "session.not_closed"
    SESSION_SETTLED = "session.settled"
    SESSION_UNKNOWN = "session.unknown"
    SESSION_NOT_VERIFIED = "session.not_verified"
    SESSION_SAME_PERSON = "session.same_person"
    SESSION_CHANGED = "session.changed"
    SEAT_NO_SUCH_CHAIR = "seat.no_such_chair"
    SEAT_TAKEN = "seat.taken"
    SEAT_EMPTY = "seat.empty"
    SEAT_MEMBER_SEATED = "seat.member_seated"
    SEAT_NOT_A_MEMBER = "seat.not_a_member"
    MATCH_RUNNING = "match.running"
    MATCH_NOT_RUNNING = "match.not_running"
    MATCH_WRONG_GAME = "match.wrong_game"
    MATCH_WRONG_PLAYERS = "match.wrong_players"
    MATCH_RULES = "match.rules"
    SESSION_UNFINISHED_DEAL = "session.unfinished_deal"
    RULES_REVISION_UNKNOWN = "rules.revision_unknown"
    RULES_OTHER_GAME = "rules.other_game"
    RULES_NAME_TAKEN = "rules.name_taken"
    RULES_RETIRED = "rules.retired"
    RULES_IN_FORCE = "rules.in_force"
    TABLE_UNKNOWN = "table.unknown"
    TABLE_RETIRED = "table.retired"
    TEXT_TOO_LONG = "text.too_long"
    IMPORT_NO_SESSION = "import.no_session"
    IMPORT_TABLE_UNKNOWN = "import.table_unknown"
    IMPORT_DATE_INVALID = "import.date_invalid"
    IMPORT_OTHER_GAME = "import.other_game"
    IMPORT_UNFINISHED = "import.unfinished"
    IMPORT_MATCH = "import.match"
    IMPORT_NOT_REPLAYED = "import.not_replayed"  # retired: both details are replayed
    IMPORT_LABEL_UNKNOWN = "import.label_unknown"
    IMPORT_LABEL_AMBIGUOUS = "import.label_ambiguous"
    IMPORT_LABEL_TWICE = "import.label_twice"
    IMPORT_MAP_INVALID = "import.map_invalid"
    FEED_EPOCH = "feed.epoch"


class GameplayError(Exception):
    """The request is refused, and nothing was written."""

    def __init__(self, code: Code, **params: Any) -> None:
        """Keep the code and what a sentence about it needs."""
        super().__init__(code)
        self.code = code
        self.params = params


class RuleBroken(Exception):  # noqa: N818 - the rules say no; the program is in order
    """The engine refuses the record or its next event, and nothing was written."""

    def __init__(self, fault: Fault) -> None:
        """Keep the engine's fault: code, position of the event, parameters with the rule's id."""
        super().__init__(fault.code)
        self.fault = fault

"""What an audit says when something is not as the facts demand. It checks nothing itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Flaw(StrEnum):
    """What can be wrong; stable, like error codes."""

    HEADER_HASH = "header.hash"
    HEADER_COLUMNS = "header.columns"
    STREAM_GAP = "stream.gap"
    STREAM_CHAIN = "stream.chain"
    STREAM_CUT = "stream.cut"
    STREAM_ORPHAN = "stream.orphan"
    STREAM_UNREADABLE = "stream.unreadable"
    EVENT_HASH = "event.hash"
    EVENT_COLUMNS = "event.columns"
    TEXT_HASH = "text.hash"
    DEAL_REFUSED = "deal.refused"
    DEAL_STATE = "deal.state"
    DEAL_SEATS = "deal.seats"
    DEAL_POSTED = "deal.posted"
    SESSION_STATE = "session.state"
    SESSION_SEATS = "session.seats"
    MATCH_STATE = "match.state"
    MATCH_POSTED = "match.posted"
    TRANSACTION_HASH = "transaction.hash"
    TRANSACTION_COLUMNS = "transaction.columns"
    TRANSACTION_POSTINGS = "transaction.postings"
    TRANSACTION_REVERSAL = "transaction.reversal"
    POSTING_RUNNING_BALANCE = "posting.running_balance"
    BALANCE_STORED = "balance.stored"
    BOOK_STATE = "book.state"
    ROOT_CHAIN = "root.chain"
    ROOT_COLUMNS = "root.columns"
    ROOT_VALUE = "root.value"
    ROOT_HEAD = "root.head"


@dataclass(frozen=True, slots=True)
class Finding:
    """One flaw, where it is, and what was expected and found."""

    flaw: Flaw
    ref: str
    params: dict[str, Any] = field(default_factory=dict)

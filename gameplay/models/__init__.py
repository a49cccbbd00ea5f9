"""What happened at the table: house rules, sessions, deals, their events, and the feed of all facts."""

from gameplay.models.deal import Deal, DealSeat, DealState
from gameplay.models.event import Event, Text
from gameplay.models.feed import Feed, FeedEpoch
from gameplay.models.house_rules import HouseRules, HouseRulesRevision
from gameplay.models.match import MatchState
from gameplay.models.outbox import AuditRun, Outbox, OutboxTask, Progress
from gameplay.models.request import Request
from gameplay.models.session import Origin, Session, SessionSeat, SessionState, SessionStatus

__all__ = [
    "AuditRun",
    "Deal",
    "DealSeat",
    "DealState",
    "Event",
    "Feed",
    "FeedEpoch",
    "HouseRules",
    "HouseRulesRevision",
    "MatchState",
    "Origin",
    "Outbox",
    "OutboxTask",
    "Progress",
    "Request",
    "Session",
    "SessionSeat",
    "SessionState",
    "SessionStatus",
    "Text",
]

"""The only writers of what happened at the table."""

from gameplay.services.deal_writing import Recorded
from gameplay.services.deals import dry_run_events, record_events
from gameplay.services.house_rules import edit_house_rules, revise_house_rules
from gameplay.services.matches import advance_matches, end_match, start_match
from gameplay.services.next_deals import open_next_deal
from gameplay.services.opening import NewDeal, open_deal
from gameplay.services.payments import mark_paid, mark_unpaid
from gameplay.services.seats import seat_member, unseat_member
from gameplay.services.session_rules import revise_session_rules
from gameplay.services.sessions import (
    ReopenReason,
    close_session,
    find_or_open_import_session,
    open_session,
    reopen_session,
)
from gameplay.services.settling import Settled, settle_session
from gameplay.services.voids import Voided, VoidReason, void_deal

__all__ = [
    "NewDeal",
    "Recorded",
    "ReopenReason",
    "Settled",
    "VoidReason",
    "Voided",
    "advance_matches",
    "close_session",
    "dry_run_events",
    "edit_house_rules",
    "end_match",
    "find_or_open_import_session",
    "mark_paid",
    "mark_unpaid",
    "open_deal",
    "open_next_deal",
    "open_session",
    "record_events",
    "reopen_session",
    "revise_house_rules",
    "revise_session_rules",
    "seat_member",
    "settle_session",
    "start_match",
    "unseat_member",
    "void_deal",
]

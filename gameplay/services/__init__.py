"""The only writers of what happened at the table."""

from gameplay.services.deals import NewDeal, Recorded, open_deal, record_events
from gameplay.services.house_rules import revise_house_rules
from gameplay.services.sessions import (
    Settled,
    close_session,
    find_or_open_import_session,
    open_session,
    settle_session,
)
from gameplay.services.voids import Voided, VoidReason, void_deal

__all__ = [
    "NewDeal",
    "Recorded",
    "Settled",
    "VoidReason",
    "Voided",
    "close_session",
    "find_or_open_import_session",
    "open_deal",
    "open_session",
    "record_events",
    "revise_house_rules",
    "settle_session",
    "void_deal",
]

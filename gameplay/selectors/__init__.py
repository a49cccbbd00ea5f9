"""Reads for pages, API and commands: frozen values out, few statements each. Nothing here writes."""

from gameplay.selectors.audits import AuditView, last_audit
from gameplay.selectors.deals import (
    DealRow,
    Seat,
    StoredEvent,
    deals_after,
    events_of,
    find_deal,
    list_deals,
    outcome_of,
)
from gameplay.selectors.going import GoingDeal, going_deal
from gameplay.selectors.matches import Letters, MatchView, find_match, matches_of
from gameplay.selectors.people import Person, Standing, find_standing, named, people, standings
from gameplay.selectors.postings import Movement, TransactionView, VoidView, find_void, transactions_of
from gameplay.selectors.progress import ProgressView, settling_progress
from gameplay.selectors.session_history import ReopeningView, RulesSpan, reopenings_of, rules_spans
from gameplay.selectors.sessions import Chair, InPlay, SessionRow, find_session, in_play, list_sessions
from gameplay.selectors.settlements import (
    Debt,
    Holder,
    Net,
    PlanLine,
    SettlementRow,
    SettlementView,
    debts_of_session,
    find_settlement,
    holders,
    list_settlements,
)
from gameplay.selectors.statements import Source, Statement, StatementLine, sources, statement
from gameplay.selectors.tables import (
    RulesRow,
    TableView,
    find_revision,
    list_house_rules,
    list_tables,
    revisions_of,
)

__all__ = [
    "AuditView",
    "Chair",
    "DealRow",
    "Debt",
    "GoingDeal",
    "Holder",
    "InPlay",
    "Letters",
    "MatchView",
    "Movement",
    "Net",
    "Person",
    "PlanLine",
    "ProgressView",
    "ReopeningView",
    "RulesRow",
    "RulesSpan",
    "Seat",
    "SessionRow",
    "SettlementRow",
    "SettlementView",
    "Source",
    "Standing",
    "Statement",
    "StatementLine",
    "StoredEvent",
    "TableView",
    "TransactionView",
    "VoidView",
    "deals_after",
    "debts_of_session",
    "events_of",
    "find_deal",
    "find_match",
    "find_revision",
    "find_session",
    "find_settlement",
    "find_standing",
    "find_void",
    "going_deal",
    "holders",
    "in_play",
    "last_audit",
    "list_deals",
    "list_house_rules",
    "list_sessions",
    "list_settlements",
    "list_tables",
    "matches_of",
    "named",
    "outcome_of",
    "people",
    "reopenings_of",
    "revisions_of",
    "rules_spans",
    "settling_progress",
    "sources",
    "standings",
    "statement",
    "transactions_of",
]

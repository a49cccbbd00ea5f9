"""Our side of the write path: events appended, deals imported, deals posted, through the real services."""

from __future__ import annotations

import datetime as dt
import os
from typing import TYPE_CHECKING, Any

import django

if TYPE_CHECKING:
    from collections.abc import Callable

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from clubs import services as clubs  # noqa: E402 - Django has to be set up first
from gameplay import services  # noqa: E402

EVENTS_A_DEAL = 50
PLAYERS = 8


def _table(players: int) -> tuple[int, str, dict[str, Any]]:
    club = clubs.create_club(name="Bench")
    table = clubs.add_table(club=club, name="Table")
    members = [clubs.add_member(club=club, name=f"Member {number:02}") for number in range(players)]
    revision = services.revise_house_rules(
        club=club, game="panguingue", name="classic", profile="classic", rules={}, by="sys_operator"
    )
    session = services.open_session(
        table=table, revision=revision, business_day=dt.date(2026, 11, 30), by="sys_operator"
    )
    header = {
        "session": session,
        "detail": "score",
        "profile": revision.profile,
        "options": revision.options,
        "seats": [member.public_id for member in members],
    }
    return club.pk, session, header


def append(_number: int) -> Callable[[], int]:
    """One event a request, with replay, chain, request and feed; a new deal after every 50 events."""
    club, _, header = _table(PLAYERS)
    state: dict[str, Any] = {"deal": None, "seq": EVENTS_A_DEAL}

    def work() -> int:
        if state["seq"] == EVENTS_A_DEAL:
            deal = services.open_deal(club_id=club, new=services.NewDeal(**header), by="sys_operator")
            state.update(deal=deal.deal, seq=0)
        event = {"type": "stay", "seat": state["seq"] % PLAYERS}
        services.record_events(
            club_id=club, deal=state["deal"], events=[event], expected_seq=state["seq"], by="sys_operator"
        )
        state["seq"] += 1
        return 1

    return work


def import_deals(_number: int) -> Callable[[], int]:
    """Whole deals of 50 events, replayed and posted, one a transaction; counts events."""
    club, _, header = _table(PLAYERS)
    stays = [{"type": "stay", "seat": seat % PLAYERS} for seat in range(EVENTS_A_DEAL - 2)]
    ending = [
        {"type": "meld", "seat": 0, "cards": ["5s"] * 3},
        {"type": "meld", "seat": 0, "cards": ["7s"] * 8},
    ]

    def work() -> int:
        new = services.NewDeal(**header, events=[*stays, *ending])
        services.open_deal(club_id=club, new=new, by="sys_import")
        return EVENTS_A_DEAL

    return work


def post(_number: int) -> Callable[[], int]:
    """A deal of eight players that ends at once: header, events, replay and posting; counts legs."""
    club, _, header = _table(PLAYERS)
    events = [
        {"type": "meld", "seat": 0, "cards": ["5s"] * 3},
        {"type": "meld", "seat": 0, "cards": ["7s"] * 8},
    ]

    def work() -> int:
        services.open_deal(club_id=club, new=services.NewDeal(**header, events=events), by="sys_operator")
        return PLAYERS

    return work


def post_alone(_number: int) -> Callable[[], int]:
    """The ledger's part alone: one transaction of eight legs a commit; counts legs."""
    from django.db import transaction

    from ledger import services as ledger
    from ledger.models import AccountKind, BookKind

    club, _, header = _table(PLAYERS)
    accounts = ledger.ensure_accounts(
        club_id=club, holders=[(AccountKind.MEMBER, member) for member in header["seats"]]
    )
    with transaction.atomic():
        book = ledger.open_book(
            club_id=club,
            purpose=BookKind.SESSION,
            source="ses_bench",
            business_day=dt.date(2026, 11, 30),
            recorded_at=ledger.lock_accounts(accounts=[]),
            recorded_by="sys_operator",
        )
    first, *others = accounts.values()
    count = iter(range(10**9))

    def work() -> int:
        movements = {first: len(others)} | dict.fromkeys(others, -1)
        with transaction.atomic():
            new = ledger.NewTransaction("deal", "deal_bench", f"deal/{next(count)}", movements)
            at = ledger.lock_accounts(accounts=[first, *others])
            ledger.post(
                club_id=club, book=book, transactions=[new], recorded_at=at, recorded_by="sys_operator"
            )
        return len(movements)

    return work

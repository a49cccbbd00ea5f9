"""Closes and settles an evening of the demo, marks payments, reopens it where planned; deals no cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gameplay import services
from gameplay.models import SessionState, SessionStatus
from ledger.models import Settlement

if TYPE_CHECKING:
    from gameplay.demo.evening import Play

_CORRECTED = 2
"""The deal that the reopened session takes back; it is logged once more as the last."""


def finish(play: Play) -> None:
    """Close, settle and pay as planned; settle a second time what was reopened."""
    _close(play, "close")
    _settle(play)
    if play.evening.is_reopened:
        if play.steps.made(play.key("reopen")) is None:
            _mark(play, _newest(play), 0)  # the second plan must reckon with what was paid by the first
        _correct(play)
        _close(play, "close/again")
        _settle(play)
    _pay(play)


def _close(play: Play, step: str) -> None:
    play.once(
        step,
        lambda key: services.close_session(
            club_id=play.house.club.pk, session=play.session, by=play.house.manager, key=key
        ),
    )


def _settle(play: Play) -> None:
    """Settle here and now; where a worker was quicker, or an earlier run, it is done already."""
    state = SessionState.objects.get(session__public_id=play.session)
    if state.status == SessionStatus.CLOSING:
        services.settle_session(club_id=play.house.club.pk, session=play.session, by="sys_task")


def _correct(play: Play) -> None:
    play.once(
        "reopen",
        lambda key: services.reopen_session(
            club_id=play.house.club.pk,
            session=play.session,
            reason=services.ReopenReason.CORRECTION,
            note="A meld of the second deal was logged for the wrong seat.",
            by=play.house.owner,
            key=key,
        ),
    )
    play.void(_CORRECTED, services.VoidReason.ENTERED_WRONGLY)
    play.deal(play.evening.deals + 1)


def _pay(play: Play) -> None:
    """Mark lines of the newest plan as paid; of one settlement a payment is taken back again."""
    settlement = _newest(play)
    lines = range(len(msgspec.json.decode(bytes(settlement.body))["plan"]))
    for line in lines:
        if play.evening.paid == "all" or (play.evening.paid == "some" and line % 2 == 0):
            _mark(play, settlement, line)
    if play.evening.is_taken_back and lines:
        play.once(
            f"unpaid/{settlement.number}/0",
            lambda key: services.mark_unpaid(
                club=play.house.club, settlement=settlement.public_id, line=0, by=play.house.manager, key=key
            ),
        )


def _mark(play: Play, settlement: Settlement, line: int) -> None:
    play.once(
        f"paid/{settlement.number}/{line}",
        lambda key: services.mark_paid(
            club=play.house.club, settlement=settlement.public_id, line=line, by=play.house.manager, key=key
        ),
    )


def _newest(play: Play) -> Settlement:
    found = Settlement.objects.filter(club=play.house.club, book__source=play.session)
    return found.order_by("-number")[:1].get()

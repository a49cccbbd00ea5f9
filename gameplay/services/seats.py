"""Seats members at a session's table and lets them leave, between deals."""

from __future__ import annotations

from typing import Final

from clubs.models import Member
from gameplay import settlement, store
from gameplay.errors import Code, GameplayError
from gameplay.services.asking import asked, first_answer, locked, retried
from gameplay.services.session_stream import (
    append_to_session,
    check_no_open_deal,
    check_open,
    find_session,
    read_facts,
)
from gameplay.streams import Stamp
from gameplay.texts import Parted

MAX_CHAIRS: Final = 15
"""As many as Panguingue seats (PG-1)."""


@retried
def seat_member(
    *, club_id: int, session: str, chair: int, member: str, by: str, key: str | None = None
) -> None:
    """Seat a member on a free chair, counted from 1 clockwise.

    Raises GameplayError `seat.no_such_chair`, `seat.taken`, `seat.member_seated`, `seat.not_a_member`,
    `session.closed` or `session.unfinished_deal`.
    """
    if not 1 <= chair <= MAX_CHAIRS:
        raise GameplayError(Code.SEAT_NO_SUCH_CHAIR, chair=chair, chairs=MAX_CHAIRS)
    if Member.objects.filter(club_id=club_id, public_id=member).exists():
        settlement.member_accounts(club_id=club_id, members=[member])
    _change(club_id, session, {"type": "seat_taken", "chair": chair, "member": member}, by, key)


@retried
def unseat_member(*, club_id: int, session: str, chair: int, by: str, key: str | None = None) -> None:
    """Let whoever sits on a chair leave. Raises GameplayError `seat.empty` and those of `seat_member`."""
    _change(club_id, session, {"type": "seat_left", "chair": chair}, by, key)


def _change(club_id: int, session: str, event: dict[str, object], by: str, key: str | None) -> None:
    request = asked(str(event["type"]), key, {"session": session, **event})
    found = find_session(club_id, session)
    with locked(request, club_id=club_id, session_id=found.pk, alone=True):
        if first_answer(club_id, request) is not None:
            return
        now = store.session_now(found.pk)
        check_open(now, session)
        check_no_open_deal(found.pk, session)
        chairs = read_facts(club_id, session).chairs
        chair = event["chair"]
        if event["type"] == "seat_left":
            if chair not in chairs:
                raise GameplayError(Code.SEAT_EMPTY, chair=chair)
            event["member"] = chairs[chair]
        elif chair in chairs:
            raise GameplayError(Code.SEAT_TAKEN, chair=chair, member=chairs[chair])
        elif not Member.objects.filter(club_id=club_id, public_id=event["member"], is_active=True).exists():
            raise GameplayError(Code.SEAT_NOT_A_MEMBER, member=event["member"])
        elif event["member"] in chairs.values():
            raise GameplayError(Code.SEAT_MEMBER_SEATED, member=event["member"])
        stamp = Stamp(settlement.lock([]), by, request.key)
        append_to_session(
            found,
            now.tail,
            [Parted(dict(event), {})],
            stamp=stamp,
            request=request,
            made={"session": session, "chair": chair},
        )

"""Takes a deal back: a new fact, and its stored postings negated. Nothing that was recorded changes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from django.db import connection

from gameplay import settlement, store
from gameplay.errors import Code, GameplayError
from gameplay.models import SessionStatus
from gameplay.services.asking import asked, first_answer, locked, retried
from gameplay.services.matches import advance_work
from gameplay.services.session_stream import (
    append_to_session,
    book_to_post_in,
    find_session,
    read_facts,
    with_note,
)
from gameplay.streams import Stamp

if TYPE_CHECKING:
    from gameplay.services.asking import Asked
    from gameplay.texts import Parted


class VoidReason(StrEnum):
    """Why a deal is taken back; the scorer's own words go into the note."""

    ENTERED_WRONGLY = "entered_wrongly"
    ENTERED_TWICE = "entered_twice"
    NOT_PLAYED = "not_played"
    DISPUTED = "disputed"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Voided:
    """The answer to a void: the reversing transactions, none when the deal had posted nothing."""

    deal: str
    transactions: tuple[str, ...]
    is_first: bool = True


class _SettledMeanwhile(Exception):  # noqa: N818 - never leaves this module
    """The session was settled between choosing the book and taking the lock."""


@retried
def void_deal(
    *, club_id: int, deal: str, reason: VoidReason, by: str, note: str = "", key: str | None = None
) -> Voided:
    """Void a deal: its stored postings are negated, in the session's book, or in the day's after the close.

    Voiding a void deal answers like the first time, whoever asks and under whatever key (L-11); the key then
    stands for this request too. Raises GameplayError `deal.unknown`, `text.too_long` or one of the
    `idempotency` codes.
    """
    request = asked("void_deal", key, {"deal": deal, "reason": str(reason), "note": note})
    words = with_note({"type": "voided", "deal": deal, "reason": str(reason)}, note)
    try:
        return _void(club_id, deal, words, request, by, has_key=key is not None)
    except _SettledMeanwhile:
        return _void(club_id, deal, words, request, by, has_key=key is not None)


def _void(club_id: int, deal: str, words: Parted, request: Asked, by: str, *, has_key: bool) -> Voided:
    found = store.find_deal(club_id, deal)
    if found is None:
        raise GameplayError(Code.DEAL_UNKNOWN, deal=deal)
    session = find_session(club_id, found.session)
    book = book_to_post_in(session, by)
    with locked(request, club_id=club_id, session_id=session.pk, alone=True, deal_id=found.id):
        if (made := first_answer(club_id, request)) is not None:
            return Voided(deal, tuple(made["transactions"]), is_first=False)
        if store.deal_now(found).is_void:
            known = _reversals(club_id, deal)
            if has_key:
                _remember(club_id, request, by, {"deal": deal, "transactions": list(known)})
            return Voided(deal, known, is_first=False)
        now = store.session_now(session.pk)
        if now.status == SessionStatus.SETTLED and book == now.book:
            raise _SettledMeanwhile
        posted = settlement.standing(club_id, deal)
        stamp = Stamp(settlement.lock(settlement.accounts_of(posted)), by, request.key)
        at = settlement.Posting(club_id, book, stamp.recorded_at, by)
        made_ids = settlement.reverse(at, reason=settlement.VOID, posted=posted, source=deal)
        _mark_void(found.id)
        append_to_session(
            session,
            now.tail,
            [words],
            stamp=stamp,
            request=request,
            made={"deal": deal, "transactions": made_ids},
            feed=[store.FeedRow("transaction", each) for each in made_ids],
            work=advance_work(session.public_id, read_facts(club_id, session.public_id)),
        )
    return Voided(deal, tuple(made_ids))


def _remember(club_id: int, request: Asked, by: str, made: dict[str, Any]) -> None:
    """Keep the key of a request that found nothing to do, so that it stands for nothing else later (L-49)."""
    store.write(
        store.Write(
            club_id=club_id,
            stream="",
            rows=[],
            stamp=Stamp(settlement.lock([]), by, request.key),
            operation=request.operation,
            body_hash=request.body_hash,
            made=made,
            feed=[],
        )
    )


def _reversals(club_id: int, deal: str) -> tuple[str, ...]:
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT public_id FROM ledger_transaction
            WHERE club_id = %s AND source = %s AND reverses_id IS NOT NULL ORDER BY id""",
            [club_id, deal],
        )
        return tuple(row[0] for row in cursor.fetchall())


def _mark_void(deal_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE gameplay_dealstate SET is_void = true WHERE deal_id = %s", [deal_id])

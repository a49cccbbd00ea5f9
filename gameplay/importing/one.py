"""Imports one record, all or nothing: reading, matching, placing, then one call of the write path.

What can be refused is refused before anything is made; only sessions, members and accounts, which the
write path wants to find, are made ahead of it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db import DataError

from clubs.errors import ClubsError
from clubs.errors import Code as ClubsCode
from gameplay.error_sentences import REFUSALS
from gameplay.errors import Code, GameplayError, RuleBroken
from gameplay.importing.keys import EqualLines, import_key, request_key
from gameplay.importing.known import known_deal
from gameplay.importing.places import IMPORTER, Place, place_by_meta, place_in, refuse_closed
from gameplay.importing.records import UNREADABLE, decoded, finished_deal, written
from gameplay.models import Request
from gameplay.services import NewDeal, open_deal
from gameplay.services.asking import body_hash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clubs.models import Club, Member
    from gameplay.error_sentences import Refusal
    from gameplay.importing.labels import Labels, Seated
    from gameplay.importing.records import FinishedDeal
    from gameplay.models import Session
    from gameplay.services import Recorded

_WAITS = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 4.0)


@dataclass(frozen=True, slots=True)
class Imported:
    """A record that is a deal of the club now, or was before; `units` is the net per seat."""

    record_id: str | None
    deal: str
    number: int
    transaction: str | None
    units: tuple[int, ...]
    is_new: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """A record that left no deal, and why."""

    record_id: str | None
    error: Refusal


@dataclass(frozen=True, slots=True)
class Importer:
    """Where records go and who their labels are, for one run of an import."""

    club: Club
    session: Session | None = None
    labels: Labels = field(kw_only=True)

    def take(self, line: bytes, seen: EqualLines) -> Imported | Refused:
        """Import one line and return its verdict; whatever the line holds, the next one can be taken."""
        record_id = None
        try:
            record_id, value = decoded(line)
            key = import_key(value, line, seen)
            return self._import(record_id, finished_deal(value), key)
        except REFUSALS as error:
            return Refused(record_id, error)
        except (RecursionError, DataError):  # nested too deep, or beyond what a column holds
            return Refused(record_id, RuleBroken(UNREADABLE))

    def _import(self, record_id: str | None, deal: FinishedDeal, key: str) -> Imported:
        known = known_deal(self.club.pk, deal, self._members_named(deal)) if deal.named_deal else None
        if known is not None:
            return Imported(
                record_id, known.deal, known.number, known.transaction, deal.outcome.units, is_new=False
            )
        place = self._place(deal)
        seated = self.labels.match(deal.head.seats)
        self._refuse_gone(place, seated, key)
        if place.session is None or not all(each.member for each in seated):
            # Nothing is made for a record that is then found too large to be stored.
            body_hash(_new_deal("", deal, deal.head.seats, key).body())
        session = place.open(deal.head)
        members = self._members(session, seated, key)
        recorded = _record(self.club.pk, session, deal, members, key)
        return Imported(
            record_id,
            recorded.deal,
            recorded.number,
            recorded.transaction,
            deal.outcome.units,
            recorded.is_first,
        )

    def _place(self, deal: FinishedDeal) -> Place:
        if self.session is not None:
            return place_in(self.session, deal.head)
        return place_by_meta(self.club, deal.head, deal.record.get("meta"))

    def _members_named(self, deal: FinishedDeal) -> list[str | None]:
        try:
            seated = self.labels.match(deal.head.seats)
        except (GameplayError, ClubsError):
            return [None] * len(deal.head.seats)
        return [each.member.public_id if each.member else None for each in seated]

    def _refuse_gone(self, place: Place, seated: Sequence[Seated], key: str) -> None:
        """Refuse a new deal of somebody who has left: it would revive a balance (L-26)."""
        left = (each.member for each in seated if each.member and not each.member.is_active)
        gone = next(left, None)
        if gone and not (place.session and self._is_known(place.session, key)):
            raise ClubsError(ClubsCode.MEMBER_INACTIVE, number=gone.number)

    def _members(self, session: str, seated: Sequence[Seated], key: str) -> list[Member]:
        """Return who sits where; only now are members made, and for no record that must be refused."""
        there = [each.member for each in seated if each.member is not None]
        if len(there) == len(seated):
            return there
        if self._is_known(session, key):  # it cannot have named those who are nobody yet
            raise GameplayError(Code.IDEMPOTENCY_KEY_REUSED, key=request_key(session, key))
        refuse_closed(self.club, session)
        return self.labels.make_missing([each.label for each in seated])

    def _is_known(self, session: str, key: str) -> bool:
        return Request.objects.filter(club=self.club, key=request_key(session, key)).exists()


def _new_deal(session: str, deal: FinishedDeal, seats: Sequence[str], key: str) -> NewDeal:
    return NewDeal(
        session=session,
        detail=deal.head.detail,
        profile=deal.head.profile,
        options=deal.head.options,
        seats=seats,
        first=deal.head.first,
        pot=deal.head.pot,
        events=deal.events,
        written=written(deal),
        import_key=key,
    )


def _record(club_id: int, session: str, deal: FinishedDeal, members: Sequence[Member], key: str) -> Recorded:
    """Hand the deal to the write path; whoever imports the same record right now is waited for."""
    new = _new_deal(session, deal, [member.public_id for member in members], key)
    for wait in _WAITS:
        try:
            return open_deal(club_id=club_id, new=new, by=IMPORTER, key=request_key(session, key))
        except GameplayError as error:
            if error.code != Code.IDEMPOTENCY_IN_FLIGHT:
                raise
        time.sleep(wait)
    return open_deal(club_id=club_id, new=new, by=IMPORTER, key=request_key(session, key))

"""Says into which session a record goes: the named one, or the import session of its table and day.

It opens a session only when told to, after all else of the record was found in order.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from clubs.models import Club, Table
from gameplay.errors import Code, GameplayError
from gameplay.importing.house_rules import revision_of
from gameplay.models import Origin, Session, SessionState, SessionStatus
from gameplay.services import find_or_open_import_session

if TYPE_CHECKING:
    from gameplay.engine.replay import Header

IMPORTER = "sys_import"
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record goes; `session` is None as long as its import session is not open."""

    session: str | None
    table: Table
    day: dt.date

    def open(self, head: Header) -> str:
        """Return the session, opened if need be under the record's profile as it is published."""
        if self.session is not None:
            return self.session
        revision = revision_of(
            club=self.table.club, game=head.game, profile=head.profile, rules={}, by=IMPORTER
        )
        return find_or_open_import_session(
            table=self.table, revision=revision, business_day=self.day, by=IMPORTER
        )


def find_session(club: Club, public_id: str) -> Session:
    """Return a session of the club; raises GameplayError `session.unknown`."""
    found = None
    if "\0" not in public_id:
        sessions = Session.objects.select_related("table__club")
        found = sessions.filter(club=club, public_id=public_id).first()
    if found is None:
        raise GameplayError(Code.SESSION_UNKNOWN, session=public_id[:_SHOWN])
    return found


def find_table(club: Club, text: str) -> Table | None:
    """Return the table of this public id or exact name, or None."""
    if "\0" in text:
        return None
    found = Table.objects.select_related("club").filter(Q(public_id=text) | Q(name=text), club=club)
    tables = {table.public_id: table for table in found}
    return tables.get(text) or next(iter(tables.values()), None)


def place_in(session: Session, head: Header) -> Place:
    """Return the named session as the record's place; raises GameplayError `import.other_game`."""
    if head.game != session.game:
        raise GameplayError(Code.IMPORT_OTHER_GAME, session=session.public_id, game=session.game)
    return Place(session.public_id, session.table, session.business_day)


def place_by_meta(club: Club, head: Header, meta: Any) -> Place:
    """Return the place that the record's `meta` names.

    Raises GameplayError `import.no_session`, `import.table_unknown` or `import.date_invalid`.
    """
    given = meta if type(meta) is dict else {}
    for key in ("table", "date"):
        if key not in given:
            raise GameplayError(Code.IMPORT_NO_SESSION, key=f"meta.{key}")
    table = find_table(club, given["table"]) if type(given["table"]) is str else None
    if table is None:
        raise GameplayError(Code.IMPORT_TABLE_UNKNOWN, table=str(given["table"])[:_SHOWN])
    day = _business_day(given["date"])
    session = Session.objects.filter(
        club=club, table=table, business_day=day, game=head.game, origin=Origin.IMPORT
    )
    return Place(session.values_list("public_id", flat=True).first(), table, day)


def refuse_closed(club: Club, session: str) -> None:
    """Raise GameplayError `session.closed` unless the session takes deals."""
    of_session = SessionState.objects.filter(session__club=club, session__public_id=session)
    status = of_session.values_list("status", flat=True).get()
    if status != SessionStatus.OPEN:
        raise GameplayError(Code.SESSION_CLOSED, session=session, status=status)


def _business_day(date: Any) -> dt.date:
    try:
        if type(date) is str and _DATE.fullmatch(date):
            return dt.date.fromisoformat(date)
    except ValueError:
        pass
    raise GameplayError(Code.IMPORT_DATE_INVALID, date=str(date)[:_SHOWN])

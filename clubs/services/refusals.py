"""Turns what the database refuses into codes, and locks a club; it writes nothing."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction

from clubs.errors import ClubsError, Code
from clubs.models import Club

if TYPE_CHECKING:
    from collections.abc import Iterator

_BY_CONSTRAINT = {
    "clubs_member_number": Code.MEMBER_NUMBER_TAKEN,
    "clubs_member_user": Code.USER_IS_MEMBER,
    "clubs_table_name": Code.TABLE_NAME_TAKEN,
    "clubs_user_email_key": Code.USER_EMAIL_TAKEN,
}


@contextmanager
def refusals(**params: Any) -> Iterator[None]:
    """Run the block in one transaction; a unique key that it breaks becomes its code with these parameters.

    The database has the last word: a look before the write would not see what is being written elsewhere.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        diagnosis = getattr(error.__cause__, "diag", None)
        code = _BY_CONSTRAINT.get(getattr(diagnosis, "constraint_name", None) or "")
        if code is None:
            raise
        raise ClubsError(code, **params) from error


def lock_club(club: Club) -> Club:
    """Return the club as it is now, nobody else numbering its members or giving roles until we commit.

    NO KEY: rows that only point to the club are still written meanwhile.
    """
    locked = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if not locked.is_active:
        raise ClubsError(Code.CLUB_INACTIVE, club=locked.name)
    return locked

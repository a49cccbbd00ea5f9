"""One translatable sentence for each code of `errors.py`; it decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from clubs.errors import ClubsError, Code

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

SENTENCES: dict[Code, _StrPromise] = {
    Code.CLUB_UNKNOWN: _("There is no club “%(club)s”."),
    Code.CLUB_AMBIGUOUS: _("Several clubs are named “%(club)s”: say which by its id."),
    Code.CLUB_INACTIVE: _("The club “%(club)s” is not active any more."),
    Code.CLUB_TIME_ZONE: _("There is no time zone “%(time_zone)s”."),
    Code.CLUB_CUTOFF: _("The cut-off is a whole hour from 0 to 23."),
    Code.MEMBER_UNKNOWN: _("There is no member “%(member)s” in this club."),
    Code.MEMBER_AMBIGUOUS: _("Several members are named “%(member)s”: say which by the number."),
    Code.MEMBER_INACTIVE: _("Member %(number)s is not active any more."),
    Code.MEMBER_NUMBER: _("A member's number is 1 to 12 letters, digits and hyphens."),
    Code.MEMBER_NUMBERS_END: _("No number follows %(number)s: give the new member another one."),
    Code.MEMBER_NUMBER_TAKEN: _("The number %(number)s belongs to another member."),
    Code.MEMBER_HAS_USER: _("Member %(number)s has another log-in already."),
    Code.TABLE_NAME_TAKEN: _("There is a table “%(name)s” in this club already."),
    Code.ROLE_UNKNOWN: _("There is no role “%(role)s”."),
    Code.ROLE_LAST_OWNER: _("Member %(number)s is the last owner of the club: name another one first."),
    Code.TEXT_EMPTY: _("This must not be empty."),
    Code.TEXT_TOO_LONG: _("This is longer than %(limit)s characters."),
    Code.TEXT_CHARACTER: _("This holds a character that cannot be shown."),
    Code.USER_UNKNOWN: _("Nobody logs in with this e-mail address."),
    Code.USER_EMAIL: _("This is not an e-mail address."),
    Code.USER_EMAIL_TAKEN: _("Somebody logs in with this e-mail address already."),
    Code.USER_PASSWORD: _("This password is too easy to guess: %(reasons)s"),
    Code.USER_IS_MEMBER: _("This log-in belongs to another member of the club."),
}

STANDINGS: dict[str, _StrPromise] = {
    "player": _("player"),
    "scorer": _("scorer"),
    "manager": _("manager"),
    "owner": _("owner"),
}


def sentence(error: ClubsError) -> str:
    """Return what the error says, in the language that is active."""
    return str(SENTENCES[error.code]) % error.params

"""What the clubs' services refuse, as stable codes with parameters; the sentences are in `sentences.py`."""

from enum import StrEnum
from typing import Any


class Code(StrEnum):
    """Codes never change their meaning; a retired one stays, marked."""

    CLUB_UNKNOWN = "club.unknown"
    CLUB_AMBIGUOUS = "club.ambiguous"
    CLUB_INACTIVE = "club.inactive"
    CLUB_TIME_ZONE = "club.time_zone"
    CLUB_CUTOFF = "club.cutoff_hour"
    MEMBER_UNKNOWN = "member.unknown"
    MEMBER_AMBIGUOUS = "member.ambiguous"
    MEMBER_INACTIVE = "member.inactive"
    MEMBER_NUMBER = "member.number"
    MEMBER_NUMBERS_END = "member.numbers_end"
    MEMBER_NUMBER_TAKEN = "member.number_taken"
    MEMBER_HAS_USER = "member.has_user"
    TABLE_NAME_TAKEN = "table.name_taken"
    ROLE_UNKNOWN = "role.unknown"
    ROLE_LAST_OWNER = "role.last_owner"
    TEXT_EMPTY = "text.empty"
    TEXT_TOO_LONG = "text.too_long"
    TEXT_CHARACTER = "text.character"
    USER_UNKNOWN = "user.unknown"
    USER_EMAIL = "user.email"
    USER_EMAIL_TAKEN = "user.email_taken"
    USER_PASSWORD = "user.password"  # noqa: S105 - a code, not a password
    USER_IS_MEMBER = "user.is_member"


class ClubsError(Exception):
    """A service of the clubs refused, and nothing was written."""

    def __init__(self, code: Code, **params: Any) -> None:
        """Keep the code and what a sentence about it needs."""
        super().__init__(code)
        self.code = code
        self.params = params

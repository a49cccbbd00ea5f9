"""Makes clubs; who may do so is asked before."""

from __future__ import annotations

import zoneinfo

from clubs.errors import ClubsError, Code
from clubs.models import Club
from clubs.texts import clean_text


def create_club(*, name: str, time_zone: str = "Europe/Warsaw", cutoff_hour: int = 6) -> Club:
    """Return a new club without members. Names may repeat; the public id does not."""
    if time_zone not in zoneinfo.available_timezones():
        raise ClubsError(Code.CLUB_TIME_ZONE, time_zone=time_zone[:64])
    if not 0 <= cutoff_hour <= 23:
        raise ClubsError(Code.CLUB_CUTOFF)
    return Club.objects.create(name=clean_text(name), time_zone=time_zone, cutoff_hour=cutoff_hour)

"""PURE: to which day of a club an instant belongs, and when a day begins and ends. It reads no clock.

A day begins at the first instant at which the club's wall clock reaches the cut-off hour of that date: where
the clocks skip that hour, at the jump; where they pass it twice, the first time. It lasts until the next day
begins, so that every instant lies in one day, and in one only (L-34, L-36).
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

_DAY = timedelta(days=1)


def business_day(instant: datetime, zone_name: str, cutoff_hour: int) -> date:
    """Return the day of an aware instant."""
    if instant.utcoffset() is None:
        raise ValueError("an instant needs its offset")
    moment = instant.astimezone(UTC)
    day = moment.astimezone(ZoneInfo(zone_name)).date()
    # Near a jump the date on the wall may be one off in either direction; years 1 and 9999 have no neighbour.
    while moment < _start(day, zone_name, cutoff_hour):
        day -= _DAY
    while day < date.max and moment >= _start(day + _DAY, zone_name, cutoff_hour):
        day += _DAY
    return day


def bounds(day: date, zone_name: str, cutoff_hour: int) -> tuple[datetime, datetime]:
    """Return the first instant of the day and the first one after it, both in UTC."""
    return _start(day, zone_name, cutoff_hour), _start(day + _DAY, zone_name, cutoff_hour)


@lru_cache(maxsize=4096)
def _start(day: date, zone_name: str, cutoff_hour: int) -> datetime:
    zone = ZoneInfo(zone_name)
    wall = datetime.combine(day, time(cutoff_hour))
    # fold=0 is the first of two; in a gap it counts with the offset before the jump and so lies behind it.
    start = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if start.astimezone(zone).replace(tzinfo=None) == wall:
        return start
    return _jump(wall.replace(tzinfo=zone, fold=1).astimezone(UTC), start, zone)


def _jump(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """Return the first instant of the new offset; the clocks jump at a whole second in (before, after]."""
    new = after.astimezone(zone).utcoffset()
    low, high = 0, int((after - before).total_seconds())
    while high - low > 1:
        middle = (low + high) // 2
        if (before + timedelta(seconds=middle)).astimezone(zone).utcoffset() == new:
            high = middle
        else:
            low = middle
    return before + timedelta(seconds=high)

"""Days of a club: every instant lies in one (L-32 to L-36, L-98)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clubs.business_day import bounds, business_day

WARSAW = "Europe/Warsaw"
ZONES = [
    "America/Los_Angeles",
    WARSAW,
    "Asia/Tokyo",
    "Australia/Lord_Howe",  # half an hour of summer time
    "Africa/Casablanca",  # summer time is off in Ramadan
    "America/Havana",  # the clocks jump at midnight
    "Pacific/Apia",  # had no 30 December 2011
    "Antarctica/Troll",  # two hours of summer time
    "Asia/Kathmandu",
    "UTC",
]


def at(text: str, zone: str = WARSAW, fold: int = 0) -> datetime:
    """Return the instant at which the zone's wall clock shows this; in UTC, since a fold equals nothing."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC)


@pytest.mark.parametrize(
    ("wall", "day"),
    [
        ("2026-03-07 01:30", date(2026, 3, 6)),
        ("2026-03-07 03:59:59.999999", date(2026, 3, 6)),
        ("2026-03-07 04:00", date(2026, 3, 7)),
        ("2026-03-07 04:30", date(2026, 3, 7)),
    ],
)
def test_a_night_is_not_split_at_midnight(wall: str, day: date) -> None:  # L-34
    assert business_day(at(wall), WARSAW, 4) == day


@pytest.mark.parametrize("zone", ["America/Los_Angeles", WARSAW, "Asia/Tokyo"])
@pytest.mark.parametrize("hour", range(24))
def test_one_evening_is_one_date_in_every_zone(zone: str, hour: int) -> None:  # L-32, L-33
    evening = at("2026-05-09 12:00", zone) + timedelta(hours=hour)
    assert business_day(evening, zone, 12) == date(2026, 5, 9)


def test_warsaw_noon_to_noon_over_the_end_of_summer_is_25_hours() -> None:  # L-34
    first, last = bounds(date(2026, 10, 24), WARSAW, 12)
    assert last - first == timedelta(hours=25)
    once, twice = at("2026-10-25 02:30", fold=0), at("2026-10-25 02:30", fold=1)
    assert twice - once == timedelta(hours=1)
    assert {business_day(moment, WARSAW, 12) for moment in (once, twice)} == {date(2026, 10, 24)}
    assert {business_day(moment, WARSAW, 2) for moment in (once, twice)} == {date(2026, 10, 25)}


def test_warsaw_noon_to_noon_over_the_begin_of_summer_is_23_hours() -> None:
    first, last = bounds(date(2026, 3, 28), WARSAW, 12)
    assert last - first == timedelta(hours=23)


def test_a_cut_off_that_the_clocks_skip_is_the_jump() -> None:
    # 02:00 CET becomes 03:00 CEST: the wall clock reaches the cut-off of 2 at that very instant.
    assert bounds(date(2026, 3, 29), WARSAW, 2)[0] == datetime(2026, 3, 29, 1, tzinfo=UTC)
    # Troll jumps from 01:00 to 03:00: the cut-off of 2 lies in the middle of the jump.
    assert bounds(date(2026, 3, 29), "Antarctica/Troll", 2)[0] == datetime(2026, 3, 29, 1, tzinfo=UTC)


def test_a_cut_off_that_comes_twice_is_the_first() -> None:
    first = at("2026-10-25 02:00", fold=0)
    assert bounds(date(2026, 10, 25), WARSAW, 2)[0] == first
    # Troll passes 01:00 to 03:00 twice: the second 01:30 is no longer the day before.
    again = at("2026-10-25 01:30", "Antarctica/Troll", fold=1)
    assert business_day(again, "Antarctica/Troll", 2) == date(2026, 10, 25)


def test_the_first_instant_belongs_to_the_day_and_the_last_bound_to_the_next() -> None:  # L-36
    first, last = bounds(date(2026, 6, 1), WARSAW, 6)
    assert business_day(first, WARSAW, 6) == date(2026, 6, 1)
    assert business_day(first - timedelta(microseconds=1), WARSAW, 6) == date(2026, 5, 31)
    assert business_day(last, WARSAW, 6) == date(2026, 6, 2)


@pytest.mark.parametrize("hours", [-11, -5, 0, 5, 13])
def test_the_offset_in_which_an_instant_is_written_does_not_matter(hours: int) -> None:  # L-98
    instant = at("2026-03-07 01:30").astimezone(timezone(timedelta(hours=hours)))
    assert business_day(instant, WARSAW, 4) == date(2026, 3, 6)


def test_an_instant_without_offset_is_refused() -> None:
    with pytest.raises(ValueError, match="offset"):
        business_day(datetime(2026, 1, 1, 12), WARSAW, 6)  # noqa: DTZ001 - that is the point


@given(
    instant=st.datetimes(datetime(1975, 1, 1), datetime(2037, 12, 31), timezones=st.just(UTC)),  # noqa: DTZ001
    zone=st.sampled_from(ZONES),
    cutoff=st.integers(0, 23),
)
@example(instant=datetime(2011, 12, 30, 12, tzinfo=UTC), zone="Pacific/Apia", cutoff=6)
@example(instant=datetime(2026, 10, 25, 1, 30, tzinfo=UTC), zone="Antarctica/Troll", cutoff=2)
def test_every_instant_lies_in_its_day_and_in_no_other(instant: datetime, zone: str, cutoff: int) -> None:
    day = business_day(instant, zone, cutoff)
    holding = [
        near
        for near in (day + timedelta(days=away) for away in range(-2, 3))
        if bounds(near, zone, cutoff)[0] <= instant < bounds(near, zone, cutoff)[1]
    ]
    assert holding == [day]


@given(
    day=st.dates(date(1975, 1, 1), date(2037, 12, 31)), zone=st.sampled_from(ZONES), cutoff=st.integers(0, 23)
)
def test_the_first_instant_is_the_first_on_whose_wall_the_cut_off_has_come(
    day: date, zone: str, cutoff: int
) -> None:
    first, _ = bounds(day, zone, cutoff)
    wall = datetime.combine(day, datetime.min.time()).replace(hour=cutoff)

    def shown(moment: datetime) -> datetime:
        return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)

    assert shown(first) >= wall
    assert shown(first - timedelta(seconds=1)) < wall

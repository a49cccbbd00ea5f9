"""Makes the demo club, or goes on with one that was interrupted; of what is complete it changes nothing."""

from __future__ import annotations

import datetime as dt
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import connection
from django.utils import timezone

from clubs.business_day import business_day
from clubs.models import Member, Table
from clubs.selectors import find_user
from gameplay.demo.aftermath import finish
from gameplay.demo.calendar import FIRST_DAYS_AGO, Evening, evenings
from gameplay.demo.cast import LOG_INS, address, make_cast
from gameplay.demo.evening import Play
from gameplay.demo.house import House
from gameplay.demo.steps import Steps
from gameplay.models import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clubs.models import Club


@dataclass(frozen=True, slots=True)
class Demo:
    """The demo club as it is found."""

    club: Club
    is_complete: bool


def find_demo() -> Demo | None:
    """Return the demo club, known by its owner's log-in, if there is one."""
    user = find_user(address(LOG_INS[0]))
    member = Member.objects.filter(user=user).select_related("club").order_by("pk").first() if user else None
    if member is None:
        return None
    return Demo(member.club, Steps(member.club).made(_last_step()) is not None)


def make_demo(password: Callable[[], str], say: Callable[[str], None]) -> Demo:
    """Make what is missing of the demo club; `password` is asked only when the log-ins are made.

    `say` hears a line for each evening. Raises what the services raise.
    """
    found = find_demo()
    if found is not None and found.is_complete:
        return found
    with _hurrying():
        club = found.club if found else make_cast(password())
        steps = Steps(club)
        house = _house(club)
        for evening in evenings():
            day = house.today - dt.timedelta(days=evening.days_ago)
            say(_line(evening, day))
            play = Play(house, evening, steps, day)
            play.run()
            if not evening.is_open:
                finish(play)
    return Demo(club, is_complete=True)


@contextmanager
def _hurrying() -> Iterator[None]:
    """Let commits not wait for the disk: a power cut costs the last steps, and the next run makes them."""
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
    try:
        yield
    finally:
        if connection.connection is not None and not connection.needs_rollback and connection.is_usable():
            with connection.cursor() as cursor:
                cursor.execute("RESET synchronous_commit")


def _house(club: Club) -> House:
    """Days count from the first evening, if there has been one: the demo may be continued on a later day."""
    first = Session.objects.filter(club=club).order_by("business_day").first()
    today = business_day(timezone.now(), club.time_zone, club.cutoff_hour)
    if first is not None:
        today = first.business_day + dt.timedelta(days=FIRST_DAYS_AGO)
    return House(
        club,
        tuple(Member.objects.filter(club=club).order_by("number")),
        tuple(Table.objects.filter(club=club).order_by("name")),
        today,
    )


def _last_step() -> str:
    last = evenings()[-1]
    return f"{last.number:02}/deal/{last.deals}"


def _line(evening: Evening, day: dt.date) -> str:
    game = {"panguingue": "Panguingue", "pan": "Polish Pan"}[evening.game]
    return f"{day.isoformat()}  table {evening.table + 1}  {game}, {evening.rules}"

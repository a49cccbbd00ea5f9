"""Plays one evening of the demo: opens its session, seats, deals from the simulator, takes deals back.

What comes after the close stands in `aftermath.py`.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from gameplay import services
from gameplay.models import Deal, HouseRulesRevision, MatchState, Session
from gameplay.services.next_deals import plan_next_deal
from gameplay.simulate import play_events, score_events

if TYPE_CHECKING:
    import datetime as dt

    from gameplay.demo.calendar import Evening
    from gameplay.demo.house import House
    from gameplay.demo.steps import Steps

_NOTES: Final = {
    "entered_twice": "The same deal was logged by two of us.",
    "entered_wrongly": "The melds were logged for the wrong seat.",
    "not_played": "The deal was broken off and not played again.",
    "disputed": "Nobody could say any more who had dropped.",
    "other": "Played by the rules of the other table.",
}
_PLAYED: Final = {"panguingue": 0.25, "pan": 0.25}
"""How many deals of a game are logged card by card."""
_RUNNING_LEAST: Final = 8
"""How many events the running deal has in full; it is shown without its last two."""


class Play:
    """One evening as it goes; `session` is there once it is opened."""

    def __init__(self, house: House, evening: Evening, steps: Steps, day: dt.date) -> None:
        self.house = house
        self.evening = evening
        self.steps = steps
        self.session = self._open(day)

    def run(self) -> None:
        """Carry out all that happens before the close."""
        evening = self.evening
        for chair, place in enumerate(evening.players, 1):
            self._seat(f"seat/{chair}", chair, place)
        if evening.match is not None:
            self._start_match()
        for number in range(1, evening.deals + 1):
            if number in evening.changes:
                self._change(number, *evening.changes[number])
            if self.steps.made(self.key(f"deal/{number}")) is None and self._is_match_over():
                break
            self.deal(number)
            if number in evening.voids:
                self.void(number, services.VoidReason(evening.voids[number]))
        if evening.has_running_deal:
            self.once("deal/running", self._deal_running)

    def key(self, step: str) -> str:
        """Return a step's key within the demo."""
        return f"{self.evening.number:02}/{step}"

    def once(self, step: str, write: Any) -> None:
        """Carry out a step of this evening unless it was."""
        self.steps.once(self.key(step), write)

    def deal(self, number: int) -> None:
        """Play and log a whole deal in one write."""
        self.once(f"deal/{number}", self._log)

    def void(self, number: int, reason: services.VoidReason) -> None:
        """Take a deal back, with a note."""
        self.once(
            f"void/{number}",
            lambda key: services.void_deal(
                club_id=self.house.club.pk,
                deal=Deal.objects.get(session=self._row, number=number).public_id,
                reason=reason,
                by=self.house.manager,
                note=_NOTES[reason],
                key=key,
            ),
        )

    def _open(self, day: dt.date) -> str:
        step = self.key("open")
        if (made := self.steps.made(step)) is not None:
            return str(made["session"])
        opened = ""

        def write(key: str) -> None:
            nonlocal opened
            opened = services.open_session(
                table=self.house.tables[self.evening.table],
                revision=self._revision(),
                business_day=day,
                by=self.house.manager,
                key=key,
            )

        self.steps.once(step, write)
        return opened

    def _revision(self) -> HouseRulesRevision:
        """Take the newest revision in the last two weeks, the first one before."""
        found = HouseRulesRevision.objects.filter(
            club=self.house.club,
            house_rules__game=self.evening.game,
            house_rules__name=self.evening.rules,
        ).order_by("number")
        revisions = list(found.select_related("house_rules"))
        return revisions[-1] if self.evening.days_ago < 14 else revisions[0]

    def _seat(self, step: str, chair: int, place: int) -> None:
        self.once(
            step,
            lambda key: services.seat_member(
                club_id=self.house.club.pk,
                session=self.session,
                chair=chair,
                member=self.house.members[place].public_id,
                by=self.house.scorer,
                key=key,
            ),
        )

    def _change(self, number: int, chair: int, comer: int) -> None:
        self.once(
            f"leave/{number}",
            lambda key: services.unseat_member(
                club_id=self.house.club.pk,
                session=self.session,
                chair=chair,
                by=self.house.scorer,
                key=key,
            ),
        )
        self._seat(f"come/{number}", chair, comer)

    def _start_match(self) -> None:
        match = self.evening.match
        assert match is not None  # noqa: S101 - asked before
        self.once(
            "match",
            lambda key: services.start_match(
                club_id=self.house.club.pk,
                session=self.session,
                by=self.house.manager,
                key=key,
                match_end=match.match_end,
                match_stake=match.match_stake,
            ),
        )

    def _is_match_over(self) -> bool:
        states = MatchState.objects.filter(session__public_id=self.session, is_over=True)
        return self.evening.match is not None and states.exists()

    def _log(self, key: str) -> None:
        rng = random.Random(key)  # noqa: S311 - cards for show
        is_played = rng.random() < _PLAYED.get(self.evening.game, 0)
        new = self._planned("play" if is_played else "score")
        services.open_deal(
            club_id=self.house.club.pk,
            new=_simulated(self.evening.game, new, rng),
            by=self.house.scorer,
            key=key,
        )

    def _deal_running(self, key: str) -> None:
        planned, rng = self._planned("score"), random.Random(key)  # noqa: S311 - cards for show
        new = planned
        while len(new.events) < _RUNNING_LEAST:
            new = _simulated(self.evening.game, planned, rng)
        services.open_deal(
            club_id=self.house.club.pk,
            new=replace(new, events=new.events[:-2]),
            by=self.house.scorer,
            key=key,
        )

    def _planned(self, detail: str) -> services.NewDeal:
        """Return the next deal as the table stands: who sits, who is first, what the pot carries."""
        return plan_next_deal(self._row, detail, ())

    @cached_property
    def _row(self) -> Session:
        """The session's header, which never changes."""
        found = Session.objects.select_related("club", "table")
        return found.get(club=self.house.club, public_id=self.session)


def _simulated(game: str, new: services.NewDeal, rng: random.Random) -> services.NewDeal:
    """Give the planned deal the events of a whole one."""
    rules: dict[str, Any] = {"game": game, "profile": new.profile, "rules": new.options}
    if new.detail == "score":
        return replace(new, events=score_events(seats=len(new.seats), first=new.first, rng=rng, **rules))
    more, events = play_events(seats=len(new.seats), first=new.first, pot=new.pot, rng=rng, **rules)
    return replace(new, events=events, **more)

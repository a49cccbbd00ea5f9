"""Makes clubs with all that a deal needs, and the one source of seeded random legal deals; judges nothing."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clubs.services import add_member, add_table, create_club
from gameplay import services
from gameplay.engine.replay import header, replay
from gameplay.engine.verdict import Fault, Outcome

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from clubs.models import Club, Member, Table
    from gameplay.models import HouseRulesRevision

DAY = dt.date(2026, 9, 1)
BY = "sys_operator"
PANGUINGUE, PAN = "panguingue", "pan"
PROFILES = {PANGUINGUE: ("classic", "cardroom", "hoyle"), PAN: ("classic",)}
SUITS = "cdhs"


@dataclass(frozen=True)
class House:
    """A club with members, tables and a revision of house rules for each game."""

    club: Club
    members: tuple[Member, ...]
    tables: tuple[Table, ...]
    rules: dict[str, HouseRulesRevision]

    @property
    def ids(self) -> list[str]:
        """The members' public ids, as seats name them."""
        return [member.public_id for member in self.members]

    def open(self, game: str = PANGUINGUE, table: int = 0) -> str:
        """Open a session and return its public id."""
        return services.open_session(
            table=self.tables[table], revision=self.rules[game], business_day=DAY, by=BY
        )

    def settle(self, session: str) -> services.Settled:
        """Close and settle a session."""
        services.close_session(club_id=self.club.pk, session=session, by=BY)
        return services.settle_session(club_id=self.club.pk, session=session, by=BY)

    def deal(self, session: str, record: dict[str, Any], **more: Any) -> services.Recorded:
        """Open a deal from a record; `more` goes to the service or into the new deal."""
        service = {name: more.pop(name) for name in ("key", "entered_at") if name in more}
        return services.open_deal(
            club_id=self.club.pk, new=new_deal(session, record, **more), by=BY, **service
        )

    def log(self, deal: str, events: Sequence[Any], after: int, key: str | None = None) -> services.Recorded:
        """Append events behind number `after`."""
        return services.record_events(
            club_id=self.club.pk, deal=deal, events=events, expected_seq=after, by=BY, key=key
        )

    def void(self, deal: str, **more: Any) -> services.Voided:
        """Take a deal back."""
        asked: dict[str, Any] = {"reason": services.VoidReason.ENTERED_WRONGLY, "by": BY} | more
        return services.void_deal(club_id=self.club.pk, deal=deal, **asked)


def make_house(*, members: int = 5, tables: int = 1, name: str = "Card Room") -> House:
    """Make a club; its members are called by their numbers."""
    club = create_club(name=name, time_zone="Europe/Warsaw", cutoff_hour=6)
    return House(
        club,
        tuple(add_member(club=club, name=f"Member {number:02}") for number in range(1, members + 1)),
        tuple(add_table(club=club, name=f"Table {number}") for number in range(1, tables + 1)),
        {
            game: services.revise_house_rules(
                club=club, game=game, name="House", profile="classic", rules={}, by=BY
            )
            for game in (PANGUINGUE, PAN)
        },
    )


def record(game: str, seats: Sequence[str], events: Sequence[Any] = (), **more: Any) -> dict[str, Any]:
    """Return a record at detail `score`."""
    return {
        "pdr": 1,
        "game": game,
        "detail": "score",
        "profile": "classic",
        "rules": {},
        "seats": list(seats),
        "pot": 0,
        "events": list(events),
    } | more


def new_deal(session: str, source: dict[str, Any], **more: Any) -> services.NewDeal:
    """Return what a record asks to be opened, every option resolved."""
    head = header(source)
    assert not isinstance(head, Fault), head
    return services.NewDeal(
        **{
            "session": session,
            "detail": head.detail,
            "profile": head.profile,
            "options": head.options,
            "seats": head.seats,
            "first": head.first,
            "pot": head.pot,
            "events": source["events"],
        }
        | more
    )


def lost(seat: int) -> dict[str, Any]:
    """Return the event that ends a deal of Pan."""
    return {"type": "lost", "seat": seat}


def won(seat: int) -> list[dict[str, Any]]:
    """Return the melds by which a seat wins a deal of Panguingue: kings go together in any suits."""
    return [
        {"type": "meld", "seat": seat, "cards": ["Kc", "Kd", "Kh"]},
        {"type": "meld", "seat": seat, "cards": ["Kc", "Kd", "Kh"]},
        {"type": "meld", "seat": seat, "cards": ["3s", "4s", "5s", "6s", "7s"]},
    ]


def random_record(
    rng: random.Random, seats: Sequence[str], game: str | None = None, *, is_over: bool = True
) -> dict[str, Any]:
    """Return a legal deal of either game; what is drawn and would be refused is left out."""
    game = game or rng.choice((PANGUINGUE, PAN))
    most = min(len(seats), 6 if game == PAN else 15)
    taken = rng.sample(list(seats), rng.randint(2, most))
    drawn = record(
        game, taken, profile=rng.choice(PROFILES[game]), pot=rng.randint(0, 9), rules=_rules(rng, game)
    )
    for _ in range(rng.randint(0, 8)):
        drawn = _with(drawn, _event(rng, game, len(taken)))
    for event in _ends(rng, game, len(taken)) if is_over else []:
        drawn = _with(drawn, event, may_end=True)
    return drawn


def outcome_of(written: dict[str, Any]) -> Outcome:
    """Return the engine's outcome of a legal deal."""
    verdict = replay(written)
    assert isinstance(verdict, Outcome), verdict
    return verdict


def _with(drawn: dict[str, Any], event: dict[str, Any], *, may_end: bool = False) -> dict[str, Any]:
    longer = drawn | {"events": [*drawn["events"], event]}
    verdict = replay(longer)
    is_kept = isinstance(verdict, Outcome) and (may_end or not verdict.is_over)
    return longer if is_kept else drawn


def _rules(rng: random.Random, game: str) -> dict[str, Any]:
    if game == PAN:
        return {"deal_stake": rng.choice((0, 1, 7))}
    units = ("ante", "drop_forfeit", "valle_set", "high_rope", "out_bonus")
    return {name: rng.choice((0, 1, 2, 3, 7)) for name in units}


def _event(rng: random.Random, game: str, seats: int) -> dict[str, Any]:
    seat = rng.randrange(seats)
    if game == PAN:
        return {"type": "out", "seat": seat}
    kind = rng.choice(("stay", "drop", "meld", "meld", "meld", "layoff", "undo"))
    if kind == "undo":
        return {"type": "undo"}
    if kind in {"stay", "drop"}:
        return {"type": kind, "seat": seat}
    rank = rng.choice("K357A")
    if kind == "layoff":
        return {"type": "layoff", "seat": seat, "meld": rng.randrange(2), "cards": [rank + rng.choice(SUITS)]}
    first = rng.randrange(4)
    cards = (
        [rank + SUITS[first]] * 3 if rng.random() < 0.5 else [rank + SUITS[(first + i) % 4] for i in range(3)]
    )
    return {"type": "meld", "seat": seat, "cards": cards}


def _ends(rng: random.Random, game: str, seats: int) -> list[dict[str, Any]]:
    if game == PAN:
        ways: list[dict[str, Any]] = [
            {"type": "drawn"},
            {"type": "flag", "seat": 0},
            *map(lost, range(seats)),
        ]
        return [rng.choice(ways), *map(lost, range(seats))]
    winner = rng.randrange(seats)
    call = {"type": rng.choice(("exhausted", "misdeal"))}
    calls = ([call], [{"type": "drop", "seat": seat} for seat in range(seats)], won(winner), won(winner))
    return [*rng.choice(calls), {"type": "exhausted"}]

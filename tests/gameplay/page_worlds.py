"""A club as the pages show it, with people who can log in; the tests of pages and browser walks share it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from clubs.services import create_user, grant_role, link_user
from gameplay import services
from tests import builders
from tests.builders import BY, House, make_house
from tests.people import Person

if TYPE_CHECKING:
    from clubs.models import Member

PASSWORD = "five-of-a-suit"
ROLES: dict[str, tuple[str, ...]] = {
    "owner": ("owner",),
    "manager": ("manager",),
    "scorer": ("scorer",),
    "player": (),
}


@dataclass(frozen=True)
class PageWorld:
    """One club in the middle of an evening: a session settled, one of each game open, letters."""

    house: House
    people: dict[str, Person]
    settled: str
    settlement: str
    finished: str
    void: str
    panguingue: str
    open_deal: str
    pan: str
    pan_deal: str

    @property
    def club(self) -> str:
        """The club's public id, as addresses name it."""
        return self.house.club.public_id

    def values(self) -> dict[str, str | int]:
        """Return what addresses are filled with, by the names of their parts."""
        rules = self.house.rules[builders.PANGUINGUE]
        return {
            "club": self.club,
            "session": self.pan,
            "deal": self.finished,
            "chair": 1,
            "member": self.house.ids[3],
            "table": self.house.tables[0].public_id,
            "house_rules": rules.house_rules.public_id,
            "settlement": self.settlement,
            "line": 0,
        }


def make_people(house: House) -> dict[str, Person]:
    """Give the first four members log-ins and roles, and make a stranger, who owns another club."""
    people = {}
    for (role, granted), member in zip(ROLES.items(), house.members, strict=False):
        for each in granted:
            grant_role(member=member, role=each)
        people[role] = _person(role, house, member)
    elsewhere = make_house(members=1, name="Other Room")
    grant_role(member=elsewhere.members[0], role="owner")
    stranger = _person("stranger", house, elsewhere.members[0])
    return people | {"stranger": Person(stranger.user, None)}


def _person(role: str, house: House, member: Member) -> Person:
    email = f"{role}.{house.club.public_id[-6:]}@example.com"
    user = create_user(email=email, password=PASSWORD)
    return Person(user, link_user(member=member, user=user))


def seat(house: House, session: str, members: int) -> None:
    """Seat the first members of a club at a session."""
    for chair, member in enumerate(house.ids[:members], 1):
        services.seat_member(club_id=house.club.pk, session=session, chair=chair, member=member, by=BY)


def make_page_world() -> PageWorld:
    """Record an evening."""
    house = make_house(members=7, tables=3)
    people = make_people(house)
    settled = house.open(builders.PANGUINGUE, table=2)
    first = [{"type": "drop", "seat": 2}, *builders.won(0)]
    finished = house.deal(settled, builders.record(builders.PANGUINGUE, house.ids[:5], first)).deal
    void = house.deal(settled, builders.record(builders.PANGUINGUE, house.ids[:4], builders.won(1))).deal
    house.void(void, note="two of us paid")
    settlement = house.settle(settled).settlement
    panguingue = house.open(builders.PANGUINGUE)
    seat(house, panguingue, 5)
    open_deal = services.open_next_deal(
        club_id=house.club.pk,
        session=panguingue,
        by=BY,
        events=[
            {"type": "drop", "seat": 4},
            {"type": "meld", "seat": 1, "cards": ["5s", "5s", "5s"]},
            {"type": "meld", "seat": 0, "cards": ["3h", "4h", "5h", "6h"]},
        ],
    ).deal
    pan = house.open(builders.PAN, table=1)
    seat(house, pan, 4)
    services.start_match(club_id=house.club.pk, session=pan, by=BY, match_stake=5)
    lost = [
        services.open_next_deal(club_id=house.club.pk, session=pan, by=BY, events=[builders.lost(loser)]).deal
        for loser in (1, 2, 1)
    ]
    return PageWorld(house, people, settled, settlement, finished, void, panguingue, open_deal, pan, lost[0])

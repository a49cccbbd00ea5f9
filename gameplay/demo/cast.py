"""Makes the demo club with its members, log-ins, tables and house rules, all or nothing; seats nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.db import transaction

from clubs import services as clubs
from clubs.actor import OPERATOR
from gameplay.demo.calendar import PAN, PANGUINGUE, PLAYERS
from gameplay.services import revise_house_rules

if TYPE_CHECKING:
    from clubs.models import Club

DOMAIN: Final = "demo.example.com"
LOG_INS: Final = ("owner", "manager", "scorer", "player")
"""In the order of the members who have them."""
_CARDS: Final = tuple(rank + suit for suit in "♣♦♥♠" for rank in "JQK")
_HOUSE_RULES: Final[tuple[tuple[str, str, str, dict[str, Any]], ...]] = (
    (PANGUINGUE, "House rules", "classic", {}),
    (PANGUINGUE, "Card room", "cardroom", {}),
    (PANGUINGUE, "Card room", "cardroom", {"out_bonus": 3}),  # a later revision of the same rules
    (PANGUINGUE, "Hoyle", "hoyle", {}),
    (PAN, "House rules", "classic", {}),
    (PAN, "Traditional", "traditional", {"deal_stake": 2}),
    (PAN, "Spades turn back", "spades", {}),
    (PAN, "On the clock", "classic", {"timed_moves": 20, "timed_seconds": 180}),
)


def address(role: str) -> str:
    """Return the address by which a role logs in."""
    return f"{role}@{DOMAIN}"


@transaction.atomic
def make_cast(password: str) -> Club:
    """Return the new club; nothing of it is there if anything fails."""
    club = clubs.create_club(name="Demo Club")
    members = [
        clubs.add_member(club=club, name=f"Member {number:02} · {_CARDS[number - 1]}", number=f"{number:02}")
        for number in range(1, PLAYERS + 1)
    ]
    for member, role in zip(members, LOG_INS, strict=False):
        user = clubs.create_user(email=address(role), password=password)
        clubs.link_user(member=member, user=user)
        if role != "player":
            clubs.grant_role(member=member, role=role)
    for number in range(1, 4):
        clubs.add_table(club=club, name=f"Table {number}")
    for game, name, profile, rules in _HOUSE_RULES:
        revise_house_rules(club=club, game=game, name=name, profile=profile, rules=rules, by=OPERATOR)
    return club

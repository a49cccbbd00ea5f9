"""Who is found, and who may do what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import AnonymousUser

from clubs import selectors, services
from clubs.errors import ClubsError, Code
from clubs.models import Club, Member

if TYPE_CHECKING:
    from tests.people import Person

pytestmark = pytest.mark.django_db


def names(club: Club, text: str) -> list[str]:
    """Return the names of the members found."""
    return [member.name for member in selectors.find_members(club, text)]


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("Łukasz 07", ["lukasz", "ŁUKASZ", "łuk", "07", "Lukasz  07"]),
        ("Zażółć Gęślą", ["zazolc", "gesla", "ZAŻÓŁĆ", "zaz\u0307o"]),
        ("Søren Ærø", ["soren", "aero", "ÆRØ"]),
        ("Straße 100%", ["strasse", "100%", "STRASSE"]),
        ("Under_score", ["r_s"]),
        ("Back\\slash", ["k\\s"]),
        ("ДОМ 3", ["дом"]),
    ],
)
def test_a_member_is_found_by_any_part_of_the_name(club: Club, name: str, texts: list[str]) -> None:  # L-30
    services.add_member(club=club, name=name)
    services.add_member(club=club, name="Somebody else")
    for text in texts:
        assert names(club, text) == [name], text


def test_signs_of_a_pattern_are_only_signs(club: Club) -> None:
    services.add_member(club=club, name="Member 07")
    assert names(club, "%") == []
    assert names(club, "_") == []
    assert names(club, "\\") == []


def test_a_member_is_found_by_number_and_by_id(club: Club, other_club: Club) -> None:
    member = services.add_member(club=club, name="Member A", number="0042")
    services.add_member(club=other_club, name="Member A", number="0042")
    assert list(selectors.find_members(club, "0042")) == [member]
    assert list(selectors.find_members(club, member.public_id)) == [member]
    assert names(club, "42") == []


def test_retired_members_are_found_when_asked_for(club: Club) -> None:  # L-25
    member = services.deactivate_member(member=services.add_member(club=club, name="Member 07"))
    assert names(club, "member") == []
    assert list(selectors.find_members(club, "member", is_active=None)) == [member]


@pytest.mark.parametrize("text", ["\0", "x" * 10**6])
def test_a_search_for_nonsense_finds_nobody(club: Club, text: str) -> None:  # L-60
    services.add_member(club=club, name="Member 07")
    assert names(club, text) == []


def test_an_empty_search_finds_all_in_the_order_of_their_numbers(club: Club) -> None:
    for number in ("0003", "0001", "0002"):
        services.add_member(club=club, name=f"Member {number}", number=number)
    assert names(club, " ") == ["Member 0001", "Member 0002", "Member 0003"]


STANDINGS = ["player", "scorer", "manager", "owner"]


@pytest.mark.parametrize("role", STANDINGS)
@pytest.mark.parametrize("who", ["stranger", *STANDINGS])
def test_each_may_what_those_below_may(
    five_people: dict[str, Person], club: Club, who: str, role: selectors.Standing
) -> None:
    expected = who != "stranger" and STANDINGS.index(who) >= STANDINGS.index(role)
    assert selectors.may(five_people[who].user, club, role) is expected


def test_nobody_may_anything_without_a_log_in(club: Club) -> None:
    assert not selectors.may(AnonymousUser(), club, "player")


def test_an_operator_is_a_stranger_in_a_club(club: Club) -> None:
    operator = services.create_user(email="operator@example.com")
    operator.is_staff = operator.is_superuser = True
    operator.save()
    assert not selectors.may(operator, club, "player")


def test_the_retired_may_nothing_any_more(club: Club, manager: Person) -> None:
    assert manager.member is not None
    services.deactivate_member(member=manager.member)
    assert not selectors.may(manager.user, club, "player")


def test_a_closed_club_and_a_closed_log_in_allow_nothing(club: Club, manager: Person) -> None:
    manager.user.is_active = False
    assert not selectors.may(manager.user, club, "player")
    manager.user.is_active = True
    Club.objects.update(is_active=False)
    assert not selectors.may(manager.user, club, "player")


def test_a_role_taken_back_counts_no_more(club: Club, scorer: Person) -> None:
    assert scorer.member is not None
    services.revoke_role(member=scorer.member, role="scorer")
    assert selectors.standing(scorer.member) == "player"


def test_the_clubs_of_a_user_are_those_of_active_membership(club: Club, other_club: Club) -> None:
    user = services.create_user(email="player@example.com")
    for place in (club, other_club):
        services.link_user(member=services.add_member(club=place, name="Member 01"), user=user)
    assert [member.club.name for member in selectors.clubs_of(user)] == ["Card Room", "Other Room"]
    Member.objects.filter(club=club).update(is_active=False)
    assert [member.club.name for member in selectors.clubs_of(user)] == ["Other Room"]


def test_a_club_is_found_by_id_or_by_the_only_name(club: Club) -> None:
    assert selectors.find_club(club.public_id) == club
    assert selectors.find_club("Card Room") == club
    services.create_club(name="Card Room")
    with pytest.raises(ClubsError) as refused:
        selectors.find_club("Card Room")
    assert refused.value.code == Code.CLUB_AMBIGUOUS
    with pytest.raises(ClubsError) as refused:
        selectors.find_club("card room")
    assert refused.value.code == Code.CLUB_UNKNOWN


def test_a_member_is_found_by_number_before_name(club: Club) -> None:
    numbered = services.add_member(club=club, name="Member A", number="7")
    services.add_member(club=club, name="7", number="8")
    assert selectors.find_member(club, "7") == numbered
    services.add_member(club=club, name="Member A", number="9")
    with pytest.raises(ClubsError) as refused:
        selectors.find_member(club, "Member A")
    assert refused.value.code == Code.MEMBER_AMBIGUOUS

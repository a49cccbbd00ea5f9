"""What the services write and refuse, each refusal by its code."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from clubs import services
from clubs.errors import ClubsError, Code
from clubs.models import Club, Member, MemberRole
from clubs.sentences import SENTENCES, sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.people import Person

pytestmark = pytest.mark.django_db


def code_of(act: Callable[[], object]) -> Code:
    """Return the code with which the act is refused."""
    with pytest.raises(ClubsError) as refused:
        act()
    return refused.value.code


def test_every_code_has_a_sentence_that_its_parameters_fill(club: Club) -> None:
    assert set(SENTENCES) == set(Code)
    told = sentence(ClubsError(Code.MEMBER_NUMBER_TAKEN, number="0042"))
    assert "0042" in told


def test_create_club_refuses_what_is_no_zone_and_no_hour() -> None:
    assert code_of(lambda: services.create_club(name="Room", time_zone="Mars")) == Code.CLUB_TIME_ZONE
    assert code_of(lambda: services.create_club(name="Room", cutoff_hour=24)) == Code.CLUB_CUTOFF
    assert code_of(lambda: services.create_club(name="Room", cutoff_hour=-1)) == Code.CLUB_CUTOFF


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", Code.TEXT_EMPTY),
        (" \t\n ", Code.TEXT_EMPTY),
        ("\u200b\u2060", Code.TEXT_EMPTY),
        ("Member\0", Code.TEXT_CHARACTER),
        ("Member\x1b[2J", Code.TEXT_CHARACTER),
        ("Member \u202e70", Code.TEXT_CHARACTER),
        ("Member \ud800", Code.TEXT_CHARACTER),
        ("x" * 101, Code.TEXT_TOO_LONG),
        ("x" * 10**6, Code.TEXT_TOO_LONG),
    ],
)
def test_a_name_that_is_none_is_refused(club: Club, name: str, code: Code) -> None:  # L-60
    assert code_of(lambda: services.add_member(club=club, name=name)) == code
    assert code_of(lambda: services.add_table(club=club, name=name)) == code
    assert code_of(lambda: services.create_club(name=name)) == code


def test_a_name_is_stored_stripped_and_composed(club: Club) -> None:
    assert services.add_member(club=club, name="  Go\u0301ra \n 07 ").name == "Góra 07"


def test_members_are_numbered_after_the_highest_number(club: Club, other_club: Club) -> None:
    assert services.add_member(club=club, name="Member 01").number == "0001"
    assert services.add_member(club=club, name="Member 42", number="0042").number == "0042"
    assert services.add_member(club=club, name="Member VIP", number="VIP-9").number == "VIP-9"
    assert services.add_member(club=club, name="Member 43").number == "0043"
    assert services.add_member(club=club, name="Member 9999", number="9999").number == "9999"
    assert services.add_member(club=club, name="Member 10000").number == "10000"
    assert services.add_member(club=other_club, name="Member 01").number == "0001"


def test_when_the_numbers_run_out_it_is_said(club: Club) -> None:
    services.add_member(club=club, name="Member last", number="9" * 12)
    assert code_of(lambda: services.add_member(club=club, name="Member next")) == Code.MEMBER_NUMBERS_END
    assert services.add_member(club=club, name="Member next", number="0001").number == "0001"


def test_a_number_keeps_its_zeros(club: Club) -> None:  # L-41
    services.add_member(club=club, name="Member 42", number="0042")
    assert services.add_member(club=club, name="Another", number="42").number == "42"


@pytest.mark.parametrize("number", ["", "0" * 13, "0 1", "٤٢", "0001\n", "é"])
def test_a_number_of_other_signs_is_refused(club: Club, number: str) -> None:
    assert code_of(lambda: services.add_member(club=club, name="Member", number=number)) == Code.MEMBER_NUMBER


def test_a_number_is_given_once_in_a_club(club: Club) -> None:
    services.add_member(club=club, name="Member 07", number="0007")
    again = code_of(lambda: services.add_member(club=club, name="Member 08", number="0007"))
    assert again == Code.MEMBER_NUMBER_TAKEN
    assert Member.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_members_added_at_once_get_different_numbers(club: Club) -> None:
    together = threading.Barrier(8)

    def add() -> None:
        together.wait()
        services.add_member(club=club, name="Member")
        connection.close()

    threads = [threading.Thread(target=add) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(Member.objects.values_list("number", flat=True)) == [f"{n:04}" for n in range(1, 9)]


def test_a_table_is_named_once_in_a_club(club: Club, other_club: Club) -> None:
    services.add_table(club=club, name="Table 1")
    assert code_of(lambda: services.add_table(club=club, name="Table 1 ")) == Code.TABLE_NAME_TAKEN
    services.add_table(club=other_club, name="Table 1")
    assert code_of(lambda: services.add_table(club=club, name="x" * 61)) == Code.TEXT_TOO_LONG


def test_renaming_a_member_touches_the_name_only(club: Club) -> None:  # L-51
    member = services.add_member(club=club, name="Member 07")
    Member.objects.filter(pk=member.pk).update(is_active=False)
    services.rename_member(member=member, name="Member 08")
    member.refresh_from_db()
    assert (member.name, member.is_active) == ("Member 08", False)


def test_roles_are_given_and_taken_and_given_again(player: Person, owner: Person) -> None:
    assert player.member is not None
    for _ in range(2):
        services.grant_role(member=player.member, role="scorer")
    services.revoke_role(member=player.member, role="scorer")
    services.revoke_role(member=player.member, role="manager")
    assert not MemberRole.objects.filter(member=player.member, is_active=True).exists()
    services.grant_role(member=player.member, role="scorer")
    assert MemberRole.objects.filter(member=player.member).count() == 1
    member = player.member
    assert code_of(lambda: services.grant_role(member=member, role="player")) == Code.ROLE_UNKNOWN


def test_the_last_owner_stays(owner: Person, player: Person) -> None:
    assert owner.member is not None
    assert player.member is not None
    member = owner.member
    assert code_of(lambda: services.revoke_role(member=member, role="owner")) == Code.ROLE_LAST_OWNER
    assert code_of(lambda: services.deactivate_member(member=member)) == Code.ROLE_LAST_OWNER
    services.grant_role(member=player.member, role="owner")
    services.revoke_role(member=member, role="owner")
    services.deactivate_member(member=member)
    assert code_of(lambda: services.grant_role(member=member, role="owner")) == Code.MEMBER_INACTIVE


def test_a_club_that_is_closed_takes_nobody(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(is_active=False)
    assert code_of(lambda: services.add_member(club=club, name="Member 01")) == Code.CLUB_INACTIVE
    assert code_of(lambda: services.add_table(club=club, name="Table 1")) == Code.CLUB_INACTIVE


@pytest.mark.parametrize("again", ["owner@example.com", " Owner@EXAMPLE.com", "ｏｗｎｅｒ@example.com"])  # noqa: RUF001
def test_an_address_is_one_however_it_is_spelled(again: str) -> None:  # L-29
    services.create_user(email="Owner@Example.com")
    assert code_of(lambda: services.create_user(email=again)) == Code.USER_EMAIL_TAKEN


@pytest.mark.parametrize(
    "email", ["", "owner", "owner@", "a b@example.com", "x" * 250 + "@example.com", "\0@a.example"]
)
def test_what_is_no_address_is_refused(email: str) -> None:
    assert code_of(lambda: services.create_user(email=email)) == Code.USER_EMAIL


def test_a_password_that_is_easily_guessed_is_refused() -> None:
    refused = code_of(lambda: services.create_user(email="owner@example.com", password="password1234"))
    assert refused == Code.USER_PASSWORD


def test_a_user_is_one_member_of_a_club_and_a_member_one_user(club: Club, other_club: Club) -> None:
    user = services.create_user(email="player@example.com")
    first, second = (services.add_member(club=club, name=f"Member 0{n}") for n in (1, 2))
    for _ in range(2):
        services.link_user(member=first, user=user)
    assert code_of(lambda: services.link_user(member=second, user=user)) == Code.USER_IS_MEMBER
    another = services.create_user(email="scorer@example.com")
    assert code_of(lambda: services.link_user(member=first, user=another)) == Code.MEMBER_HAS_USER
    services.link_user(member=services.add_member(club=other_club, name="Member 01"), user=user)

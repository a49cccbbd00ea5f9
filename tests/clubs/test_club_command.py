"""`manage.py club`: what it makes, and how it says no."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Club, Member, Table, User

if TYPE_CHECKING:
    from tests.people import Person

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]


def club_command(*arguments: str) -> str:
    """Run the command and return what it prints."""
    output = io.StringIO()
    call_command("club", *arguments, stdout=output)
    return output.getvalue()


def refusal(*arguments: str) -> str:
    """Run the command and return its refusal, which is one line with status 1."""
    with pytest.raises(CommandError) as refused:
        club_command(*arguments)
    assert refused.value.returncode == 1
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.fixture(autouse=True)
def nobody_types(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.delenv("PANBOOK_PASSWORD", raising=False)


def test_a_club_is_made_with_people_tables_and_log_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    made = club_command("create", "Card Room", "--time-zone", "Asia/Tokyo", "--cutoff", "4")
    club = Club.objects.get()
    assert made == f"{club.public_id}\tCard Room\n"
    assert (club.time_zone, club.cutoff_hour) == ("Asia/Tokyo", 4)
    club_command("add-member", "Card Room", "Member 07", "--role", "owner", "--role", "scorer")
    member = Member.objects.get()
    assert set(member.roles.values_list("role", flat=True)) == {"owner", "scorer"}
    assert (
        club_command("add-member", club.public_id, "Member 42", "--number", "0042").split("\t")[1] == "0042"
    )
    club_command("add-table", "Card Room", "Table 1")
    assert Table.objects.get().club == club
    monkeypatch.setenv("PANBOOK_PASSWORD", "five-of-a-suit")
    told = club_command("add-user", "Card Room", member.number, "Owner@Example.com")
    assert "five-of-a-suit" not in told
    user = User.objects.get(email="owner@example.com")
    assert user.check_password("five-of-a-suit")
    assert user.memberships.get() == member
    assert "Card Room\tAsia/Tokyo\t04:00\tmembers 2\ttables 1\towners 0001" in club_command("list")


def test_a_password_that_nobody_gave_is_made_and_shown_once(club: Club) -> None:
    club_command("add-member", "Card Room", "Member 07")
    told = club_command("add-user", "Card Room", "0001", "player@example.com")
    password = told.split("password: ")[1].strip()
    assert User.objects.get().check_password(password)


def test_whoever_logs_in_already_is_only_linked(club: Club, stranger: Person) -> None:
    club_command("add-member", "Card Room", "Member 07")
    told = club_command("add-user", "Card Room", "0001", stranger.user.email)
    assert "password" not in told
    assert stranger.user.memberships.count() == 2


def test_what_is_refused_is_one_line_with_its_code(club: Club) -> None:
    assert refusal("add-member", "No Room", "Member 07").startswith("club.unknown: ")
    assert refusal("create", " ").startswith("text.empty: ")
    assert refusal("create", "Room", "--cutoff", "24").startswith("club.cutoff_hour: ")
    club_command("add-member", "Card Room", "Member 07")
    assert refusal("add-member", "Card Room", "X", "--number", "0001").startswith("member.number_taken: ")
    assert refusal("add-user", "Card Room", "0001", "nonsense").startswith("user.email: ")
    Club.objects.create(name="Card Room")
    assert refusal("add-table", "Card Room", "Table 1").startswith("club.ambiguous: ")


def test_a_member_whose_role_is_refused_is_not_made(club: Club) -> None:
    with pytest.raises(CommandError):
        club_command("add-member", "Card Room", "Member 07", "--role", "king")
    assert not Member.objects.exists()


def test_a_log_in_that_cannot_be_linked_is_not_made(club: Club) -> None:
    club_command("add-member", "Card Room", "Member 07")
    club_command("add-user", "Card Room", "0001", "player@example.com")
    assert refusal("add-user", "Card Room", "0001", "other@example.com").startswith("member.has_user: ")
    assert User.objects.count() == 1


def test_a_wrong_usage_has_status_2() -> None:
    for arguments in ([], ["frob"], ["create"], ["add-member", "x"]):
        done = subprocess.run(
            [sys.executable, "manage.py", "club", *arguments],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2, done.stderr

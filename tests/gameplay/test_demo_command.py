"""`manage.py demo`: where it makes nothing, and how it keeps the password of the log-ins."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from django.core.management import call_command

from clubs.models import Club
from gameplay.demo import password
from gameplay.demo.calendar import PLAYERS, evenings

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_a_club_of_ones_own_is_left_alone(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo", "--if-empty")
    assert capsys.readouterr().out == ""
    assert list(Club.objects.all()) == [club]


def test_the_password_is_made_once_and_kept_for_its_owner_alone(tmp_path: Path) -> None:
    assert password.kept_password(tmp_path) is None
    made = password.new_password(tmp_path / "var")
    assert password.kept_password(tmp_path / "var") == made == password.new_password(tmp_path / "var")
    assert (tmp_path / "var" / "demo_password").stat().st_mode & 0o777 == 0o600
    assert len(made) >= 10


def test_a_password_may_be_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(password.VARIABLE, "seven-of-spades")
    assert password.new_password(tmp_path) == "seven-of-spades"
    assert password.kept_password(tmp_path) == "seven-of-spades"


def test_nobody_sits_at_two_tables_in_one_night() -> None:
    for days_ago in {evening.days_ago for evening in evenings()}:
        night = [evening for evening in evenings() if evening.days_ago == days_ago]
        seated = [place for evening in night for place in evening.players]
        comers = [comer for evening in night for _, comer in evening.changes.values()]
        assert len(seated + comers) == len({*seated, *comers}) <= PLAYERS


def test_the_calendar_is_the_same_whatever_was_drawn_before() -> None:
    before = evenings()
    random.random()
    assert evenings() == before

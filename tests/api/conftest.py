"""What the tests of the API share: clients that speak JSON, with a token or a log-in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache

from clubs.models import Scope
from tests.api.caller import Caller

if TYPE_CHECKING:
    from clubs.models import Club
    from tests.people import Person


@pytest.fixture(autouse=True)
def _no_rates(db: None) -> None:
    """Each test begins with nothing counted."""
    cache.clear()


@pytest.fixture
def as_owner(club: Club, owner: Person) -> Caller:
    return Caller.of(club, owner.member, tuple(Scope))


@pytest.fixture
def as_manager(club: Club, manager: Person) -> Caller:
    return Caller.of(club, manager.member, tuple(Scope))


@pytest.fixture
def as_scorer(club: Club, scorer: Person) -> Caller:
    return Caller.of(club, scorer.member, tuple(Scope))


@pytest.fixture
def as_player(club: Club, player: Person) -> Caller:
    return Caller.of(club, player.member, tuple(Scope))

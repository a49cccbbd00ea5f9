"""What the tests of the event log share: committed data for a module, and a club for a single test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.builders import House, make_house
from tests.gameplay.worlds import World, committing, make_world

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest_django


@pytest.fixture(scope="module")
def transactional_db(
    django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker
) -> Iterator[None]:
    """The tests of this module commit for real (L-97); what they leave is thrown away behind the last.

    The name is that of the plugin's fixture, by which it knows that a database is wanted.
    """
    with committing(django_db_blocker):
        yield


@pytest.fixture(scope="module")
def world(transactional_db: None) -> World:
    """A small history that the tests of a module read, and change only in transactions that they undo."""
    return make_world()


@pytest.fixture
def house(transactional_db: None) -> House:
    """A club of its own for a test that writes."""
    return make_house()

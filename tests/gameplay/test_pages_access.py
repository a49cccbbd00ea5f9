"""Every address of a club by every role: strangers learn nothing, reading writes nothing (L-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from gameplay.pages.urls import urlpatterns
from tests.gameplay.page_worlds import PageWorld, make_page_world
from tests.people import Person

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = pytest.mark.db

# Address -> (the least role that may open it, whether it is read). A new address needs a row.
PAGES: dict[str, tuple[str, bool]] = {
    "home": ("player", True),
    "sessions": ("player", True),
    "open_session": ("manager", True),
    "session": ("player", True),
    "live": ("player", True),
    "next_deal": ("scorer", False),
    "take_seat": ("scorer", False),
    "leave_seat": ("scorer", False),
    "start_match": ("scorer", False),
    "end_match": ("scorer", False),
    "revise_rules": ("manager", False),
    "close": ("manager", False),
    "reopen": ("manager", False),
    "deal": ("player", True),
    "log": ("scorer", True),
    "check": ("scorer", True),
    "void": ("manager", False),
    "members": ("manager", True),
    "member": ("player", True),
    "edit_member": ("manager", True),
    "deactivate": ("manager", False),
    "grant": ("manager", False),
    "tables": ("manager", True),
    "edit_table": ("manager", True),
    "rules": ("player", True),
    "rules_new": ("manager", True),
    "rules_check": ("manager", True),
    "rules_one": ("player", True),
    "edit_rules": ("manager", True),
    "rules_revise": ("manager", True),
    "settlements": ("player", True),
    "settlement": ("player", True),
    "paid": ("manager", False),
    "unpaid": ("manager", False),
}
ORDER = ("player", "scorer", "manager", "owner")
WHO = (*ORDER, "stranger", "nobody")


@pytest.fixture(scope="module")
def evening(transactional_db: None) -> PageWorld:
    return make_page_world()


def address(evening: PageWorld, name: str) -> str:
    """Return the address of a page, filled with what the evening has."""
    values = evening.values() | ({"deal": evening.open_deal} if name in {"log", "check"} else {})
    pattern = next(each for each in urlpatterns if each.name == name)
    wanted = {"club", *pattern.pattern.converters}
    filled = reverse(f"club:{name}", kwargs={key: values[key] for key in wanted})
    return f"{filled}?game=pan&profile=classic" if name == "rules_check" else filled


def browser(evening: PageWorld, who: str) -> Client:
    """Return a browser of one of the five, or of nobody."""
    return Client() if who == "nobody" else evening.people[who].client()


def expected(least: str, who: str, *, is_read: bool) -> int:
    """Return the status of a read."""
    if who == "nobody":
        return 302
    if who == "stranger":
        return 404
    if ORDER.index(who) < ORDER.index(least):
        return 403
    return 200 if is_read else 405


def counts() -> dict[str, int]:
    """Return how many rows each table has; a read must leave them alone."""
    with connection.cursor() as cursor:
        tables = [name for name in connection.introspection.table_names(cursor) if name != "django_session"]
        found = {}
        for table in tables:
            cursor.execute(f'SELECT count(*) FROM "{table}"')
            found[table] = cursor.fetchone()[0]
    return found


def test_every_address_has_a_row() -> None:
    assert {each.name for each in urlpatterns} == set(PAGES)


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("name", PAGES)
def test_each_page_opens_for_those_who_may(evening: PageWorld, name: str, who: str) -> None:
    least, is_read = PAGES[name]
    client = browser(evening, who)
    before = counts()
    response = client.get(address(evening, name))
    assert response.status_code == expected(least, who, is_read=is_read)
    if who == "nobody":
        assert response.headers["Location"].startswith(reverse("account_login"))
    assert {table for table, rows in counts().items() if rows != before[table]} <= {"django_session"}


@pytest.mark.parametrize("who", ["player", "stranger", "nobody"])
@pytest.mark.parametrize("name", [name for name, (_, is_read) in PAGES.items() if not is_read])
def test_no_button_works_for_those_who_may_not(evening: PageWorld, name: str, who: str) -> None:
    client = browser(evening, who)
    before = counts()
    response = client.post(address(evening, name))
    assert response.status_code == {"player": 403, "stranger": 404, "nobody": 302}[who]
    assert counts() == before


OF_A_CLUB = {"session", "deal", "table", "member", "house_rules", "settlement"}


@pytest.mark.parametrize(
    "name", [each.name for each in urlpatterns if set(each.pattern.converters) & OF_A_CLUB]
)
def test_ids_of_another_club_are_not_found(evening: PageWorld, name: str) -> None:
    pattern = next(each for each in urlpatterns if each.name == name)
    other = _owner_of_another_club()
    values = evening.values() | {"club": other.member.club.public_id if other.member else ""}
    wanted = {"club", *pattern.pattern.converters}
    where = reverse(f"club:{name}", kwargs={key: values[key] for key in wanted})
    method = "get" if PAGES[name][1] else "post"
    response: HttpResponse = getattr(other.client(), method)(where)
    assert response.status_code == 404


def _owner_of_another_club() -> Person:
    from clubs.services import create_user, grant_role, link_user
    from tests.builders import make_house

    house = make_house(members=1, name="Third Room")
    grant_role(member=house.members[0], role="owner")
    user = create_user(email=f"owner.{house.club.public_id[-8:]}@example.com")
    return Person(user, link_user(member=house.members[0], user=user))


def test_a_player_sees_the_own_statement_alone(evening: PageWorld) -> None:
    own, other = evening.house.ids[3], evening.house.ids[0]
    client = evening.people["player"].client()
    assert client.get(reverse("club:member", args=[evening.club, own])).status_code == 200
    assert client.get(reverse("club:member", args=[evening.club, other])).status_code == 403
    staff = evening.people["scorer"].client()
    assert staff.get(reverse("club:member", args=[evening.club, other])).status_code == 200

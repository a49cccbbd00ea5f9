"""The back office: for staff alone, everything editable is audited, nothing is deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client, RequestFactory
from django.urls import reverse

from clubs import services
from clubs.admin_read_only import ReadOnlyAdmin
from clubs.kinds import Kind
from clubs.models import AuditEntry, Club, Member, MemberRole, Table, User
from clubs.rights import OUR_APPS

if TYPE_CHECKING:
    from tests.people import Person

pytestmark = pytest.mark.django_db

OURS = [model for model in admin.site._registry if model._meta.app_label in OUR_APPS]


@pytest.fixture
def operator() -> User:
    user = services.create_user(email="operator@example.com")
    user.is_staff = user.is_superuser = True
    user.save()
    return user


@pytest.fixture
def office(operator: User) -> Client:
    client = Client()
    client.force_login(operator, backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(model: Any, page: str, *args: object) -> str:
    """Return the address of a page of the back office."""
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@pytest.mark.parametrize("who", ["owner", "manager", "scorer", "player", "stranger", None])
def test_only_staff_comes_in(five_people: dict[str, Person], who: str | None) -> None:
    client = Client() if who is None else five_people[who].client()
    response = client.get(reverse("admin:index"), follow=True)
    assert response.status_code == (200 if who is None else 403)
    if who is None:
        assert response.redirect_chain[-1][0].startswith(reverse("account_login"))


@pytest.mark.parametrize("model", OURS, ids=str)
def test_each_list_opens(office: Client, club: Club, owner: Person, model: Any) -> None:
    assert office.get(address(model, "changelist")).status_code == 200


@pytest.mark.parametrize("model", [User, Club, Member, AuditEntry])
def test_each_row_opens(office: Client, owner: Person, model: Any) -> None:
    row = model.objects.earliest("id")
    page = office.get(address(model, "change", row.pk))
    assert page.status_code == 200
    assert "argon2" not in page.content.decode()


@pytest.mark.parametrize("model", OURS, ids=str)
def test_nothing_of_ours_can_be_deleted(operator: User, model: Any) -> None:
    request = RequestFactory().get("/")
    request.user = operator
    office = admin.site._registry[model]
    assert not office.has_delete_permission(request)
    assert "delete_selected" not in office.get_actions(request)


@pytest.mark.parametrize(
    "model",
    [model for model in apps.get_models() if getattr(model, "kind", None) not in {None, Kind.IDENTITY}],
    ids=str,
)
def test_what_is_no_identity_can_only_be_looked_at(model: Any) -> None:
    office = admin.site._registry.get(model)
    assert office is None or isinstance(office, ReadOnlyAdmin)


def test_a_read_only_page_takes_no_post(office: Client, club: Club) -> None:
    entry = AuditEntry.objects.earliest("id")
    for page, args in (("add", ()), ("change", (entry.pk,)), ("delete", (entry.pk,))):
        assert office.post(address(AuditEntry, page, *args), {}).status_code == 403


def test_an_edit_is_told_with_who_did_it(office: Client, operator: User, club: Club) -> None:
    table = services.add_table(club=club, name="Table 1")
    form = {"name": "  Table\t2 ", "is_active": "on"}
    response = office.post(address(Table, "change", table.pk), form)
    assert response.status_code == 302, response.content.decode()
    table.refresh_from_db()
    assert table.name == "Table 2"
    entry = AuditEntry.objects.filter(table="clubs_table").latest("id")
    assert (entry.actor, entry.new) == (operator.public_id, {"name": "Table 2"})


def test_a_name_that_is_none_is_refused_in_words(office: Client, club: Club) -> None:
    form = {"name": "Room \u202e", "time_zone": "Mars", "cutoff_hour": "24", "is_active": "on"}
    page = office.post(address(Club, "change", club.pk), form).content.decode()
    for told in ("cannot be shown", "no time zone of this name", "less than or equal to 23"):
        assert told in page


def test_a_number_taken_is_refused_in_the_form(office: Client, club: Club) -> None:
    services.add_member(club=club, name="Member 01", number="0001")
    form = {"club": club.pk, "number": "0001", "name": "Member 02", "is_active": "on"}
    assert office.post(address(Member, "add"), form).status_code == 200
    assert Member.objects.count() == 1


def test_a_role_is_given_beside_the_member(office: Client, player: Person) -> None:
    assert player.member is not None
    member = player.member
    form = {
        "number": member.number,
        "name": member.name,
        "user": player.user.pk,
        "is_active": "on",
        "roles-TOTAL_FORMS": "1",
        "roles-INITIAL_FORMS": "0",
        "roles-0-role": "scorer",
        "roles-0-is_active": "on",
        "roles-0-member": member.pk,
    }
    response = office.post(address(Member, "change", member.pk), form)
    assert response.status_code == 302, response.content.decode()
    assert MemberRole.objects.get(member=member).role == "scorer"


def test_an_address_that_was_changed_lets_nobody_in(office: Client, player: Person) -> None:
    player.user.set_password("five-of-a-suit")
    player.user.save()
    old = player.user.email
    Client().post(reverse("account_reset_password"), {"email": old})  # makes allauth remember the address
    form = {"email": "new@example.com", "is_active": "on"}
    assert office.post(address(User, "change", player.user.pk), form).status_code == 302
    stranger = Client()
    for email, lets_in in ((old, False), ("new@example.com", True)):
        stranger.post(reverse("account_login"), {"login": email, "password": "five-of-a-suit"})
        assert (stranger.get("/").status_code == 200) is lets_in


def test_a_log_in_is_made_folded(office: Client) -> None:
    form = {
        "email": "Scorer@Example.com",
        "usable_password": "true",
        "password1": "five-of-a-suit",
        "password2": "five-of-a-suit",
    }
    response = office.post(address(User, "add"), form)
    assert response.status_code == 302, response.content.decode()
    assert User.objects.filter(email="scorer@example.com").exists()
    again = office.post(address(User, "add"), form | {"email": "SCORER@example.com"})
    assert again.status_code == 200

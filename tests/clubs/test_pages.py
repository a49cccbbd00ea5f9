"""Logging in and what every page has: policy, language, a way out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from clubs import services
from clubs.middleware import BACK_OFFICE, STRICT
from clubs.models import AuditEntry, Club, User

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import HttpResponse
    from django.test.client import _MonkeyPatchedWSGIResponse as Response

    from tests.people import Person

pytestmark = pytest.mark.django_db

PASSWORD = "five-of-a-suit"
FOR_ANYBODY = [
    "account_login",
    "account_inactive",
    "account_signup",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
]
FOR_PEOPLE = ["home", "account_change_password"]


@pytest.fixture(autouse=True)
def fresh_rate_limits() -> Iterator[None]:
    """Attempts of one test do not count in the next."""
    cache.clear()
    yield
    cache.clear()


def log_in(client: Client, email: str, password: str) -> Response:
    """Send the form of the log-in page."""
    return client.post(reverse("account_login"), {"login": email, "password": password})


def text(response: Response) -> str:
    """Return the page."""
    return response.content.decode()


@pytest.mark.parametrize("name", FOR_ANYBODY)
def test_the_pages_of_logging_in_are_for_anybody(client: Client, name: str) -> None:
    response = client.get(reverse(name))
    assert response.status_code == 200
    assert "<h1>" in text(response)


@pytest.mark.parametrize("name", FOR_PEOPLE)
def test_the_other_pages_ask_to_log_in_and_lead_back(client: Client, name: str) -> None:
    response = client.get(reverse(name))
    assert response.status_code == 302
    assert response.headers["Location"] == f"{reverse('account_login')}?next={reverse(name)}"


@pytest.mark.parametrize("who", ["owner", "manager", "scorer", "player"])
def test_home_shows_the_club_with_what_one_is_there(
    five_people: dict[str, Person], club: Club, who: str
) -> None:
    page = text(five_people[who].client().get("/"))
    assert club.name in page
    assert f'<span class="tag">{who}</span>' in page


def test_home_shows_the_stranger_nothing_of_the_club(five_people: dict[str, Person], club: Club) -> None:
    page = text(five_people["stranger"].client().get("/"))
    assert club.name not in page
    assert "Other Room" in page


def test_home_without_a_club_says_what_to_do() -> None:
    client = Client()
    client.force_login(
        services.create_user(email="player@example.com"),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    page = text(client.get("/"))
    assert "player@example.com" in page
    assert "You are not in a club yet" in page


@pytest.mark.parametrize("spelled", ["player@example.com", " Player@EXAMPLE.com "])
def test_one_logs_in_with_the_address_however_spelled(client: Client, spelled: str) -> None:  # L-29
    services.create_user(email="player@example.com", password=PASSWORD)
    response = log_in(client, spelled, PASSWORD)
    assert (response.status_code, response.headers["Location"]) == (302, "/")
    assert client.get("/").status_code == 200


def test_a_wrong_password_and_an_unknown_address_get_one_answer(client: Client) -> None:
    services.create_user(email="player@example.com", password=PASSWORD)
    answers = set()
    for email in ("player@example.com", "nobody@example.com"):
        page = text(log_in(client, email, "not-the-password"))
        answers.add("".join(re.findall(r'<ul class="errorlist.*?</ul>', page, re.DOTALL)))
    assert len(answers) == 1
    assert "not correct" in answers.pop()


def test_a_closed_log_in_stays_outside(client: Client) -> None:
    services.create_user(email="player@example.com", password=PASSWORD)
    User.objects.update(is_active=False)
    assert log_in(client, "player@example.com", PASSWORD).headers.get("Location") != "/"
    assert client.get("/").status_code == 302


def test_guessing_is_slowed_down_for_all_processes(client: Client) -> None:
    services.create_user(email="player@example.com", password=PASSWORD)
    for _ in range(12):
        log_in(client, "player@example.com", "not-the-password")
    refused = log_in(client, "player@example.com", PASSWORD)
    assert refused.headers.get("Location") != "/"
    assert client.get("/").status_code == 302


def test_one_logs_out_by_post_alone(player: Person) -> None:
    client = player.client()
    assert client.get(reverse("account_logout")).status_code == 200
    assert client.get("/").status_code == 200
    client.post(reverse("account_logout"))
    assert client.get("/").status_code == 302


def test_nobody_signs_up_alone(client: Client) -> None:
    form = {"email": "new@example.com", "password1": PASSWORD, "password2": PASSWORD}
    for response in (client.get(reverse("account_signup")), client.post(reverse("account_signup"), form)):
        assert "By invitation" in text(response)
    assert not User.objects.exists()


def test_a_forgotten_password_is_set_by_mail(client: Client) -> None:
    services.create_user(email="player@example.com", password=PASSWORD)
    client.post(reverse("account_reset_password"), {"email": "Player@Example.com"})
    (message,) = mail.outbox
    found = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", str(message.body))
    assert found is not None
    form_page = client.get(found[1], follow=True)
    address = form_page.redirect_chain[-1][0]
    chosen = {"password1": "six-of-another", "password2": "six-of-another"}
    assert client.post(address, chosen).headers["Location"] == reverse("account_reset_password_from_key_done")
    assert log_in(Client(), "player@example.com", "six-of-another").headers["Location"] == "/"
    assert "This link is used up" in text(Client().get(found[1]))


def test_a_reset_for_nobody_looks_the_same_and_sends_nothing(client: Client) -> None:
    response = client.post(reverse("account_reset_password"), {"email": "nobody@example.com"})
    assert response.headers["Location"] == reverse("account_reset_password_done")
    assert mail.outbox == []


def test_a_change_of_password_is_told_with_who_did_it(client: Client) -> None:
    user = services.create_user(email="player@example.com", password=PASSWORD)
    log_in(client, "player@example.com", PASSWORD)
    form = {"oldpassword": PASSWORD, "password1": "six-of-another", "password2": "six-of-another"}
    assert client.post(reverse("account_change_password"), form).status_code == 302
    entry = AuditEntry.objects.filter(new__password="***", action="update").latest("id")
    assert (entry.actor, entry.address) == (user.public_id, "127.0.0.1")


def test_whoever_has_no_password_is_led_to_set_one(player: Person) -> None:
    response = player.client().get(reverse("account_change_password"), follow=True)
    assert "Set a password" in text(response)


def test_looking_writes_no_audit_row(five_people: dict[str, Person]) -> None:  # L-17
    five_people["player"].user.set_password(PASSWORD)
    five_people["player"].user.save()
    client = five_people["player"].client()
    before = AuditEntry.objects.count()
    for name in (*FOR_PEOPLE, "account_logout"):
        assert client.get(reverse(name)).status_code == 200
    assert AuditEntry.objects.count() == before


def test_a_foreign_address_is_not_led_to(client: Client) -> None:
    services.create_user(email="player@example.com", password=PASSWORD)
    form = {"login": "player@example.com", "password": PASSWORD, "next": "https://example.com/"}
    assert client.post(reverse("account_login"), form).headers["Location"] == "/"


@pytest.mark.parametrize("path", ["/accounts/login/", "/nothing-here", "/accounts/email/", "/back-office/"])
def test_every_answer_names_its_policy(client: Client, path: str) -> None:
    policy = client.get(path).headers["Content-Security-Policy"]
    assert policy == (BACK_OFFICE if path.startswith("/back-office/") else STRICT)


@pytest.mark.parametrize("name", [*FOR_ANYBODY, *FOR_PEOPLE, "account_logout"])
def test_no_page_of_ours_holds_what_the_policy_forbids(player: Person, client: Client, name: str) -> None:
    for browser in (client, player.client()):
        page = text(browser.get(reverse(name)))
        assert not re.search(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=|https?://", page), page


@pytest.mark.parametrize(
    ("language", "told"), [("pl", "Zaloguj się"), ("nl", "Inloggen"), ("en", "Log in"), ("xx", "Log in")]
)
def test_a_page_speaks_the_language_of_the_browser(client: Client, language: str, told: str) -> None:
    page = text(client.get(reverse("account_login"), headers={"accept-language": language}))
    assert told in page
    assert f'<html lang="{"en" if language == "xx" else language}">' in page


def test_a_language_once_chosen_stays(client: Client) -> None:
    client.post(reverse("set_language"), {"language": "nl", "next": "/"})
    assert "Inloggen" in text(client.get(reverse("account_login")))


def test_what_is_not_there_is_said_in_our_words(client: Client, player: Person) -> None:
    for browser in (client, player.client()):
        response = browser.get("/nothing-here")
        assert response.status_code == 404
        assert "Nothing here" in text(response)


def test_a_form_without_its_token_is_refused_in_our_words() -> None:
    response = Client(enforce_csrf_checks=True).post(reverse("account_login"), {})
    assert response.status_code == 403
    assert "Please try again" in text(response)


def test_a_host_that_is_not_ours_is_refused_in_our_words(client: Client) -> None:
    response = client.get("/", headers={"host": "elsewhere.example"})
    assert response.status_code == 400
    assert "This cannot be read" in text(response)


def test_what_breaks_is_said_in_our_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> HttpResponse:
        raise ZeroDivisionError

    monkeypatch.setattr("clubs.pages.clubs_of", broken)
    client = Client(raise_request_exception=False)
    client.force_login(
        services.create_user(email="player@example.com"),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    response = client.get("/")
    assert response.status_code == 500
    assert "Something broke" in text(response)

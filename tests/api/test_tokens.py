"""Tokens: printed once, bound to a member and a club, with scopes, an end, and a last use."""

from __future__ import annotations

import datetime as dt
import json
from io import StringIO
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from clubs.models import ApiToken, ApiTokenUse, AuditEntry, Scope
from clubs.services.members import deactivate_member
from clubs.services.tokens import create_token, hash_of, revoke_token
from tests.api.addresses import addresses
from tests.api.caller import Caller

if TYPE_CHECKING:
    from clubs.models import Club
    from tests.people import Person

pytestmark = pytest.mark.django_db(transaction=True)


def run(*words: str) -> list[str]:
    out = StringIO()
    call_command("token", *words, stdout=out)
    return out.getvalue().splitlines()


def status(secret: str, club: Club) -> tuple[int, str]:
    answer = Caller(f"/api/v1/clubs/{club.public_id}", secret).ask("GET", "")
    return answer.status_code, str(json.loads(answer.content).get("code", ""))


def test_the_command_makes_lists_and_revokes(club: Club, manager: Person) -> None:
    assert manager.member is not None
    first, secret = run(
        "create", club.public_id, manager.member.number, "--scope", "read", "--scope", "report", "--days", "7"
    )
    public_id = first.split("\t")[0]
    assert secret.startswith("pbk_")
    assert len(secret) == 47
    assert status(secret, club) == (200, "")
    (line,) = run("list", club.public_id)
    assert line.split("\t")[:3] == [public_id, manager.member.number, "read,report"]
    assert "used 20" in line
    assert secret not in line
    run("revoke", public_id)
    assert "revoked" in run("list", club.public_id)[0]
    assert status(secret, club) == (401, "auth.token_invalid")
    assert run("revoke", public_id)[0].startswith(public_id)


@pytest.mark.parametrize("wrong", [["--days", "0"], ["--days", "4000"], ["--scope", "all"]])
def test_the_command_refuses_what_is_out_of_bounds(club: Club, manager: Person, wrong: list[str]) -> None:
    assert manager.member is not None
    with pytest.raises(CommandError):
        run("create", club.public_id, manager.member.number, "--scope", "read", *wrong)
    with pytest.raises(CommandError, match=r"token\.unknown"):
        run("revoke", "tok_x")


def test_the_secret_is_stored_nowhere(club: Club, manager: Person) -> None:
    assert manager.member is not None
    made = create_token(member=manager.member, scopes=[Scope.READ], days=1)
    stored = ApiToken.objects.get()
    assert bytes(stored.secret_hash) == hash_of(made.secret)
    assert made.secret not in str(list(AuditEntry.objects.values_list("new", flat=True)))


def test_a_token_ends_with_its_days_its_member_and_its_log_in(club: Club, manager: Person) -> None:
    assert manager.member is not None
    made = create_token(member=manager.member, scopes=[Scope.READ], days=1)
    assert status(made.secret, club) == (200, "")
    ApiToken.objects.update(expires_at=timezone.now() - dt.timedelta(seconds=1))
    assert status(made.secret, club) == (401, "auth.token_expired")
    ApiToken.objects.update(expires_at=timezone.now() + dt.timedelta(days=1))
    manager.user.is_active = False
    manager.user.save(update_fields=["is_active"])
    assert status(made.secret, club) == (401, "auth.token_invalid")
    manager.user.is_active = True
    manager.user.save(update_fields=["is_active"])
    deactivate_member(member=manager.member)
    assert status(made.secret, club) == (401, "auth.token_invalid")


@pytest.mark.parametrize(
    "shown", ["pbk_wrong", "pbk_", "", "pbk_" + "x" * 5000, "pbk_ł", "pbk_\x00", "Basic eDp5", "Bearer"]
)
def test_what_is_no_token_is_refused(club: Club, shown: str) -> None:
    words = shown if shown.startswith(("Basic", "Bearer")) else f"Bearer {shown}"
    answer = Client().get(f"/api/v1/clubs/{club.public_id}", HTTP_AUTHORIZATION=words)
    assert (answer.status_code, json.loads(answer.content)["code"]) == (401, "auth.token_invalid")


def test_a_use_is_noted_once_a_minute_and_leaves_no_audit_row(club: Club, manager: Person) -> None:
    assert manager.member is not None
    made = create_token(member=manager.member, scopes=[Scope.READ], days=1)
    audited = AuditEntry.objects.count()
    status(made.secret, club)
    noted = ApiTokenUse.objects.get().used_at
    status(made.secret, club)
    assert ApiTokenUse.objects.get().used_at == noted
    ApiTokenUse.objects.update(used_at=noted - dt.timedelta(minutes=2))
    status(made.secret, club)
    assert ApiTokenUse.objects.get().used_at >= noted
    assert AuditEntry.objects.count() == audited


def test_what_a_token_edits_is_audited_under_member_and_token(as_manager: Caller, manager: Person) -> None:
    assert manager.member is not None
    as_manager.post("/tables", {"name": "Corner"})
    entry = AuditEntry.objects.filter(table="clubs_table").latest("id")
    assert entry.actor == f"{manager.member.public_id}/{ApiToken.objects.get().public_id}"


def test_every_address_wants_one_of_its_scopes(club: Club, owner: Person) -> None:
    assert owner.member is not None
    ids = {name: f"{prefix}_{'0' * 20}" for name, prefix in PREFIXES.items()} | {"club": club.public_id}
    for scope in Scope:
        secret = create_token(member=owner.member, scopes=[scope], days=1).secret
        caller = Caller("", secret)
        for address in addresses():
            if address.operation.role is None:
                continue
            answer = caller.ask(address.method, address.at(ids), {})
            is_refused = (answer.status_code, _code(answer)) == (403, "auth.scope")
            assert is_refused == (scope not in address.operation.scopes), (scope, address)
    revoke_token(token=ApiToken.objects.latest("id"))


PREFIXES = {
    "member": "mbr",
    "table": "tbl",
    "house_rules": "hrs",
    "revision": "rev",
    "session": "ses",
    "deal": "deal",
    "match": "mat",
    "settlement": "stl",
}


def _code(answer: object) -> str:
    content = getattr(answer, "content", b"")
    return str(json.loads(content).get("code", "")) if content.startswith(b"{") else ""


def test_a_page_session_writes_with_the_csrf_token_alone(club: Club, manager: Person) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(manager.user, backend="django.contrib.auth.backends.ModelBackend")
    address = f"/api/v1/clubs/{club.public_id}/tables"
    answer = client.post(address, {"name": "Corner"}, content_type="application/json")
    assert (answer.status_code, _code(answer)) == (403, "auth.csrf")
    client.cookies["csrftoken"] = "a" * 32
    good = client.post(
        address, {"name": "Corner"}, content_type="application/json", HTTP_X_CSRFTOKEN="a" * 32
    )
    assert good.status_code == 201

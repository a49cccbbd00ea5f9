"""The back office shows every fact and derived row, and lets nobody add, change or delete one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import models
from django.test import Client
from django.urls import reverse

from clubs.admin_read_only import ReadOnlyAdmin
from clubs.kinds import Kind
from clubs.models import User
from clubs.services import add_table
from gameplay.models import Deal, DealSeat, Event, Session
from gameplay.services import close_session, settle_session
from ledger.admin import readable
from ledger.models import Posting, Transaction
from tests.gameplay.importing import deal, run, session_at, write

if TYPE_CHECKING:
    from pathlib import Path

    from clubs.models import Club

pytestmark = pytest.mark.django_db(transaction=True)

MODELS = [
    model
    for app in ("gameplay", "ledger")
    for model in apps.get_app_config(app).get_models()
    if not isinstance(model._meta.pk, models.CompositePrimaryKey)
]
SHOWN = {Kind.FACT, Kind.DERIVED, Kind.ERASABLE}


@pytest.fixture
def superuser(db: None) -> Client:
    client = Client()
    user = User.objects.create_superuser(email="root@example.com", password="not a word")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def played(club: Club, tmp_path: Path) -> str:
    """A settled session with two deals, one with a text beside an event; the public id of the first."""
    session = session_at(add_table(club=club, name="Table 1"))
    first = deal("a", "b", id="<b>d-1</b>")
    first["events"][0]["_note"] = "<script>"
    file = write(tmp_path / "a", first, deal("b", "a"))
    answer = run("--club", club.public_id, "--session", session, "--map", "NEW", file)
    close_session(club_id=club.pk, session=session, by="sys_operator")
    settle_session(club_id=club.pk, session=session, by="sys_operator")
    return str(answer.deals[0])


def page(client: Client, name: str, *arguments: Any, **query: Any) -> str:
    answer = client.get(reverse(f"admin:{name}", args=arguments), query)
    assert answer.status_code == 200, name
    return answer.content.decode()


def name_of(model: type[models.Model]) -> str:
    return model._meta.label_lower.replace(".", "_")


def test_every_fact_and_derived_row_has_a_view(superuser: Client, played: str) -> None:
    """Found from the models, not from memory. Seats stand in the view of their deal."""
    seen = 0
    for model in MODELS:
        assert admin.site.is_registered(model), model
        assert isinstance(admin.site.get_model_admin(model), ReadOnlyAdmin), model
        page(superuser, f"{name_of(model)}_changelist")
        row = model._default_manager.order_by("-pk").first()
        if row is not None:
            page(superuser, f"{name_of(model)}_change", row.pk)
            seen += getattr(model, "kind") in SHOWN  # noqa: B009 - declared on each of our models
    assert seen >= 14


def test_nothing_can_be_added_changed_or_deleted(superuser: Client, played: str) -> None:
    """L-15: the back office is no other door to a fact, whatever is sent to it."""
    for model in MODELS:
        name = name_of(model)
        rows = model._default_manager.order_by("pk")
        before = list(rows.values())
        key = before[0][model._meta.pk.attname] if before else 1
        for address, data in (
            (reverse(f"admin:{name}_add"), {}),
            (reverse(f"admin:{name}_change", args=[key]), {"number": 7, "units": 7}),
            (reverse(f"admin:{name}_delete", args=[key]), {"post": "yes"}),
        ):
            answer = superuser.post(address, data)
            assert answer.status_code == 403 or (not before and answer.status_code == 302), address
        chosen = {"action": "delete_selected", "_selected_action": [key], "post": "yes"}
        superuser.post(reverse(f"admin:{name}_changelist"), chosen)
        assert list(rows.values()) == before, name


def test_a_stranger_sees_nothing(stranger: Any, played: str) -> None:
    client = stranger.client()
    for model in MODELS:
        assert client.get(reverse(f"admin:{name_of(model)}_changelist")).status_code == 302


def test_a_deal_leads_to_session_events_and_transactions(superuser: Client, played: str) -> None:
    stored = Deal.objects.select_related("session").get(public_id=played)
    shown = page(superuser, "gameplay_deal_change", stored.pk)

    assert reverse("admin:gameplay_session_change", args=[stored.session.pk]) in shown
    assert "<script>" not in shown
    for seat in DealSeat.objects.filter(deal=stored).select_related("member"):
        assert str(seat.member) in shown
    events = page(superuser, "gameplay_event_changelist", stream__exact=played)
    assert (
        events.count(f"/gameplay/event/{Event.objects.filter(stream=played).earliest('seq').pk}/change/") == 1
    )
    assert f"stream__exact={played}" in shown
    transactions = page(superuser, "ledger_transaction_changelist", q=played)
    assert f"/ledger/transaction/{Transaction.objects.get(source=played).pk}/change/" in transactions
    assert f"q={played}" in shown


def test_an_event_leads_back_to_its_stream(superuser: Client, played: str) -> None:
    stored = Deal.objects.get(public_id=played)
    event = Event.objects.filter(stream=played).earliest("seq")
    shown = page(superuser, "gameplay_event_change", event.pk)
    assert reverse("admin:gameplay_deal_change", args=[stored.pk]) in shown
    body = json.loads(bytes(event.body))
    assert f"&quot;recorded_by&quot;: &quot;{body['recorded_by']}&quot;" in shown
    assert bytes(event.hash).hex() in shown

    session = Session.objects.get(pk=stored.session_id)
    opened = Event.objects.filter(stream=session.public_id).earliest("seq")
    shown = page(superuser, "gameplay_event_change", opened.pk)
    assert reverse("admin:gameplay_session_change", args=[session.pk]) in shown


def test_a_transaction_shows_its_postings(superuser: Client, played: str) -> None:
    stored = Transaction.objects.get(source=played)
    shown = page(superuser, "ledger_transaction_change", stored.pk)
    postings = Posting.objects.filter(transaction=stored)
    assert postings.count() == 2
    for posting in postings:
        assert reverse("admin:ledger_posting_change", args=[posting.pk]) in shown
        assert f"{posting.amount:+d} → {posting.balance_after}" in shown


def test_stored_bytes_are_readable() -> None:
    assert readable(memoryview(b'{"a":"\xc5\x82"}')) == '{\n "a": "ł"\n}'
    assert readable(bytes([0, 255])) == "00ff"
    assert readable(None) == "-"

"""The description: complete, without a warning; answers are as it says, and its examples are real."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from django.core.management import call_command
from django.test import Client

from config.api_settings import PANBOOK_EXAMPLES
from tests.api.walk import Trip, walk

if TYPE_CHECKING:
    from clubs.models import Club
    from tests.api.caller import Caller

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def schema(db: None) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(Client().get("/api/v1/openapi.json").content)
    return read


def operations(schema: dict[str, Any]) -> dict[str, Any]:
    return {told["operationId"]: told for path in schema["paths"].values() for told in path.values()}


def test_the_description_has_no_warning(tmp_path: Path) -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yaml"))


def test_every_answer_of_an_evening_is_as_described(
    schema: dict[str, Any], as_owner: Caller, as_manager: Caller, club: Club
) -> None:
    trip = walk(as_owner, as_manager, club)
    told = operations(schema)
    assert {step.name for step in trip.steps} == set(told)
    for step in trip.steps:
        described = told[step.name]["responses"][str(step.status)]["content"]
        assert set(described) == {step.media.partition(";")[0]}
        shape = described[step.media.partition(";")[0]]["schema"] | {"components": schema["components"]}
        jsonschema.Draft202012Validator(shape).validate(step.answered)
    _compare_examples(trip)


def _compare_examples(trip: Trip) -> None:
    """The stored examples are what was asked and answered; write them anew with PANBOOK_WRITE_EXAMPLES=1."""
    shown: dict[str, Any] = {}
    for step in trip.steps:
        example = {"asked": step.asked} if step.asked is not None else {}
        answered = step.answered
        if step.name == "list_problems":  # a new code must not make the examples stale
            answered = answered | {"items": answered["items"][:3]}
        shown.setdefault(step.name, example | {"answered": answered})
    text = normalised(json.dumps(shown, ensure_ascii=False, indent=1, sort_keys=True)) + "\n"
    path = Path(PANBOOK_EXAMPLES)
    if os.environ.get("PANBOOK_WRITE_EXAMPLES") == "1":
        path.write_text(text, "utf-8")
    assert json.loads(path.read_text("utf-8")) == json.loads(text)


def normalised(text: str) -> str:
    """Replace what differs from run to run: ids by numbered ones, times, hashes, cursors."""
    seen: dict[str, str] = {}

    def numbered(found: re.Match[str]) -> str:
        prefix = found[1]
        count = sum(1 for each in seen.values() if each.startswith(f"{prefix}_")) + 1
        return seen.setdefault(found[0], f"{prefix}_{count:020d}")

    text = re.sub(r"\b([a-z]{3,5})_[0-9a-hjkmnp-tv-z]{20}\b", numbered, text)
    text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "2026-09-01T20:15:30.000000Z", text)
    text = re.sub(r"\b[0-9a-f]{64}\b", "5f" * 32, text)
    text = re.sub(r'("business_day": )"(?!2026-09-01)[\d-]{10}"', r'\1"2026-09-02"', text)
    return re.sub(r'"next": "[\w-]+"', '"next": "WyJ4Iiw0Ml0"', text)


def test_the_page_that_shows_it_loads_nothing_from_elsewhere() -> None:
    page = Client().get("/api/v1/docs")
    assert page.status_code == 200
    loaded = re.findall(r'(?:src|href)="([^"]+)"', page.content.decode())
    assert len(loaded) > 3
    assert [address for address in loaded if not address.startswith(("/static/", "/api/v1/docs"))] == []
    assert "<script>" not in page.content.decode()
    policy = page.headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "http" not in policy
    script = Client().get("/api/v1/docs?script=")
    assert "/api/v1/openapi.json" in script.content.decode()

"""The JSON Schema of records, served as it is published, to anybody."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

ADDRESS = "/api/v1/pdr.schema.json"
PUBLISHED = Path(__file__).resolve().parents[2] / "docs" / "pdr.schema.json"
pytestmark = pytest.mark.django_db


def test_it_is_what_the_documents_hold() -> None:
    answer = Client().get(ADDRESS)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/schema+json")
    assert answer.content == PUBLISHED.read_bytes()


def test_whoever_has_it_is_told_so() -> None:
    tag = Client().get(ADDRESS).headers["ETag"]
    assert Client().get(ADDRESS, headers={"If-None-Match": tag}).status_code == 304


def test_it_is_only_read() -> None:
    assert Client().head(ADDRESS).status_code == 200
    assert Client().post(ADDRESS).status_code == 405


def test_the_description_leads_to_it() -> None:
    assert ADDRESS in Client().get("/api/v1/openapi.json").json()["info"]["description"]

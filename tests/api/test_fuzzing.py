"""Whatever is sent to any address: no fault of ours, every error a problem, every answer as described."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import checks
from schemathesis.specs.openapi import checks as described

from tests.api.caller import PROBLEM
from tests.api.walk import walk

if TYPE_CHECKING:
    from clubs.models import Club
    from tests.api.caller import Caller

pytestmark = pytest.mark.django_db(transaction=True)
EXAMPLES = 8
SOAK = 400
CHECKS = [
    checks.not_a_server_error,
    described.status_code_conformance,
    described.content_type_conformance,
    described.response_schema_conformance,
    described.response_headers_conformance,
]


@schemathesis.serializer("application/x-ndjson")
def lines(_: Any, value: Any) -> bytes:
    """Send a text as it is, anything else as a line of JSON."""
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "replace")


def fuzz(owner: Caller, ids: dict[str, str], examples: int) -> int:
    """Send that many requests to each operation, most of them below ids that exist; return how many."""
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())
    sent = 0
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr] # a broken schema may raise here
        modes = list(schemathesis.GenerationMode)
        cases = st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in modes))

        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=cases, is_known=st.integers(0, 9))
        def send(case: Any, is_known: int) -> None:
            nonlocal sent
            if is_known:
                case.path_parameters = {
                    name: ids.get(name, value) for name, value in case.path_parameters.items()
                }
            case.headers["Authorization"] = f"Bearer {owner.secret}"
            answer = case.call()
            sent += 1
            case.validate_response(answer, checks=CHECKS)
            media = answer.headers.get("content-type", [""])[0]
            assert (answer.status_code >= 400) == (media == PROBLEM), (answer.status_code, media)

        cache.clear()
        send()
    return sent


def test_no_address_breaks(as_owner: Caller, as_manager: Caller, club: Club) -> None:
    trip = walk(as_owner, as_manager, club)
    assert fuzz(as_owner, trip.ids, EXAMPLES) > 300


@pytest.mark.soak
def test_no_address_breaks_for_long(as_owner: Caller, as_manager: Caller, club: Club) -> None:
    trip = walk(as_owner, as_manager, club)
    assert fuzz(as_owner, trip.ids, SOAK) > 10_000

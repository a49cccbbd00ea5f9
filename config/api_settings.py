"""Settings of the REST API: how it authenticates, reads, answers and describes itself. It opens nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

PANBOOK_ONCE = "gameplay.api.once.carry_out_once"
PANBOOK_PROBLEMS = "config.problems.PROBLEMS"
PANBOOK_EXAMPLES = Path(__file__).resolve().parent / "api_examples.json"

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["clubs.api.bearer.Bearer", "clubs.api.bearer.PageSession"],
    # Asked in `clubs.api.views`, where the club is known.
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_PARSER_CLASSES": ["clubs.api.parsers.Json"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "clubs.api.schema.Schema",
    "DEFAULT_THROTTLE_RATES": {"replay": "60/min", "replay_known": "600/min"},
    "EXCEPTION_HANDLER": "config.problems.answer_problem",
    "URL_FORMAT_OVERRIDE": None,
    "NUM_PROXIES": None,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Panbook",
    "VERSION": "1",
    "DESCRIPTION": (
        "Scores and settlements of a club for Panguingue and Polish Pan.\n\n"
        "Errors are `application/problem+json` (RFC 9457) with a stable `code`. Times are RFC 3339 in UTC; a "
        "`business_day` is the club's own date. Amounts are whole units. Ids are typed and opaque. Lists are "
        "pages with an opaque `cursor`; the `Link` header names the next one. A parameter that is not known "
        "is refused.\n\n"
        "Records of deals have a JSON Schema: [`pdr.schema.json`](/api/v1/pdr.schema.json)."
    ),
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "/static/panbook.svg",
    "REDOC_DIST": "SIDECAR",
    "SORT_OPERATIONS": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [],
}

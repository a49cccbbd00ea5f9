"""`POST /replay`: records in, the command's verdict lines out. It knows no club and stores nothing."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import msgspec
from django.http import HttpResponse
from rest_framework.throttling import SimpleRateThrottle

from clubs.api.operations import operation
from clubs.api.parsers import LINES_TYPE, Lines
from clubs.api.refusals import Code as ApiCode
from clubs.api.views import ApiView
from clubs.middleware import address_of
from gameplay.engine.verdict import Fault, as_json
from gameplay.replay_command import judge, lines_of
from gameplay.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rest_framework.request import Request

_encode = msgspec.json.Encoder().encode


class ReplayRate(SimpleRateThrottle):
    """So many requests a minute from one address, or from one who has said who it is."""

    scope = "replay"

    def allow_request(self, request: Request, view: Any) -> bool:
        """Look at the rate of the asker's kind."""
        self.scope = "replay_known" if _known(request) else "replay"
        self.rate = self.get_rate()
        self.num_requests, self.duration = self.parse_rate(self.rate)
        return bool(super().allow_request(request, view))

    def get_cache_key(self, request: Request, view: Any) -> str:
        """Count by who asks."""
        del view
        return f"api-{self.scope}-{_known(request) or address_of(request._request)}"  # noqa: SLF001 - Django's own


class Replay(ApiView):
    """Verdicts on records."""

    parser_classes = [Lines]
    throttle_classes = [ReplayRate]
    lines_largest = 2 * 2**20

    @operation(
        "replay",
        tag="replay",
        summary="Replay records of deals and matches",
        description=(
            "Lines of the Pan Deal Record format in (at most 2 MiB), a verdict a line out, exactly as "
            "`manage.py replay --json` prints them; blank lines are counted and left out. A record that the "
            "rules refuse is a verdict like any other: `ok` is false. Nothing is stored."
        ),
        body=LINES_TYPE,
        answer=LINES_TYPE,
        errors=(ApiCode.RATE,),
        is_open=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Answer with all verdicts, or with none: what breaks off has no length that fits."""
        del request
        return HttpResponse(b"".join(_verdicts(self.body)), content_type=LINES_TYPE)


def _verdicts(body: bytes) -> Iterator[bytes]:
    for number, line in lines_of(io.BytesIO(body)):
        record_id, verdict = judge(line)
        message = sentence(verdict) if isinstance(verdict, Fault) else ""
        yield _encode(as_json(verdict, number, record_id, message)) + b"\n"


def _known(request: Request) -> str:
    if request.auth is not None:
        return str(getattr(request.auth, "public_id", ""))
    return str(getattr(request.user, "public_id", ""))

"""A client of the API that checks every answer against the conventions. It asks what it is told."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.test import Client

from clubs.services.tokens import create_token

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpResponse

    from clubs.models import Club, Member, Scope

PROBLEM = "application/problem+json"


@dataclass
class Caller:
    """Somebody who asks, with a token; addresses are those below the club."""

    base: str
    secret: str | None = None
    client: Client = field(default_factory=Client)

    @classmethod
    def of(cls, club: Club, member: Member | None, scopes: Iterable[Scope]) -> Caller:
        """Return a caller with a new token of a member."""
        assert member is not None
        made = create_token(member=member, scopes=scopes, days=1)
        return cls(f"/api/v1/clubs/{club.public_id}", made.secret)

    def ask(
        self, method: str, address: str, body: Any = None, media: str = "application/json", **headers: str
    ) -> HttpResponse:
        """Ask, and check what holds for every answer."""
        path = address if address.startswith("/api/") else f"{self.base}{address}"
        told = {"HTTP_" + name.upper(): value for name, value in headers.items()}
        if self.secret:
            told["HTTP_AUTHORIZATION"] = f"Bearer {self.secret}"
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        answer = self.client.generic(method, path, data, content_type=media, **told)  # type: ignore[arg-type] # headers
        check(answer)
        return answer  # type: ignore[return-value] # the client's own subclass

    def get(self, address: str, **headers: str) -> Any:
        """Return the body of a good answer."""
        answer = self.ask("GET", address, **headers)
        assert answer.status_code == 200, answer.content
        return json.loads(answer.content)

    def post(self, address: str, body: Any = None, status: int = 201, **headers: str) -> Any:
        """Return the body of an answer of this status."""
        answer = self.ask("POST", address, {} if body is None else body, **headers)
        assert answer.status_code == status, answer.content
        return json.loads(answer.content)


def check(answer: Any) -> None:
    """An error is a problem and nothing else is one (L-57)."""
    media = answer.headers.get("Content-Type", "")
    if answer.status_code < 400:
        assert not media.startswith(PROBLEM)
        return
    assert media == PROBLEM, (answer.status_code, media, answer.content[:300])
    problem = json.loads(answer.content)
    assert problem["status"] == answer.status_code
    assert problem["type"].endswith(problem["code"])
    assert problem["title"]
    assert problem["detail"]
    for flaw in problem["errors"]:
        assert set(flaw) == {"pointer", "code", "detail", "params"}

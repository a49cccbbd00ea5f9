"""The ten calls of the README, as they stand there, against a running server."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import urllib.request
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

import pytest

from clubs.models import Scope
from clubs.services.roles import grant_role
from clubs.services.tokens import create_token
from gameplay.models import Session
from gameplay.services import settle_session
from tests.builders import make_house

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest_django.live_server_helper as live

    Runner = Callable[[str, dict[str, str]], str]

DOCUMENT = Path(__file__).resolve().parents[2] / "README.md"
pytestmark = pytest.mark.django_db(transaction=True)


def calls() -> list[tuple[str, str | None]]:
    """Return each call with the remark below it."""
    found = re.findall(r"^```sh\n(curl .*?)^```", DOCUMENT.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    parted = (re.fullmatch(r"(.*?)(?:^# (.*?)\n)?", block, re.DOTALL | re.MULTILINE) for block in found)
    return [(part[1], part[2]) for part in parted if part]


def by_curl(call: str, known: dict[str, str]) -> str:
    told = subprocess.run(
        ["bash", "-c", call], capture_output=True, env=os.environ | known, check=True, timeout=30
    )
    return told.stdout.decode("utf-8")


def by_python(call: str, known: dict[str, str]) -> str:
    """Understand as much of curl as the document uses."""
    words = iter(shlex.split(call.replace("\\\n", " ")))
    assert next(words) == "curl"
    headers, body, address = {}, None, ""
    for word in words:
        if word == "-H":
            name, _, value = next(words).partition(": ")
            headers[name] = Template(value).substitute(known)
        elif word in {"-d", "--data-binary"}:
            body = Template(next(words)).substitute(known).encode()
        elif word != "-sS":
            address = Template(word).substitute(known)
    assert address.startswith("http://localhost:")
    request = urllib.request.Request(address, body, headers)  # noqa: S310 - the test's own server
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - as above
        return str(answer.read().decode("utf-8"))


def found_at(path: str, answer: str) -> str:
    value: Any = json.loads(answer)
    for name, place in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        value = value[name] if name else value[int(place)]
    return str(value)


RUNNERS = [by_python, *([by_curl] if shutil.which("curl") and shutil.which("bash") else [])]


@pytest.mark.parametrize("run", RUNNERS)
def test_from_token_to_report(
    live_server: live.LiveServer, run: Callable[[str, dict[str, str]], str]
) -> None:
    house = make_house()
    grant_role(member=house.members[0], role="manager")
    scopes = (Scope.READ, Scope.MANAGE, Scope.REPORT)
    secret = create_token(member=house.members[0], scopes=scopes, days=30).secret
    known = {"API": f"{live_server.url}/api/v1", "TOKEN": secret}
    answers = []
    assert len(calls()) == 10
    for call, remark in calls():
        answer = run(call, known)
        assert '"status":4' not in answer, answer
        answers.append(answer)
        if remark:
            name, path = remark.split(" = ")
            known[name] = found_at(path, answer)
        if "/close" in call:  # the worker's part
            session = Session.objects.get().public_id
            settle_session(club_id=house.club.pk, session=session, by="sys_task")
    assert [json.loads(line)["ok"] for line in answers[4].splitlines()] == [True, True]
    nets = {player["member"]["number"]: player["net"] for player in json.loads(answers[8])["players"]}
    assert nets == {"0001": -1, "0002": -1, "0003": 2}
    assert answers[9].startswith("\ufeffclub_id;club_name;")
    assert len(answers[9].splitlines()) == 4

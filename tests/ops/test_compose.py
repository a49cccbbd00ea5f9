"""`docker-compose.yml` as Docker would read it: variables filled in, parsed by the Compose specification.

No container is started here; what the names mean to Panbook is compared with the settings' own source.
"""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from compose_spec import PyCompose

from tests.ops.conftest import ROOT

FILE = ROOT / "docker-compose.yml"
REQUIRED = {"POSTGRES_PASSWORD", "PANBOOK_OWNER_PASSWORD", "PANBOOK_APP_PASSWORD", "PANBOOK_SECRET_KEY"}
SERVING = ("web", "worker", "beat")
VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?::(?P<kind>[?-])(?P<rest>[^}]*))?\}")


def filled_in(values: dict[str, str]) -> dict[str, Any]:
    """The file with its variables replaced, as `docker compose` does before it reads anything."""

    def fill(found: re.Match[str]) -> str:
        if found["name"] in values:
            return values[found["name"]]
        if found["kind"] == "?":
            raise KeyError(found["name"])
        return found["rest"] or ""

    document: dict[str, Any] = yaml.safe_load(VARIABLE.sub(fill, FILE.read_text()))
    return document


@pytest.fixture
def compose() -> dict[str, Any]:
    return filled_in(dict.fromkeys(REQUIRED, "secret"))


def parse(document: dict[str, Any]) -> Any:
    return PyCompose.from_json(json.dumps(document))


def test_the_specification_accepts_it(compose: dict[str, Any]) -> None:
    assert sorted(parse(compose).service_names()) == ["beat", "database", "migrate", "redis", "web", "worker"]


@pytest.mark.parametrize(
    ("service", "key", "value"),
    [
        ("web", "comand", ["python"]),
        ("web", "ports", ["a:b:c:d"]),
        ("web", "depends_on", {"database": {"condition": "nonsense"}}),
        ("database", "healthcheck", {"test": 3}),
    ],
)
def test_the_specification_refuses_what_is_wrong(
    compose: dict[str, Any], service: str, key: str, value: object
) -> None:
    compose["services"][service][key] = value
    with pytest.raises(ValueError, match=r"."):
        parse(compose)


def test_it_names_what_must_be_filled_in() -> None:
    for name in REQUIRED:
        with pytest.raises(KeyError, match=name):
            filled_in(dict.fromkeys(REQUIRED - {name}, "secret"))


def test_the_example_holds_every_variable() -> None:
    example = (ROOT / "docker" / "example.env").read_text()
    offered = set(re.findall(r"^(\w+)=", example, re.MULTILINE))
    assert offered == {found["name"] for found in VARIABLE.finditer(FILE.read_text())}


def test_every_variable_of_ours_is_one_that_the_settings_read(compose: dict[str, Any]) -> None:
    sources = "".join((ROOT / "config" / name).read_text() for name in ("settings.py", "celery_settings.py"))
    read = set(re.findall(r'environ(?:\.get\(|\[)"(\w+)"', sources))
    for name in ("migrate", *SERVING):
        assert set(compose["services"][name]["environment"]) <= read


def test_migrations_run_as_owner_and_pages_are_served_as_app(compose: dict[str, Any]) -> None:
    migrate = compose["services"]["migrate"]["environment"]
    assert migrate["PANBOOK_DB_ROLE"] == "owner"
    assert "//panbook_owner:" in migrate["DATABASE_URL"]
    for name in SERVING:
        serving = compose["services"][name]["environment"]
        assert serving["PANBOOK_DB_ROLE"] == "app"
        assert "//panbook_app:" in serving["DATABASE_URL"]
        assert "DATABASE_OWNER_URL" not in serving


def test_worker_and_beat_are_those_of_up_and_share_the_broker_of_the_web_server(
    compose: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from config.celery_settings import celery_settings
    from config.management.commands.up import celery_commands

    of_up = celery_commands()
    for name in ("worker", "beat"):
        command = compose["services"][name]["command"]
        assert command[command.index("config.celery") :] == of_up[name][of_up[name].index("config.celery") :]
    (broker,) = {compose["services"][name]["environment"]["CELERY_BROKER_URL"] for name in SERVING}
    assert urlsplit(broker).hostname in compose["services"]
    monkeypatch.setenv("CELERY_BROKER_URL", broker)
    assert celery_settings(ROOT / "var")["broker_url"] == broker


def test_each_dependency_and_each_volume_exists(compose: dict[str, Any]) -> None:
    services = compose["services"]
    for service in services.values():
        assert set(service.get("depends_on", {})) <= set(services)
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in compose["volumes"] or (ROOT / source).is_dir()


def test_what_others_wait_for_has_a_healthcheck(compose: dict[str, Any]) -> None:
    services = compose["services"]
    for service in services.values():
        for other, how in service.get("depends_on", {}).items():
            assert how["condition"] != "service_healthy" or "healthcheck" in services[other]


def test_the_roles_script_makes_the_roles_of_the_embedded_server() -> None:
    from config import embedded

    script = (ROOT / "docker" / "initdb" / "10-roles.sh").read_text()
    assert f"CREATE ROLE {embedded.OWNER} LOGIN CREATEROLE PASSWORD" in script
    assert f"CREATE ROLE {embedded.APP} LOGIN PASSWORD" in script
    assert f"CREATE DATABASE {embedded.DATABASE} OWNER {embedded.OWNER}" in script
    assert f"GRANT {embedded.APP} TO {embedded.OWNER} WITH INHERIT FALSE, SET TRUE" in script

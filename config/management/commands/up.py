"""Start Panbook: database, migrations, static files, web, worker and beat as one foreground process tree.

It lists the parts and prepares their environment; how parts are kept running is `config.supervise`.
"""

from __future__ import annotations

import errno
import os
import secrets
import sys
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config import embedded, processes
from config.output import say
from config.parts import Child, Chore, Errand, check_port_is_free
from config.static_files import collect_when_changed
from config.supervise import Supervisor
from config.troubles import CannotStart

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from pathlib import Path

    from config.supervise import Part

HELP = "Run Panbook in the foreground: database, migrations, web server, worker, beat. Ctrl-C stops all."


class Command(BaseCommand):
    help = HELP
    # The checks run in `migrate`, on a database that is up by then.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="port of the web server (8000)")
        parser.add_argument("--host", default="127.0.0.1", help="address of the web server (127.0.0.1)")
        parser.add_argument(
            "--no-demo", action="store_true", help="make no demo club in an empty database (PANBOOK_DEMO=0)"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            has_demo = not options["no_demo"] and os.environ.get("PANBOOK_DEMO") != "0"
            status = _up(settings.VAR.resolve(), options["host"], options["port"], has_demo=has_demo)
        except CannotStart as trouble:
            say(str(trouble))
            status = 1
        except OSError as error:
            say(_in_words(error, settings.VAR))
            status = 1
        sys.exit(status)


def _in_words(error: OSError, var: Path) -> str:
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return f"The disk that holds {var} is full: make room."
    return f"{error.strerror}: {error.filename}" if error.filename else str(error)


def _up(var: Path, host: str, port: int, *, has_demo: bool) -> int:
    var.mkdir(parents=True, exist_ok=True)
    with processes.lock(var / "up.lock"):
        # The lock is ours, so whatever still carries our mark has lost its supervisor.
        processes.end(processes.marked(str(var)), grace_seconds=5.0)
        _make_secret_key(var / "secret_key")
        check_port_is_free(host, port)
        return Supervisor(_parts(var, host, port, has_demo=has_demo)).run()


def _make_secret_key(path: Path) -> None:
    """Make the key of this installation once; settings read it in every process after this one."""
    if "PANBOOK_SECRET_KEY" in os.environ or path.exists():
        return
    # Written beside and renamed: a full disk must not leave an empty key behind.
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(50) + "\n")
    new.rename(path)


def celery_commands() -> dict[str, list[str]]:
    """Return the commands of worker and beat."""
    # Not to be root is Celery's advice to those who let strangers send tasks.
    celery = [sys.executable, "-W", "ignore:You're running the worker with superuser", "-m", "celery", "-q"]
    celery += ["--workdir", str(settings.BASE_DIR), "-A", "config.celery"]
    worker = [*celery, "worker", "-c", "2", "--without-gossip", "--without-mingle", "--loglevel", "warning"]
    return {"worker": worker, "beat": [*celery, "beat", "--loglevel", "warning"]}


def _parts(var: Path, host: str, port: int, *, has_demo: bool) -> list[Part]:
    serving = os.environ | {
        "PANBOOK_VAR": str(var),
        "PANBOOK_DB_ROLE": "app",
        "PYTHONUNBUFFERED": "1",
        processes.MARK: str(var),
    }
    owning = serving | {"PANBOOK_DB_ROLE": "owner"}
    manage = [sys.executable, str(settings.BASE_DIR / "manage.py")]
    reached = "127.0.0.1" if host in {"0.0.0.0", "::"} else host  # noqa: S104 - compared, not bound
    web = [sys.executable, "-m", "granian", "--interface", "wsgi", "--host", host, "--port", str(port)]
    web += ["--workers", "1", "--blocking-threads", "4", "--no-ws", "--log-level", "warning"]
    web += ["--working-dir", str(settings.BASE_DIR), "config.wsgi:application"]
    celery = celery_commands()
    ready = f"open http://{reached}:{port}/  (Ctrl-C stops)"
    parts: list[Part] = [
        Errand("migrate", [*manage, "migrate", "--noinput"], owning),
        *([Errand("demo", [*manage, "demo", "--if-empty"], serving)] if has_demo else []),
        Chore("static", collect_when_changed),
        Child("web", web, serving, address=(reached, port), ready=ready),
        Child("worker", celery["worker"], serving),
        Child("beat", celery["beat"], serving),
    ]
    if "DATABASE_URL" not in os.environ:
        data = embedded.data_folder(var)
        where = Chore("where", lambda: say(f"the data lie in {data.resolve()}"))
        parts[:0] = [embedded.Server(data), where]
    return parts

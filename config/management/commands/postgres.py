"""Run one of PostgreSQL's own programs (pg_dump, psql, ...) on the embedded database, as its superuser.

It must not start or stop the server; `up` has to run.
"""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config import embedded, lodging
from config.troubles import CannotStart

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    help = "Run a program of PostgreSQL on the embedded database, e.g. `postgres pg_dump -Fc -f my.dump`."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("program", help="its name: pg_dump, pg_restore, psql, createdb, dropdb, ...")
        parser.add_argument("arguments", nargs=argparse.REMAINDER, help="what it takes")

    def handle(self, *_args: Any, **options: Any) -> None:
        if "DATABASE_URL" in os.environ:
            raise CommandError("DATABASE_URL names another server: use the programs of that one.")
        data = embedded.data_folder(settings.VAR)
        if not embedded.is_serving(data):
            raise CommandError(f"No database is running over {data}: start it first with `make run`.")
        try:
            program = lodging.wheel_binaries() / options["program"]
        except CannotStart as trouble:
            raise CommandError(str(trouble)) from None
        if not program.is_file():
            names = ", ".join(sorted(path.name for path in program.parent.iterdir()))
            raise CommandError(f"PostgreSQL has no program {options['program']} here, but: {names}")
        os.environ["PGHOST"] = str(embedded.socket_folder(data))
        os.environ["PGUSER"] = embedded.SUPERUSER
        os.environ["PGDATABASE"] = embedded.DATABASE
        os.execv(program, [str(program), *options["arguments"]])  # noqa: S606 - no shell is what we want

"""The peers: bare psycopg, `eventsourcing` in its safe mode, django-hordak; each as its own manual has it."""

from __future__ import annotations

import os
import random
import uuid
from typing import TYPE_CHECKING

import psycopg

if TYPE_CHECKING:
    from collections.abc import Callable

LEGS = 2


def _bare() -> psycopg.Connection:
    return psycopg.connect(
        host=os.environ["PGHOST"], user=os.environ["PGUSER"], dbname="bare_bench", autocommit=True
    )


def bare_commit(_number: int) -> Callable[[], int]:
    """One INSERT of 300 bytes and its commit."""
    connection = _bare()
    connection.execute("CREATE TABLE IF NOT EXISTS ev (id bigserial PRIMARY KEY, body bytea)")
    body = b"x" * 300

    def work() -> int:
        connection.execute("INSERT INTO ev (body) VALUES (%s)", [body])
        return 1

    return work


def bare_statements(_number: int) -> Callable[[], int]:
    """As many statements in one transaction as our write path sends for one event, on bare tables."""
    connection = _bare()
    for table in ("ev", "st", "rq", "fd"):
        connection.execute(f"CREATE TABLE IF NOT EXISTS {table} (id bigserial PRIMARY KEY, body bytea)")
    body = b"x" * 300

    def work() -> int:
        connection.execute("SELECT body FROM ev WHERE id = 1")  # the deal, before the transaction
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [random.getrandbits(32)])
            connection.execute(
                "SELECT ev.body, st.body, rq.body FROM ev, st, rq WHERE ev.id = 1 AND st.id = 1"
            )
            connection.execute(
                """WITH e AS (INSERT INTO ev (body) VALUES (%(body)s)),
                s AS (INSERT INTO st (body) VALUES (%(body)s)),
                r AS (INSERT INTO rq (body) VALUES (%(body)s))
                INSERT INTO fd (body) VALUES (%(body)s)""",
                {"body": body},
            )
        return 1

    return work


def _eventsourcing(batch: int) -> Callable[[], int]:
    from eventsourcing.persistence import InfrastructureFactory, StoredEvent
    from eventsourcing.utils import Environment

    settings = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": "es_bench",
        "POSTGRES_HOST": os.environ["PGHOST"],
        "POSTGRES_PORT": os.environ["PGPORT"],
        "POSTGRES_USER": os.environ["PGUSER"],
        "POSTGRES_PASSWORD": "x",
        "CREATE_TABLE": os.environ.get("ES_CREATE", "n"),
    }
    recorder = InfrastructureFactory.construct(Environment("Bench", settings)).application_recorder()
    state = b"x" * 300

    def work() -> int:
        originator = uuid.uuid4()
        recorder.insert_events(
            [
                StoredEvent(originator_id=originator, originator_version=version + 1, topic="t", state=state)
                for version in range(batch)
            ]
        )
        return batch

    return work


def eventsourcing_one(_number: int) -> Callable[[], int]:
    """One event a save."""
    return _eventsourcing(1)


def eventsourcing_batch(_number: int) -> Callable[[], int]:
    """Fifty events a save."""
    return _eventsourcing(50)


def hordak(number: int) -> Callable[[], int]:
    """Transfers of two legs between random accounts out of fifty; counts legs."""
    import django
    from django.conf import settings

    settings.configure(
        SECRET_KEY="bench",  # noqa: S106 - protects nothing
        USE_TZ=True,
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "mptt", "djmoney", "hordak"],
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": "hordak_bench",
                "HOST": os.environ["PGHOST"],
                "USER": os.environ["PGUSER"],
                "CONN_MAX_AGE": None,
            }
        },
        CURRENCIES=["EUR"],
        DEFAULT_CURRENCY="EUR",
        HORDAK_INTERNAL_CURRENCY="EUR",
        HORDAK_CURRENCIES=["EUR"],
    )
    django.setup()
    from django.core.management import call_command
    from hordak.models import Account
    from moneyed import Money

    if number == 0 and os.environ.get("HORDAK_CREATE") == "y":
        call_command("migrate", verbosity=0)
        for code in range(50):
            Account.objects.create(name=f"a{code}", code=str(code), type="LI", currencies=["EUR"])
    accounts = list(Account.objects.all())
    one = Money(1, "EUR")

    def work() -> int:
        debtor, creditor = random.sample(accounts, 2)
        debtor.transfer_to(creditor, one)
        return LEGS

    return work

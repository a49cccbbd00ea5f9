"""The frame of every write: a request's key, the locks in their order, the first answer given again.

It knows no operation; `docs/decisions.md` and DESIGN ("Write path") say why the order is as it is.
"""

from __future__ import annotations

import functools
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

import msgspec
import psycopg
from django.db import IntegrityError, OperationalError, connection, transaction

from clubs.public_ids import new_public_id
from gameplay.codec import LINE_LARGEST
from gameplay.engine.verdict import Code as RuleCode
from gameplay.engine.verdict import Refusal
from gameplay.errors import Code, GameplayError, RuleBroken
from gameplay.models.request import MAX_KEY_LENGTH
from gameplay.store import SeenRequest
from ledger.canonical import canonical, sha256

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

P = ParamSpec("P")
R = TypeVar("R")

_SERIALIZATION_FAILURE, _DEADLOCK = "40001", "40P01"
_BOOK_CLOSED = "book.closed"  # what the guard of transactions hints at
_TRIES = 4
MAX_NESTING = 100
"""Lists and objects within each other, a limit of Panbook's own (rule R): what is stored must be readable."""


class Asked(NamedTuple):
    """What is asked: under which key, which operation, and the hash of all that decides its effect."""

    key: str
    operation: str
    body_hash: bytes


def asked(operation: str, key: str | None, body: dict[str, Any]) -> Asked:
    """Return the request; without a client's key it gets one of its own and cannot be recognised again."""
    if key is not None and not 1 <= len(key) <= MAX_KEY_LENGTH:
        raise GameplayError(Code.TEXT_TOO_LONG, field="key", limit=MAX_KEY_LENGTH)
    return Asked(key or new_public_id("req"), operation, body_hash(body))


def body_hash(body: dict[str, Any]) -> bytes:
    """Return the hash by which a repeated request is told from another one under the same key (L-49).

    JSON of any kind is hashed, floats in a record's `meta` and halves of surrogate pairs too, so this is not
    the form that facts take. Raises RuleBroken for what is larger than a line of a record may be, or nested
    so deeply that nobody could read it again.
    """
    _check_nesting(body)
    try:
        written = canonical(body)
    except ValueError:
        written = json.dumps(body, sort_keys=True).encode()
    if len(written) > LINE_LARGEST:
        raise RuleBroken(Refusal(RuleCode.RECORD_INVALID, "R", key="_").fault(None))
    return sha256(written)


def _check_nesting(body: dict[str, Any]) -> None:
    level: list[Any] = [body]
    for _ in range(MAX_NESTING):
        level = [
            inner
            for each in level
            for inner in (each.values() if isinstance(each, dict) else each)
            if isinstance(inner, dict | list | tuple)
        ]
        if not level:
            return
    raise RuleBroken(Refusal(RuleCode.RECORD_INVALID, "R", key="_").fault(None))


@contextmanager
def locked(
    request: Asked,
    *,
    club_id: int,
    session_id: int | None = None,
    alone: bool = False,
    deal_id: int | None = None,
) -> Generator[None]:
    """Begin the transaction of a write and take its first locks: request key, session, deal.

    `alone` excludes every other writer of the session. Nothing may be written before the accounts' locks.
    Raises GameplayError `idempotency.in_flight` when the same key is being carried out right now.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT gameplay_enter(%s, %s, %s, %s, %s)",
                [request.key, club_id, session_id, alone, deal_id],
            )
            if not cursor.fetchone()[0]:
                raise GameplayError(Code.IDEMPOTENCY_IN_FLIGHT, key=request.key)
        yield


def first_answer(club_id: int, request: Asked) -> dict[str, Any] | None:
    """Return what the request made when it was carried out before, or None.

    Raises GameplayError `idempotency.key_reused` when the key stood for something else then.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT operation, body_hash, made::text FROM gameplay_request WHERE club_id = %s AND key = %s",
            [club_id, request.key],
        )
        row = cursor.fetchone()
    seen = SeenRequest(row[0], bytes(row[1]), msgspec.json.decode(row[2])) if row else None
    return answer_of(request, seen)


def answer_of(request: Asked, seen: SeenRequest | None) -> dict[str, Any] | None:
    """Return what a request made before, if it is the one that was seen under its key."""
    if seen is None:
        return None
    if (seen.operation, seen.body_hash) != (request.operation, request.body_hash):
        raise GameplayError(Code.IDEMPOTENCY_KEY_REUSED, key=request.key)
    return seen.made


def retried(write: Callable[P, R]) -> Callable[P, R]:
    """Run a write again when PostgreSQL gave it up for the sake of another; it had no effect then (L-77).

    So it is with a write whose day book was sealed after it had been chosen: the next one is chosen now.
    """

    @functools.wraps(write)
    def again(*args: P.args, **kwargs: P.kwargs) -> R:
        for left in reversed(range(_TRIES)):
            try:
                return write(*args, **kwargs)
            except (OperationalError, IntegrityError) as error:
                if not left or not _is_given_up(error):
                    raise
        raise AssertionError("the last try answers or raises")

    return again


def _is_given_up(error: BaseException) -> bool:
    cause = error.__cause__
    if not isinstance(cause, psycopg.Error):
        return False
    return cause.sqlstate in {_SERIALIZATION_FAILURE, _DEADLOCK} or cause.diag.message_hint == _BOOK_CLOSED

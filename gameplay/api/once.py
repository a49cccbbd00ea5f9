"""Carries out once what has no key of its own, under the keys of the write path. It knows no operation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay import store
from gameplay.services.asking import asked, first_answer, locked, retried
from gameplay.streams import Stamp

if TYPE_CHECKING:
    from collections.abc import Callable


@retried
def carry_out_once(
    *,
    club_id: int,
    operation: str,
    key: str,
    by: str,
    body: dict[str, Any],
    make: Callable[[], dict[str, Any]],
) -> dict[str, Any]:
    """Return the ids that `make` made under this key, now or before; in the transaction that writes them.

    Raises GameplayError `idempotency.in_flight` or `idempotency.key_reused`, and whatever `make` raises.
    """
    request = asked(operation, key, body)
    with locked(request, club_id=club_id):
        if (made := first_answer(club_id, request)) is not None:
            return made
        made = make()
        store.write(
            store.Write(
                club_id=club_id,
                stream="",
                rows=[],
                stamp=Stamp(store.clock(), by, request.key),
                operation=operation,
                body_hash=request.body_hash,
                made=made,
                feed=[],
            )
        )
    return made

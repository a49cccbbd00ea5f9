"""Lets many do something at the same moment, each over a connection of its own; judges nothing."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from django.db import connection

from gameplay.errors import GameplayError, RuleBroken

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MANY = 16


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Carry all acts out at the same moment; a refusal is an answer like another, any other error is not."""
    start = threading.Barrier(len(acts))

    def carry_out(act: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            start.wait(timeout=30)
            return act()
        except (GameplayError, RuleBroken) as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(carry_out, acts))


def codes(answers: Sequence[Any]) -> Counter[str]:
    """Count the answers by their error code, "done" for those that were carried out."""
    return Counter(answer.code.value if isinstance(answer, GameplayError) else "done" for answer in answers)

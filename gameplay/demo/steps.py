"""The writes of the demo by their keys, so that an interrupted demo goes on where it stopped; writes nothing.

A step that was carried out is not asked again: by now it could look different, and its key be refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gameplay.models import Request

if TYPE_CHECKING:
    from collections.abc import Callable

    from clubs.models import Club

PREFIX: Final = "demo/"


class Steps:
    """What was carried out: key -> what it made."""

    def __init__(self, club: Club) -> None:
        """Read all at once; only this process adds to them."""
        found = Request.objects.filter(club=club, key__startswith=PREFIX)
        self._made: dict[str, dict[str, Any]] = dict(found.values_list("key", "made"))

    def made(self, step: str) -> dict[str, Any] | None:
        """Return the public ids that a step made, or None where it was not carried out yet."""
        return self._made.get(PREFIX + step)

    def once(self, step: str, write: Callable[[str], object]) -> None:
        """Carry out a step under its key unless it was."""
        key = PREFIX + step
        if key not in self._made:
            write(key)
            self._made[key] = {}

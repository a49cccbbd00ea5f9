"""Who and what the demo's evenings are played with; it plays none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from clubs.models import Club, Member, Table


@dataclass(frozen=True)
class House:
    """Who and what the evenings are played with, in the order of their numbers."""

    club: Club
    members: Sequence[Member]
    tables: Sequence[Table]
    today: dt.date

    @property
    def owner(self) -> str:
        """Whoever reopens."""
        return self.members[0].public_id

    @property
    def manager(self) -> str:
        """Whoever opens, takes back, closes and marks payments."""
        return self.members[1].public_id

    @property
    def scorer(self) -> str:
        """Whoever seats and logs."""
        return self.members[2].public_id

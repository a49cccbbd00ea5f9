"""What may happen next in a deal, told as kinds of events; says nothing of whether it would be wise."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """One kind of event that the engine would take now.

    `values` gives, for a key of the event, every value that it may have; a key that is not there is free.
    `needs` are the optional keys that must be given all the same. `cards` are choices of cards that are legal
    as they stand, the smallest ones: more cards, or loans, may be legal besides, and are for `Live.check` to
    judge. `uses` is a card that must be among those that come from the hand.
    """

    type: str
    values: Mapping[str, tuple[Any, ...]]
    needs: tuple[str, ...] = ()
    cards: tuple[Cards, ...] = ()
    uses: str | None = None

    def includes(self, event: Mapping[str, Any]) -> bool:
        """Tell whether an event is of this kind; that it is legal follows only where no cards are open."""
        return (
            event["type"] == self.type
            and all(event[key] in values for key, values in self.values.items() if key in event)
            and all(key in event for key in self.needs)
        )

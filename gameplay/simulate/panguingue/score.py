"""Plays a deal of Panguingue card by card and tells what a scorer writes of it (detail `score`).

The events are legal whatever the rules are; the card movements behind them are not told.
"""

from typing import TYPE_CHECKING, Final

from gameplay.engine.panguingue.rules import HAND_SIZE, Rules
from gameplay.simulate.panguingue.fits import strength
from gameplay.simulate.panguingue.player import Event, Player

if TYPE_CHECKING:
    from random import Random

_CALLS: Final = (("misdeal", 0.02, 0, 12), ("foul", 0.02, 1, 30), ("exhausted", 0.02, 10, 30))
"""What the staff call, in how many deals, and between which turns; `exhausted`: the players gave up."""
FORGOTTEN_CLAIM: Final = 0.04
WRITES_STAYS: Final = 0.1
"""How many deals have their stays written down."""

_MISDEALS: Final = ("A card was exposed.", "Somebody held eleven cards.", "The stack was not shuffled.")
_STAYS_FROM: Final = 36
"""The weight of a hand with which a careful player stays among many, and how far moods go."""
_MOOD: Final = 9.0
_EACH_MORE: Final = 4
"""What a hand must weigh more for each player beyond three who may still stay."""


class Table:
    """One deal, changed in place: the stock's end and the pile's end are their tops."""

    def __init__(self, rules: Rules, seats: int, first: int, rng: "Random") -> None:
        """Shuffle, deal ten each, turn the upcard."""
        self._rules = rules
        self._rng = rng
        self._stock = [card for card, copies in enumerate(rules.copies) for _ in range(copies)]
        rng.shuffle(self._stock)
        self._players = [Player(rules, seat, self._dealt()) for seat in range(seats)]
        self._pile = [self._stock.pop()]
        self._is_pile_drawn = False
        step = 1 if rules.options["rotation"] == "clockwise" else -1
        self._order = [self._players[(first + step * place) % seats] for place in range(seats)]
        self._refills = 1 if rules.options["stock_out"] == "reshuffle" else 0
        self.events: list[Event] = []

    def play(self) -> list[Event]:
        """Play the deal to its end and return the events."""
        calls = self._calls()
        is_over = not self._declare()
        turn = 0
        while not is_over:
            is_over = self._called(calls.get(turn)) or self._turn(self._next_player())
            turn += 1
        return self.events

    def _next_player(self) -> Player:
        player = self._order.pop(0)
        self._order.append(player)
        return player

    def _calls(self) -> dict[int, str]:
        """Draw what the staff call in this deal, by the turn before which they do."""
        drawn = {}
        for call, share, first, last in _CALLS:
            if self._rng.random() < share:
                drawn[self._rng.randint(first, last)] = call
        return drawn

    def _called(self, call: str | None) -> bool:
        """Carry out a call; tell whether it ends the deal."""
        if call == "foul":
            player = self._order.pop(self._rng.randrange(len(self._order)))
            self.events.append({"type": "foul", "seat": player.seat})
            return len(self._order) == 1
        if call == "misdeal":
            self.events.append({"type": "misdeal", "reason": self._rng.choice(_MISDEALS)})
        elif call == "exhausted":
            self.events.append({"type": "exhausted"})
        return call is not None

    def _dealt(self) -> list[int]:
        return [self._stock.pop() for _ in range(HAND_SIZE)]

    def _declare(self) -> bool:
        """PG-5: each stays or drops by its hand; tell whether there is anything to play."""
        writes_stays = self._rng.random() < WRITES_STAYS
        for player in list(self._order):
            wanted = _STAYS_FROM + _EACH_MORE * (len(self._order) - 5)
            if len(self._order) <= 2:
                wanted -= 2 * int(_MOOD)
            if strength(player.hand) + self._rng.gauss(0, _MOOD) >= wanted:
                if writes_stays:
                    self.events.append({"type": "stay", "seat": player.seat})
                continue
            self._order.remove(player)
            self.events.append({"type": "drop", "seat": player.seat})
            if len(self._order) == 1:
                return False
        return True

    def _turn(self, player: Player) -> bool:
        """PG-6: draw, lay, throw; tell whether the deal has ended."""
        options = self._rules.options
        takes_pile = self._may_take_pile() and player.can_use(self._pile[-1])
        if not takes_pile and not self._stock and not self._refill():
            self.events.append({"type": "exhausted"})
            return True
        drawn = self._pile.pop() if takes_pile else self._stock.pop()
        player.hand[drawn] += 1
        for event in player.lay(drawn, only_with_drawn=takes_pile or options["meld_needs_drawn_card"]):
            self._tell(event)
        if player.has_won:
            return True
        card = player.thrown(drawn, keeps_drawn=options["drawn_card"] == "hand")
        self._pile.append(card)
        self._is_pile_drawn = card == drawn and not takes_pile
        return False

    def _may_take_pile(self) -> bool:
        way = self._rules.options["discard_draw"]
        return bool(self._pile) and way != "never" and (way != "stock_drawn" or self._is_pile_drawn)

    def _refill(self) -> bool:
        """PG-6: the pile but its top becomes the stock; players give up before they do it twice."""
        if not self._refills or len(self._pile) < 2:
            return False
        self._refills -= 1
        self._stock = self._pile[:-1]
        self._rng.shuffle(self._stock)
        del self._pile[:-1]
        return True

    def _tell(self, event: Event) -> None:
        if "claimed" in event and self._rng.random() < FORGOTTEN_CLAIM:
            event = {key: value for key, value in event.items() if key != "claimed"}
        self.events.append(event)


def panguingue_events(rules: Rules, seats: int, first: int, rng: "Random") -> list[Event]:
    """Give the events of one deal; raises the engine's `Refusal` for a wrong number of seats."""
    rules.check_seats(seats)
    return Table(rules, seats, first, rng).play()

"""Plays a deal of Panguingue card by card, by what each player sees; leaves to others what is written of it.

The events name every card (detail `play`), and are legal whatever the rules are.
"""

from typing import TYPE_CHECKING, Final

from gameplay.engine.panguingue.rules import HAND_SIZE, NAMES, Rules
from gameplay.simulate.panguingue.fits import strength
from gameplay.simulate.panguingue.player import Player
from gameplay.simulate.panguingue.seat import Event

if TYPE_CHECKING:
    from random import Random

CALLS: Final = (("misdeal", 0.02, -1, 12), ("foul", 0.03, 0, 20))
"""What the staff call, in how many deals, and in which turns; before the first the cards are dealt."""
ENDLESS: Final = "The deal came to no end."
FORGOTTEN_CLAIM: Final = 0.04
FORCES: Final = 0.7
"""How often a card is forced on a player who would not collect for it."""
TAKES_TO_KEEP: Final = 0.3
"""How often a card that promises much is taken from the pile into the hand, where that is allowed."""

_MISDEALS: Final = ("A card was exposed.", "Somebody held eleven cards.", "The stack was not shuffled.")
_WAITS: Final = (0, 0, 0, 2, 6)
"""For how many turns players hold melds back that collect nothing."""
_STAYS_FROM: Final = 36
"""The weight of a hand with which a careful player stays among many, and how far moods go."""
_MOOD: Final = 9.0
_EACH_MORE: Final = 4
"""What a hand must weigh more for each player beyond three who may still stay."""


class Table:
    """One deal, changed in place: the stock's end and the pile's end are their tops.

    Of each card on the pile it is noted whether it was drawn from the stock by the seat that threw it.
    """

    def __init__(self, rules: Rules, seats: int, first: int, rng: "Random") -> None:
        """Shuffle, deal ten each, turn the upcard; raises `Refusal` for a number of seats that may not be."""
        rules.check_seats(seats)
        self._rules = rules
        self._rng = rng
        self._stock = [card for card, copies in enumerate(rules.copies) for _ in range(copies)]
        rng.shuffle(self._stock)
        hands = [[self._stock.pop() for _ in range(HAND_SIZE)] for _ in range(seats)]
        players = [Player(rules, seat, hand, rng.choice(_WAITS)) for seat, hand in enumerate(hands)]
        self._pile = [(self._stock.pop(), False)]
        self._order = [players[(first + rules.step * place) % seats] for place in range(seats)]
        self._refills = 2
        named = [[NAMES[card] for card in hand] for hand in hands]
        self._deal: Event = {"type": "deal", "upcard": NAMES[self._pile[0][0]], "hands": named}
        self.events: list[Event] = []
        self.is_over = False

    def play(self) -> list[Event]:
        """Play the deal to its end and return the events."""
        calls = self._calls()
        self._called(calls.get(-1))
        if not self.is_over:
            self.events.append(self._deal)
            self._declare()
        turn = 0
        while not self.is_over:
            self._turn(calls.get(turn))
            turn += 1
        return self.events

    def _calls(self) -> dict[int, str]:
        """Draw what the staff call in this deal, by the turn in which they do."""
        drawn = {}
        for call, share, first, last in CALLS:
            if self._rng.random() < share:
                drawn[self._rng.randint(first, last)] = call
        return drawn

    def _called(self, call: str | None) -> None:
        """Carry out a call."""
        if call == "foul":
            player = self._order.pop(self._rng.randrange(len(self._order)))
            self.events.append({"type": "foul", "seat": player.seat})
            self.is_over = len(self._order) == 1
        elif call == "misdeal":
            self._break_off(self._rng.choice(_MISDEALS))

    def _break_off(self, reason: str) -> None:
        self.events.append({"type": "misdeal", "reason": reason})
        self.is_over = True

    def _declare(self) -> None:
        """PG-5: each stays or drops by its hand, until one alone is left or all have declared."""
        for player in list(self._order):
            wanted = _STAYS_FROM + _EACH_MORE * (len(self._order) - 5)
            if len(self._order) <= 2:
                wanted -= 2 * int(_MOOD)
            stays = strength(player.hand) + self._rng.gauss(0, _MOOD) >= wanted
            self.events.append({"type": "stay" if stays else "drop", "seat": player.seat})
            if not stays:
                self._order.remove(player)
                self.is_over = len(self._order) == 1
            if self.is_over:
                return

    def _turn(self, call: str | None) -> None:
        """PG-6: draw, lay, throw, and turn to the next; a call comes before the turn or after the draw."""
        if call and self._rng.random() < 0.5:
            self._called(call)
            call = None
        player = self._order[0]
        drawn = None if self.is_over else self._drawn(player)
        self._called(call if drawn is not None else None)
        if drawn is None or self.is_over or self._order[0] is not player:
            return
        card, source = drawn
        if self._lay(player, card, source):
            self.is_over = True
            return
        self._order.append(self._order.pop(0))

    def _drawn(self, player: Player) -> tuple[int, str] | None:
        """PG-6, PG-12: let a player draw; give the card and whether from the stock or pile, or by force."""
        is_forced = self._is_forced(player)
        event: Event = {"type": "draw", "seat": player.seat}
        if is_forced or self._takes_top(player):
            card, _ = self._pile.pop()
            event |= {"from": "discard", "card": NAMES[card]}
        elif self._stock or self._refill():
            card = self._stock.pop()
            event |= {"from": "stock", "card": NAMES[card]}
        else:
            self._end_unwon()
            return None
        self.events.append(event)
        player.hand[card] += 1
        return card, "force" if is_forced else event["from"]

    def _lay(self, player: Player, drawn: int, source: str) -> bool:
        """PG-6 to PG-8: lay what goes, then throw a card; tell whether the player has won."""
        rules = self._rules
        binds = source == "discard" and rules.must_meld_discard
        before = player.hand[drawn]
        laying = player.lay(
            drawn, only_with_drawn=binds or rules.meld_needs_drawn, is_forced=source == "force"
        )
        for event in laying:
            self._tell(event)
        if player.has_won:
            return True
        is_free = rules.keeps_drawn or player.hand[drawn] < before
        card = player.thrown(drawn, keeps_drawn=is_free, following=self._order[1].melds)
        self._pile.append((card, card == drawn and source == "stock"))
        self.events.append({"type": "discard", "seat": player.seat, "card": NAMES[card]})
        return False

    def _is_forced(self, player: Player) -> bool:
        """PG-12: let another player force the top of the pile on one whom it helps little."""
        if not self._rules.is_forcing or not self._pile:
            return False
        top, _ = self._pile[-1]
        if not player.fits_any(top) or player.takes_gladly(top) or self._rng.random() >= FORCES:
            return False
        by = self._rng.choice(self._order[1:]).seat
        self.events.append({"type": "force", "seat": player.seat, "by": by})
        return True

    def _takes_top(self, player: Player) -> bool:
        """PG-6: whether a player may take the top of the pile and has a use for it, now or later."""
        rules = self._rules
        if not self._pile or rules.no_discard_draw:
            return False
        top, was_plucked = self._pile[-1]
        if rules.needs_plucked and not was_plucked:
            return False
        if player.can_use(top):
            return True
        is_kept = rules.keeps_drawn and not rules.must_meld_discard
        return is_kept and player.wants(top) and self._rng.random() < TAKES_TO_KEEP

    def _refill(self) -> bool:
        """PG-6: the pile but its top becomes the stock; nobody wants to go through it for ever."""
        if not self._may_refill() or not self._refills:
            return False
        self._refills -= 1
        self._stock = [card for card, _ in self._pile[:-1]]
        self._rng.shuffle(self._stock)
        del self._pile[:-1]
        return True

    def _may_refill(self) -> bool:
        return self._rules.refills and len(self._pile) > 1

    def _end_unwon(self) -> None:
        """PG-11: nobody can draw any more, or nobody will."""
        if self._may_refill():
            self._break_off(ENDLESS)
        else:
            self.events.append({"type": "exhausted"})
            self.is_over = True

    def _tell(self, event: Event) -> None:
        if "claimed" in event and self._rng.random() < FORGOTTEN_CLAIM:
            event = {key: value for key, value in event.items() if key != "claimed"}
        self.events.append(event)

"""One deal of Pan as it goes at detail `play`, every movement of a card (PL-2 to PL-6); reads no text.

Each method is one event, takes plain numbers, and raises `Refusal` by the rule that is broken. After a
refusal the deal is of no use any more: replay throws it away, so a method may have changed something before.
"""

from collections.abc import Sequence
from typing import Self

from gameplay.engine.offers import Offer
from gameplay.engine.pan import legal
from gameplay.engine.pan.dealing import Hands, dealt_sizes, starter
from gameplay.engine.pan.reading import OPENING, PLAYING, UNDEALT
from gameplay.engine.pan.rules import PACKETS, WILD, Rules
from gameplay.engine.pan.score import ScoreDeal
from gameplay.engine.pan.turns import Turns
from gameplay.engine.record import Head
from gameplay.engine.verdict import Code, Refusal


class PlayDeal(Turns):
    """A deal of which every play and take is written down.

    `hands` holds for each seat how many of each card it is known to have, and of the unknown card. `located`
    counts the copies of a card that lie on the pile or are known in a hand.
    """

    __slots__ = ("first", "hands", "located", "number")

    def __init__(self, rules: Rules, seats: int, pot: int, first: int | None) -> None:
        """Seat everyone, with no cards yet; `first` is who moves first, if the record says so."""
        super().__init__(rules, seats, pot)
        kinds = len(rules.copies)
        self.first = first
        self.number = rules.number
        self.hands = [[0] * kinds for _ in range(seats)]
        self.located = [0] * kinds

    # What the staff do

    def deal(self, hands: Hands, sizes: Sequence[int] | None) -> None:
        """PL-3: give the whole pack to the seats; PL-4: find out who plays first, if that is known."""
        self.turn = starter(self.rules, hands, self.first)
        self.held = dealt_sizes(self.rules, hands, sizes)
        for seat, hand in enumerate(hands):
            if hand is None:
                self.hands[seat][self.rules.unknown] = self.held[seat]
            else:
                self._give(seat, hand)
        self.phase = OPENING

    # What a seat may do

    def play_undealt(self, cards: Sequence[int], stands_for: int | None) -> None:
        """PL-3: nobody plays before the deal; that `as` is out of place is told first (E)."""
        self._check_as(cards, stands_for)
        raise self._out_of_phase("play")

    def open(self, seat: int, cards: list[int], stands_for: int | None, ms: int) -> None:
        """PL-4: the opener alone, or all four of its rank, the opener listed first."""
        self._check_as(cards, stands_for)
        self._check_starts(seat)
        rules = self.rules
        if cards[:1] != [rules.opener] or (len(cards) > 1 and sorted(cards) != rules.openers):
            raise self._opening_required()
        self.phase = PLAYING
        self._lay(seat, cards, cards, ms)

    def take_unopened(self, seat: int) -> None:
        """PL-6: nobody takes before the opening."""
        self._check_starts(seat)
        raise self._opening_required()

    def play(self, seat: int, cards: list[int], stands_for: int | None, ms: int) -> None:
        """PL-5: one card, or three or four of one rank; a wild joker plays as the rank it stands for."""
        if stands_for is not None:
            self._check_as(cards, stands_for)
        if seat != self.turn:
            raise Refusal(Code.TURN_WRONG_SEAT, "PL-5", seat=seat)
        rules, faces = self.rules, cards
        if len(cards) == 1 and (rank := rules.ranks_of[cards[0]]) != WILD:
            if rank < rules.ranks_of[self.pile[-1]]:
                raise self._too_low(cards)
        else:
            rank = self._packet_rank(cards, stands_for)
            if rules.wild_joker is not None:
                faces = rules.faces(cards, rank)
        self._lay(seat, cards, faces, ms)

    def take(self, seat: int, cards: list[int] | None, ms: int) -> None:
        """PL-6: the top three cards above the lowest, or as many as there are, join the hand."""
        if seat != self.turn:
            raise Refusal(Code.TURN_WRONG_SEAT, "PL-5", seat=seat)
        taken = self.takeable()
        if not taken and not self.rules.zero_take:
            raise Refusal(Code.TAKE_NOTHING, "PL-6", seat=seat)
        if cards is not None and sorted(cards) != sorted(taken):
            raise Refusal(Code.TAKE_WRONG_CARDS, "PL-6", cards=[self.rules.names[card] for card in taken])
        if self.rules.is_timed and self._is_late(seat, ms, self.rules.takes_count):
            return
        if taken:
            hand = self.hands[seat]
            for card in taken:
                hand[card] += 1
            self.held[seat] += len(taken)
            del self.pile[-len(taken) :]
        self._pass_on(seat)

    def takeable(self) -> list[int]:
        """PL-6: the cards that a take would take now, bottom to top; the lowest of the pile never goes."""
        faces = self.pile[-3:] if len(self.pile) > 3 else self.pile[1:]
        return faces if self.rules.wild_joker is None else [self.rules.cards_of[face] for face in faces]

    # What others want to know

    def legal(self) -> tuple[Offer, ...]:
        """Give every kind of event that would be taken now (PL-3 to PL-8)."""
        if self.phase is PLAYING:
            return legal.moves(self)
        if self.phase is OPENING:
            return legal.openings(self)
        return legal.UNDEALT if self.phase is UNDEALT else legal.OVER

    def copy(self) -> Self:
        """Give a deal that goes on from here by itself."""
        other = super().copy()
        other.first, other.number = self.first, self.number
        other.hands, other.located = [hand.copy() for hand in self.hands], self.located.copy()
        return other

    # The rules behind them

    def _out_of_phase(self, event: str) -> Refusal:
        if event in {"out", "lost"}:
            return Refusal(Code.EVENT_WRONG_DETAIL, "PL-8", event=event, detail="play")
        if self.phase is UNDEALT:
            return Refusal(Code.DEAL_EXPECTED, "PL-3")
        return Refusal(Code.DEAL_REPEATED, "PL-3")

    def _give(self, seat: int, cards: Sequence[int]) -> None:
        """PL-2: every card but the joker exists once."""
        counts, copies = self.hands[seat], self.rules.copies
        for card in cards:
            counts[card] += 1
            self.located[card] += 1
            if self.located[card] > copies[card]:
                name, count = self.rules.names[card], self.located[card]
                raise Refusal(Code.CARD_TOO_MANY, "PL-2", card=name, count=count, copies=copies[card])

    def _check_as(self, cards: Sequence[int], stands_for: int | None) -> None:
        """PL-5: `as` goes with a wild joker alone."""
        if stands_for is not None and self.rules.wild_joker not in cards:
            raise Refusal(Code.EVENT_NOT_ALLOWED, "PL-5", event="as")

    def _check_starts(self, seat: int) -> None:
        if self.turn is not None and seat != self.turn:
            raise Refusal(Code.TURN_WRONG_SEAT, "PL-4", seat=seat)

    def _opening_required(self) -> Refusal:
        return Refusal(Code.OPENING_REQUIRED, "PL-4", card=self.rules.names[self.rules.opener])

    def _too_low(self, cards: Sequence[int]) -> Refusal:
        return Refusal(Code.PLAY_TOO_LOW, "PL-5", card=self.rules.names[cards[0]], top=self._top())

    def _top(self) -> str:
        return self.rules.names[self.rules.cards_of[self.pile[-1]]]

    def _packet_rank(self, cards: list[int], stands_for: int | None) -> int:
        """PL-5: give the one rank of the cards played together, if they fit on the pile."""
        if len(cards) not in PACKETS:
            raise Refusal(Code.PLAY_COUNT, "PL-5", count=len(cards))
        rank, top = self._common_rank(cards, stands_for), self.rules.ranks_of[self.pile[-1]]
        if len(cards) == 3:
            if not self.rules.triple_fits(rank, top, len(self.pile)):
                raise Refusal(Code.PLAY_TRIPLE_NOT_ALLOWED, "PL-5", top=self._top())
        elif rank < top or (len(cards) == 4 and rank == top):
            raise self._too_low(cards)
        return rank

    def _common_rank(self, cards: list[int], stands_for: int | None) -> int:
        """PL-5: what natural cards say, and `as` where it is given, is one and the same."""
        ranks_of = self.rules.ranks_of
        rank = stands_for
        for card in cards:
            if ranks_of[card] == rank or ranks_of[card] == WILD:
                continue
            if rank is not None:
                break
            rank = ranks_of[card]
        else:
            if rank is not None:
                return rank
        raise Refusal(Code.PLAY_NOT_ONE_RANK, "PL-5", cards=[self.rules.names[card] for card in cards])

    def _lay(self, seat: int, cards: list[int], faces: list[int], ms: int) -> None:
        """PL-5: put held cards on the pile; an unknown card may turn out to be any that lies nowhere else."""
        rules, hand, located = self.rules, self.hands[seat], self.located
        for card in cards:
            if hand[card]:
                hand[card] -= 1
            elif hand[rules.unknown] and located[card] < rules.copies[card]:
                hand[rules.unknown] -= 1
                located[card] += 1
            else:
                raise Refusal(Code.HAND_CARD_NOT_HELD, "PL-5", seat=seat, card=rules.names[card])
        if rules.is_timed and self._is_late(seat, ms, 1):
            return
        self.pile += faces
        self.held[seat] -= len(cards)
        if not self.held[seat]:
            self._go_out(seat)
        self._pass_on(seat)


def begin(head: Head) -> PlayDeal | ScoreDeal:
    """Seat the players of a record, at its detail (R)."""
    if head.detail == "play":
        return PlayDeal(head.rules, len(head.seats), head.pot, head.first)
    return ScoreDeal(head.rules, len(head.seats), head.pot)

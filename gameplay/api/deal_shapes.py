"""Shapes of deals and their events, as they are asked for and answered. They judge nothing."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from clubs.api.answers import page_of
from clubs.api.fields import Instant, Page, PublicId, Shape, Strict, Text, Units, Whole
from gameplay.api.people import PlayerShape
from gameplay.services import VoidReason
from gameplay.services.session_stream import MAX_NOTE

MAX_EVENTS = 5_000


def _events(least: int) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.DictField(help_text="An event of the record format (docs/rules.md)."),
        min_length=least,
        max_length=MAX_EVENTS,
    )


class LineShape(Shape):
    """Why units moved: `payer` and `payee` are seats, null is the pot; `event` counts from 0."""

    event = serializers.IntegerField(allow_null=True)
    rule = serializers.CharField()
    reason = serializers.CharField()
    payer = serializers.IntegerField(allow_null=True)
    payee = serializers.IntegerField(allow_null=True)
    units = Units()
    meld = serializers.IntegerField(allow_null=True)


class VerdictShape(Shape):
    """What replaying the deal gives (docs/rules.md, R): net units a seat, and every line behind them."""

    outcome = serializers.CharField()
    winner = serializers.IntegerField(allow_null=True)
    loser = serializers.IntegerField(allow_null=True)
    units = serializers.ListField(child=Units())
    pot = Units()
    cards = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    finished = serializers.ListField(child=serializers.IntegerField())
    lines = LineShape(many=True)


class DealMade(Shape):
    """A deal right after the write; `transaction` is null as long as nothing was posted."""

    id = serializers.CharField()
    session = serializers.CharField()
    number = serializers.IntegerField()
    seq = serializers.IntegerField()
    transaction = serializers.CharField(allow_null=True)
    verdict = VerdictShape()


class NewDealBody(Strict):
    """The next deal: who is seated, the pot and who is first follow from the session."""

    detail = serializers.ChoiceField(["score", "play"], required=False, default="score")
    events = _events(0)
    entered_at = Instant(required=False, allow_null=True, help_text="The client's clock.")

    def __init__(self, *args: Any, **more: Any) -> None:
        """Let the events be left out."""
        super().__init__(*args, **more)
        self.fields["events"].required = False


class NewEvents(Strict):
    """Events to be appended behind number `expected_seq`, all or none."""

    events = _events(1)
    expected_seq = Whole(min_value=0, max_value=2**31 - 1)
    entered_at = Instant(required=False, allow_null=True, help_text="The client's clock.")


class DryRun(Strict):
    """Events to be judged as if they were appended behind number `expected_seq`."""

    events = _events(1)
    expected_seq = Whole(min_value=0, max_value=2**31 - 1)


class DryRunAnswer(Shape):
    """What the verdict would be, and the number that the last event would have; nothing is stored."""

    id = serializers.CharField()
    seq = serializers.IntegerField()
    verdict = VerdictShape()


class OfferShape(Shape):
    """One kind of event that would be recorded now.

    `values` gives for a key of the event every value that it may have; a key that is not there is free.
    `needs` are keys that must be given although they are optional. `cards` are the smallest choices of cards
    that are legal as they stand; more cards may be. `uses` is a card that must be among those from the hand.
    """

    type = serializers.CharField()
    values = serializers.DictField(child=serializers.ListField())
    needs = serializers.ListField(child=serializers.CharField())
    cards = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    uses = serializers.CharField(allow_null=True)


class AddedShape(Shape):
    """Cards for a meld that lies already; `meld` is its index."""

    meld = serializers.IntegerField()
    cards = serializers.ListField(child=serializers.CharField())


class HintShape(Shape):
    """What the seat to move would best lay: new melds and additions; each payer then pays `units`."""

    seat = serializers.IntegerField()
    melds = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    layoffs = AddedShape(many=True)
    units = Units()


class LegalAnswer(Shape):
    """What may come after event number `seq`; no offers when the deal takes no further event.

    `hint` is null unless the game has melds, the hand to move is known, and something can be laid.
    """

    id = serializers.CharField(source="deal")
    seq = serializers.IntegerField()
    offers = OfferShape(many=True)
    hint: Any = HintShape(allow_null=True)


class Voiding(Strict):
    """Why a deal is taken back."""

    reason = serializers.ChoiceField([each.value for each in VoidReason])
    note = Text(MAX_NOTE, required=False, allow_blank=True, default="")


class VoidAnswer(Shape):
    """A deal that is void now; `transactions` are the reversals of what it had posted."""

    deal = serializers.CharField()
    status = serializers.CharField()
    transactions = serializers.ListField(child=serializers.CharField())


class SeatOfDeal(Shape):
    """Who sat on a seat, counted from 0, and the net units of it."""

    seat = serializers.IntegerField()
    member = PlayerShape(source="person")
    units = Units()


class DealShape(Shape):
    """A deal of the list. `status`: `open`, `finished` or `void`."""

    id = serializers.CharField(source="deal")
    session = serializers.CharField()
    number = serializers.IntegerField()
    game = serializers.CharField()
    detail = serializers.CharField(source="header.detail")
    status = serializers.CharField()
    outcome = serializers.CharField()
    winner: Any = PlayerShape(allow_null=True)
    loser: Any = PlayerShape(allow_null=True)
    seats = SeatOfDeal(many=True)
    pot_in = Units()
    pot = Units()
    seq = serializers.IntegerField()
    recorded_at = serializers.DateTimeField()
    recorded_by = serializers.CharField()


class EventShape(Shape):
    """An event as it came, with its number in the stream, from 1."""

    seq = serializers.IntegerField()
    event = serializers.DictField()
    entered_at = serializers.DateTimeField(allow_null=True)
    recorded_at = serializers.DateTimeField()
    recorded_by = serializers.CharField()


class VoidShape(Shape):
    """Why a deal was taken back."""

    reason = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    by = PlayerShape()
    recorded_at = serializers.DateTimeField()


class OneDealShape(DealShape):
    """A deal with all that is known of it: `profile` and `options` are those that it was played by."""

    profile = serializers.CharField(source="header.profile")
    options = serializers.DictField(source="header.options")
    first = serializers.IntegerField(source="header.first", allow_null=True)
    events = EventShape(many=True)
    verdict: Any = VerdictShape(allow_null=True)
    void: Any = VoidShape(allow_null=True)
    transactions = serializers.ListField(child=serializers.CharField())


class DealsQuery(Page):
    """Which deals."""


class ImportQuery(Shape):
    """Where the records go; without a session, to the import session of `meta.table` and `meta.date`."""

    session = PublicId("session", required=False)


DealPage = page_of(DealShape, "DealPage")

"""Shapes of sessions, their seats and matches, as they are asked for and answered. They change nothing."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from clubs.api.answers import page_of
from clubs.api.fields import Page, PublicId, Shape, Strict, Text, Units, Whole
from gameplay.api.people import PlayerShape
from gameplay.models import SessionStatus
from gameplay.models.house_rules import Game
from gameplay.services.seats import MAX_CHAIRS
from gameplay.services.session_stream import MAX_NOTE
from gameplay.services.sessions import ReopenReason

UNITS_LARGEST = 10**6


class TableOf(Shape):
    """The table of a session."""

    id = serializers.CharField(source="table")
    name = serializers.CharField(source="table_name")


class RulesOf(Shape):
    """The revision of house rules by which the next deal is played."""

    revision = serializers.CharField(source="rules")
    name = serializers.CharField(source="rules_name")
    number = serializers.IntegerField(source="rules_number")


class ChairShape(Shape):
    """Who sits on a chair; chairs count from 1, clockwise."""

    chair = serializers.IntegerField()
    member = PlayerShape(source="person")


class SessionShape(Shape):
    """A session. `seq` counts the events of its stream, `deals` the deals, void ones too."""

    id = serializers.CharField(source="session")
    table = TableOf(source="*")
    game = serializers.ChoiceField(Game.values)
    origin = serializers.CharField()
    business_day = serializers.DateField()
    status = serializers.ChoiceField(SessionStatus.values)
    seq = serializers.IntegerField()
    rules = RulesOf(source="*")
    deals = serializers.IntegerField()
    chairs = ChairShape(many=True)
    recorded_at = serializers.DateTimeField()
    recorded_by = serializers.CharField()


class InPlayShape(Shape):
    """What the next deal meets."""

    pot = Units()
    unfinished_deal = serializers.CharField(source="unfinished", allow_null=True)


class ProgressShape(Shape):
    """How far settling has come, in steps; 0 of 0: not begun. What is given up is not tried again."""

    done = serializers.IntegerField()
    total = serializers.IntegerField()
    is_done = serializers.BooleanField()
    is_given_up = serializers.BooleanField()


class ReopeningShape(Shape):
    """Why a closed session was opened again."""

    reason = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    recorded_at = serializers.DateTimeField()
    recorded_by = serializers.CharField(source="by.member")


class OneSessionShape(SessionShape):
    """A session with what lies on the table."""

    in_play = InPlayShape()
    settling = ProgressShape(allow_null=True)
    reopenings = ReopeningShape(many=True)


class SessionsQuery(Page):
    """Which sessions."""

    status = serializers.ChoiceField(SessionStatus.values, required=False)
    table = PublicId("table", required=False)
    game = serializers.ChoiceField(Game.values, required=False)
    business_day = serializers.DateField(required=False)


class NewSession(Strict):
    """A session to be opened; on today's business day of the club unless another one is given."""

    table = PublicId("table")
    rules = PublicId("revision", help_text="A revision of house rules; it names the game.")
    business_day = serializers.DateField(required=False)


class SeatTaken(Strict):
    """Who is to sit where."""

    chair = Whole(min_value=1, max_value=MAX_CHAIRS)
    member = PublicId("member")


class SeatLeft(Strict):
    """Which chair is left."""

    chair = Whole(min_value=1, max_value=MAX_CHAIRS)


class SeatAnswer(Shape):
    """A chair after the change; `member` is null when nobody sits there."""

    session = serializers.CharField()
    chair = serializers.IntegerField()
    member = serializers.CharField(allow_null=True)


class StatusAnswer(Shape):
    """A session after the change."""

    session = serializers.CharField()
    status = serializers.ChoiceField(SessionStatus.values)


class NewRules(Strict):
    """Which revision the next deals are played by, and which one the caller has seen in force."""

    rules = PublicId("revision", help_text="A revision of house rules for the same game.")
    expected_rules = PublicId("revision", help_text="`rules.revision` of the session as it was read.")


class RulesAnswer(Shape):
    """A session after the change of its rules."""

    session = serializers.CharField()
    rules = serializers.CharField()


class Nothing(Strict):
    """An empty object, or no body at all."""


class Reopening(Strict):
    """Why a session is opened again."""

    reason = serializers.ChoiceField([each.value for each in ReopenReason])
    note = Text(MAX_NOTE, required=False, allow_blank=True, default="")


class NewMatch(Strict):
    """A match among those who are seated (PL-9)."""

    word = Text(12, required=False, default="PAN")
    match_end = serializers.ChoiceField(["first", "last_standing"], required=False, default="last_standing")
    match_stake = Whole(min_value=0, max_value=UNITS_LARGEST, required=False, default=0)


class MatchMade(Shape):
    """The match that was started or ended."""

    id = serializers.CharField()
    session = serializers.CharField()


class LettersShape(Shape):
    """The letters of one player."""

    member = PlayerShape(source="person")
    letters = serializers.CharField(allow_blank=True)
    is_out = serializers.BooleanField()


class MatchShape(Shape):
    """A match as its deals stand (PL-9); `through_number` is null while it runs."""

    id = serializers.CharField(source="match")
    session = serializers.CharField()
    word = serializers.CharField()
    match_end = serializers.CharField()
    match_stake = Units()
    from_number = serializers.IntegerField()
    through_number = serializers.IntegerField(allow_null=True)
    is_ended = serializers.BooleanField()
    is_over = serializers.BooleanField()
    players = LettersShape(many=True)
    winner: Any = PlayerShape(allow_null=True)


class MatchesQuery(Shape):
    """Which matches."""

    session = PublicId("session")


SessionPage = page_of(SessionShape, "SessionPage")
MatchPage = page_of(MatchShape, "MatchPage")

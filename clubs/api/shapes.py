"""Shapes of clubs, members and tables, as they are asked for and answered. They change nothing."""

from __future__ import annotations

from rest_framework import serializers

from clubs.api.answers import page_of
from clubs.api.fields import Activity, Page, Shape, Strict, Text, Whole
from clubs.models import Role
from clubs.texts import NAME_LENGTH, TABLE_LENGTH


class PersonShape(Shape):
    """A member, wherever one is named. A number is text: 0042 is not 42."""

    id = serializers.CharField(source="public_id")
    number = serializers.CharField()
    name = serializers.CharField()


class ClubShape(Shape):
    """A club; `role` is the highest that the caller holds there."""

    id = serializers.CharField(source="club.public_id")
    name = serializers.CharField(source="club.name")
    time_zone = serializers.CharField(source="club.time_zone")
    cutoff_hour = serializers.IntegerField(source="club.cutoff_hour")
    recorded_at = serializers.DateTimeField(source="club.recorded_at")
    member = PersonShape()
    role = serializers.CharField(source="standing")


class ClubEdit(Strict):
    """What is to change of a club."""

    name = Text(NAME_LENGTH, required=False)
    time_zone = Text(64, required=False)
    cutoff_hour = Whole(min_value=0, max_value=23, required=False)


class MemberShape(PersonShape):
    """A member of the list."""

    is_active = serializers.BooleanField()
    roles = serializers.ListField(child=serializers.CharField())
    recorded_at = serializers.DateTimeField()


def _roles() -> serializers.ListField:
    return serializers.ListField(
        child=serializers.ChoiceField(Role.values),
        max_length=3,
        required=False,
        help_text="Beyond that of a player.",
    )


class NewMember(Strict):
    """A member to be added; the next free number unless one is given."""

    name = Text(NAME_LENGTH)
    number = serializers.RegexField(r"^[0-9A-Za-z-]{1,12}\Z", max_length=12, required=False)
    roles = _roles()


class MemberEdit(Strict):
    """What is to change of a member; `roles` is all of them."""

    name = Text(NAME_LENGTH, required=False)
    is_active = serializers.BooleanField(required=False)
    roles = _roles()


class MembersQuery(Page):
    """Which members."""

    search = serializers.CharField(
        max_length=NAME_LENGTH, required=False, help_text="Part of the name, however accented; number or id."
    )
    is_active = Activity(default=True)


class TableShape(Shape):
    """A table."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    is_active = serializers.BooleanField()
    recorded_at = serializers.DateTimeField()


class NewTable(Strict):
    """A table to be added."""

    name = Text(TABLE_LENGTH)


class TableEdit(Strict):
    """What is to change of a table."""

    name = Text(TABLE_LENGTH, required=False)
    is_active = serializers.BooleanField(required=False)


class TablesQuery(Page):
    """Which tables."""

    is_active = Activity(default=True)


ClubPage = page_of(ClubShape, "ClubPage")
MemberPage = page_of(MemberShape, "MemberPage")
TablePage = page_of(TableShape, "TablePage")

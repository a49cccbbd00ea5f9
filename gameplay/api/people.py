"""Shapes that name a member, or whoever holds an account. They look nobody up."""

from __future__ import annotations

from rest_framework import serializers

from clubs.api.fields import Shape


class PlayerShape(Shape):
    """A member, wherever one is named. A number is text: 0042 is not 42."""

    id = serializers.CharField(source="member")
    number = serializers.CharField(allow_blank=True)
    name = serializers.CharField()


class HolderShape(Shape):
    """Whose an account is: a member's, or the pot of a table."""

    account = serializers.CharField()
    kind = serializers.CharField(source="purpose", help_text="`member`, `pot`, …")
    holder = serializers.CharField(help_text="The id of the member or table.")
    name = serializers.CharField()

"""Shapes that every part of the API answers with: the problem, the page. They hold no data."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from clubs.api.fields import Shape


class FlawShape(Shape):
    """One thing that is wrong: where it stands, its code, a sentence, and what the sentence needs."""

    pointer = serializers.CharField(
        allow_blank=True, help_text="RFC 6901 pointer into the body; `?name` is a parameter."
    )
    code = serializers.CharField()
    detail = serializers.CharField(allow_blank=True)
    params = serializers.DictField()


class Problem(Shape):
    """RFC 9457. A fault of the rules names the event (from 0 in the whole deal) and the rule."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()
    errors = FlawShape(many=True)  # type: ignore[assignment] # the class takes it out of the body
    event = serializers.IntegerField(required=False, allow_null=True)
    rule = serializers.CharField(required=False, allow_null=True)


def page_of(row: type[Shape], name: str) -> type[Shape]:
    """Return the shape of a page of rows."""
    fields: dict[str, Any] = {
        "__doc__": "A page; `next` is the cursor of the page behind it, null on the last.",
        "items": row(many=True),
        "next": serializers.CharField(allow_null=True),
    }
    return type(name, (Shape,), fields)

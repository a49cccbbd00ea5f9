"""Fields of requests and answers, each with its bounds (L-60). They look nothing up and decide no right."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from django.utils.dateparse import parse_datetime
from rest_framework import serializers

from clubs.api.addresses import TYPES, pattern

if TYPE_CHECKING:
    # The type is generic, the class is not.
    class Shape(serializers.Serializer[Any]):
        """What a body or an answer looks like."""

else:
    Shape = serializers.Serializer


class PublicId(serializers.RegexField):
    """A typed public id, such as `mbr_…`."""

    def __init__(self, kind: str, **more: Any) -> None:
        """Take the name of a type of `addresses.py`."""
        self.kind = kind
        super().__init__(rf"^{pattern(TYPES[kind])}\Z", max_length=32, **more)

    def __deepcopy__(self, memo: dict[int, Any]) -> PublicId:
        """Copy as DRF copies fields; its way would hand over the regular expression instead of the kind."""
        kept: dict[str, Any] = self._kwargs  # type: ignore[attr-defined] # DRF keeps them there
        kwargs = {name: value for name, value in kept.items() if name != "regex"}
        return PublicId(self.kind, **kwargs)


class Text(serializers.CharField):
    """A short text that people write; the service brings it into its form."""

    def __init__(self, limit: int, **more: Any) -> None:
        """Bound it."""
        super().__init__(max_length=limit, **more)

    def to_internal_value(self, data: Any) -> str:
        """Take text alone: a number is not a name."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Units(serializers.IntegerField):
    """An amount in units: a whole number, signed."""


class Whole(serializers.IntegerField):
    """A bounded whole number; neither a text, nor a boolean, nor a fraction counts as one."""

    def to_internal_value(self, data: Any) -> int:
        """Take integers of JSON alone."""
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Instant(serializers.DateTimeField):
    """A time with its offset (RFC 3339), within the years in which anybody plays here."""

    def to_internal_value(self, value: Any) -> dt.datetime:
        """Refuse what names no instant: a time without an offset is none."""
        read = parse_datetime(value) if isinstance(value, str) and len(value) <= 40 else None
        if read is None or read.utcoffset() is None or not 2000 <= read.year <= 2200:
            self.fail("invalid", format="YYYY-MM-DDThh:mm:ss±hh:mm")
        return read.astimezone(dt.UTC)


class Strict(Shape):
    """A body in which an unknown member is refused: a misspelt one must not be taken for left out."""

    def to_internal_value(self, data: Any) -> Any:
        """Refuse what is not known, then read."""
        if isinstance(data, dict) and (unknown := [name for name in data if name not in self.fields]):
            raise serializers.ValidationError(
                {
                    str(name)[:60]: [serializers.ErrorDetail("This member is not known.", "unknown")]
                    for name in unknown[:20]
                }
            )
        return super().to_internal_value(data)


class Limit(serializers.IntegerField):
    """How many rows a page holds at most."""

    def __init__(self, largest: int = 200, default: int = 50) -> None:
        """Bound it."""
        super().__init__(min_value=1, max_value=largest, default=default, help_text="How many rows at most.")

    def __deepcopy__(self, memo: dict[int, Any]) -> Limit:
        """Copy as DRF copies fields."""
        return Limit(int(self.max_value), int(self.default))  # type: ignore[arg-type] # both are given


class Activity(serializers.BooleanField):
    """Whether only those that are active are wanted, or only the others."""

    def __init__(self, *, default: bool | None) -> None:
        """Take what counts without the parameter."""
        super().__init__(
            required=False, allow_null=True, default=default, help_text="`null`: the active and the others."
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> Activity:
        """Copy as DRF copies fields."""
        return Activity(default=self.default)


class Page(Shape):
    """The query of a list."""

    limit = Limit()
    cursor = serializers.CharField(
        max_length=1000, required=False, help_text="Where the page begins: `next` of the page before."
    )

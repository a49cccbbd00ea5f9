"""Spreads a frozen row, so that an answer can hold its fields beside others. It reads no table."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def spread(row: DataclassInstance, *properties: str) -> dict[str, Any]:
    """Return the fields of a row, and what of it is worked out."""
    names = [each.name for each in dataclasses.fields(row)]
    return {name: getattr(row, name) for name in (*names, *properties)}

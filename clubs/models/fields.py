"""Fields that several tables share; it defines no table."""

from collections.abc import Callable

from django.db import models
from django.db.models.functions import Now

from clubs.public_ids import MAX_LENGTH


def public_id_field(make: Callable[[], str]) -> "models.CharField[str, str]":
    """Return the column of an identity row's public id, unique in the whole installation."""
    return models.CharField(max_length=MAX_LENGTH, unique=True, default=make, editable=False)


def fact_id_field() -> "models.CharField[str, str]":
    """Return the column of a fact's public id.

    Its unique key begins with the club, so that partitioning by club later moves no row; the index alone
    serves the addresses, which name no club.
    """
    return models.CharField(max_length=MAX_LENGTH, db_index=True, editable=False)


def fact_id_is_unique(table: str) -> models.UniqueConstraint:
    """Return the unique key that goes with `fact_id_field`."""
    return models.UniqueConstraint(fields=["club", "public_id"], name=f"{table}_public_id")


def recorded_at_field() -> "models.DateTimeField[object, object]":
    """Return a column that the database fills with the clock of the insert."""
    return models.DateTimeField(db_default=Now(), editable=False)

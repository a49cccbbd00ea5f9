"""Renames and retires house rules; their revisions never change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from clubs.texts import TABLE_LENGTH, clean_text
from gameplay.models import HouseRules

if TYPE_CHECKING:
    from collections.abc import Callable


@transaction.atomic
def edit_house_rules(
    *, house_rules: HouseRules, check: Callable[[HouseRules], None], changes: dict[str, Any]
) -> HouseRules:
    """Change name or activity; `check` looks at the locked row and may refuse.

    Raises IntegrityError for a name that other rules of the game have.
    """
    current = HouseRules.objects.select_for_update(no_key=True).get(pk=house_rules.pk)
    check(current)
    if "name" in changes:
        current.name = clean_text(changes["name"], limit=TABLE_LENGTH)
    if "is_active" in changes:
        current.is_active = changes["is_active"]
    current.save(update_fields=list(changes))
    return current

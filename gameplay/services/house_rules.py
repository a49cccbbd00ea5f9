"""Keeps a club's house rules: named sets of options, in revisions that never change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction

from clubs.public_ids import new_public_id
from clubs.texts import TABLE_LENGTH, clean_text
from gameplay import store
from gameplay.engine.replay import resolve
from gameplay.engine.verdict import Fault
from gameplay.errors import Code, GameplayError, RuleBroken
from gameplay.models import HouseRules, HouseRulesRevision

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from clubs.models import Club


@transaction.atomic
def revise_house_rules(
    *, club: Club, game: str, name: str, profile: str, rules: Mapping[str, Any], by: str
) -> HouseRulesRevision:
    """Add a revision to the rules of this name, made where missing; equal options add none.

    Raises RuleBroken with the engine's fault for an unknown profile or an option outside its row,
    GameplayError `rules.retired` for rules that are not used any more.
    """
    options = resolve(game, profile, dict(rules))
    if isinstance(options, Fault):
        raise RuleBroken(options)
    house_rules, _ = HouseRules.objects.get_or_create(club=club, game=game, name=name)
    house_rules = HouseRules.objects.select_for_update().get(pk=house_rules.pk)
    latest = house_rules.revisions.order_by("-number").first()
    if latest is not None and (latest.profile, latest.options) == (profile, dict(options)):
        return latest
    if not house_rules.is_active:
        raise GameplayError(Code.RULES_RETIRED, rules=house_rules.name)
    return HouseRulesRevision.objects.create(
        public_id=new_public_id("rev"),
        club=club,
        house_rules=house_rules,
        number=1 + (latest.number if latest else 0),
        profile=profile,
        options=dict(options),
        recorded_at=store.clock(),
        recorded_by=by,
    )


def edit_house_rules(
    *, house_rules: HouseRules, check: Callable[[HouseRules], None], changes: dict[str, Any]
) -> HouseRules:
    """Change name or activity; `check` looks at the locked row and may refuse. Revisions never change.

    Raises GameplayError `rules.name_taken` for a name that other rules of the game have.
    """
    try:
        return _edit(house_rules, check, changes)
    except IntegrityError as error:
        raise GameplayError(Code.RULES_NAME_TAKEN, name=changes["name"]) from error


@transaction.atomic
def _edit(
    house_rules: HouseRules, check: Callable[[HouseRules], None], changes: dict[str, Any]
) -> HouseRules:
    current = HouseRules.objects.select_for_update(no_key=True).get(pk=house_rules.pk)
    check(current)
    if "name" in changes:
        current.name = clean_text(changes["name"], limit=TABLE_LENGTH)
    if "is_active" in changes:
        current.is_active = changes["is_active"]
    current.save(update_fields=list(changes))
    return current

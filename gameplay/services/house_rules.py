"""Keeps a club's house rules: named sets of options, in revisions that never change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from clubs.public_ids import new_public_id
from gameplay import store
from gameplay.engine.replay import resolve
from gameplay.engine.verdict import Fault
from gameplay.errors import RuleBroken
from gameplay.models import HouseRules, HouseRulesRevision

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clubs.models import Club


@transaction.atomic
def revise_house_rules(
    *, club: Club, game: str, name: str, profile: str, rules: Mapping[str, Any], by: str
) -> HouseRulesRevision:
    """Add a revision to the rules of this name, made where missing; equal options add none.

    Raises RuleBroken with the engine's fault for an unknown profile or an option outside its row.
    """
    options = resolve(game, profile, dict(rules))
    if isinstance(options, Fault):
        raise RuleBroken(options)
    house_rules, _ = HouseRules.objects.get_or_create(club=club, game=game, name=name)
    HouseRules.objects.select_for_update().get(pk=house_rules.pk)
    latest = house_rules.revisions.order_by("-number").first()
    if latest is not None and (latest.profile, latest.options) == (profile, dict(options)):
        return latest
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

"""Finds or makes the house rules for a command or an import that opens a session; it alters no set in use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.engine.replay import resolve
from gameplay.engine.verdict import Fault
from gameplay.errors import RuleBroken
from gameplay.models import HouseRules, HouseRulesRevision
from gameplay.services import revise_house_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clubs.models import Club


def revision_of(
    *, club: Club, game: str, profile: str, rules: Mapping[str, Any], by: str
) -> HouseRulesRevision:
    """Return a revision with the profile's options and the rules that differ from it.

    One that says exactly this is taken, whatever its name, of a set in use before a retired one. Otherwise
    it is added under the profile's name, but never as the newest revision of a set that the club keeps for
    itself. Raises RuleBroken, and GameplayError `rules.retired`.
    """
    options = resolve(game, profile, dict(rules))
    if isinstance(options, Fault):
        raise RuleBroken(options)
    same = HouseRulesRevision.objects.filter(
        club=club, house_rules__game=game, profile=profile, options=dict(options)
    )
    by_use = same.select_related("house_rules").order_by("-house_rules__is_active", "id")
    if (found := by_use.first()) is not None:
        return found
    name = _free_name(club, game, profile, is_changed=options != resolve(game, profile, {}))
    return revise_house_rules(club=club, game=game, name=name, profile=profile, rules=rules, by=by)


def _free_name(club: Club, game: str, profile: str, *, is_changed: bool) -> str:
    if is_changed:
        return f"{profile} (changed)"
    is_taken = HouseRules.objects.filter(club=club, game=game, name=profile).exists()
    return f"{profile} (unchanged)" if is_taken else profile

"""Addresses of house rules: list, revise, read with what they pay, rename, retire."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from clubs.api.answers import page_of
from clubs.api.fields import Shape, Strict, Text, Units
from clubs.api.operations import operation
from clubs.api.refusals import ApiError
from clubs.api.refusals import Code as ApiCode
from clubs.api.tags import refuse_stale
from clubs.api.views import ApiView
from clubs.errors import Code as ClubsCode
from clubs.models import Scope
from clubs.texts import TABLE_LENGTH, clean_text
from gameplay import selectors, services
from gameplay.api.faults import placed
from gameplay.api.pays import what_pays
from gameplay.api.rows import spread
from gameplay.api.sessions import KEYED
from gameplay.engine.verdict import Code as Rule
from gameplay.errors import Code
from gameplay.models import HouseRules
from gameplay.models.house_rules import Game

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

TAG = "house rules"


class RulesShape(Shape):
    """House rules in one revision, every option resolved (PG-1, PL-1)."""

    id = serializers.CharField(source="house_rules")
    name = serializers.CharField()
    game = serializers.ChoiceField(Game.values)
    is_active = serializers.BooleanField()
    revision = serializers.CharField()
    number = serializers.IntegerField()
    profile = serializers.CharField()
    options = serializers.DictField()
    recorded_at = serializers.DateTimeField()
    recorded_by = serializers.CharField()


class PaysShape(Shape):
    """What something pays: units from each payer; of `drop` and `ante`, to the pot."""

    what = serializers.CharField()
    cards = serializers.ListField(child=serializers.CharField())
    units = Units()


class OneRulesShape(RulesShape):
    """One revision with what it pays."""

    pays = PaysShape(many=True)


class RevisionShape(Shape):
    """One of the revisions."""

    revision = serializers.CharField()
    number = serializers.IntegerField()
    recorded_at = serializers.DateTimeField()
    recorded_by = serializers.CharField()


class RulesHead(Shape):
    """House rules as they are called, with their latest revision and all others, the latest first."""

    id = serializers.CharField(source="house_rules")
    name = serializers.CharField()
    game = serializers.ChoiceField(Game.values)
    is_active = serializers.BooleanField()
    revisions = RevisionShape(many=True)


class RulesQuery(Shape):
    """Which rules."""

    game = serializers.ChoiceField(Game.values, required=False)


class NewRevision(Strict):
    """A revision of the rules of this name, which are made where missing; `rules` differ from the profile."""

    game = serializers.ChoiceField(Game.values)
    name = Text(TABLE_LENGTH)
    profile = Text(20, required=False, default="classic")
    rules = serializers.DictField(required=False, default=dict)


class RulesEdit(Strict):
    """What is to change of house rules."""

    name = Text(TABLE_LENGTH, required=False)
    is_active = serializers.BooleanField(required=False)


RulesPage = page_of(RulesShape, "RulesPage")


class Rules(ApiView):
    """A club's house rules."""

    @operation(
        "list_house_rules",
        tag=TAG,
        summary="List house rules in their latest revisions",
        role="player",
        scopes=(Scope.READ,),
        query=RulesQuery,
        answer=RulesPage,
    )
    def get(self, request: Request, club: str) -> HttpResponse:
        """Answer all of them: a club has few."""
        del request, club
        found = selectors.list_house_rules(self.entry.club.pk, game=self.query.get("game"))
        return self.page(RulesShape(found, many=True).data, None)

    @operation(
        "revise_house_rules",
        tag=TAG,
        summary="Add a revision of house rules",
        description="Rules that are already so in their latest revision get no further one.",
        role="manager",
        scopes=(Scope.MANAGE,),
        body=NewRevision,
        answer=OneRulesShape,
        status=201,
        errors=(
            *KEYED,
            Rule.RULES_INVALID,
            Rule.RULES_UNKNOWN_PROFILE,
            Rule.RECORD_UNKNOWN_KEY,
            Code.RULES_RETIRED,
            ClubsCode.TEXT_CHARACTER,
            ClubsCode.TEXT_EMPTY,
        ),
        is_keyed=True,
    )
    def post(self, request: Request, club: str) -> HttpResponse:
        """Add one, once."""
        del request, club
        asked = self.body | {"name": clean_text(self.body["name"], limit=TABLE_LENGTH)}

        def make() -> dict[str, Any]:
            revision = services.revise_house_rules(
                club=self.entry.club, by=self.entry.member.public_id, **asked
            )
            return {"revision": revision.public_id}

        with placed():
            made = self.once("revise_house_rules", asked, make)
        row = selectors.find_revision(self.entry.club.pk, made["revision"])
        assert row is not None  # noqa: S101 - it was made just now, or before
        row = dataclasses.replace(row, name=asked["name"], is_active=True)
        return self.answer(_with_pays(row), 201)


class OneRules(ApiView):
    """One set of house rules."""

    @operation(
        "get_house_rules",
        tag=TAG,
        summary="Read how house rules are called, and which revisions they have",
        role="player",
        scopes=(Scope.READ,),
        answer=RulesHead,
    )
    def get(self, request: Request, club: str, house_rules: str) -> HttpResponse:
        """Answer one."""
        del request, club
        return self.answer(self._shown(self._find(house_rules)))

    @operation(
        "edit_house_rules",
        tag=TAG,
        summary="Rename house rules, or retire them",
        role="manager",
        scopes=(Scope.MANAGE,),
        body=RulesEdit,
        answer=RulesHead,
        errors=(Code.RULES_NAME_TAKEN, ClubsCode.TEXT_CHARACTER, ClubsCode.TEXT_EMPTY),
        is_edit=True,
    )
    def patch(self, request: Request, club: str, house_rules: str) -> HttpResponse:
        """Change what is named."""
        del club
        changed = services.edit_house_rules(
            house_rules=self._find(house_rules),
            check=lambda current: refuse_stale(request, self._shown(current)),
            changes=self.body,
        )
        return self.answer(self._shown(changed))

    def _find(self, public_id: str) -> HouseRules:
        found = HouseRules.objects.filter(club=self.entry.club, public_id=public_id).first()
        if found is None:
            raise ApiError(ApiCode.NOT_FOUND)
        return found

    def _shown(self, head: HouseRules) -> Any:
        revisions = selectors.revisions_of(self.entry.club.pk, head.public_id)
        return RulesHead(
            {
                "house_rules": head.public_id,
                "name": head.name,
                "game": head.game,
                "is_active": head.is_active,
                "revisions": revisions,
            }
        ).data


class OneRevision(ApiView):
    """One revision."""

    @operation(
        "get_revision",
        tag=TAG,
        summary="Read a revision of house rules with what it pays",
        role="player",
        scopes=(Scope.READ,),
        answer=OneRulesShape,
    )
    def get(self, request: Request, club: str, revision: str) -> HttpResponse:
        """Answer one."""
        del request, club
        row = selectors.find_revision(self.entry.club.pk, revision)
        if row is None:
            raise ApiError(ApiCode.NOT_FOUND)
        return self.answer(_with_pays(row))


def _with_pays(row: selectors.RulesRow) -> Any:
    return OneRulesShape(spread(row) | {"pays": what_pays(row.game, row.profile, row.options)}).data

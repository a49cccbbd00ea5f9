"""House rules: named sets of options in revisions that never change, judged by the engine."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from clubs.services.edits import edit_table
from gameplay import services
from gameplay.errors import Code, GameplayError, RuleBroken
from gameplay.models import HouseRules, HouseRulesRevision
from gameplay.services import edit_house_rules
from gameplay.services.session_stream import read_facts
from tests.builders import BY, DAY, PAN, PANGUINGUE, House, make_house
from tests.gameplay.storms import MANY, at_once


def revise(house: House, **asked: Any) -> HouseRulesRevision:
    wanted: dict[str, Any] = {
        "club": house.club,
        "game": PANGUINGUE,
        "name": "Fridays",
        "profile": "classic",
        "rules": {},
        "by": BY,
    }
    return services.revise_house_rules(**(wanted | asked))


def test_revisions_are_numbered_from_one(house: House) -> None:
    made = [revise(house, rules={"ante": ante}) for ante in (1, 2, 3)]
    assert [each.number for each in made] == [1, 2, 3]
    assert len({each.house_rules_id for each in made}) == 1
    assert [each.options["ante"] for each in made] == [1, 2, 3]


def test_equal_options_add_no_revision_however_they_are_told(house: House) -> None:
    first = revise(house)
    assert revise(house, rules={"ante": first.options["ante"]}).pk == first.pk
    assert revise(house, rules=first.options).pk == first.pk


def test_going_back_is_a_revision_of_its_own(house: House) -> None:
    first, other, back = (revise(house, rules={"ante": ante}) for ante in (1, 2, 1))
    assert [first.number, other.number, back.number] == [1, 2, 3]
    assert first.options == back.options


def test_another_profile_is_another_revision(house: House) -> None:
    first = revise(house)
    second = revise(house, profile="hoyle", rules=first.options)
    assert (second.number, second.profile, second.options) == (2, "hoyle", first.options)


def test_a_revision_holds_every_option_resolved(house: House) -> None:
    classic, cardroom = revise(house), revise(house, profile="cardroom", rules={"ante": 4})
    assert classic.options.keys() == cardroom.options.keys()
    assert (classic.options["rotation"], cardroom.options["rotation"]) == ("clockwise", "counterclockwise")
    assert cardroom.options["ante"] == 4


def test_one_name_stands_for_one_set_in_each_game_of_each_club(house: House) -> None:
    other = make_house(name="Other Room")
    made = [revise(house), revise(house, game=PAN), revise(other)]
    assert [each.number for each in made] == [1, 1, 1]
    assert len({each.house_rules_id for each in made}) == 3


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"profile": "vienna"}, "rules.unknown_profile"),
        ({"game": PAN, "profile": "hoyle"}, "rules.unknown_profile"),
        ({"rules": {"ante": -1}}, "rules.invalid"),
        ({"rules": {"ante": True}}, "rules.invalid"),
        ({"rules": {"ante": 1.0}}, "rules.invalid"),
        ({"rules": {"rotation": "widdershins"}}, "rules.invalid"),
        ({"game": PAN, "rules": {"triple_rule": "two"}}, "rules.invalid"),
    ],
)
def test_what_the_engine_does_not_know_is_refused_and_leaves_nothing(
    house: House, asked: dict[str, Any], code: str
) -> None:
    before = HouseRules.objects.count()
    with pytest.raises(RuleBroken) as refusal:
        revise(house, **asked)
    assert refusal.value.fault.code == code
    assert HouseRules.objects.count() == before


def test_a_refused_revision_leaves_the_latest_as_it_was(house: House) -> None:
    first = revise(house)
    with pytest.raises(RuleBroken):
        revise(house, rules={"packs": 99})
    assert list(HouseRulesRevision.objects.filter(house_rules=first.house_rules)) == [first]


def test_a_session_keeps_the_revision_that_it_was_opened_under(house: House) -> None:
    house.rules[PANGUINGUE] = first = revise(house)
    session = house.open(PANGUINGUE)
    revise(house, rules={"ante": 5})
    assert read_facts(house.club.pk, session).rules == first.public_id


def test_many_who_revise_alike_make_one_revision(house: House) -> None:  # L-72
    made = at_once([partial(revise, house, rules={"ante": 3})] * MANY)
    assert {(each.pk, each.number) for each in made} == {(made[0].pk, 1)}
    assert HouseRules.objects.filter(club=house.club, name="Fridays").count() == 1


def test_many_who_revise_differently_are_numbered_without_a_gap(house: House) -> None:  # L-72
    made = at_once([partial(revise, house, rules={"ante": ante}) for ante in range(MANY)])
    assert sorted(each.number for each in made) == list(range(1, MANY + 1))


def test_rules_are_renamed_and_retired_and_their_revisions_stay(house: House) -> None:
    first = revise(house)
    edited = edit_house_rules(
        house_rules=first.house_rules,
        check=lambda _: None,
        changes={"name": " Saturdays ", "is_active": False},
    )
    stored = HouseRules.objects.get(pk=edited.pk)
    assert (stored.name, stored.is_active, stored.public_id) == ("Saturdays", False, edited.public_id)
    assert list(stored.revisions.all()) == [first]
    assert revise(house, name="Saturdays").pk == first.pk
    assert revise(house).house_rules_id != stored.pk


def test_retired_rules_take_no_further_revision(house: House) -> None:
    first = revise(house)
    edit_house_rules(house_rules=first.house_rules, check=lambda _: None, changes={"is_active": False})
    with pytest.raises(GameplayError) as refusal:
        revise(house, rules={"ante": 5})
    assert (refusal.value.code, refusal.value.params) == ("rules.retired", {"rules": "Fridays"})
    edit_house_rules(house_rules=first.house_rules, check=lambda _: None, changes={"is_active": True})
    assert revise(house, rules={"ante": 5}).number == 2


def test_retired_rules_and_tables_open_no_session_but_take_imported_records(house: House) -> None:
    first, table = revise(house), house.tables[0]
    house.rules[PANGUINGUE] = first
    key: dict[str, Any] = {"table": table, "revision": first, "business_day": DAY, "by": BY, "key": "before"}
    before = services.open_session(**key)
    edit_house_rules(house_rules=first.house_rules, check=lambda _: None, changes={"is_active": False})
    with pytest.raises(GameplayError, match=Code.RULES_RETIRED):
        house.open(PANGUINGUE)
    edit_table(table=table, check=lambda _: None, changes={"is_active": False})
    with pytest.raises(GameplayError, match=Code.TABLE_RETIRED):
        house.open(PAN)
    assert services.open_session(**key) == before  # asked again, it answers as then
    services.find_or_open_import_session(table=table, revision=first, business_day=DAY, by=BY)


def test_two_sets_of_a_game_have_two_names(house: House) -> None:
    first, second = revise(house), revise(house, name="Saturdays")
    with pytest.raises(GameplayError) as refusal:
        edit_house_rules(
            house_rules=second.house_rules, check=lambda _: None, changes={"name": first.house_rules.name}
        )
    assert (refusal.value.code, refusal.value.params) == ("rules.name_taken", {"name": "Fridays"})
    assert HouseRules.objects.get(pk=second.house_rules_id).name == "Saturdays"


def test_whoever_checks_an_edit_looks_at_the_rules_as_they_are_now(house: House) -> None:  # L-52
    stale = revise(house).house_rules
    edit_house_rules(house_rules=stale, check=lambda _: None, changes={"name": "Saturdays"})

    def refuse(current: HouseRules) -> None:
        raise ValueError(current.name)

    with pytest.raises(ValueError, match="Saturdays"):
        edit_house_rules(house_rules=stale, check=refuse, changes={"is_active": False})
    assert HouseRules.objects.get(pk=stale.pk).is_active

"""The pages of house rules: what each set pays, and a form for its next revision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.texts import clean_text
from gameplay import selectors, services
from gameplay.engine.pan.rules import PROFILES as PAN
from gameplay.engine.panguingue.rules import PROFILES as PANGUINGUE
from gameplay.engine.replay import resolve
from gameplay.engine.verdict import Fault
from gameplay.error_sentences import REFUSALS
from gameplay.errors import RuleBroken
from gameplay.models import HouseRules
from gameplay.models.house_rules import Game
from gameplay.pages.access import Visit, club_page
from gameplay.pages.examples import examples
from gameplay.pages.options import fields_of, read_options
from gameplay.pages.refusals import said

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest, HttpResponse, QueryDict

PROFILES: dict[str, Mapping[str, Mapping[str, Any]]] = {"panguingue": PANGUINGUE, "pan": PAN}
NAME_LENGTH = 60


@club_page()
def rules(request: HttpRequest, visit: Visit) -> HttpResponse:
    """List the house rules."""
    told = {
        "visit": visit,
        "rows": selectors.list_house_rules(visit.club.pk),
        "profiles": [(game, Game(game).label, list(PROFILES[game])) for game in PROFILES],
    }
    return render(request, "gameplay/rules.html", told)


@club_page()
def one(request: HttpRequest, visit: Visit, house_rules: str) -> HttpResponse:
    """Show a set of house rules with what it pays, and its revisions."""
    revisions = selectors.revisions_of(visit.club.pk, house_rules) if "\0" not in house_rules else []
    if not revisions:
        raise Http404
    wanted = request.GET.get("revision")
    row = next((each for each in revisions if str(each.number) == wanted), revisions[0])
    told = {
        "visit": visit,
        "row": row,
        "revisions": revisions,
        "groups": fields_of(row.game, row.options),
        "examples": examples(row.game, row.profile, row.options),
    }
    return render(request, "gameplay/rules_one.html", told)


@club_page("manager", ("GET", "HEAD", "POST"))
def revise(request: HttpRequest, visit: Visit, house_rules: str) -> HttpResponse:
    """Show the options of the latest revision to be changed, or store what was sent as the next one."""
    revisions = selectors.revisions_of(visit.club.pk, house_rules) if "\0" not in house_rules else []
    if not revisions:
        raise Http404
    row = revisions[0]
    if request.method == "POST":
        return _store(request, visit, row.game, row.profile, row.name)
    return _form(request, visit, row.game, row.profile, row.options, name=row.name, is_new=False)


@club_page("manager", ("GET", "HEAD", "POST"))
def new(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Show the options of a profile as a start for new house rules, or store what was sent."""
    sent = request.POST if request.method == "POST" else request.GET
    game = sent.get("game", "panguingue")
    profile = sent.get("profile", "classic")
    if game not in PROFILES or profile not in PROFILES[game]:
        raise Http404
    if request.method == "POST":
        return _store(request, visit, game, profile, None)
    return _form(request, visit, game, profile, PROFILES[game][profile], name="", is_new=True)


def _store(request: HttpRequest, visit: Visit, game: str, profile: str, name: str | None) -> HttpResponse:
    """Store a revision of the named rules, or of new ones under the name that was sent."""
    options, is_new = read_options(game, request.POST), name is None
    shown = {**PROFILES[game][profile], **options}
    try:
        wanted = clean_text(request.POST.get("name", ""), limit=NAME_LENGTH) if name is None else name
        if is_new and HouseRules.objects.filter(club=visit.club, game=game, name=wanted).exists():
            taken = _("There are house rules of this name already: open them to revise them.")
            return _form(request, visit, game, profile, shown, name=wanted, is_new=True, refusal=taken)
        made = services.revise_house_rules(
            club=visit.club, game=game, name=wanted, profile=profile, rules=options, by=visit.by
        )
    except REFUSALS as error:
        refusal = said(error)
    else:
        return redirect("club:rules_one", visit.club.public_id, made.house_rules.public_id)
    typed = name or request.POST.get("name", "")
    return _form(request, visit, game, profile, shown, name=typed, is_new=is_new, refusal=refusal)


def _form(
    request: HttpRequest,
    visit: Visit,
    game: str,
    profile: str,
    options: Mapping[str, Any],
    *,
    name: str,
    is_new: bool,
    refusal: str = "",
) -> HttpResponse:
    told = {
        "visit": visit,
        "game": game,
        "game_name": Game(game).label,
        "profile": profile,
        "profiles": list(PROFILES[game]),
        "name": name,
        "is_new": is_new,
        "groups": fields_of(game, options),
        "examples": [] if refusal else examples(game, profile, options),
        "refusal": refusal,
    }
    return render(request, "gameplay/rules_form.html", told, status=422 if refusal else 200)


@club_page("manager")
def check(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Show what typed options would pay; nothing is written."""
    told = {"visit": visit} | _weighed(request.GET)
    return render(request, "gameplay/part_examples.html", told)


def _weighed(sent: QueryDict) -> dict[str, Any]:
    game, profile = sent.get("game", ""), sent.get("profile", "")
    if game not in PROFILES:
        raise Http404
    options = resolve(game, profile, read_options(game, sent))
    if isinstance(options, Fault):
        return {"refusal": said(RuleBroken(options)), "examples": []}
    return {"refusal": "", "examples": examples(game, profile, options)}

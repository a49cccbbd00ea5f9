"""The pages of people and clubs; what they show is read in `selectors.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.decorators import login_required
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.models import User
from clubs.selectors import clubs_of, standing
from clubs.sentences import STANDINGS

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
@login_required
def home(request: HttpRequest) -> HttpResponse:
    """Show the clubs of whoever is logged in."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101 - for the type checker
    places = [
        {"club": member.club, "member": member, "standing": STANDINGS[standing(member)]}
        for member in clubs_of(user)
    ]
    return render(request, "clubs/home.html", {"places": places})

"""Who may open a page of a club: a stranger is told that there is none. It reads no session and no deal."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponseNotAllowed
from django.utils.cache import patch_cache_control

from clubs.models import Club
from clubs.selectors import ORDER, membership, standing

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponseBase

    from clubs.models import Member
    from clubs.selectors import Standing

    View = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Visit:
    """Who is here: the club, as whom, and with what role."""

    club: Club
    member: Member
    standing: Standing

    def may(self, role: Standing) -> bool:
        """Tell whether the visitor holds a role or a higher one."""
        return ORDER.index(self.standing) >= ORDER.index(role)

    @property
    def is_scorer(self) -> bool:
        """Whether the visitor may log deals; the templates ask."""
        return self.may("scorer")

    @property
    def is_manager(self) -> bool:
        """Whether the visitor may close, void, settle and manage."""
        return self.may("manager")

    @property
    def is_owner(self) -> bool:
        """Whether the visitor may make owners."""
        return self.may("owner")

    @property
    def by(self) -> str:
        """As whom facts are recorded."""
        return self.member.public_id


def club_page(
    role: Standing = "player", methods: tuple[str, ...] = ("GET", "HEAD")
) -> Callable[[View], View]:
    """Let members of the club of the address in, from a role upward; others get 404, or 403 below the role.

    The role is asked before the method, so that a stranger cannot tell addresses apart.
    """

    def wrap(view: View) -> View:
        @functools.wraps(view)
        def answer(request: HttpRequest, club: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            visit = _visit(request, club)
            if not visit.may(role):
                raise PermissionDenied
            if request.method not in methods:
                return HttpResponseNotAllowed(methods)
            response = view(request, visit, **kwargs)
            patch_cache_control(response, private=True, no_cache=True)
            return response

        return answer

    return wrap


def _visit(request: HttpRequest, club: str) -> Visit:
    found = Club.objects.filter(public_id=club).first() if "\0" not in club else None
    member = membership(request.user, found) if found else None
    if found is None or member is None:
        raise Http404
    return Visit(found, member, standing(member))

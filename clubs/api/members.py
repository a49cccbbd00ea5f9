"""Addresses of members: list and search, add, read, edit. Who is an owner is an owner's business."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Q

from clubs.api.operations import operation
from clubs.api.paging import cut, read_cursor
from clubs.api.refusals import ApiError
from clubs.api.refusals import Code as ApiCode
from clubs.api.shapes import MemberEdit, MemberPage, MemberShape, MembersQuery, NewMember
from clubs.api.tags import refuse_stale
from clubs.api.views import ApiView
from clubs.errors import Code
from clubs.models import Member, Scope
from clubs.selectors import find_members, standing
from clubs.services.edits import edit_member, roles_of, set_roles
from clubs.services.members import add_member
from clubs.texts import clean_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpResponse
    from rest_framework.request import Request

TAG = "members"
_TEXTS = (Code.TEXT_EMPTY, Code.TEXT_TOO_LONG, Code.TEXT_CHARACTER)


class _OfMembers(ApiView):
    """Owners are an owner's business."""

    def _refuse_owners(self, is_about_owner: bool) -> None:  # noqa: FBT001 - one question, one answer
        if is_about_owner and not self.entry.holds("owner"):
            raise ApiError(ApiCode.ROLE, role="owner", standing=self.entry.standing)


class Members(_OfMembers):
    """A club's members."""

    @operation(
        "list_members",
        tag=TAG,
        summary="List members by number, or search them",
        role="player",
        scopes=(Scope.READ,),
        query=MembersQuery,
        answer=MemberPage,
    )
    def get(self, request: Request, club: str) -> HttpResponse:
        """Answer a page, by number."""
        del request, club
        query = self.query
        after = read_cursor("members", query.get("cursor"), [str])
        found = find_members(self.entry.club, query.get("search", ""), is_active=query["is_active"])
        if after:
            found = found.filter(Q(number__gt=after[0]))
        rows, following = cut(
            list(found[: query["limit"] + 1]), query["limit"], "members", lambda member: [member.number]
        )
        return self.page(_shown(rows), following)

    @operation(
        "add_member",
        tag=TAG,
        summary="Add a member",
        description="The role of an owner is given by an owner.",
        role="manager",
        scopes=(Scope.MANAGE,),
        body=NewMember,
        answer=MemberShape,
        status=201,
        errors=(Code.MEMBER_NUMBER_TAKEN, Code.MEMBER_NUMBERS_END, *_TEXTS),
        is_keyed=True,
    )
    def post(self, request: Request, club: str) -> HttpResponse:
        """Add one, once."""
        del request, club
        wanted = self.body
        roles = sorted(set(wanted.get("roles", ())))
        self._refuse_owners("owner" in roles)

        def make() -> dict[str, Any]:
            member = add_member(club=self.entry.club, name=wanted["name"], number=wanted.get("number"))
            set_roles(member=member, roles=roles)
            return {"member": member.public_id}

        made = self.once("add_member", dict(wanted), make)
        member = Member.objects.get(club=self.entry.club, public_id=made["member"])
        # As it was made, whatever has changed since: the same request has one answer.
        member.name, member.is_active = clean_text(wanted["name"]), True
        response = self.answer(_one(member, roles), 201)
        response.headers["Location"] = f"{self.request.path}/{member.public_id}"
        return response


class OneMember(_OfMembers):
    """One member."""

    @operation(
        "get_member",
        tag=TAG,
        summary="Read a member",
        role="player",
        scopes=(Scope.READ,),
        answer=MemberShape,
    )
    def get(self, request: Request, club: str, member: str) -> HttpResponse:
        """Answer one."""
        del request, club
        return self.answer(_shown([self._find(member)])[0])

    @operation(
        "edit_member",
        tag=TAG,
        summary="Change a member's name, activity or roles",
        description="The role of an owner, and whoever holds it, are an owner's business.",
        role="manager",
        scopes=(Scope.MANAGE,),
        body=MemberEdit,
        answer=MemberShape,
        errors=(Code.ROLE_LAST_OWNER, Code.MEMBER_INACTIVE, *_TEXTS),
        is_edit=True,
    )
    def patch(self, request: Request, club: str, member: str) -> HttpResponse:
        """Change what is named."""
        del club
        found = self._find(member)
        self._refuse_owners("owner" in {standing(found), *self.body.get("roles", ())})
        changed = edit_member(
            member=found,
            check=lambda current: refuse_stale(request, _shown([current])[0]),
            changes=self.body,
        )
        return self.answer(_shown([changed])[0])

    def _find(self, public_id: str) -> Member:
        found = Member.objects.filter(club=self.entry.club, public_id=public_id).first()
        if found is None:
            raise ApiError(ApiCode.NOT_FOUND)
        return found


def _shown(members: Sequence[Member]) -> list[Any]:
    roles = roles_of(members)
    return [_one(member, roles[member.pk]) for member in members]


def _one(member: Member, roles: Sequence[str]) -> Any:
    return MemberShape(
        {
            "public_id": member.public_id,
            "number": member.number,
            "name": member.name,
            "is_active": member.is_active,
            "roles": list(roles),
            "recorded_at": member.recorded_at,
        }
    ).data

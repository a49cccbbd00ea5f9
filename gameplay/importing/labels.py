"""Matches the labels of a record with members of a club, and makes members where that was asked for.

It guesses nothing: a label that reaches nobody, several, or somebody twice refuses the record.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q

from clubs.errors import ClubsError
from clubs.models import Club, Member
from clubs.services import add_member
from clubs.services.refusals import lock_club
from clubs.texts import clean_number, clean_text
from gameplay.errors import Code, GameplayError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Seated:
    """Who a label is: a member, or nobody yet, and the name that the new member gets."""

    label: str
    member: Member | None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Labels:
    """How labels are read: by `given` first, then as numbers or public ids; others are new if `makes_new`."""

    club: Club
    given: Mapping[str, str] = field(default_factory=dict)
    makes_new: bool = False

    def match(self, labels: Sequence[str]) -> list[Seated]:
        """Return who sits where; nobody is made.

        Raises GameplayError `import.label_unknown`, `import.label_ambiguous` or `import.label_twice`, and
        ClubsError when a label cannot be anybody's name.
        """
        wanted = [self.given.get(label, label) for label in labels]
        members = Member.objects.filter(Q(number__in=wanted) | Q(public_id__in=wanted), club=self.club)
        by_number = {member.number: member for member in members}
        by_id = {member.public_id: member for member in members}
        seated = [
            Seated(label, by_id.get(name) or by_number.get(name))
            for label, name in zip(labels, wanted, strict=True)
        ]
        if any(each.member is None for each in seated):
            seated = self._by_name(seated)
        _refuse_twice(seated)
        return seated

    def make_missing(self, labels: Sequence[str]) -> list[Member]:
        """Return who sits where, with members made for those who are nobody yet.

        Under the club's lock, so that of two imports at the same time one finds whom the other made.
        """
        with transaction.atomic():
            club = lock_club(self.club)
            return [each.member or _make(club, each) for each in self.match(labels)]

    def _by_name(self, seated: list[Seated]) -> list[Seated]:
        """Look for whoever is left by exact name: so the next file finds whom the first one made."""
        left = [each.label for each in seated if each.member is None]
        if not self.makes_new:
            raise GameplayError(Code.IMPORT_LABEL_UNKNOWN, label=left[0])
        names = {label: clean_text(label) for label in left}
        found: dict[str, list[Member]] = {}
        for member in Member.objects.filter(club=self.club, name__in=names.values()):
            found.setdefault(member.name, []).append(member)
        return [each if each.member else self._named(each.label, names[each.label], found) for each in seated]

    @staticmethod
    def _named(label: str, name: str, found: dict[str, list[Member]]) -> Seated:
        same = found.get(name, [])
        left = [member for member in same if member.is_active] or same
        if len(left) > 1:
            raise GameplayError(Code.IMPORT_LABEL_AMBIGUOUS, label=label)
        return Seated(label, left[0] if left else None, name)


def _refuse_twice(seated: list[Seated]) -> None:
    """Refuse two labels of one member, who may still have to be made."""
    seen: dict[str, Seated] = {}
    for each in seated:
        other = seen.setdefault(each.member.public_id if each.member else each.name, each)
        if other is not each:
            number = each.member.number if each.member else each.name
            raise GameplayError(Code.IMPORT_LABEL_TWICE, label=other.label, other=each.label, number=number)


def _make(club: Club, seat: Seated) -> Member:
    """The label is the number where it can be one, and otherwise the name under the next free number."""
    try:
        number: str | None = clean_number(seat.label)
    except ClubsError:
        number = None
    return add_member(club=club, name=seat.name, number=number)

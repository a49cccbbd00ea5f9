"""A table at which members sit and play on, deal by deal; it judges no figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gameplay import selectors, services, settlement
from gameplay.models import MatchState
from gameplay.rebuild import rebuild_club
from gameplay.services.session_stream import read_facts
from tests.builders import BY, PAN, House, lost
from tests.gameplay.worlds import assert_sound, rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gameplay.session_log import SessionFacts


@dataclass(frozen=True)
class Seated:
    """A session of a club; chairs count from 1, members by their place among the club's."""

    house: House
    session: str

    @property
    def at(self) -> dict[str, Any]:
        """Where and by whom, as services ask for it."""
        return {"club_id": self.house.club.pk, "session": self.session, "by": BY}

    @property
    def facts(self) -> SessionFacts:
        """What the session's events amount to."""
        return read_facts(self.house.club.pk, self.session)

    def sit(self, chair: int, place: int, key: str | None = None) -> None:
        """Seat a member on a chair."""
        services.seat_member(**self.at, chair=chair, member=self.house.ids[place], key=key)

    def leave(self, chair: int, key: str | None = None) -> None:
        """Let whoever sits there leave."""
        services.unseat_member(**self.at, chair=chair, key=key)

    def next(self, events: Sequence[Any] = (), key: str | None = None) -> services.Recorded:
        """Open the next deal."""
        return services.open_next_deal(**self.at, events=events, key=key)

    def lose(self, place: int) -> str:
        """Play a deal of Pan that a member loses, and return its public id."""
        made = self.next()
        seat = self.header(made.deal).index(self.house.ids[place])
        self.house.log(made.deal, [lost(seat)], after=0)
        return made.deal

    def header(self, deal: str) -> list[str]:
        """Return who was dealt in."""
        return [seat.person.member for seat in self.row(deal).seats]

    def places(self, deal: str) -> list[int]:
        """Return who was dealt in, by their places in the club."""
        return [self.house.ids.index(member) for member in self.header(deal)]

    def row(self, deal: str) -> selectors.DealRow:
        """Return a deal as the selectors tell it."""
        found = selectors.find_deal(self.house.club.pk, deal)
        assert found is not None
        return found

    def start(self, **options: Any) -> str:
        """Start a match among those who sit here."""
        return services.start_match(**self.at, **options)

    def advance(self) -> list[str]:
        """Draw what follows from the deals of the session's matches."""
        return services.advance_matches(**self.at)

    def stakes(self, match: str) -> dict[int, int]:
        """Return the stakes that stand, by the members' places."""
        units = settlement.units_by_holder(settlement.standing(self.house.club.pk, match))
        return {self.house.ids.index(member): amount for member, amount in units.items()}


def sit_down(house: House, count: int, game: str = PAN) -> Seated:
    """Open a session and seat the first members of the club, in order."""
    seated = Seated(house, house.open(game))
    for place in range(count):
        seated.sit(place + 1, place)
    return seated


def match_row(match: str) -> MatchState:
    """Return the derived row of a match."""
    return MatchState.objects.get(public_id=match)


def assert_kept(house: House) -> None:
    """The audit finds nothing, and a rebuild changes no byte."""
    assert_sound(house.club)
    assert rebuild_club(house.club) is False


def balances(house: House) -> list[int]:
    """Return the members' balances in order, 0 where nothing was ever booked."""
    found = dict(
        rows(
            "SELECT a.holder, b.units FROM ledger_balance b JOIN ledger_account a ON a.id = b.account_id "
            "WHERE a.club_id = %s AND a.purpose = 'member'",
            house.club.pk,
        )
    )
    return [found.get(member, 0) for member in house.ids]

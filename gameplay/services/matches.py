"""Starts matches of Polish Pan and draws what follows from their deals: the end, stakes (PL-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from clubs.public_ids import new_public_id
from gameplay import settlement, store
from gameplay.derive import match_outcome
from gameplay.engine.replay import replay
from gameplay.engine.verdict import Fault, MatchOutcome
from gameplay.errors import Code, GameplayError, RuleBroken
from gameplay.models import OutboxTask
from gameplay.outbox import Work
from gameplay.services.asking import asked, first_answer, locked, retried
from gameplay.services.session_stream import (
    append_to_session,
    book_to_post_in,
    check_no_open_deal,
    check_open,
    find_session,
    last_number,
    read_facts,
)
from gameplay.session_rows import finished_deals, losers_of
from gameplay.streams import Stamp
from gameplay.texts import Parted

if TYPE_CHECKING:
    from gameplay.session_log import MatchFacts, SessionFacts
    from ledger.selectors import PostedTransaction


class Advance(NamedTuple):
    """What one match needs: an event, old stakes to take back, new ones to post."""

    event: Parted | None
    reversed: list[PostedTransaction]
    outcome: MatchOutcome | None


@retried
def start_match(
    *,
    club_id: int,
    session: str,
    by: str,
    key: str | None = None,
    word: str = "PAN",
    match_end: str = "last_standing",
    match_stake: int = 0,
) -> str:
    """Start a match among those who are seated now; it begins with the next deal. Return its public id.

    Raises RuleBroken for a bad word, end or stake (PL-9), GameplayError `match.running`,
    `match.wrong_game`, `session.closed` or `session.unfinished_deal`.
    """
    options = {"word": word, "match_end": match_end, "match_stake": match_stake}
    request = asked("start_match", key, {"session": session, **options})
    found = find_session(club_id, session)
    if found.game != "pan":
        raise GameplayError(Code.MATCH_WRONG_GAME, session=session)
    with locked(request, club_id=club_id, session_id=found.pk, alone=True):
        if (made := first_answer(club_id, request)) is not None:
            return str(made["match"])
        now = store.session_now(found.pk)
        check_open(now, session)
        check_no_open_deal(found.pk, session)
        facts = read_facts(club_id, session)
        if facts.running_match is not None:
            raise GameplayError(Code.MATCH_RUNNING, match=facts.running_match.match)
        members = [member for _, member in sorted(facts.chairs.items())]
        verdict = replay({"pdr": 1, "game": "pan-match", "seats": members, "losses": [], **options})
        if isinstance(verdict, Fault):
            raise RuleBroken(verdict)
        match = new_public_id("mat")
        event = {"type": "match_started", "match": match, "members": members, **options}
        event["from_number"] = last_number(found.pk) + 1
        stamp = Stamp(settlement.lock([]), by, request.key)
        append_to_session(
            found, now.tail, [Parted(event, {})], stamp=stamp, request=request, made={"match": match}
        )
    return match


@retried
def end_match(*, club_id: int, session: str, by: str, key: str | None = None) -> str:
    """End the running match undecided, without stakes; return its public id.

    Raises GameplayError `match.not_running`, `session.closed` or `session.unfinished_deal`.
    """
    request = asked("end_match", key, {"session": session})
    found = find_session(club_id, session)
    with locked(request, club_id=club_id, session_id=found.pk, alone=True):
        if (made := first_answer(club_id, request)) is not None:
            return str(made["match"])
        now = store.session_now(found.pk)
        check_open(now, session)
        check_no_open_deal(found.pk, session)
        match = read_facts(club_id, session).running_match
        if match is None:
            raise GameplayError(Code.MATCH_NOT_RUNNING, session=session)
        event = {"type": "match_ended", "match": match.match, "is_decided": False}
        event["through_number"] = last_number(found.pk)
        stamp = Stamp(settlement.lock([]), by, request.key)
        append_to_session(
            found, now.tail, [Parted(event, {})], stamp=stamp, request=request, made={"match": match.match}
        )
    return match.match


@retried
def advance_matches(*, club_id: int, session: str, by: str) -> list[str]:
    """Bring a session's matches up to date with their deals; return the matches that moved.

    A decided match ends and its stakes are posted; one that a void has made undecided goes on, its stakes
    taken back; other stakes than those that stand are put right. Doing it again changes nothing.
    """
    found = find_session(club_id, session)
    facts = read_facts(club_id, session)
    if not any(any(_advance(club_id, found.pk, match)) for match in facts.matches.values()):
        return []
    book = book_to_post_in(found, by)
    request = asked("advance_matches", None, {"session": session})
    with locked(request, club_id=club_id, session_id=found.pk, alone=True):
        now = store.session_now(found.pk)
        if now.book != book and now.status != "settled":
            book = now.book
        facts = read_facts(club_id, session)
        todo = {match.match: _advance(club_id, found.pk, match) for match in facts.matches.values()}
        todo = {match: each for match, each in todo.items() if any(each)}
        if not todo:
            return []
        members = {match: facts.matches[match].members for match in todo}
        accounts = settlement.member_accounts(
            club_id=club_id, members=sorted({member for each in members.values() for member in each})
        )
        stamp = Stamp(settlement.lock(list(accounts.values())), by, request.key)
        at = settlement.Posting(club_id, book, stamp.recorded_at, by)
        posted: list[str] = []
        for match, each in todo.items():
            posted += settlement.reverse(at, reason=settlement.VOID, posted=each.reversed, source=match)
            if each.outcome is not None:
                seats = [accounts[member] for member in members[match]]
                posted += settlement.post_stakes(at, match=match, outcome=each.outcome, seats=seats)
        append_to_session(
            found,
            now.tail,
            [each.event for each in todo.values() if each.event],
            stamp=stamp,
            request=request,
            made={"session": session, "matches": list(todo)},
            feed=[store.FeedRow("transaction", each) for each in posted],
        )
    return list(todo)


def advance_work(session: str, facts: SessionFacts) -> list[Work]:
    """Return the work that a changed deal makes for the session's matches."""
    return [Work(OutboxTask.ADVANCE_MATCH, session)] if facts.matches else []


def _advance(club_id: int, session_id: int, match: MatchFacts) -> Advance:
    if match.is_ended and not match.is_decided:  # ended by a manager: nothing follows from its deals
        return Advance(None, [], None)
    finished = finished_deals(session_id)
    outcome = match_outcome(match, losers_of(match, finished))
    event = None
    if outcome.over and not match.is_ended:
        last = max(deal.number for deal in finished)
        event = {"type": "match_ended", "match": match.match, "is_decided": True, "through_number": last}
    elif match.is_ended and not outcome.over:
        event = {"type": "match_revived", "match": match.match}
    standing = settlement.standing(club_id, match.match)
    wanted = {member: units for member, units in zip(match.members, outcome.units, strict=True) if units}
    found = settlement.units_by_holder(standing)
    is_right = found == wanted
    return Advance(
        Parted(event, {}) if event else None,
        [] if is_right else standing,
        None if is_right or not wanted else outcome,
    )

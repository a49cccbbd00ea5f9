"""Lets an open session go on by another revision of house rules; deals keep the one they were opened by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplay import settlement, store
from gameplay.errors import Code, GameplayError
from gameplay.models import HouseRulesRevision
from gameplay.services.asking import asked, first_answer, locked, retried
from gameplay.services.session_stream import (
    append_to_session,
    check_no_open_deal,
    check_open,
    find_session,
    last_number,
    read_facts,
    refuse_retired_rules,
)
from gameplay.streams import Stamp
from gameplay.texts import Parted

if TYPE_CHECKING:
    from gameplay.models import Session
    from gameplay.session_log import SessionFacts


@retried
def revise_session_rules(
    *, club_id: int, session: str, rules: str, expected_rules: str, by: str, key: str | None = None
) -> str:
    """Play an open session by another revision from its next deal on; return the session's public id.

    `rules` and `expected_rules` are revisions' public ids: the new one, and the one that the caller has seen
    in force. Raises GameplayError `session.unknown`, `session.closed`, `session.unfinished_deal`,
    `session.changed`, `match.running`, `rules.revision_unknown`, `rules.other_game`, `rules.retired` or
    `rules.in_force`.
    """
    asked_body = {"session": session, "rules": rules, "expected_rules": expected_rules}
    request = asked("revise_session_rules", key, asked_body)
    found = find_session(club_id, session)
    revision = _find_revision(found, rules)
    with locked(request, club_id=club_id, session_id=found.pk, alone=True):
        if first_answer(club_id, request) is not None:
            return session
        now = store.session_now(found.pk)
        check_open(now, session)
        check_no_open_deal(found.pk, session)
        _check_facts(read_facts(club_id, session), session, rules, expected_rules, now.tail.seq)
        refuse_retired_rules(revision)
        event = {"type": "rules_revised", "rules": rules, "from_number": last_number(found.pk) + 1}
        stamp = Stamp(settlement.lock([]), by, request.key)
        append_to_session(
            found,
            now.tail,
            [Parted(event, {})],
            stamp=stamp,
            request=request,
            made={"session": session, "rules": rules},
        )
    return session


def _find_revision(session: Session, public_id: str) -> HouseRulesRevision:
    chosen = HouseRulesRevision.objects.filter(club_id=session.club_id, public_id=public_id)
    revision = chosen.select_related("house_rules").first()
    if revision is None:
        raise GameplayError(Code.RULES_REVISION_UNKNOWN, revision=public_id)
    if revision.house_rules.game != session.game:
        raise GameplayError(Code.RULES_OTHER_GAME, session=session.public_id, game=session.game)
    return revision


def _check_facts(facts: SessionFacts, session: str, rules: str, expected_rules: str, seq: int) -> None:
    """The caller must have seen the rules in force; and the rules of a match do not change while it runs."""
    if facts.rules != expected_rules:
        raise GameplayError(Code.SESSION_CHANGED, session=session, seq=seq, rules=facts.rules)
    if facts.rules == rules:
        raise GameplayError(Code.RULES_IN_FORCE, session=session, rules=rules)
    if facts.running_match is not None:
        raise GameplayError(Code.MATCH_RUNNING, match=facts.running_match.match)

"""One translatable sentence for each code of gameplay and ledger, for the edge; it decides nothing.

What the rules refuse is said by `sentences.py`, whose sentences are translated here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.errors import ClubsError
from clubs.sentences import sentence as clubs_sentence
from gameplay.errors import Code, GameplayError, RuleBroken
from gameplay.sentences import sentence as rule_sentence
from gameplay.sentences import spoken
from ledger.errors import Code as LedgerCode
from ledger.errors import LedgerError

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Refusal = GameplayError | RuleBroken | LedgerError | ClubsError
REFUSALS = (GameplayError, RuleBroken, LedgerError, ClubsError)
"""The same, to be caught."""

SENTENCES: dict[Code, _StrPromise] = {
    Code.IDEMPOTENCY_IN_FLIGHT: _("The same request is being carried out right now: ask again in a moment."),
    Code.IDEMPOTENCY_KEY_REUSED: _("Something else was recorded under the same id or key before."),
    Code.DEAL_CHANGED: _("Somebody else has added to this deal: look at it again."),
    Code.DEAL_FINISHED: _("Deal %(deal)s is finished and takes no further event: void or correct it."),
    Code.DEAL_UNKNOWN: _("There is no deal “%(deal)s” in this club."),
    Code.DEAL_SEAT_NOT_A_MEMBER: _("Seat %(seat)s names nobody of this club."),
    Code.DEAL_NUMBER_TAKEN: _("Session %(session)s has a deal number %(number)s already."),
    Code.SESSION_CLOSED: _("Session %(session)s is closed; a manager may reopen it."),
    Code.SESSION_NOT_CLOSED: _("Session %(session)s is not closed yet."),
    Code.SESSION_SETTLED: _("Session %(session)s is settled."),
    Code.SESSION_UNKNOWN: _("There is no session “%(session)s” in this club."),
    Code.SESSION_UNFINISHED_DEAL: _("Session %(session)s has a deal that is not finished: %(deal)s."),
    Code.RULES_REVISION_UNKNOWN: _("This club has no house rules of revision “%(revision)s”."),
    Code.RULES_OTHER_GAME: _("These house rules are for another game."),
    Code.RULES_NAME_TAKEN: _("There are house rules “%(name)s” for this game already."),
    Code.RULES_RETIRED: _("The house rules “%(rules)s” are not used any more."),
    Code.RULES_IN_FORCE: _("The session is played by this revision already."),
    Code.TABLE_RETIRED: _("The table “%(table)s” is not used any more."),
    Code.TABLE_UNKNOWN: _("There is no table “%(table)s” in this club."),
    Code.TEXT_TOO_LONG: _("“%(field)s” is longer than %(limit)s characters."),
    Code.IMPORT_NO_SESSION: _(
        "The record does not say where it belongs: it lacks “%(key)s”, and no session was named."
    ),
    Code.IMPORT_TABLE_UNKNOWN: _("The record names the table “%(table)s”, which this club does not have."),
    Code.IMPORT_DATE_INVALID: _("“%(date)s” is not a business day: write it as YYYY-MM-DD."),
    Code.IMPORT_OTHER_GAME: _("The record is of another game: session %(session)s plays %(game)s."),
    Code.IMPORT_UNFINISHED: _("The deal is not finished; only finished deals are imported."),
    Code.IMPORT_MATCH: _("A whole match is not imported; import its deals."),
    Code.IMPORT_NOT_REPLAYED: _("A record of detail “play” cannot be replayed by this version."),
    Code.IMPORT_LABEL_UNKNOWN: _("“%(label)s” is nobody of this club: neither a number nor an id."),
    Code.IMPORT_LABEL_AMBIGUOUS: _("Several members are named “%(label)s”: say in a map file who is meant."),
    Code.IMPORT_LABEL_TWICE: _("“%(label)s” and “%(other)s” are the same member, number %(number)s."),
    Code.IMPORT_MAP_INVALID: _("The map file cannot be read: %(problem)s"),
    Code.SESSION_NOT_VERIFIED: _("The session's facts do not agree with one another: it is not settled."),
    Code.SESSION_SAME_PERSON: _("Somebody else than the one who closed the session has to do this."),
    Code.SESSION_CHANGED: _("Somebody else has changed this session: look at it again."),
    Code.SEAT_NO_SUCH_CHAIR: _("The table has no such chair."),
    Code.SEAT_TAKEN: _("Somebody sits on this chair."),
    Code.SEAT_EMPTY: _("Nobody sits on this chair."),
    Code.SEAT_MEMBER_SEATED: _("This member sits at the table already."),
    Code.SEAT_NOT_A_MEMBER: _("This is nobody of this club."),
    Code.MATCH_RUNNING: _("A match is running: end it first."),
    Code.MATCH_NOT_RUNNING: _("No match is running."),
    Code.MATCH_WRONG_GAME: _("Matches are played in Polish Pan only."),
    Code.MATCH_WRONG_PLAYERS: _("The players are not those of the match."),
    Code.MATCH_RULES: _("Matches cannot be played by these house rules."),
    Code.FEED_EPOCH: _("The feed has begun a new epoch: read it from the beginning."),
}
LEDGER_SENTENCES: dict[LedgerCode, _StrPromise] = {
    LedgerCode.ACCOUNT_UNKNOWN: _("There is no such account in this club."),
    LedgerCode.BOOK_CLOSED: _("The book is closed; a correction goes to today's book."),
    LedgerCode.BOOK_UNKNOWN: _("There is no such book in this club."),
    LedgerCode.PAYMENT_LINE_UNKNOWN: _("The payment plan has no such line."),
    LedgerCode.PAYMENT_DONE: _("This payment is marked as paid already."),
    LedgerCode.PAYMENT_NOT_DONE: _("This payment is not marked as paid."),
    LedgerCode.SETTLEMENT_UNKNOWN: _("There is no such settlement in this club."),
    LedgerCode.UNBALANCED: _("What is to be posted does not sum to zero."),
    LedgerCode.TRANSACTION_REVERSED: _("This transaction has been reversed already."),
}


def sentence(error: Refusal, **known: str) -> str:
    """Return what the error says, in the language that is active; `known` stands in for its parameters."""
    if isinstance(error, RuleBroken):
        return rule_sentence(error.fault, gettext)
    if isinstance(error, ClubsError):
        return clubs_sentence(error)
    said = SENTENCES[error.code] if isinstance(error, GameplayError) else LEDGER_SENTENCES[error.code]
    return str(said) % {key: spoken(value) for key, value in (error.params | known).items()}


def code_of(error: Refusal) -> str:
    """Return the stable code of an error."""
    return str(error.fault.code if isinstance(error, RuleBroken) else error.code)

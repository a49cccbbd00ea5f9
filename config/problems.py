"""The one table of error codes: HTTP status and title, and how any error becomes `application/problem+json`.

Settings name it by dotted path and nobody imports it; it decides when something is an error nowhere.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.core.signals import got_request_exception
from django.http import Http404, HttpResponse, UnreadablePostError
from rest_framework import exceptions

from clubs.api.refusals import ApiError, Flaw
from clubs.api.refusals import Code as Api
from clubs.errors import ClubsError
from clubs.errors import Code as Clubs
from gameplay.engine.verdict import Code as Rule
from gameplay.error_sentences import code_of, sentence
from gameplay.errors import Code as Gameplay
from gameplay.errors import GameplayError, RuleBroken
from ledger.errors import Code as Ledger
from ledger.errors import LedgerError

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import StrEnum

    from django.http import HttpRequest

logger = logging.getLogger("django.request")
TYPE = "application/problem+json"
PREFIX = "/api/"


class Row(NamedTuple):
    """What HTTP says of a code; neither ever changes."""

    status: int
    title: str


_OURS: dict[StrEnum, Row] = {
    Api.MALFORMED: Row(400, "The request cannot be read"),
    Api.INVALID: Row(422, "The body is not of the shape that is wanted"),
    Api.PARAMETER_UNKNOWN: Row(400, "The address has a parameter that is not known"),
    Api.PARAMETER_INVALID: Row(400, "A parameter of the address is not of the shape that is wanted"),
    Api.CURSOR_INVALID: Row(400, "The cursor is none of this list"),
    Api.KEY_INVALID: Row(400, "The idempotency key is not 1 to 64 visible characters"),
    Api.TOO_LARGE: Row(413, "The body is too large"),
    Api.NOT_AUTHENTICATED: Row(401, "A token or a log-in is needed"),
    Api.TOKEN_INVALID: Row(401, "The token is not valid"),
    Api.TOKEN_EXPIRED: Row(401, "The token has expired"),
    Api.CSRF: Row(403, "The CSRF token is missing or wrong"),
    Api.ROLE: Row(403, "A higher role is needed"),
    Api.SCOPE: Row(403, "The token lacks the scope"),
    Api.NOT_FOUND: Row(404, "There is nothing at this address"),
    Api.METHOD: Row(405, "The address does not take this method"),
    Api.NOT_ACCEPTABLE: Row(406, "The answer is not available in this form"),
    Api.MEDIA_TYPE: Row(415, "The body is not of a type that is read here"),
    Api.TAG_STALE: Row(412, "Somebody else has changed this meanwhile"),
    Api.TAG_MISSING: Row(428, "An If-Match header is needed"),
    Api.NAME_TAKEN: Row(409, "The name belongs to another one"),
    Api.RATE: Row(429, "Too many requests"),
    Api.INTERNAL: Row(500, "Something went wrong here"),
    Clubs.CLUB_UNKNOWN: Row(404, "There is no such club"),
    Clubs.CLUB_AMBIGUOUS: Row(409, "Several clubs have this name"),
    Clubs.CLUB_INACTIVE: Row(409, "The club is not active any more"),
    Clubs.CLUB_TIME_ZONE: Row(422, "There is no such time zone"),
    Clubs.CLUB_CUTOFF: Row(422, "The cut-off is no hour of a day"),
    Clubs.MEMBER_UNKNOWN: Row(404, "There is no such member"),
    Clubs.MEMBER_AMBIGUOUS: Row(409, "Several members have this name"),
    Clubs.MEMBER_INACTIVE: Row(409, "The member is not active any more"),
    Clubs.MEMBER_NUMBER: Row(422, "This is no member's number"),
    Clubs.MEMBER_NUMBERS_END: Row(409, "No number follows the highest one"),
    Clubs.MEMBER_NUMBER_TAKEN: Row(409, "The number belongs to another member"),
    Clubs.MEMBER_HAS_USER: Row(409, "The member has another log-in"),
    Clubs.TABLE_NAME_TAKEN: Row(409, "The name belongs to another table"),
    Clubs.ROLE_UNKNOWN: Row(422, "There is no such role"),
    Clubs.ROLE_LAST_OWNER: Row(409, "The club would lose its last owner"),
    Clubs.TEXT_EMPTY: Row(422, "A text is empty"),
    Clubs.TEXT_TOO_LONG: Row(422, "A text is too long"),
    Clubs.TEXT_CHARACTER: Row(422, "A text holds what cannot be shown"),
    Clubs.USER_UNKNOWN: Row(422, "Nobody logs in with this address"),
    Clubs.USER_EMAIL: Row(422, "This is no e-mail address"),
    Clubs.USER_EMAIL_TAKEN: Row(409, "Somebody logs in with this address already"),
    Clubs.USER_PASSWORD: Row(422, "The password is too weak"),
    Clubs.USER_IS_MEMBER: Row(409, "The log-in belongs to another member"),
    Ledger.ACCOUNT_UNKNOWN: Row(404, "There is no such account"),
    Ledger.BOOK_CLOSED: Row(409, "The book is closed"),
    Ledger.BOOK_UNKNOWN: Row(404, "There is no such book"),
    Ledger.PAYMENT_DONE: Row(409, "The payment is marked as paid already"),
    Ledger.PAYMENT_LINE_UNKNOWN: Row(422, "The plan has no such line"),
    Ledger.PAYMENT_NOT_DONE: Row(409, "The payment is not marked as paid"),
    Ledger.SETTLEMENT_UNKNOWN: Row(404, "There is no such settlement"),
    Ledger.UNBALANCED: Row(500, "What was to be posted does not sum to zero"),
    Ledger.TRANSACTION_REVERSED: Row(409, "The transaction was reversed already"),
    Gameplay.IDEMPOTENCY_IN_FLIGHT: Row(409, "The same request is being carried out right now"),
    Gameplay.IDEMPOTENCY_KEY_REUSED: Row(422, "The key stands for another request"),
    Gameplay.DEAL_CHANGED: Row(409, "Somebody else has added to the deal"),
    Gameplay.DEAL_FINISHED: Row(409, "The deal is finished"),
    Gameplay.DEAL_UNKNOWN: Row(404, "There is no such deal"),
    Gameplay.DEAL_SEAT_NOT_A_MEMBER: Row(422, "A seat names nobody of the club"),
    Gameplay.DEAL_NUMBER_TAKEN: Row(409, "The number belongs to another deal"),
    Gameplay.SESSION_CLOSED: Row(409, "The session is closed"),
    Gameplay.SESSION_NOT_CLOSED: Row(409, "The session is not closed"),
    Gameplay.SESSION_SETTLED: Row(409, "The session is settled"),
    Gameplay.SESSION_UNKNOWN: Row(404, "There is no such session"),
    Gameplay.SESSION_NOT_VERIFIED: Row(409, "The session's facts do not agree with one another"),
    Gameplay.SESSION_SAME_PERSON: Row(409, "Somebody else has to do this"),
    Gameplay.SESSION_CHANGED: Row(409, "Somebody else has changed the session"),
    Gameplay.SESSION_UNFINISHED_DEAL: Row(409, "A deal of the session is not finished"),
    Gameplay.SEAT_NO_SUCH_CHAIR: Row(422, "The table has no such chair"),
    Gameplay.SEAT_TAKEN: Row(409, "Somebody sits on the chair"),
    Gameplay.SEAT_EMPTY: Row(409, "Nobody sits on the chair"),
    Gameplay.SEAT_MEMBER_SEATED: Row(409, "The member sits at the table already"),
    Gameplay.SEAT_NOT_A_MEMBER: Row(422, "This is nobody of the club"),
    Gameplay.MATCH_RUNNING: Row(409, "A match is running"),
    Gameplay.MATCH_NOT_RUNNING: Row(409, "No match is running"),
    Gameplay.MATCH_WRONG_GAME: Row(409, "Matches are played in Polish Pan only"),
    Gameplay.MATCH_WRONG_PLAYERS: Row(409, "The players are not those of the match"),
    Gameplay.MATCH_RULES: Row(409, "The house rules allow no match"),
    Gameplay.RULES_REVISION_UNKNOWN: Row(422, "There is no such revision of house rules"),
    Gameplay.RULES_OTHER_GAME: Row(422, "The house rules are for another game"),
    Gameplay.RULES_NAME_TAKEN: Row(409, "The name belongs to other house rules"),
    Gameplay.RULES_RETIRED: Row(409, "The house rules are not used any more"),
    Gameplay.RULES_IN_FORCE: Row(409, "The session is played by this revision already"),
    Gameplay.TABLE_RETIRED: Row(409, "The table is not used any more"),
    Gameplay.TABLE_UNKNOWN: Row(422, "There is no such table"),
    Gameplay.IMPORT_NO_SESSION: Row(422, "The record does not say where it belongs"),
    Gameplay.IMPORT_TABLE_UNKNOWN: Row(422, "The record names no table of the club"),
    Gameplay.IMPORT_DATE_INVALID: Row(422, "The record names no business day"),
    Gameplay.IMPORT_OTHER_GAME: Row(422, "The record is of another game"),
    Gameplay.IMPORT_UNFINISHED: Row(422, "The deal is not finished"),
    Gameplay.IMPORT_MATCH: Row(422, "A whole match is not imported"),
    Gameplay.IMPORT_NOT_REPLAYED: Row(422, "The record cannot be replayed by this version"),
    Gameplay.IMPORT_LABEL_UNKNOWN: Row(422, "A label reaches nobody of the club"),
    Gameplay.IMPORT_LABEL_AMBIGUOUS: Row(422, "A label reaches several members"),
    Gameplay.IMPORT_LABEL_TWICE: Row(422, "Two labels are one member"),
    Gameplay.IMPORT_MAP_INVALID: Row(422, "The map cannot be read"),
    Gameplay.FEED_EPOCH: Row(410, "The feed has begun a new epoch"),
}
PROBLEMS: dict[str, Row] = {
    str(code): row
    for code, row in [*_OURS.items(), *((rule, Row(422, "The rules refuse this")) for rule in Rule)]
}
_OTHER = Row(422, "The request was refused")

_OF_OTHERS: tuple[tuple[type[Exception], Api], ...] = (
    (exceptions.NotAuthenticated, Api.NOT_AUTHENTICATED),
    (exceptions.AuthenticationFailed, Api.TOKEN_INVALID),
    (exceptions.MethodNotAllowed, Api.METHOD),
    (exceptions.NotAcceptable, Api.NOT_ACCEPTABLE),
    (exceptions.UnsupportedMediaType, Api.MEDIA_TYPE),
    (exceptions.Throttled, Api.RATE),
    (exceptions.NotFound, Api.NOT_FOUND),
    (exceptions.PermissionDenied, Api.ROLE),
    (exceptions.APIException, Api.MALFORMED),
    (Http404, Api.NOT_FOUND),
    (PermissionDenied, Api.ROLE),
    (RequestDataTooBig, Api.TOO_LARGE),
    (SuspiciousOperation, Api.MALFORMED),
    (BadRequest, Api.MALFORMED),
    (UnreadablePostError, Api.MALFORMED),
)
_BY_STATUS = {400: Api.MALFORMED, 401: Api.NOT_AUTHENTICATED, 403: Api.ROLE, 404: Api.NOT_FOUND} | {
    405: Api.METHOD,
    413: Api.TOO_LARGE,
    429: Api.RATE,
}


def answer_problem(error: Exception, context: dict[str, Any]) -> HttpResponse:
    """Return what a view answers when it raises; what nobody foresaw is logged and not shown."""
    if isinstance(error, RuleBroken):
        return _rule(error)
    if isinstance(error, GameplayError | LedgerError | ClubsError):
        return _refused(code_of(error), _said(error), error.params)
    if isinstance(error, ApiError):
        return _api(error)
    for kind, code in _OF_OTHERS:
        if isinstance(error, kind):
            return _other(error, code)
    request = context.get("request")
    raw = getattr(request, "_request", request)
    logger.error("Internal error at %s", getattr(raw, "path", "?"), exc_info=error)
    got_request_exception.send(sender=answer_problem, request=raw)
    return problem(Api.INTERNAL)


def problem(
    code: str, detail: str = "", errors: list[dict[str, Any]] | None = None, **more: Any
) -> HttpResponse:
    """Return a problem; without a sentence its title says it."""
    row = PROBLEMS.get(code, _OTHER)
    body = {
        "type": f"/api/v1/problems/{code}",
        "title": row.title,
        "status": row.status,
        "code": str(code),
        "detail": detail or f"{row.title}.",
        "errors": errors or [],
    }
    response = HttpResponse(msgspec.json.encode(body | more), content_type=TYPE, status=row.status)
    response.headers["Cache-Control"] = "no-store"
    if row.status == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="panbook"'
    if code == Gameplay.IDEMPOTENCY_IN_FLIGHT:
        response.headers["Retry-After"] = "1"
    return response


def answer_all_in_problems(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Turn what was refused before a view of the API was reached into a problem too (a middleware)."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code < 400 or not request.path.startswith(PREFIX):
            return response
        if response.headers.get("Content-Type", "").startswith(TYPE):
            return response
        known = _BY_STATUS.get(response.status_code)
        if known is None:
            known = Api.MALFORMED if response.status_code < 500 else Api.INTERNAL
        return problem(known)

    return answer


def _rule(error: RuleBroken) -> HttpResponse:
    fault = error.fault
    params = {key: value for key, value in fault.params.items() if key != "rule"}
    pointer = "" if fault.event is None else f"/events/{getattr(error, 'place', fault.event)}"
    said = _said(error)
    flaw = {"pointer": pointer, "code": fault.code.value, "detail": said, "params": params}
    return problem(fault.code.value, said, [flaw], event=fault.event, rule=fault.params.get("rule"))


def _refused(code: str, said: str, params: dict[str, Any]) -> HttpResponse:
    return problem(code, said, [{"pointer": "", "code": code, "detail": said, "params": params}])


def _api(error: ApiError) -> HttpResponse:
    flaws = error.flaws or ((Flaw("", error.code, "", error.params),) if error.params else ())
    written = [
        {"pointer": flaw.pointer, "code": str(flaw.code), "detail": flaw.detail, "params": flaw.params}
        for flaw in flaws
    ]
    return problem(error.code, "", written)


def _other(error: Exception, code: Api) -> HttpResponse:
    response = problem(code)
    wait = getattr(error, "wait", None)  # of one who asked too often
    if wait is not None:
        response.headers["Retry-After"] = str(max(1, round(wait)))
    return response


def _said(error: GameplayError | RuleBroken | LedgerError | ClubsError) -> str:
    """Return the sentence of a refusal; a sentence that lacks a parameter must not become a fault of ours."""
    try:
        return sentence(error)
    except (KeyError, IndexError, ValueError):
        return ""

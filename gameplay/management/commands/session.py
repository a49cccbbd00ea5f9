"""`manage.py session …`: opens, closes, reopens, lists sessions, voids deals; it decides nothing itself."""

from __future__ import annotations

import datetime as dt
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING, Any

import msgspec
from django.core.management.base import BaseCommand
from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.actor import OPERATOR
from clubs.business_day import business_day
from clubs.selectors import find_club
from gameplay import services
from gameplay.errors import Code, GameplayError
from gameplay.importing.house_rules import revision_of
from gameplay.importing.places import find_table
from gameplay.importing.verdicts import printable, signed
from gameplay.management.columns import aligned
from gameplay.management.holders import holders
from gameplay.management.refusal import told
from gameplay.models import Origin, Session, SessionStatus
from gameplay.models.house_rules import Game
from ledger.models import AccountKind, Settlement

if TYPE_CHECKING:
    from argparse import ArgumentParser, _SubParsersAction

    from clubs.models import Club


class Command(BaseCommand):
    help = "Open, close, reopen and list the sessions of a club, and take a deal back."
    requires_system_checks: list[str] = []  # no page is shown, so no address is checked

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One subcommand a job; CLUB as in `manage.py club`."""
        jobs = parser.add_subparsers(dest="job", required=True, metavar="JOB")
        opens = _of_club(jobs, "open", "open a session at a table")
        opens.add_argument("table", help="public id or exact name")
        opens.add_argument("--game", required=True, choices=Game.values)
        opens.add_argument("--profile", default="classic")
        opens.add_argument("--rules", type=_rules, default={}, metavar="JSON", help="what differs from it")
        opens.add_argument("--business-day", type=_day, metavar="YYYY-MM-DD", help="today's unless given")
        closes = _of_club(jobs, "close", "close a session and settle it; repeating it answers the same")
        closes.add_argument("session", help="public id")
        reopens = _of_club(jobs, "reopen", "open a session again that somebody else has closed")
        reopens.add_argument("session", help="public id")
        reopens.add_argument("--reason", required=True, choices=[str(each) for each in services.ReopenReason])
        reopens.add_argument("--note", default="")
        void = _of_club(jobs, "void", "take a deal back: what it posted is posted negated")
        void.add_argument("deal", help="public id")
        void.add_argument("--reason", required=True, choices=[str(each) for each in services.VoidReason])
        void.add_argument("--note", default="")
        _of_club(jobs, "list", "list the sessions")

    def handle(self, *_args: Any, job: str, club: str, **options: Any) -> None:
        """Run one job; what is refused becomes one line and status 1."""
        with told():
            for line in JOBS[job](find_club(club), options):
                self.stdout.write(line)


def _of_club(jobs: _SubParsersAction[Any], name: str, text: str) -> ArgumentParser:
    parser: ArgumentParser = jobs.add_parser(name, help=text)
    parser.add_argument("club", help="public id or exact name")
    return parser


def _rules(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise ArgumentTypeError("a JSON object of options") from None


def _day(text: str) -> dt.date:
    try:
        return dt.datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=dt.UTC).date()
    except ValueError:
        raise ArgumentTypeError("a date as YYYY-MM-DD") from None


def _open(club: Club, options: dict[str, Any]) -> list[str]:
    table = find_table(club, options["table"])
    if table is None:
        raise GameplayError(Code.TABLE_UNKNOWN, table=options["table"][:60])
    day = options["business_day"] or business_day(timezone.now(), club.time_zone, club.cutoff_hour)
    revision = revision_of(
        club=club, game=options["game"], profile=options["profile"], rules=options["rules"], by=OPERATOR
    )
    session = services.open_session(table=table, revision=revision, business_day=day, by=OPERATOR)
    return [f"{session}\t{day.isoformat()}\t{printable(table.name)}\t{options['game']}\t{revision}"]


def _close(club: Club, options: dict[str, Any]) -> list[str]:
    """Close and settle; a session that is closed already is only settled, and a settled one told again."""
    session = options["session"]
    try:
        services.close_session(club_id=club.pk, session=session, by=OPERATOR)
    except GameplayError as error:
        if error.code != Code.SESSION_CLOSED:
            raise
    settled = services.settle_session(club_id=club.pk, session=session, by=OPERATOR)
    return [
        _("settlement %(number)s: %(id)s") % {"number": settled.number, "id": settled.settlement},
        _("root %(root)s") % {"root": settled.root},
        *_nets(club, settled.settlement),
    ]


def _reopen(club: Club, options: dict[str, Any]) -> list[str]:
    """Open again what a member has closed: what the operator closed, another person has to open."""
    session = services.reopen_session(
        club_id=club.pk,
        session=options["session"],
        reason=services.ReopenReason(options["reason"]),
        note=options["note"],
        by=OPERATOR,
    )
    return [f"{session}\t{SessionStatus.OPEN.label}"]


def _nets(club: Club, settlement: str) -> list[str]:
    body = Settlement.objects.values_list("body", flat=True).get(club=club, public_id=settlement)
    known = holders(club)
    nets = sorted((known[account], units) for account, units in msgspec.json.decode(bytes(body))["nets"])
    return aligned(
        [(_purpose(holder.purpose), printable(holder.label), signed(units)) for holder, units in nets],
        right={2},
    )


def _purpose(purpose: str) -> str:
    return str(AccountKind(purpose).label)


def _void(club: Club, options: dict[str, Any]) -> list[str]:
    voided = services.void_deal(
        club_id=club.pk,
        deal=options["deal"],
        reason=services.VoidReason(options["reason"]),
        note=options["note"],
        by=OPERATOR,
    )
    posted = " ".join(voided.transactions) or _("nothing was posted")
    known = "" if voided.is_first else "\t" + _("(was taken back already)")
    return [f"{voided.deal}\t{posted}{known}"]


def _list(club: Club, _options: dict[str, Any]) -> list[str]:
    sessions = Session.objects.filter(club=club).annotate(count=Count("deals")).order_by("business_day", "id")
    rows = sessions.values_list(
        "public_id", "business_day", "table__name", "game", "state__status", "origin", "count"
    )
    title = (_("Session"), _("Day"), _("Table"), _("Game"), _("Status"), _("Origin"), _("Deals"))
    return aligned(
        [
            title,
            *(
                (
                    session,
                    day.isoformat(),
                    printable(table),
                    game,
                    str(SessionStatus(status).label),
                    str(Origin(origin).label),
                    str(count),
                )
                for session, day, table, game, status, origin, count in rows
            ),
        ],
        right={6},
    )


JOBS = {"open": _open, "close": _close, "reopen": _reopen, "void": _void, "list": _list}

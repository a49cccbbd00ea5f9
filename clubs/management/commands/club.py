"""`manage.py club …`: makes clubs and adds their people and tables; it decides nothing itself."""

from __future__ import annotations

import getpass
import os
import secrets
import sys
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand
from django.db import transaction

from clubs import services
from clubs.errors import ClubsError
from clubs.management.refusal import Refused
from clubs.models import Club, Member, Role
from clubs.selectors import find_club, find_member, find_user, standing

if TYPE_CHECKING:
    from argparse import ArgumentParser, _SubParsersAction


class Command(BaseCommand):
    help = "Make a club, add members, tables and log-ins to it, list the clubs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One subcommand a job; CLUB is a public id, or the exact name if only one club has it."""
        jobs = parser.add_subparsers(dest="job", required=True, metavar="JOB")
        create = jobs.add_parser("create", help="make a club")
        create.add_argument("name")
        create.add_argument("--time-zone", default="Europe/Warsaw")
        create.add_argument("--cutoff", type=int, default=6, metavar="HOUR", help="where a day begins")
        member = _of_club(jobs, "add-member", "add a member")
        member.add_argument("name")
        member.add_argument("--number", help="the next free one unless given")
        member.add_argument("--role", action="append", default=[], choices=Role.values)
        table = _of_club(jobs, "add-table", "add a table")
        table.add_argument("name")
        user = _of_club(jobs, "add-user", "let a member log in; a new log-in takes PANBOOK_PASSWORD or asks")
        user.add_argument("member", help="number, public id or exact name")
        user.add_argument("email")
        jobs.add_parser("list", help="list the clubs")

    def handle(self, *_: Any, job: str, **options: Any) -> None:
        """Run one job; what is refused becomes one line and status 1."""
        try:
            for line in JOBS[job](options):
                self.stdout.write(line)
        except ClubsError as error:
            raise Refused(error) from error


def _of_club(jobs: _SubParsersAction[Any], name: str, text: str) -> ArgumentParser:
    parser: ArgumentParser = jobs.add_parser(name, help=text)
    parser.add_argument("club", help="public id or exact name")
    return parser


def _create(options: dict[str, Any]) -> list[str]:
    club = services.create_club(
        name=options["name"], time_zone=options["time_zone"], cutoff_hour=options["cutoff"]
    )
    return [f"{club.public_id}\t{club.name}"]


@transaction.atomic
def _add_member(options: dict[str, Any]) -> list[str]:
    member = services.add_member(
        club=find_club(options["club"]), name=options["name"], number=options["number"]
    )
    for role in options["role"]:
        services.grant_role(member=member, role=role)
    return [f"{member.public_id}\t{member.number}\t{member.name}"]


def _add_table(options: dict[str, Any]) -> list[str]:
    table = services.add_table(club=find_club(options["club"]), name=options["name"])
    return [f"{table.public_id}\t{table.name}"]


@transaction.atomic
def _add_user(options: dict[str, Any]) -> list[str]:
    member = find_member(find_club(options["club"]), options["member"])
    user = find_user(options["email"])
    shown = []
    if user is None:
        password, is_new = _password()
        user = services.create_user(email=options["email"], password=password)
        shown = [f"password: {password}"] if is_new else []
    services.link_user(member=member, user=user)
    return [f"{user.public_id}\t{user.email}\t{member.number}", *shown]


def _password() -> tuple[str, bool]:
    """Return a password, and whether it was made here and so must be shown."""
    if given := os.environ.get("PANBOOK_PASSWORD"):
        return given, False
    if sys.stdin.isatty() and (typed := getpass.getpass("Password (empty: make one): ")):
        return typed, False
    return secrets.token_urlsafe(12), True


def _list(_: dict[str, Any]) -> list[str]:
    lines = []
    for club in Club.objects.order_by("name", "id"):
        people = Member.objects.filter(club=club, is_active=True)
        owners = [member.number for member in people.order_by("number") if standing(member) == "owner"]
        told = [club.public_id, club.name, club.time_zone, f"{club.cutoff_hour:02}:00"]
        counted = [f"members {people.count()}", f"tables {club.tables.filter(is_active=True).count()}"]
        lines.append("\t".join([*told, *counted, f"owners {', '.join(owners) or 'none'}"]))
    return lines


JOBS = {
    "create": _create,
    "add-member": _add_member,
    "add-table": _add_table,
    "add-user": _add_user,
    "list": _list,
}

"""`manage.py token …`: makes, lists and revokes tokens of the API; it decides nothing itself."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from clubs.errors import ClubsError
from clubs.management.refusal import Refused
from clubs.models import ApiToken, Scope
from clubs.selectors import find_club, find_member
from clubs.services.tokens import MAX_DAYS, create_token, revoke_token

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    help = "Make a token for the API (printed once), list a club's tokens, revoke one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One subcommand a job; CLUB and MEMBER as in `manage.py club`."""
        jobs = parser.add_subparsers(dest="job", required=True, metavar="JOB")
        create = jobs.add_parser("create", help="make a token and print its secret, this once")
        create.add_argument("club", help="public id or exact name")
        create.add_argument("member", help="number, public id or exact name")
        create.add_argument("--scope", action="append", required=True, choices=[each.value for each in Scope])
        create.add_argument("--days", type=_days, default=90, help="how long it is valid (default: 90)")
        create.add_argument("--label", default="", help="what it is for")
        listing = jobs.add_parser("list", help="list the tokens of a club")
        listing.add_argument("club", help="public id or exact name")
        revoke = jobs.add_parser("revoke", help="end a token now")
        revoke.add_argument("token", help="public id (tok_…)")

    def handle(self, *_: Any, job: str, **options: Any) -> None:
        """Run one job; what is refused becomes one line and status 1."""
        try:
            for line in JOBS[job](options):
                self.stdout.write(line)
        except ClubsError as error:
            raise Refused(error) from error


def _days(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MAX_DAYS:
        return int(text)
    raise argparse.ArgumentTypeError(f"a whole number from 1 to {MAX_DAYS}")


def _create(options: dict[str, Any]) -> list[str]:
    member = find_member(find_club(options["club"]), options["member"])
    label = " ".join(options["label"].split())
    if len(label) > 60 or not label.isprintable():
        raise CommandError("The label is longer than 60 characters, or cannot be shown.")
    made = create_token(member=member, scopes=options["scope"], days=options["days"], label=label)
    return [f"{made.token.public_id}\tvalid until {_moment(made.token.expires_at)}", made.secret]


def _list(options: dict[str, Any]) -> list[str]:
    tokens = ApiToken.objects.filter(club=find_club(options["club"])).select_related("member", "use")
    return [
        "\t".join(
            [
                token.public_id,
                token.member.number,
                ",".join(token.scopes),
                f"revoked {_moment(token.revoked_at)}"
                if token.revoked_at
                else f"until {_moment(token.expires_at)}",
                f"used {_moment(token.use.used_at)}" if hasattr(token, "use") else "never used",
                token.label,
            ]
        ).rstrip()
        for token in tokens.order_by("id")
    ]


def _revoke(options: dict[str, Any]) -> list[str]:
    token = ApiToken.objects.filter(public_id=options["token"].replace("\0", "")).first()
    if token is None:
        raise CommandError("token.unknown: There is no such token.")
    revoked = revoke_token(token=token)
    return [f"{revoked.public_id}\trevoked {_moment(revoked.revoked_at)}"]


def _moment(at: Any) -> str:
    return f"{at:%Y-%m-%dT%H:%MZ}"


JOBS = {"create": _create, "list": _list, "revoke": _revoke}

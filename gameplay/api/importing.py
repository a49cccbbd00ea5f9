"""`POST /deals/import`: records in, a verdict a line out. One refused line touches no other."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from django.http import HttpResponse

from clubs.api.operations import operation
from clubs.api.parsers import LINES_TYPE, Lines
from clubs.api.refusals import ApiError
from clubs.api.refusals import Code as ApiCode
from clubs.api.views import ApiView
from clubs.models import Scope
from gameplay.api.deal_shapes import ImportQuery
from gameplay.errors import Code
from gameplay.importing.keys import EqualLines
from gameplay.importing.labels import Labels
from gameplay.importing.one import Importer
from gameplay.importing.places import find_session
from gameplay.importing.verdicts import as_json
from gameplay.replay_command import lines_of

if TYPE_CHECKING:
    from rest_framework.request import Request

MAX_LINES = 1_000


class ImportDeals(ApiView):
    """Records of finished deals."""

    parser_classes = [Lines]
    lines_largest = 8 * 2**20

    @operation(
        "import_deals",
        tag="deals",
        summary="Import records of finished deals",
        description=(
            f"Lines of the Pan Deal Record format in (at most 8 MiB, {MAX_LINES:,} records), a verdict a "
            "line out: `ok` with the deal, or the code, the event and a sentence. A refused line touches no "
            "other one. Labels of seats are members' numbers or ids. The same file twice adds nothing: a "
            "record is known by its `id`, or by its line."
        ),
        role="manager",
        scopes=(Scope.MANAGE,),
        query=ImportQuery,
        body=LINES_TYPE,
        answer=LINES_TYPE,
        errors=(Code.SESSION_UNKNOWN,),
    )
    def post(self, request: Request, club: str) -> HttpResponse:
        """Import all lines, one by one."""
        del request, club
        ours = self.entry.club
        lines = list(lines_of(io.BytesIO(self.body)))
        if len(lines) > MAX_LINES:
            raise ApiError(ApiCode.TOO_LARGE, limit=MAX_LINES)
        session = find_session(ours, self.query["session"]) if "session" in self.query else None
        importer = Importer(ours, session, labels=Labels(ours))
        with EqualLines() as seen:
            verdicts = [as_json(importer.take(line, seen), number) for number, line in lines]
        return HttpResponse("".join(f"{verdict}\n" for verdict in verdicts), content_type=LINES_TYPE)

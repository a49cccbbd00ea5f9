"""`manage.py work` shows what waits and what was given up, and gives it another try."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from gameplay.models import Outbox, Progress
from tests.gameplay.evenings import Evening

if TYPE_CHECKING:
    from tests.builders import House


def said(*arguments: str) -> str:
    out = io.StringIO()
    call_command("work", *arguments, stdout=out)
    return out.getvalue()


def test_work_is_listed_given_up_and_tried_again(house: House) -> None:
    assert said() == "Nothing waits.\n"
    evening = Evening(house, sessions=1)
    evening.close()
    row = Outbox.objects.get(club=house.club)
    Progress.objects.create(outbox=row, done=2, total=3)
    (session,) = evening.nets
    assert f"{row.pk}  settle_session  {session}  {house.club.public_id}      0  2/3" in said()

    with pytest.raises(CommandError, match="No work with this number was given up"):
        said("--retry", str(row.pk))
    Outbox.objects.filter(pk=row.pk).update(failed_at=timezone.now(), failure="session.not_verified", tries=3)
    out = io.StringIO()
    with pytest.raises(CommandError, match="given up"):
        call_command("work", stdout=out)
    assert "session.not_verified (given up)" in out.getvalue()

    assert said("--retry", str(row.pk)) == "It will be tried again.\n"
    row.refresh_from_db()
    assert (row.failed_at, row.failure, row.tries) == (None, "", 0)

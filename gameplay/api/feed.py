"""The address of the feed: what was committed, in the order of commits, nothing skipped (L-62)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clubs.api.operations import operation
from clubs.api.paging import read_cursor, write_cursor
from clubs.api.views import ApiView
from clubs.models import Scope
from gameplay.api.ledger_shapes import FeedEntryShape, FeedPage, FeedQuery
from gameplay.errors import Code
from gameplay.feed import Position, read_feed

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request


class Feed(ApiView):
    """What happened in a club."""

    @operation(
        "read_feed",
        tag="feed",
        summary="Follow what happens in the club",
        description=(
            "Oldest first. Keep `next` and ask again with it: it is there also when nothing is new. What is "
            "still being written comes on a later page. After the database was restored, an old cursor is "
            "answered by 410 `feed.epoch`: begin again."
        ),
        role="scorer",
        scopes=(Scope.READ, Scope.REPORT),
        query=FeedQuery,
        answer=FeedPage,
        errors=(Code.FEED_EPOCH,),
    )
    def get(self, request: Request, club: str) -> HttpResponse:
        """Answer a page."""
        del request, club
        limit = self.query["limit"]
        seen = read_cursor("feed", self.query.get("cursor"), [int, int, int])
        after = Position(*seen) if seen else Position()
        entries = read_feed(self.entry.club.pk, after, limit)
        following = write_cursor("feed", entries[-1].position if entries else after)
        shown = {"items": FeedEntryShape(entries, many=True).data, "next": following}
        return self.answer(shown, next_cursor=following if len(entries) == limit else None)

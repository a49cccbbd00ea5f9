"""The back office's view of what happened at the table: every row can be looked at, and nothing else.

A fact that is wrong is corrected at the table, by a new fact (`manage.py session void`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from gameplay.models import Deal, Event, HouseRulesRevision, Request, Session, Text
from ledger.admin import StoredAdmin, listed, register_others

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from gameplay.models import DealSeat


class StreamAdmin(StoredAdmin):
    """A header with its stream of events."""

    search_fields: ClassVar[tuple[str, ...]] = ("=public_id",)

    @admin.display(description=_("events"))
    def events(self, row: Any) -> SafeString:
        """Lead to the events of the stream."""
        return listed("gameplay_event", _("events"), stream__exact=row.public_id)

    @admin.display(description=_("texts"))
    def texts(self, row: Any) -> SafeString:
        """Lead to what people wrote."""
        return listed("gameplay_text", _("texts"), stream__exact=row.public_id)


@admin.register(Session)
class SessionAdmin(StreamAdmin):
    """Sessions, each with its deals, events and books."""

    list_display = ("public_id", "club", "table", "game", "business_day", "status", "origin", "recorded_by")
    list_filter = ("game", "origin", "club")
    list_select_related = ("club", "table", "state")
    extra = ("status", "deals", "events", "books", "texts")

    @admin.display(description=_("status"))
    def status(self, session: Session) -> str:
        """Where it stands on its way to the report."""
        return session.state.get_status_display()

    @admin.display(description=_("deals"))
    def deals(self, session: Session) -> SafeString:
        """Lead to its deals."""
        return listed("gameplay_deal", _("deals"), session__id__exact=session.pk)

    @admin.display(description=_("books"))
    def books(self, session: Session) -> SafeString:
        """Lead to the books that it posts into."""
        return listed("ledger_book", _("books"), q=session.public_id)


@admin.register(Deal)
class DealAdmin(StreamAdmin):
    """Deals, each with its seats, events and transactions."""

    list_display = (
        "public_id",
        "club",
        "session",
        "number",
        "outcome",
        "units",
        "recorded_at",
        "recorded_by",
    )
    list_filter = ("club",)
    list_select_related = ("club", "session", "state")
    search_fields = ("=public_id", "=session__public_id", "=import_key")
    extra = ("outcome", "seats", "events", "transactions", "texts")

    @admin.display(description=_("outcome"))
    def outcome(self, deal: Deal) -> str:
        """How it ended, and whether it was taken back."""
        void = " (" + _("void") + ")" if deal.state.is_void else ""
        return f"{deal.state.outcome}{void}"

    @admin.display(description=_("units"))
    def units(self, deal: Deal) -> str:
        """What each seat won or lost."""
        return " ".join(f"{units:+d}" if units else "0" for units in deal.state.units)

    @admin.display(description=_("seats"))
    def seats(self, deal: Deal) -> SafeString:
        """Show who sat where, with what each won or lost."""
        sittings = deal.sittings.select_related("member").order_by("seat")
        rows = ((each.seat, each.member, _units_of(each, deal)) for each in sittings)
        return format_html_join("", "<p>{}: {} ({})</p>", rows)

    @admin.display(description=_("transactions"))
    def transactions(self, deal: Deal) -> SafeString:
        """Lead to what it posted."""
        return listed("ledger_transaction", _("transactions"), q=deal.public_id)


def _units_of(seat: DealSeat, deal: Deal) -> str:
    units = deal.state.units[seat.seat]
    return f"{units:+d}" if units else "0"


@admin.register(Event)
class EventAdmin(StoredAdmin):
    """Events of all streams, each leading to its deal or session."""

    list_display = ("id", "club", "stream", "seq", "type", "recorded_at", "recorded_by")
    list_filter = ("club",)
    list_select_related = ("club",)
    search_fields = ("=stream", "=key")
    extra = ("of",)

    @admin.display(description=_("deal or session"))
    def of(self, event: Event) -> SafeString | str:
        """Lead to what it is an event of."""
        stream = {"club_id": event.club_id, "public_id": event.stream}
        for name, found in (
            ("gameplay_deal", Deal.objects.filter(**stream).first()),
            ("gameplay_session", Session.objects.filter(**stream).first()),
        ):
            if found is not None:
                address = reverse(f"admin:{name}_change", args=[found.pk])
                return format_html('<a href="{}">{}</a>', address, event.stream)
        return event.stream


@admin.register(Text)
class TextAdmin(StoredAdmin):
    """What people wrote, as long as it was not blanked."""

    list_display = ("id", "club", "stream", "seq", "content")
    list_filter = ("club",)
    list_select_related = ("club",)
    search_fields = ("=stream",)


@admin.register(HouseRulesRevision)
class HouseRulesRevisionAdmin(StoredAdmin):
    """Revisions of house rules, with all their options."""

    list_display = ("public_id", "club", "house_rules", "number", "profile", "recorded_at", "recorded_by")
    list_filter = ("club",)
    list_select_related = ("club", "house_rules")
    search_fields: ClassVar[tuple[str, ...]] = ("=public_id",)


@admin.register(Request)
class RequestAdmin(StoredAdmin):
    """Requests that were carried out."""

    list_display = ("id", "club", "operation", "key", "status", "recorded_at", "recorded_by")
    list_filter = ("operation", "club")
    list_select_related = ("club",)
    search_fields = ("=key",)


register_others("gameplay")

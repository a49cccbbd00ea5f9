"""The back office's view of the books: every row can be looked at, none can be added, changed or deleted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar

from django.apps import apps
from django.contrib import admin
from django.db import models
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from clubs.admin_read_only import ReadOnlyAdmin
from ledger.models import Account, Book, Posting, Settlement, Transaction

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.utils.safestring import SafeString


class StoredAdmin(ReadOnlyAdmin):
    """Shows all columns of a row, bytes last: canonical JSON made readable, hashes in hexadecimal."""

    ordering = ("-pk",)
    list_select_related: ClassVar[bool | tuple[str, ...]] = True
    search_fields: ClassVar[tuple[str, ...]] = ()
    extra: ClassVar[tuple[str, ...]] = ()
    """Methods whose answers are shown between the columns and the bytes."""

    def get_fields(self, request: HttpRequest, obj: models.Model | None = None) -> list[str]:
        """Show every column once; what the database reads out of the bytes stands in the bytes."""
        del request, obj
        stored = ["stored"] if _names(self.model, models.BinaryField) else []
        hidden = _names(self.model, models.BinaryField, models.GeneratedField)
        return [
            *(field.name for field in _columns(self.model) if field.name not in hidden),
            *self.extra,
            *stored,
        ]

    @admin.display(description=_("stored bytes"))
    def stored(self, row: models.Model) -> SafeString:
        """Show what is hashed, and the hashes."""
        shown = ((name, readable(getattr(row, name))) for name in _names(type(row), models.BinaryField))
        return format_html_join("", "<p><strong>{}</strong></p><pre>{}</pre>", shown)


def readable(value: Any) -> str:
    """Return stored bytes as people read them: JSON over several lines, or hexadecimal."""
    if value is None:
        return "-"
    stored = bytes(value)
    try:
        return json.dumps(json.loads(stored), ensure_ascii=False, indent=1)
    except (ValueError, RecursionError):
        return stored.hex()


def listed(model: str, text: Any, **filters: Any) -> SafeString:
    """Return a link to the list of a model's rows, `model` as in `ledger_posting`."""
    address = reverse(f"admin:{model}_changelist", query=filters)
    return format_html('<a href="{}">{}</a>', address, text)


def register_others(app: str) -> None:
    """Register every model of an app that has no view of its own yet.

    One whose key has several columns cannot be shown by the admin; its rows belong to another's view.
    """
    for model in apps.get_app_config(app).get_models():
        if not _has_composite_key(model) and not admin.site.is_registered(model):
            admin.site.register(model, type(f"{model.__name__}Admin", (StoredAdmin,), {}))


def _columns(model: type[models.Model]) -> tuple[models.Field[Any, Any], ...]:
    return model._meta.concrete_fields  # noqa: SLF001 - public in all but name


def _names(model: type[models.Model], *kinds: type[models.Field[Any, Any]]) -> list[str]:
    return [field.name for field in _columns(model) if isinstance(field, kinds)]


def _has_composite_key(model: type[models.Model]) -> bool:
    return isinstance(model._meta.pk, models.CompositePrimaryKey)  # noqa: SLF001 - as above


@admin.register(Account)
class AccountAdmin(StoredAdmin):
    """Accounts, each with its balance and its postings."""

    list_display = ("public_id", "club", "purpose", "holder", "units", "postings")
    list_filter = ("purpose", "club")
    list_select_related = ("club", "balance")
    search_fields = ("=public_id", "=holder")
    extra = ("units", "postings")

    @admin.display(description=_("units"))
    def units(self, account: Account) -> int:
        """What stands on it now."""
        return account.balance.units

    @admin.display(description=_("postings"))
    def postings(self, account: Account) -> SafeString:
        """Lead to what moved it."""
        return listed("ledger_posting", _("postings"), account__id__exact=account.pk)


@admin.register(Book)
class BookAdmin(StoredAdmin):
    """Books, each with its transactions."""

    list_display = ("public_id", "club", "purpose", "source", "number", "business_day", "transactions")
    list_filter = ("purpose", "club")
    list_select_related = ("club",)
    search_fields = ("=public_id", "=source")
    extra = ("transactions",)

    @admin.display(description=_("transactions"))
    def transactions(self, book: Book) -> SafeString:
        """Lead to what was posted into it."""
        return listed("ledger_transaction", _("transactions"), book__id__exact=book.pk)


@admin.register(Transaction)
class TransactionAdmin(StoredAdmin):
    """Transactions, each with its postings."""

    list_display = ("public_id", "club", "business_day", "reason", "source", "recorded_at", "recorded_by")
    list_filter = ("reason", "club")
    list_select_related = ("club",)
    search_fields = ("=public_id", "=source", "=key")
    extra = ("moved",)

    @admin.display(description=_("postings"))
    def moved(self, transaction: Transaction) -> SafeString:
        """Show what moved where, each account with a link to its posting."""
        postings = transaction.postings.select_related("account").order_by("id")
        return format_html_join(
            "",
            '<p><a href="{}">{} {}</a>: {} → {}</p>',
            (
                (
                    reverse("admin:ledger_posting_change", args=[each.pk]),
                    each.account.get_purpose_display(),
                    each.account.holder,
                    f"{each.amount:+d}",
                    each.balance_after,
                )
                for each in postings
            ),
        )


@admin.register(Posting)
class PostingAdmin(StoredAdmin):
    """Postings."""

    list_display = ("id", "club", "transaction", "account", "amount", "balance_after", "account_version")
    list_filter = ("club",)
    list_select_related = ("club", "transaction", "account")
    search_fields = ("=transaction__public_id", "=account__public_id", "=account__holder")


@admin.register(Settlement)
class SettlementAdmin(StoredAdmin):
    """Settlements, with what each froze."""

    list_display = ("public_id", "club", "book", "number", "supersedes", "recorded_at")
    list_filter = ("club",)
    list_select_related = ("club", "book", "supersedes")
    search_fields = ("=public_id", "=book__source")


register_others("ledger")

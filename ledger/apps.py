"""The app of who owes whom."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LedgerConfig(AppConfig):
    """Accounts, books, transactions, postings, settlements."""

    name = "ledger"
    verbose_name = _("Ledger")

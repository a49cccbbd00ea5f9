"""The app of what happened at the table."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GameplayConfig(AppConfig):
    """House rules, sessions, deals, events."""

    name = "gameplay"
    verbose_name = _("Gameplay")

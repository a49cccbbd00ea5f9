"""The app of people and places."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """Clubs, members, roles, tables, log-ins."""

    name = "clubs"
    verbose_name = _("Clubs")

"""The app of people and places."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """Clubs, members, roles, tables, log-ins."""

    name = "clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        """See to the rights after each migration: once, since the signal comes once for each app."""
        from clubs.rights import grant_rights

        post_migrate.connect(grant_rights, sender=self, dispatch_uid="clubs.grant_rights")

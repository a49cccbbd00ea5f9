"""Names `config` as a Django app so that its commands are found; it must not gain models."""

from django.apps import AppConfig


class Config(AppConfig):
    """The house itself: settings, addresses, and the commands that run it."""

    name = "config"

"""Names `config` as a Django app so that its commands are found; it must not gain models."""

from importlib import import_module

from django.apps import AppConfig


class Config(AppConfig):
    """The house itself: settings, addresses, and the commands that run it."""

    name = "config"

    def ready(self) -> None:
        """Let whoever writes work find our Celery application; importing it connects to nothing."""
        import_module("config.celery")

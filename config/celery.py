"""The Celery application: `celery -A config.celery worker`. It knows no task; they stand in the apps."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# `migrate` has run Django's checks; a worker that repeats them only loads every page and starts late.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")


def make_app() -> Celery:
    """Return an application with the settings of this installation."""
    from django.conf import settings

    made = Celery("panbook")
    made.conf.update(settings.CELERY)
    made.autodiscover_tasks()
    return made


app = make_app()
# Senders sit in whatever thread serves a request, where Celery would otherwise take an app of its own.
app.set_default()

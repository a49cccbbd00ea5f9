"""Addresses of play and settlement, below `/api/v1/`."""

from django.urls import path

from clubs.api.addresses import register
from gameplay.api.replay import Replay

register()

urlpatterns = [
    path("replay", Replay.as_view(), name="api-replay"),
]

"""Addresses of the API: its parts, its description, its problems, and the answer to every other address."""

from django.urls import include, path

from config.problem_pages import Unknown

urlpatterns = [
    path("v1/", include("clubs.api.urls")),
    path("v1/", include("gameplay.api.urls")),
    path("v1/", include("config.api_description")),
    path("", Unknown.as_view()),
    path("<path:rest>", Unknown.as_view()),
]

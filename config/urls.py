"""Where each address leads; it decides nothing else."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("clubs.urls")),
    path("accounts/", include("allauth.urls")),
    path("back-office/", admin.site.urls),
]

"""Where each address leads; it decides nothing else."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

# One way to log in, with its rate limits: the back office has none of its own.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("clubs.urls")),
    path("accounts/", include("clubs.account_urls")),
    path("clubs/<str:club>/", include("gameplay.pages.urls")),
    path("language/", include("django.conf.urls.i18n")),
    path("back-office/", admin.site.urls),
    path("api/", include("config.api_urls")),
]

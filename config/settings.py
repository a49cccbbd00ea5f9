"""Django's settings, read from the environment.

They hold no secret and open no connection; `docs/operations.md` lists the variables.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from django.templatetags.static import static

from config import embedded
from config.api_settings import (
    PANBOOK_EXAMPLES,
    PANBOOK_ONCE,
    PANBOOK_PROBLEMS,
    REST_FRAMEWORK,
    SPECTACULAR_SETTINGS,
)
from config.celery_settings import celery_settings
from config.roles import role_for

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("PANBOOK_VAR", BASE_DIR / "var"))
DEBUG = os.environ.get("PANBOOK_DEBUG") == "1"


def _secret_key() -> str:
    """Return the key of this installation; only a tree that was never started has the fixed one."""
    if key := os.environ.get("PANBOOK_SECRET_KEY"):
        return key
    path = VAR / "secret_key"
    return path.read_text().strip() if path.is_file() else "development-only-key-of-a-tree-never-started"


def _database() -> dict[str, object]:
    """Return the one database, as the role that this process needs (owner migrates, app serves)."""
    role = os.environ.get("PANBOOK_DB_ROLE") or role_for(sys.argv)
    url = os.environ.get("DATABASE_URL")
    if role == "owner":
        url = os.environ.get("DATABASE_OWNER_URL", url)
    base: dict[str, object] = {"ENGINE": "django.db.backends.postgresql", "CONN_HEALTH_CHECKS": True}
    # A closed laptop or a stuck client must not hold back the feed's readers for ever (L-71).
    options: dict[str, object] = {
        "options": "-c idle_in_transaction_session_timeout=60000 -c timezone=UTC",
        "application_name": f"panbook-{role}",
        "prepare_threshold": 2,  # for `clubs.prepared`; a pooler in between must pass statements through
    }
    if url is None:
        data = embedded.data_folder(VAR)
        host = str(embedded.socket_folder(data))
        return base | {"NAME": "panbook", "USER": f"panbook_{role}", "HOST": host, "OPTIONS": options}
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    host = query.pop("host", "") or (parts.hostname or "")
    return base | {
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or ""),
        "OPTIONS": options | query,
    }


__all__ = [
    "PANBOOK_EXAMPLES",
    "PANBOOK_ONCE",
    "PANBOOK_PROBLEMS",
    "REST_FRAMEWORK",
    "SPECTACULAR_SETTINGS",
]
SECRET_KEY = _secret_key()
ALLOWED_HOSTS = os.environ.get("PANBOOK_HOSTS", "localhost,127.0.0.1,[::1]").split(",")
CSRF_TRUSTED_ORIGINS = [origin for origin in os.environ.get("PANBOOK_ORIGINS", "").split(",") if origin]

INSTALLED_APPS = [
    "whitenoise.runserver_nostatic",
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django_linear_migrations",
    "django_htmx",
    "allauth",
    "allauth.account",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "config",
    "clubs",
    "ledger",
    "gameplay",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "clubs.middleware.content_security_policy",
    "config.problems.answer_all_in_problems",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "clubs.middleware.actor",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": _database()}
# In the database, so that a limit on log-ins counts for all processes together.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "clubs_cache"}}
CELERY = celery_settings(VAR)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_ADAPTER = "clubs.accounts.AccountAdapter"
EMAIL_BACKEND = os.environ.get("PANBOOK_EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("pl", "Polski"), ("nl", "Nederlands")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if os.environ.get("PANBOOK_BEHIND_PROXY") == "1" else None
)

UNFOLD = {
    "SITE_TITLE": "Panbook",
    "SITE_HEADER": "Panbook",
    "SITE_URL": "/",
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda _request: static("panbook.svg")},
    ],
}

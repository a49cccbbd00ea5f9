"""The one password of the demo's log-ins: made once for an installation and kept beside its data.

Only the demo uses it; it must not become anybody's default.
"""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

VARIABLE = "PANBOOK_DEMO_PASSWORD"
_FILE = "demo_password"


def kept_password(var: Path) -> str | None:
    """Return the password that was made or given before, or None."""
    path = var / _FILE
    return path.read_text().strip() if path.is_file() else None


def new_password(var: Path) -> str:
    """Take the password from the environment or make one, and keep it for its owner's eyes alone."""
    password = os.environ.get(VARIABLE) or kept_password(var) or secrets.token_urlsafe(9)
    var.mkdir(parents=True, exist_ok=True)
    path = var / _FILE
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(password + "\n")
    return password

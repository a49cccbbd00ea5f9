"""Says which database role a command works as: the owner changes tables, the app serves.

It must not read settings, which ask it while they are being built.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

Role = Literal["owner", "app"]

# Everything else, `up` included, works as the app: what has no right to bend facts cannot bend them by
# mistake.
OWNER_COMMANDS = frozenset(
    {
        "create_max_migration_files",
        "makemigrations",
        "migrate",
        "optimizemigration",
        "rebase_migration",
        "showmigrations",
        "sqlflush",
        "sqlmigrate",
        "squashmigrations",
        "squash_migrations",
        "test",
    },
)


def role_for(argv: Sequence[str]) -> Role:
    """Return the role for a command line such as `["manage.py", "migrate"]`."""
    return "owner" if len(argv) > 1 and argv[1] in OWNER_COMMANDS else "app"

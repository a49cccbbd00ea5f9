"""How a command says that it was refused: one line with the code, exit status 1. It knows no service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.management.base import CommandError

from clubs.sentences import sentence

if TYPE_CHECKING:
    from clubs.errors import ClubsError


class Refused(CommandError):  # noqa: N818 - Django prints the name before the line
    """A refusal of the clubs, told in one line."""

    def __init__(self, error: ClubsError) -> None:
        """Put code and sentence into one line."""
        super().__init__(f"{error.code}: {sentence(error)}", returncode=1)

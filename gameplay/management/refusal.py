"""How a command of the table says that it was refused: one line with the code, exit status 1."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.core.management.base import CommandError

from gameplay.error_sentences import REFUSALS, code_of, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator


class Refused(CommandError):  # noqa: N818 - Django prints the name before the line
    """A refusal of any app, told in one line."""


@contextmanager
def told(*, returncode: int = 1) -> Iterator[None]:
    """Let a command's block end in one line instead of a trace when something of ours refuses."""
    try:
        yield
    except REFUSALS as error:
        raise Refused(f"{code_of(error)}: {sentence(error)}", returncode=returncode) from error

"""Marks texts for translation, and says them in a language. It holds no text itself.

Pages hand over Django's functions; the command reads the same catalogues with the standard library.
"""

from __future__ import annotations

import gettext as catalogues
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

LANGUAGES: Final = ("en", "nl", "pl")
FOLDER: Final = Path(__file__).resolve().parents[2] / "locale"


def _(text: str) -> str:
    """Mark a text for translation without translating it."""
    return text


def ngettext(one: str, many: str) -> tuple[str, str]:
    """Mark a text whose form goes by a number."""
    return one, many


def pgettext(context: str, text: str) -> tuple[str, str]:
    """Mark a text that means different things in different places."""
    return context, text


@dataclass(frozen=True, slots=True)
class Language:
    """How marked texts are said; the fields are gettext's functions of these names."""

    gettext: Callable[[str], str]
    ngettext: Callable[[str, str, int], str]
    pgettext: Callable[[str, str], str]

    def __call__(self, text: str, **params: object) -> str:
        """Say a text with its parameters."""
        return self.gettext(text) % params

    def count(self, forms: tuple[str, str], number: int, **params: Any) -> str:
        """Say the form that goes with a number."""
        return self.ngettext(*forms, number) % params

    def within(self, marked: tuple[str, str], **params: Any) -> str:
        """Say a text that was marked with its context."""
        return self.pgettext(*marked) % params


def language(code: str) -> Language:
    """Return one of `LANGUAGES` from its compiled catalogue; English is what the texts are written in."""
    if code == "en":
        found = catalogues.NullTranslations()
    else:
        path = FOLDER / code / "LC_MESSAGES" / "django.mo"
        with path.open("rb") as file:
            found = catalogues.GNUTranslations(file)
    return Language(found.gettext, found.ngettext, found.pgettext)

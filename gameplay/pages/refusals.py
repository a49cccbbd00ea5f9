"""Turns what a service refuses into words, with the names that people know. It hides no refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages

from gameplay import tell
from gameplay.error_sentences import sentence
from gameplay.errors import RuleBroken
from gameplay.telling.refused import named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest

    from gameplay.error_sentences import Refusal


def said(error: Refusal, names: Sequence[str] = (), **known: str) -> str:
    """Return what an error says; `names` are those of the seats, `known` stands in for ids."""
    if isinstance(error, RuleBroken):
        return sentence(RuleBroken(named(error.fault, names, tell.SAY)))
    return sentence(error, **known)


def refuse(request: HttpRequest, error: Refusal, **known: str) -> None:
    """Put what was refused at the head of the next page."""
    messages.error(request, said(error, **known))

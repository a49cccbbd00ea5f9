"""Turns what a service refuses into words, with the names that people know. It hides no refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages

from gameplay import tell
from gameplay.error_sentences import sentence
from gameplay.errors import RuleBroken
from gameplay.telling.refused import named

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.http import HttpRequest

    from gameplay.error_sentences import Refusal


def said(
    error: Refusal,
    names: Sequence[str] = (),
    played: tuple[Mapping[str, Any], Sequence[Any]] | None = None,
    **known: str,
) -> str:
    """Return what an error says; `names` are those of the seats, `known` stands in for ids.

    With the header and the events of the deal that the rules refuse, the refused one included, it says why.
    """
    if not isinstance(error, RuleBroken):
        return sentence(error, **known)
    told = sentence(RuleBroken(named(error.fault, names, tell.SAY)))
    why = tell.tell_why(error.fault, names, *played) if played else ""
    return f"{told}. {why}" if why else told


def refuse(request: HttpRequest, error: Refusal, **known: str) -> None:
    """Put what was refused at the head of the next page."""
    messages.error(request, said(error, (), None, **known))

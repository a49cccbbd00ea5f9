"""Turns what a service refuses into words, with the names that people know. It hides no refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages

from gameplay import tell
from gameplay.engine.verdict import Fault
from gameplay.error_sentences import sentence
from gameplay.errors import RuleBroken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest

    from gameplay.error_sentences import Refusal


def said(error: Refusal, names: Sequence[str] = (), **known: str) -> str:
    """Return what an error says; `names` are those of the seats, `known` stands in for ids."""
    if isinstance(error, RuleBroken):
        return sentence(RuleBroken(_with_names(error.fault, names)))
    return sentence(error, **known)


def _with_names(fault: Fault, names: Sequence[str]) -> Fault:
    params = dict(fault.params)
    seat = params.get("seat")
    if isinstance(seat, int) and 0 <= seat < len(names):
        params["who"] = names[seat]
    if isinstance(params.get("cards"), list | tuple):
        params["cards"] = tell.cards(params["cards"])
    if isinstance(params.get("card"), str):
        params["card"] = tell.card(params["card"])
    return Fault(fault.code, fault.event, params)


def refuse(request: HttpRequest, error: Refusal, **known: str) -> None:
    """Put what was refused at the head of the next page."""
    messages.error(request, said(error, **known))

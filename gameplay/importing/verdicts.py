"""Writes the verdict on a line of an import, for people or for programs; it judges nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
from django.utils.translation import gettext as _

from gameplay.error_sentences import code_of, sentence
from gameplay.errors import RuleBroken
from gameplay.importing.one import Imported, Refused

if TYPE_CHECKING:
    from gameplay.engine.verdict import Fault

_CONTROL = re.compile(r"[^\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\U0010ffff]")


def as_json(verdict: Imported | Refused, line: int) -> str:
    """Return one line of JSON: where the deal is, or the code, the event's position and a sentence."""
    said: dict[str, Any] = {"line": line, "id": verdict.record_id, "ok": isinstance(verdict, Imported)}
    if isinstance(verdict, Imported):
        said |= {
            "deal": verdict.deal,
            "number": verdict.number,
            "transaction": verdict.transaction,
            "units": list(verdict.units),
            "is_new": verdict.is_new,
        }
    else:
        fault = _fault(verdict)
        params = dict(fault.params if fault else verdict.error.params)  # type: ignore[union-attr]
        said |= {
            "event": fault.event if fault else None,
            "code": code_of(verdict.error),
            "message": sentence(verdict.error),
            "rule": params.pop("rule", None),
            "params": params,
        }
    return msgspec.json.encode(said).decode()


def as_text(verdict: Imported | Refused, line: int) -> str:
    """Return one line for people; control characters of an id must not reach a terminal."""
    name = printable(verdict.record_id) if verdict.record_id else "-"
    if isinstance(verdict, Imported):
        units = " ".join(signed(units) for units in verdict.units)
        known = "" if verdict.is_new else "  " + _("(was there already)")
        fine = _("ok")
        return f"{line:>5}  {name}  {fine}  {verdict.deal}  #{verdict.number}  {units}{known}"
    fault = _fault(verdict)
    place = None if fault is None else fault.event
    event = "" if place is None else "  " + _("event %(event)s") % {"event": place}
    told = printable(f"{code_of(verdict.error)}: {sentence(verdict.error)}")
    refused = _("REFUSED")
    return f"{line:>5}  {name}  {refused}{event}  {told}"


def signed(units: int) -> str:
    """Return an amount with its sign; zero has none (L-9)."""
    return f"{units:+d}" if units else "0"


def printable(text: str) -> str:
    """Return the text without what a terminal would obey and not show."""
    return _CONTROL.sub("\ufffd", text)


def _fault(verdict: Refused) -> Fault | None:
    return verdict.error.fault if isinstance(verdict.error, RuleBroken) else None

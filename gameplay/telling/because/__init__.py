"""Why an event or a header was refused, as a person understands it; re-derived from the record before it.

The engine stays as quick as it is: it names the fault, and here its surroundings are looked at again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gameplay.engine.record import standing
from gameplay.engine.walk import opened, walk
from gameplay.telling.because import header, pan, panguingue, panguingue_cards, shape
from gameplay.telling.because.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gameplay.engine.verdict import Fault
    from gameplay.engine.walk import Step
    from gameplay.telling.language import Language

_COMMON = shape.BECAUSE | header.BECAUSE
_OF_GAME = {
    "panguingue": panguingue.BECAUSE | panguingue_cards.BECAUSE,
    "pan": pan.BECAUSE,
}


def because(fault: Fault, record: Any, names: Sequence[str], say: Language, counted_from: int = 0) -> str:
    """Say why a record has this fault, which `replay` gave it; `names` are those of the seats.

    `counted_from` is the number that people see at the first event.
    """
    return explained(fault, record, names, say, _at_fault(fault, record), counted_from)


def explained(  # noqa: PLR0917 - a fault, what it is about, and how it is told
    fault: Fault, record: Any, names: Sequence[str], say: Language, step: Step | None, counted_from: int = 0
) -> str:
    """Say it of the step at which the fault is; None for a header, or a match."""
    written = record if isinstance(record, dict) else {}
    scene = Scene(fault, written, names, say, counted_from)
    if step is not None:
        scene = replace(
            scene,
            table=step.before,
            event=step.event,
            earlier=tuple(standing(written["events"][: step.at])[0]),
        )
    found = _OF_GAME.get(scene.game, {}).get(fault.code) or _COMMON.get(fault.code)
    return found(scene) if found else ""


def _at_fault(fault: Fault, record: Any) -> Step | None:
    if fault.event is None or (start := opened(record)) is None:
        return None
    return next(step for step in walk(*start) if step.at == fault.event)

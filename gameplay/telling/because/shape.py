"""Why a record is not written as the format has it: what must stand at a key, and what stands there (R)."""

from __future__ import annotations

import difflib
import json
from typing import TYPE_CHECKING, Any, Final

from gameplay.engine.pan import reading as pan_reading
from gameplay.engine.pan import rules as pan_rules
from gameplay.engine.panguingue import reading as panguingue_reading
from gameplay.engine.panguingue import rules as panguingue_rules
from gameplay.engine.verdict import Code
from gameplay.engine.writing import quoted
from gameplay.telling.language import _

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from gameplay.engine.shapes import Shape
    from gameplay.telling.because.scene import Scene

SHAPES: Final[Mapping[str, Mapping[str, Shape]]] = {
    "panguingue": panguingue_reading.SHAPES,
    "pan": pan_reading.SHAPES,
}
BOOKS: Final[Mapping[str, Any]] = {"panguingue": panguingue_rules.BOOK, "pan": pan_rules.BOOK}

_DEAL: Final = ("pdr", "game", "id", "detail", "profile", "rules", "seats", "first", "pot", "events", "meta")
_MATCH: Final = ("pdr", "game", "id", "word", "match_end", "match_stake", "seats", "losses", "meta")

_WANTED: Final[dict[str, str]] = {
    "line": _("a JSON object in UTF-8, of at most one mebibyte"),
    "record": _("a JSON object"),
    "pdr": _("the number 1"),
    "game": _("“panguingue”, “pan” or “pan-match”"),
    "id": _("a text of at most 200 characters"),
    "detail": _("“score” or “play”"),
    "profile": _("the name of a rule profile"),
    "rules": _("an object of options"),
    "seats": _("a list of texts, none of them empty"),
    "first": _("the number of a seat, counted from 0"),
    "pot": _("a whole number of units, not negative"),
    "events": _("a list of at most 5,000 events"),
    "meta": _("anything with texts of at most 2,000 characters"),
    "word": _("a text of 2 to 12 letters"),
    "match_end": _("“first” or “last_standing”"),
    "match_stake": _("a whole number of units from 0 to 1,000,000"),
    "losses": _("a list of the losers' seats, null for a drawn deal"),
    "type": _("the name of an event"),
    "seat": _("the number of a seat, counted from 0"),
    "by": _("the number of a seat, counted from 0"),
    "card": _("a card, such as 5h"),
    "upcard": _("a card, such as 5h, or ?? for an unknown one"),
    "cards": _("a list of cards, such as 5h"),
    "hands": _("a list with an entry for each seat: a list of cards, or null"),
    "sizes": _("a list with a whole number for each seat"),
    "borrow": _("a list of pairs: a meld, counted from 0, and a list of cards"),
    "claimed": _("true or false"),
    "meld": _("the number of a meld, counted from 0"),
    "from": _("“stock” or “discard”"),
    "as": _("a rank of the pack"),
    "ms": _("a time in thousandths of a second, not negative"),
    "reason": _("a text of at most 200 characters"),
}
_LIMITS: Final = _("numbers within ±(2⁵³ − 1), and texts of at most 200 characters without U+0000")  # noqa: RUF001 - a true minus


def invalid(scene: Scene) -> str:
    """R: what is missing or of the wrong kind."""
    key = scene.params["key"]
    if key == "line":
        return scene.say(_("A record is %(wanted)s."), wanted=scene.say(_WANTED[key]))
    holder = _holder(scene, key)
    wanted = scene.say(_WANTED.get(key, _LIMITS))
    if key == "type" and isinstance(holder, dict) and isinstance(holder.get("type"), str):
        known = ", ".join(SHAPES.get(scene.game, {}))
        words = {"type": quoted(holder["type"]), "known": f"{known}, undo"}
        return scene.say(_("There is no event “%(type)s”; there are %(known)s."), **words)
    if not isinstance(holder, dict):
        return scene.say(
            _("Wanted is %(wanted)s; here stands %(value)s."), wanted=wanted, value=_shown(holder, scene)
        )
    if key in holder:
        words = {"key": key, "wanted": wanted, "value": _shown(holder[key], scene)}
        return scene.say(_("“%(key)s” is to be %(wanted)s; here stands %(value)s."), **words)
    if key in _WANTED:
        return scene.say(_("“%(key)s” is missing; it is to be %(wanted)s."), key=key, wanted=wanted)
    return scene.say(_("All that is written keeps to limits: %(limits)s."), limits=scene.say(_LIMITS))


def _holder(scene: Scene, key: str) -> Any:
    """Return what the key stands in, or the value itself where it has none."""
    at = scene.fault.event
    if at is None:
        return scene.record
    if key == "losses":
        return scene.record["losses"][at]
    return scene.event


def _shown(value: Any, scene: Scene) -> str:
    """Show a value of a record, shortened."""
    if isinstance(value, list):
        return scene.say(_("a list"))
    if isinstance(value, dict):
        return scene.say(_("an object"))
    return f"“{quoted(value)}”" if isinstance(value, str) else quoted(json.dumps(value))


def unknown_key(scene: Scene) -> str:
    """R: which keys stand here, and which one was perhaps meant."""
    key, known = scene.params["key"], _known_keys(scene)
    if key in known:
        known = [each for each in known if each != key]
    near = difflib.get_close_matches(key, known, n=1)
    said = (
        scene.say(_("Known here are: %(keys)s."), keys=", ".join(known))
        if known
        else scene.say(_("Nothing else stands here."))
    )
    other = next((game for game, book in BOOKS.items() if game != scene.game and key in book.rows), None)
    if near:
        said += " " + scene.say(_("Was “%(key)s” meant?"), key=near[0])
    elif other:
        said += " " + scene.say(_("It is an option of %(game)s."), game=scene.say(GAMES[other]))
    return said


def _known_keys(scene: Scene) -> Collection[str]:
    if scene.fault.event is not None:
        return [*SHAPES[scene.game].get(scene.event["type"], ())]
    top = _MATCH if scene.game == "pan-match" else _DEAL
    rules = scene.record.get("rules")
    is_option = isinstance(rules, dict) and any(quoted(name) == scene.params["key"] for name in rules)
    is_top = any(quoted(name) == scene.params["key"] and name not in top for name in scene.record)
    return [*BOOKS[scene.game].rows] if is_option and not is_top else top


def version(scene: Scene) -> str:
    """R: which version is written."""
    return scene.say(_("The record says %(version)s."), version=_shown(scene.record["pdr"], scene))


GAMES: Final = {"panguingue": _("Panguingue"), "pan": _("Polish Pan"), "pan-match": _("match of Polish Pan")}

BECAUSE: Final[dict[Code, Callable[[Scene], str]]] = {
    Code.RECORD_INVALID: invalid,
    Code.RECORD_UNKNOWN_KEY: unknown_key,
    Code.RECORD_UNSUPPORTED_VERSION: version,
}

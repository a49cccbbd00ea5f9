"""Recognises a record that was exported from a deal of this club; it stores nothing.

An export names its deal in the private key `_deal`. Coming back, it adds nothing; but a record that says
something else than the deal is refused, and not swallowed (L-49).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from gameplay import texts
from gameplay.errors import Code, GameplayError
from gameplay.importing.records import DEAL_KEY, written
from gameplay.models import Deal, Event, Text
from ledger.models import Transaction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gameplay.importing.records import FinishedDeal

NAMES_KEY = "names"
"""The key of `meta` in which an export puts the players' names on request: no one's own words."""

_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.decode


@dataclass(frozen=True, slots=True)
class KnownDeal:
    """A deal that is there already."""

    deal: str
    number: int
    transaction: str | None


def known_deal(club_id: int, given: FinishedDeal, seats: Sequence[str | None]) -> KnownDeal | None:
    """Return the deal that the record names in `_deal`, or None if this club has no such deal.

    `seats` are the members' public ids, None for a label that reaches nobody. Raises GameplayError
    `idempotency.key_reused` when the deal says something else.
    """
    named = given.named_deal
    deal = None if named is None else Deal.objects.filter(club_id=club_id, public_id=named).first()
    if deal is None:
        return None
    if not (_same_header(deal, given, seats) and _same_events(deal, given)):
        raise GameplayError(Code.IDEMPOTENCY_KEY_REUSED, key=deal.public_id)
    posted = Transaction.objects.filter(club_id=club_id, key=f"deal/{deal.public_id}")
    return KnownDeal(deal.public_id, deal.number, posted.values_list("public_id", flat=True).first())


def _same_header(deal: Deal, given: FinishedDeal, seats: Sequence[str | None]) -> bool:
    stored = _decode(bytes(deal.header))
    head = given.head
    said = {
        "game": head.game,
        "detail": head.detail,
        "profile": head.profile,
        "options": dict(head.options),
        "seats": list(seats),
        "first": head.first,
        "pot": head.pot,
    }
    if not _same({key: stored[key] for key in said}, said):
        return False
    text = Text.objects.filter(club_id=deal.club_id, stream=deal.public_id, seq=0).first()
    if text is not None and text.content is None:  # blanked: nothing is left to compare
        return True
    kept = _words(texts.unseal(text.content if text else None))
    return _same(kept, _without_names(_words(written(given)), kept.get("meta")))


def _words(found: dict[str, Any]) -> dict[str, Any]:
    """Leave out what an export does not give back as it was: labels, and the deal's own id."""
    words = {key: value for key, value in found.items() if key != "labels"}
    words["keys"] = {key: value for key, value in words.get("keys", {}).items() if key != DEAL_KEY}
    return words


def _without_names(words: dict[str, Any], kept_meta: Any) -> dict[str, Any]:
    """Leave out the names that an export has added to a record that came without them."""
    meta = words.get("meta")
    if type(meta) is not dict or NAMES_KEY not in meta:
        return words
    if type(kept_meta) is dict and NAMES_KEY in kept_meta:
        return words
    rest = {key: value for key, value in meta.items() if key != NAMES_KEY}
    others = {key: value for key, value in words.items() if key != "meta"}
    return others | {"meta": rest} if rest or kept_meta is not None else others


def _same_events(deal: Deal, given: FinishedDeal) -> bool:
    stream = {"club_id": deal.club_id, "stream": deal.public_id}
    bodies = Event.objects.filter(**stream).order_by("seq").values_list("seq", "body")
    contents = dict(Text.objects.filter(**stream).values_list("seq", "content"))
    stored = [(seq, _decode(bytes(body))) for seq, body in bodies]
    return len(stored) == len(given.events) and all(
        _same_event(body, contents.get(seq), event)
        for (seq, body), event in zip(stored, given.events, strict=True)
    )


def _same_event(body: dict[str, Any], content: str | None, event: dict[str, Any]) -> bool:
    payload, words = texts.part_event(event)
    kept = {"type": body["type"], **body["payload"]}
    is_blanked = kept.pop("texts", None) is not None and content is None
    return _same(kept, payload) and (is_blanked or _same(texts.unseal(content), words))


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON: 1 and true are two things."""
    return _encode(one) == _encode(other)

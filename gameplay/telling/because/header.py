"""Why a header was refused: profile, options, seats (R, PG-1, PL-1), and what is common to all events (E)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gameplay.engine.cards import NOTATION, UNKNOWN
from gameplay.engine.options import Choice, Integer, boolean
from gameplay.engine.pan.rules import RANKS as PAN_RANKS
from gameplay.engine.panguingue.rules import HAND_SIZE, RANKS, card_list
from gameplay.engine.verdict import Code
from gameplay.engine.writing import quoted
from gameplay.telling.because.shape import BOOKS
from gameplay.telling.cards import rank
from gameplay.telling.endings import ending
from gameplay.telling.language import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gameplay.telling.because.scene import Scene


def unknown_profile(scene: Scene) -> str:
    """PG-1, PL-1: which profiles there are."""
    return scene.say(_("There are: %(profiles)s."), profiles=", ".join(BOOKS[scene.game].profiles))


def rules_invalid(scene: Scene) -> str:
    """PG-1, PL-1: what the option may be."""
    option = scene.params["option"]
    row = BOOKS[scene.game].rows.get(option)
    rules = scene.record.get("rules", {})
    if row is None or option not in rules or row(rules[option]):
        return scene.say(_CONTRADICTIONS[option])
    if row is boolean:
        return scene.say(_("It is true or false."))
    if row is card_list:
        return scene.say(_("It is a list of cards of this game, such as 5h."))
    if isinstance(row, Choice):
        return scene.say(_("It is one of these: %(values)s."), values=", ".join(map(str, row.allowed)))
    if isinstance(row, Integer):
        return scene.say(_("It is a whole number from %(low)s to %(high)s."), low=row.low, high=row.high)
    return ""


_CONTRADICTIONS: Final[dict[str, str]] = {
    "meld_needs_drawn_card": _(
        "It goes only with “drawn_card” as “meld_or_discard”: a card that joins the hand cannot be asked for."
    ),
    "removed": _("It takes out more copies of a card than the packs have."),
    "timed_moves, timed_seconds": _(
        "Timed play needs both, the moves and their time; without it both are 0."
    ),
}


def seats_count(scene: Scene) -> str:
    """PG-1, PL-1, PL-9: what limits the number of seats."""
    if scene.game == "pan-match":
        return scene.say(_("A match is for 2 to 10."))
    rules = BOOKS[scene.game].rules(scene.record.get("profile", "classic"), scene.record.get("rules", {}))
    if scene.game == "pan":
        words = {"most": scene.params["most"], "pack": rules.options["pack"]}
        return scene.say(_("A pack of %(pack)s cards is for %(most)s players at the most."), **words)
    return scene.say(
        _("Everybody gets %(hand)s cards and one is turned up: the stack has %(stack)s. At most 15 play."),
        hand=HAND_SIZE,
        stack=rules.stack,
    )


def seats_repeated(scene: Scene) -> str:
    """R: which seats."""
    label = scene.params["label"]
    seats = [str(seat) for seat, each in enumerate(scene.record["seats"]) if quoted(each) == label]
    return scene.say(
        _("It stands at places %(seats)s, counted from 0; labels tell the players apart."),
        seats=", ".join(seats),
    )


def seat_unknown(scene: Scene) -> str:
    """E: who sits where."""
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(scene.names))
    return scene.say(_("The seats are %(seats)s."), seats=seats)


def wrong_detail(scene: Scene) -> str:
    """E: of which detail the record is."""
    if scene.params["detail"] == "score":
        return scene.say(
            _("This record tells what was declared at the table, and no movement of single cards.")
        )
    return scene.say(
        _("This record tells every movement of a card; who goes out or loses follows from them.")
    )


def not_allowed(scene: Scene) -> str:
    """PG-12, PL-5: which option would allow it."""
    if scene.params["event"] == "as":
        return scene.say(_("Only a joker that is played stands for a rank, and only where jokers are wild."))
    return scene.say(_("By these house rules nobody is forced to take a discard."))


def undo_nothing(scene: Scene) -> str:
    """R."""
    if scene.fault.event == 0:
        return scene.say(_("No event stands before it."))
    return scene.say(_("Everything before it has been taken back already."))


def card_invalid(scene: Scene) -> str:
    """R."""
    if scene.params["card"] == UNKNOWN:
        return scene.say(_("The card must be known here."))
    ranks = {"panguingue": RANKS}.get(scene.game) or PAN_RANKS[52]
    said = scene.say(
        _("A card is written as its rank (%(ranks)s) and its suit (c d h s), such as 5h."),
        ranks=" ".join(ranks),
    )
    meant = _meant(scene.params["card"])
    return f"{said} " + scene.say(_("Was “%(key)s” meant?"), key=meant) if meant else said


def _meant(written: str) -> str:
    turned = written.replace("10", "T")
    for each in (turned[:1].upper() + turned[1:].lower(), turned[1:].upper() + turned[:1].lower()):
        if each in NOTATION and each != written:
            return each
    return ""


def not_in_pack(scene: Scene) -> str:
    """PG-2, PL-2: which cards there are."""
    if scene.game == "panguingue":
        return scene.say(_("Panguingue is played without 8, 9, 10 and jokers."))
    options = scene.table.options if scene.table is not None else {}
    ranks = PAN_RANKS[options.get("pack", 24)]
    words = {"low": rank(ranks[0]), "jokers": options.get("jokers", 0)}
    if words["jokers"]:
        return scene.say(_("The pack goes from %(low)s to A and has jokers (%(jokers)s)."), **words)
    return scene.say(_("The pack goes from %(low)s to A and has no joker."), **words)


def deal_expected(scene: Scene) -> str:
    """PG-4, PL-3."""
    if scene.game == "panguingue":
        return scene.say(
            _("Where every card is written down, the deal comes first; only a misdeal may come before it.")
        )
    return scene.say(_("Where every card is written down, the deal comes first."))


def deal_repeated(scene: Scene) -> str:
    """PG-4, PL-3."""
    return scene.say(_("That was event %(event)s."), event=scene.last({"deal"}))


def deal_over(scene: Scene) -> str:
    """R: how and when it ended."""
    table = scene.table
    if table is None or not scene.earlier:
        return ""
    winner = None if table.winner is None else scene.name(table.winner)
    loser = None if table.loser is None else scene.name(table.loser)
    said = ending(table.outcome, winner, loser, scene.say)
    return scene.say(
        _("It ended with event %(event)s: %(ending)s."), event=scene.nth(scene.earlier[-1][0]), ending=said
    )


def match_seat_out(scene: Scene) -> str:
    """PL-9: since when."""
    losses = scene.record["losses"][: scene.fault.event]
    seat = scene.params["seat"]
    if scene.params["over"]:
        last = max(at for at, loser in enumerate(losses) if loser is not None)
        return scene.say(_("The match was over with deal %(deal)s."), deal=last + 1)
    last = max(at for at, loser in enumerate(losses) if loser == seat)
    return scene.say(
        _("%(name)s had the whole word after deal %(deal)s."), name=scene.name(seat), deal=last + 1
    )


BECAUSE: Final[dict[Code, Callable[[Scene], str]]] = {
    Code.RULES_UNKNOWN_PROFILE: unknown_profile,
    Code.RULES_INVALID: rules_invalid,
    Code.SEATS_COUNT: seats_count,
    Code.SEATS_REPEATED: seats_repeated,
    Code.SEAT_UNKNOWN: seat_unknown,
    Code.EVENT_WRONG_DETAIL: wrong_detail,
    Code.EVENT_NOT_ALLOWED: not_allowed,
    Code.UNDO_NOTHING: undo_nothing,
    Code.CARD_INVALID: card_invalid,
    Code.CARD_NOT_IN_PACK: not_in_pack,
    Code.DEAL_EXPECTED: deal_expected,
    Code.DEAL_REPEATED: deal_repeated,
    Code.DEAL_OVER: deal_over,
    Code.MATCH_SEAT_OUT: match_seat_out,
}

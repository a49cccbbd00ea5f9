"""Who pays whom in Panguingue, and for what (PG-4, PG-5, PG-10, PG-11, PG-13); lays no card, ends no deal."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from gameplay.engine.verdict import Line, LineReason

if TYPE_CHECKING:
    from gameplay.engine.panguingue.deal import Deal

_COLLECTED: Final = frozenset({LineReason.CONDITION, LineReason.SPLIT, LineReason.LOAN, LineReason.LAYOFF})
_RETURNED: Final = {
    LineReason.ANTE: LineReason.ANTE_RETURNED,
    LineReason.FORFEIT: LineReason.FORFEIT_RETURNED,
}


def take_antes(deal: "Deal") -> None:
    """PG-4: every seat pays before the first event."""
    deal.purse.gather(None, "PG-4", LineReason.ANTE, range(deal.seats), deal.rules.ante)


def take_forfeit(deal: "Deal", seat: int) -> None:
    """PG-5: a dropper pays to the pot."""
    deal.purse.gather(deal.at, "PG-5", LineReason.FORFEIT, (seat,), deal.rules.drop_forfeit)


def collect(deal: "Deal", seat: int, units: int, reason: LineReason, meld: int) -> None:
    """PG-10: collect from each payer; what a meld loses is never given back."""
    if units <= 0:
        return
    payers: Sequence[int]
    if deal.rules.droppers_pay:
        payers = [other for other in range(deal.seats) if other != seat]
    else:
        payers = _payers(deal, seat)
    deal.purse.collect(deal.at, "PG-10", reason, payers, seat, units, meld)


def collect_meld(deal: "Deal", seat: int, value: int, gains: Mapping[int, int], *, is_split: bool) -> None:
    """PG-10: a split under `gain` collects the one difference; else each condition that is new."""
    new = len(deal.melds[seat]) - 1
    if is_split:
        collect(deal, seat, value + sum(gains.values()), LineReason.SPLIT, new)
        return
    collect(deal, seat, value, LineReason.CONDITION, new)
    for index, gain in gains.items():
        collect(deal, seat, gain, LineReason.LOAN, index)


def pay_winner(deal: "Deal", seat: int) -> None:
    """PG-11: from each seat that has not dropped, the bonus, and the conditions again as they lie."""
    rules, purse = deal.rules, deal.purse
    for payer in _payers(deal, seat):
        purse.pay(Line(deal.at, "PG-11", LineReason.OUT_BONUS, payer, seat, rules.out_bonus))
        if rules.repeats:
            for index, cards in enumerate(deal.melds[seat]):
                purse.pay(Line(deal.at, "PG-11", LineReason.REPEAT, payer, seat, rules.value(cards), index))


def pay_pot(deal: "Deal", seat: int, rule: str) -> None:
    """PG-5, PG-11, PG-13: the winner takes the whole pot."""
    deal.purse.pay(Line(deal.at, rule, LineReason.POT, None, seat, deal.purse.pot))


def pay_back(deal: "Deal", seat: int) -> None:
    """PG-13: a fouled seat gives back all that it collected."""
    for payer, units in deal.purse.paid_to(seat, _COLLECTED).items():
        deal.purse.pay(Line(deal.at, "PG-13", LineReason.PAYBACK, seat, payer, units))


def return_pot(deal: "Deal") -> None:
    """PG-11: with `unwon_pot: return` antes and forfeits of this deal go back."""
    for paid in deal.purse.lines if deal.rules.pot_returns else ():
        if paid.reason in _RETURNED:
            back = _RETURNED[paid.reason]
            deal.purse.pay(Line(deal.at, "PG-11", back, None, paid.payer, paid.units))


def _payers(deal: "Deal", seat: int) -> Sequence[int]:
    """PG-10, PG-11: the other seats that have not dropped; a fouled one goes on paying.

    Kept until a seat drops, for it is asked at every condition.
    """
    if not deal.others:
        staying = [other for other in range(deal.seats) if not deal.dropped[other]]
        deal.others = [[other for other in staying if other != each] for each in range(deal.seats)]
    return deal.others[seat]

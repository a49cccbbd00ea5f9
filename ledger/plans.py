"""Who pays whom so that nobody owes anything: the fewest payments, or each debt directly.

Must not read balances, move units or round; a plan is advice until somebody pays a line of it.

Decision: two amounts equal and opposite are always paired first. That costs no payment: in any best
grouping the two groups that hold them can be regrouped as the pair and the rest. So a plan is exact
whenever at most `EXACT_PEOPLE` remain unpaired. While more remain, the largest debtor pays the largest
creditor what the smaller of the two amounts covers, and pairs are looked for again.
"""

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Final

EXACT_PEOPLE: Final = 12
"""Up to so many people the search is exact; it doubles with each further one."""


@dataclass(frozen=True, slots=True)
class Payment:
    """One line of a plan: `payer` hands `units`, more than 0, to `payee`."""

    payer: str
    payee: str
    units: int


def fewest_payments(nets: Mapping[str, int]) -> list[Payment]:
    """Settle everybody in the fewest payments; nobody both pays and receives (L-5).

    `nets` holds units by person: positive is owed to that person, negative is owed by that person. The
    largest payment stands first; the order of `nets` changes nothing.

    Raises:
        ValueError: when the nets do not sum to zero.
    """
    if total := sum(index(net) for net in nets.values()):
        raise ValueError(f"nets sum to {total:+d}, not to zero")
    open_nets = {person: net for person, net in nets.items() if net}
    payments = _paired(open_nets)
    while len(open_nets) > EXACT_PEOPLE:
        payments.append(_largest(open_nets))
        payments += _paired(open_nets)
    for group in _most_groups(_in_order(open_nets)):
        payments += _settled(group)
    return _listed(payments)


def direct_debts(owed: Mapping[tuple[str, str], int]) -> list[Payment]:
    """Net what each two people owe each other into at most one payment between them.

    `owed` holds units by (debtor, creditor); a negative amount counts the other way. The largest payment
    stands first. Settles the same nets as `fewest_payments`, and shows who owes whom for what was played.

    Raises:
        ValueError: when somebody owes himself.
    """
    between: dict[tuple[str, str], int] = {}
    for (debtor, creditor), units in owed.items():
        if debtor == creditor:
            raise ValueError(f"{debtor} cannot owe himself")
        pair, signed = ((debtor, creditor), units) if debtor < creditor else ((creditor, debtor), -units)
        between[pair] = between.get(pair, 0) + index(signed)
    return _listed(
        Payment(first, second, units) if units > 0 else Payment(second, first, -units)
        for (first, second), units in between.items()
        if units
    )


def remaining(plan: Sequence[Payment], paid: Collection[int]) -> list[Payment]:
    """Give the frozen plan minus its paid lines, which count from 0; no other line moves (L-4).

    Raises:
        ValueError: when a paid line is not in the plan.
    """
    if unknown := sorted(set(paid) - set(range(len(plan)))):
        raise ValueError(f"a plan of {len(plan)} lines has no line {unknown[0]}")
    return [payment for line, payment in enumerate(plan) if line not in paid]


def _listed(payments: Iterable[Payment]) -> list[Payment]:
    """Order the lines of a plan: the largest first, then by payer and payee."""
    return sorted(payments, key=lambda payment: (-payment.units, payment.payer, payment.payee))


def _in_order(nets: Mapping[str, int]) -> list[tuple[int, str]]:
    """List nets by amount, then by id: the order in which every choice below is made."""
    return sorted((net, person) for person, net in nets.items())


def _paired(nets: dict[str, int]) -> list[Payment]:
    """Take amounts that are equal and opposite out of `nets`, as payments."""
    payees: dict[int, deque[str]] = {}
    for net, person in _in_order(nets):
        if net > 0:
            payees.setdefault(net, deque()).append(person)
    payments = [
        Payment(person, payees[-net].popleft(), -net) for net, person in _in_order(nets) if payees.get(-net)
    ]
    for payment in payments:
        del nets[payment.payer], nets[payment.payee]
    return payments


def _largest(nets: dict[str, int]) -> Payment:
    """Take one payment from the largest debtor to the largest creditor out of `nets`."""
    ordered = _in_order(nets)
    (debt, payer), (credit, payee) = ordered[0], ordered[-1]
    payment = Payment(payer, payee, min(-debt, credit))
    for person, left in ((payer, debt + payment.units), (payee, credit - payment.units)):
        if left:
            nets[person] = left
        else:
            del nets[person]
    return payment


def _most_groups(people: list[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """Part people into the largest possible number of groups that sum to zero.

    A group of k needs k - 1 payments, so the most groups are the fewest payments. `most[mask]` is the
    largest number of groups met when the people of `mask` are taken one by one in the best order.
    """
    sums, most = _searched([net for net, _ in people])
    groups: list[list[tuple[int, str]]] = []
    mask = len(sums) - 1
    while mask:
        if not sums[mask]:
            groups.append([])
        wanted = most[mask] - (not sums[mask])
        taken = next(i for i in range(len(people)) if mask >> i & 1 and most[mask ^ 1 << i] == wanted)
        groups[-1].append(people[taken])
        mask ^= 1 << taken
    return groups


def _searched(amounts: list[int]) -> tuple[list[int], list[int]]:
    """For every subset of amounts, by bit mask: its sum, and the most zero sums on a way to it."""
    bits = [1 << place for place in range(len(amounts))]
    sums, most = [0], [0]
    for amount in amounts:
        sums += [amount + before for before in sums]
    for mask in range(1, len(sums)):
        best = max(most[mask ^ bit] for bit in bits if mask & bit)
        most.append(best + (not sums[mask]))
    return sums, most


def _settled(group: Iterable[tuple[int, str]]) -> list[Payment]:
    """Settle a group that sums to zero and has no smaller such group in it: one payment less than people."""
    ordered = sorted(group)
    payers = [(-net, person) for net, person in ordered if net < 0]
    payees = [(net, person) for net, person in reversed(ordered) if net > 0]
    payments = []
    while payers:
        (debt, payer), (credit, payee) = payers.pop(), payees.pop()
        units = min(debt, credit)
        payments.append(Payment(payer, payee, units))
        if debt > units:
            payers.append((debt - units, payer))
        if credit > units:
            payees.append((credit - units, payee))
    return payments

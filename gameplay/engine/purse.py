"""The units of one deal or match as they move between seats and pot; decides nothing about who owes whom."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gameplay.engine.verdict import Line, LineReason

Payment = tuple[int | None, str, LineReason, Sequence[int | None], int | None, int, int | None]
"""The fields of a line, with several payers in place of one; each pays these units."""


@dataclass(slots=True)
class Purse:
    """Net units a seat, the pot, and the payments behind both; changed in place, private to the engine."""

    units: list[int]
    pot: int = 0
    payments: list[Payment] = field(default_factory=list)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every payment, a line for each payer.

        Made at the end and not as units move: many are collected at once, and lines are for the reader.
        """
        new = (
            tuple.__new__
        )  # `Line(...)` checks again what is known to be seven fields, and takes twice as long
        return tuple(
            [
                new(Line, (event, rule, reason, payer, payee, units, meld))
                for event, rule, reason, payers, payee, units, meld in self.payments
                for payer in payers
            ]
        )

    def pay(self, line: Line) -> None:
        """Move the units of a line; nothing to pay leaves no line."""
        event, rule, reason, payer, payee, units, meld = line
        if not units:
            return
        if payer is None:
            self.pot -= units
        else:
            self.units[payer] -= units
        if payee is None:
            self.pot += units
        else:
            self.units[payee] += units
        self.payments.append((event, rule, reason, (payer,), payee, units, meld))

    def gather(
        self, event: int | None, rule: str, reason: LineReason, payers: Sequence[int], units: int
    ) -> None:
        """Let each of several seats pay the same into the pot."""
        if units and payers:
            for payer in payers:
                self.units[payer] -= units
            self.pot += units * len(payers)
            self.payments.append((event, rule, reason, payers, None, units, None))

    def collect(  # noqa: PLR0917 - the fields of a line, in their order
        self,
        event: int,
        rule: str,
        reason: LineReason,
        payers: Sequence[int],
        payee: int,
        units: int,
        meld: int,
    ) -> None:
        """Let each of several seats pay the same for a meld of the payee."""
        for payer in payers:
            self.units[payer] -= units
        self.units[payee] += units * len(payers)
        self.payments.append((event, rule, reason, payers, payee, units, meld))

    def paid_to(self, payee: int, reasons: frozenset[LineReason]) -> dict[int, int]:
        """Sum up by payer what a seat has been paid for these reasons."""
        sums: dict[int, int] = {}
        for line in self.lines:
            if line.payee == payee and line.payer is not None and line.reason in reasons:
                sums[line.payer] = sums.get(line.payer, 0) + line.units
        return sums

"""The units of one deal or match as they move between seats and pot; decides nothing about who owes whom."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from gameplay.engine.verdict import Line, LineReason

_line: Final = Line._make


@dataclass(slots=True)
class Purse:
    """Net units a seat, the pot, and the lines behind both; changed in place, private to the engine."""

    units: list[int]
    pot: int = 0
    lines: list[Line] = field(default_factory=list)

    def pay(self, line: Line) -> None:
        """Move the units of a line; nothing to pay leaves no line."""
        if not line.units:
            return
        if line.payer is None:
            self.pot -= line.units
        else:
            self.units[line.payer] -= line.units
        if line.payee is None:
            self.pot += line.units
        else:
            self.units[line.payee] += line.units
        self.lines.append(line)

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
        self.lines += [_line((event, rule, reason, payer, payee, units, meld)) for payer in payers]

    def paid_to(self, payee: int, reasons: frozenset[LineReason]) -> dict[int, int]:
        """Sum up by payer what a seat has been paid for these reasons."""
        sums: dict[int, int] = {}
        for line in self.lines:
            if line.payee == payee and line.payer is not None and line.reason in reasons:
                sums[line.payer] = sums.get(line.payer, 0) + line.units
        return sums

"""The units of one deal or match as they move between seats and pot; decides nothing about who owes whom."""

from dataclasses import dataclass, field

from gameplay.engine.verdict import Line, LineReason


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

    def paid_to(self, payee: int, reasons: frozenset[LineReason]) -> dict[int, int]:
        """Sum up by payer what a seat has been paid for these reasons."""
        sums: dict[int, int] = {}
        for line in self.lines:
            if line.payee == payee and line.payer is not None and line.reason in reasons:
                sums[line.payer] = sums.get(line.payer, 0) + line.units
        return sums

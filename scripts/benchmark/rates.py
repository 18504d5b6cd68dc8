"""How fast things are done, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table


@dataclass(frozen=True)
class Rate:
    """Who did how many in how many seconds."""

    name: str
    count: int
    seconds: float

    @property
    def a_second(self) -> float:
        """How many a second."""
        return self.count / self.seconds


def rates_table(title: str, unit: str, rates: Sequence[Rate]) -> Table:
    """Rates, and how many times as fast as the first each one is."""
    table = Table(title=title)
    for column in ("", unit, "seconds", f"{unit} a second", "ratio"):
        table.add_column(column, justify="right")
    for rate in rates:
        table.add_row(
            rate.name,
            f"{rate.count:,}",
            f"{rate.seconds:.2f}",
            f"{rate.a_second:,.0f}",
            _ratio(rate.a_second / rates[0].a_second),
        )
    return table


def _ratio(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"

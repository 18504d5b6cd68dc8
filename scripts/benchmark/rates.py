"""How fast things are done, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd


@dataclass(frozen=True)
class Rate:
    """Who did how many in how many seconds."""

    name: str
    count: int
    seconds: float


def rates_table(title: str, unit: str, rates: Sequence[Rate]) -> str:
    """Rates, and how many times as fast as the first each one is."""
    table = pd.DataFrame(rates).set_axis(["", unit, "seconds"], axis=1)
    a_second = table[unit] / table["seconds"]
    table[f"{unit} a second"] = a_second
    table["ratio"] = a_second / a_second[0]
    formats = {unit: "{:,}", "seconds": "{:.2f}", f"{unit} a second": "{:,.0f}"}
    formatters = {column: text.format for column, text in formats.items()} | {"ratio": _ratio}
    return f"{title}\n{table.to_string(index=False, formatters=formatters)}\n"


def _ratio(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"

"""Stage tap_charts: how many boards need how many taps, as charts."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import pandas as pd
from matplotlib.figure import Figure
from sqlalchemy import literal_column, select

from pipeline.arrow_puzzle.tables import TAP_COUNTS, TAP_COUNTS_PART, TAP_STATISTICS
from pipeline.artifacts import ProvenanceNotes
from pipeline.charts import BLUE, ORANGE, write_chart
from pipeline.database import open_database
from pipeline.stage import run_stage
from tablebases.arrow.tablebase import EXACT
from tablebases.messages import say

LEVELS_ACROSS = 2


def tap_counts_figure(statistics: pd.DataFrame, counts: pd.DataFrame) -> Figure:
    """The share of boards by their fewest taps, a chart for each level, linear and logarithmic.

    Args:
        statistics: the table `tap_statistics`.
        counts: the table `tap_counts`.
    """
    if statistics.empty:
        figure = Figure(figsize=(6, 1))
        figure.text(0.5, 0.5, "no level has few enough solutions to count taps", ha="center")
        return figure
    rows = -(-len(statistics) // LEVELS_ACROSS)
    figure = Figure(figsize=(10, 3.2 * rows), layout="constrained")
    every = figure.subplots(rows, LEVELS_ACROSS, squeeze=False).flat
    of_level = counts.groupby("level")
    for axes, level in zip(every, statistics.itertuples(), strict=False):
        shares = of_level.get_group(level.level)
        axes.bar("taps", "share", data=shares, color=BLUE, width=0.9)
        axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
        axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1, decimals=0))
        axes.axvline(level.mean, color=ORANGE, linewidth=1)
        few = axes.twinx()
        few.fill_between("taps", "share_low", "share_high", data=shares, color=ORANGE, alpha=0.25, linewidth=0)
        few.plot("taps", "share", ".", data=shares, color=ORANGE, markersize=3)
        few.set_yscale("log")
        what = "all boards" if level.method == EXACT else "a sample"
        axes.set_title(f"{level.level}: {what} ({level.n_boards:,}), mean {level.mean:.2f}")
    for axes in list(every)[len(statistics) :]:
        axes.remove()
    figure.supxlabel("fewest taps")
    figure.supylabel("share of solvable boards (orange: logarithmic, right)")
    return figure


def main(tap_counts: Path, out: Path) -> None:
    """Draw how many boards of each level need how many taps, as SVG.

    Example: python -m pipeline.arrow_puzzle.stages.tap_charts
    --tap-counts results/arrow_puzzle/parts/tap_counts.db
    --out results/arrow_puzzle/figures/tap_counts.svg

    Args:
        tap_counts: artifact of the stage tap_counts.
        out: where to write the chart.
    """
    provenance = ProvenanceNotes(__file__, [tap_counts], {})
    with open_database(tap_counts, TAP_COUNTS_PART) as database:
        statistics = pd.read_sql(select(TAP_STATISTICS).order_by(literal_column("rowid")), database)
        counts = pd.read_sql(select(TAP_COUNTS), database)
    write_chart(out, lambda: tap_counts_figure(statistics, counts), provenance)
    say(f"tap charts: tap counts of {len(statistics)} levels in {out}")


if __name__ == "__main__":
    run_stage(main)

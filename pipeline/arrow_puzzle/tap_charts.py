"""Stage tap_charts: how many boards need how many taps, as charts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import matplotlib as mpl
import typer
from matplotlib.figure import Figure

from pipeline.arrow_puzzle.tap_counts import EXACT, TapCounts, read_tap_counts
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.artifact.text_file import create_text
from pipeline.charts import BLUE, ORANGE, SETTINGS
from pipeline.progress import say
from pipeline.stage import run_command

LEVELS_ACROSS = 2


def tap_counts_figure(levels: list[TapCounts]) -> Figure:
    """Of every level the share of boards that need so many taps, linear and logarithmic."""
    if not levels:
        figure = Figure(figsize=(6, 1))
        figure.text(0.5, 0.5, "no level has few enough solutions to count taps", ha="center")
        return figure
    rows = -(-len(levels) // LEVELS_ACROSS)
    figure = Figure(figsize=(10, 3.2 * rows), layout="constrained")
    every = figure.subplots(rows, LEVELS_ACROSS, squeeze=False).flat
    for axes, counts in zip(every, levels, strict=False):
        taps = sorted(counts.n_boards)
        shares = [counts.n_boards[t] / counts.total for t in taps]
        axes.bar(taps, shares, color=BLUE, width=0.9)
        axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
        axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1, decimals=0))
        axes.axvline(counts.mean, color=ORANGE, linewidth=1)
        few = axes.twinx()
        bounds = [counts.share_bounds(t) for t in taps]
        few.fill_between(taps, [low for low, _ in bounds], [high for _, high in bounds],
                         color=ORANGE, alpha=0.25, linewidth=0)  # fmt: skip
        few.plot(taps, shares, ".", color=ORANGE, markersize=3)
        few.set_yscale("log")
        what = "all boards" if counts.method == EXACT else "a sample"
        axes.set_title(f"{counts.level}: {what} ({counts.total:,}), mean {counts.mean:.2f}")
    for axes in list(every)[len(levels) :]:
        axes.remove()
    figure.supxlabel("fewest taps")
    figure.supylabel("share of solvable boards (orange: logarithmic, right)")
    return figure


def main(
    tap_counts: Annotated[Path, typer.Option(help="Artifact of the stage tap_counts.")],
    out: Annotated[Path, typer.Option(help="Where to write the chart.")],
) -> None:
    """Draw how many boards of each level need how many taps, as SVG.

    Example: python -m pipeline.arrow_puzzle.tap_charts
    --tap-counts results/arrow_puzzle/parts/tap_counts.db
    --out results/arrow_puzzle/figures/tap_counts.svg
    """
    provenance = ProvenanceNotes(__file__, [tap_counts], {})
    levels = read_tap_counts(tap_counts)
    with mpl.rc_context(SETTINGS), create_text(out, provenance) as file:
        tap_counts_figure(levels).savefig(file, format="svg", metadata={"Date": None})
    say(f"tap charts: tap counts of {len(levels)} levels in {out}")


if __name__ == "__main__":
    run_command(main)

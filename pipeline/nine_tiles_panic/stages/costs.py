"""Stage costs: the time and the memory that every stage took, as a chart for the report.

It is a measurement, which differs from run to run, so it lies beside Snakemake's and is no artifact.
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from matplotlib.figure import Figure

from pipeline.artifacts import ProvenanceNotes
from pipeline.charts import BLUE, ORANGE, write_chart
from pipeline.stage import run_stage
from tablebases.errors import Error
from tablebases.messages import say


def read_costs(benchmarks: Path) -> pd.DataFrame:
    """Stage -> seconds of all its jobs, MiB of its largest job; from the files that Snakemake has written.

    Jobs of the stage towns are in files towns_00.tsv, towns_01.tsv, ...

    Raises:
        Error: there are none.
    """
    jobs = {path.stem: pd.read_csv(path, sep="\t") for path in sorted(benchmarks.glob("*.tsv"))}
    if not jobs:
        raise Error(f"there are no benchmarks in {benchmarks}; run `snakemake`")
    costs = pd.concat(jobs).fillna({"max_rss": 0.0})
    stage = costs.index.get_level_values(0).str.replace(r"_?\d+$", "", regex=True)
    return costs.groupby(stage).agg(seconds=("s", "sum"), memory=("max_rss", "max"))


def costs_figure(costs: pd.DataFrame) -> Figure:
    """Time and memory of every stage, the longest first."""
    costs = costs.sort_values("seconds", kind="stable")
    figure = Figure(figsize=(10, 4), layout="constrained")
    charts = (
        ("seconds", "seconds, all jobs of the stage", "{:.1f}", BLUE),
        ("memory", "MiB, the largest job", "{:,.0f}", ORANGE),
    )
    for axes, (column, label, numbers, colour) in zip(figure.subplots(1, 2, sharey=True), charts, strict=True):
        axes.bar_label(axes.barh(costs.index, costs[column], color=colour), fmt=numbers, padding=3)
        axes.set_xlabel(label)
        axes.margins(x=0.15)
    return figure


def main(benchmarks: Path, out: Path) -> None:
    """Draw the time and the memory of every stage, as SVG.

    Example: python -m pipeline.nine_tiles_panic.stages.costs --benchmarks results/nine_tiles_panic/benchmarks
    --out results/nine_tiles_panic/benchmarks/costs.svg

    Args:
        benchmarks: folder with Snakemake's benchmarks.
        out: where to write the chart.
    """
    costs = read_costs(benchmarks)
    write_chart(out, lambda: costs_figure(costs), ProvenanceNotes(__file__, [], {}))
    say(f"costs: {costs['seconds'].sum():.0f} s of work in {out}")


if __name__ == "__main__":
    run_stage(main)

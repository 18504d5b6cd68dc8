"""Stage costs: the time and the memory that every stage took, as a chart for the report.

Unlike the other artifacts it is a measurement, so it differs from run to run.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, NamedTuple

import matplotlib as mpl
import typer
from matplotlib.figure import Figure

from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.artifact.text_file import create_text
from pipeline.charts import BLUE, ORANGE, SETTINGS
from pipeline.errors import PipelineError
from pipeline.progress import say
from pipeline.stage import run_command


class Cost(NamedTuple):
    """What a stage took: seconds over all of its jobs, and the most memory of one, in MiB."""

    seconds: float
    memory: float


def read_costs(benchmarks: Path) -> dict[str, Cost]:
    """Stage -> cost, from the files that Snakemake has written.

    Jobs of the stage towns are in files towns_00.tsv, towns_01.tsv, ...

    Raises:
        PipelineError: there are none.
    """
    costs: dict[str, Cost] = {}
    for path in sorted(benchmarks.glob("*.tsv")):
        stage = path.stem.rstrip("0123456789").rstrip("_")
        with path.open(encoding="utf-8", newline="") as file:
            (row,) = csv.DictReader(file, delimiter="\t")
        before = costs.get(stage, Cost(0.0, 0.0))
        memory = 0.0 if row["max_rss"] == "NA" else float(row["max_rss"])
        costs[stage] = Cost(before.seconds + float(row["s"]), max(before.memory, memory))
    if not costs:
        raise PipelineError(f"there are no benchmarks in {benchmarks}; run `snakemake`")
    return costs


def costs_figure(costs: Mapping[str, Cost]) -> Figure:
    """Time and memory of every stage, the longest first."""
    stages = sorted(costs, key=lambda stage: costs[stage].seconds)
    figure = Figure(figsize=(10, 4), layout="constrained")
    of_time, of_memory = figure.subplots(1, 2, sharey=True)
    bars = of_time.barh(stages, [costs[stage].seconds for stage in stages], color=BLUE)
    of_time.bar_label(bars, fmt="{:.1f}", padding=3)
    of_time.set_xlabel("seconds, all jobs of the stage")
    bars = of_memory.barh(stages, [costs[stage].memory for stage in stages], color=ORANGE)
    of_memory.bar_label(bars, fmt="{:,.0f}", padding=3)
    of_memory.set_xlabel("MiB, the largest job")
    for axes in figure.axes:
        axes.margins(x=0.15)
    return figure


def main(
    benchmarks: Annotated[Path, typer.Option(help="Folder with Snakemake's benchmarks.")],
    out: Annotated[Path, typer.Option(help="Where to write the chart.")],
) -> None:
    """Draw the time and the memory of every stage, as SVG.

    Example: python -m pipeline.nine_tiles_panic.costs
    --benchmarks results/nine_tiles_panic/benchmarks
    --out results/nine_tiles_panic/figures/costs.svg
    """
    costs = read_costs(benchmarks)
    provenance = ProvenanceNotes(__file__, [], {})
    with mpl.rc_context(SETTINGS), create_text(out, provenance) as file:
        costs_figure(costs).savefig(file, format="svg")
    say(f"costs: {sum(cost.seconds for cost in costs.values()):.0f} s of work in {out}")


if __name__ == "__main__":
    run_command(main)

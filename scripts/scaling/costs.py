"""What the measured runs cost: start-up told apart from work, as charts and as tables of docs/scaling.md."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pipeline.charts import BLUE, ORANGE, SETTINGS
from scripts import ROOT
from scripts.scaling.document import markdown, with_table
from scripts.scaling.measure import WHOLE
from tablebases.files import file_digest

MEASUREMENTS = ROOT / "docs" / "scaling.csv"
PICTURES = ROOT / "docs" / "pictures"
UNITS = {"nine_tiles_panic": "town", "godomachi": "pair", "arrow_puzzle": "board", "millijan": "hand"}
"""Puzzle -> what its work is counted in."""


def costs_of_runs(measured: pd.DataFrame) -> pd.DataFrame:
    """The whole runs, with the part of their seconds that is start-up.

    A stage's start-up is the least that a job of it took in any run: on the smallest inputs it does next to nothing but
    load its libraries. What a run takes beyond the start-up of all its jobs is work.

    Args:
        measured: what `measure` returns.

    Returns:
        The rows of whole runs, with the columns start, seconds; and nanoseconds, of work for each town, pair, board or
        hand, empty where work takes less time than start-up and is lost in its variation.
    """
    stages = measured[measured["stage"] != WHOLE]
    of_a_job = (stages["seconds"] / stages["jobs"]).groupby([stages["puzzle"], stages["stage"]]).transform("min")
    start = (of_a_job * stages["jobs"]).groupby([stages["puzzle"], stages["case"]]).sum().rename("start")
    runs = measured[measured["stage"] == WHOLE].join(start, on=["puzzle", "case"])
    work = runs["seconds"] - runs["start"]
    return runs.assign(nanoseconds=(1e9 * work / runs["count"]).where(work > runs["start"]))


def costs_figure(runs: pd.DataFrame, unit: str) -> Figure:
    """Four charts of one puzzle's runs, with logarithmic axes.

    Args:
        runs: rows of `costs_of_runs`, of one puzzle.
        unit: what `count` counts.
    """
    runs = runs.sort_values("count")
    figure = Figure(figsize=(8, 5.5), layout="constrained")
    seconds, nanoseconds, memory, size = figure.subplots(2, 2, sharex=True).flat
    smallest, largest = runs.iloc[0], runs.iloc[-1]
    count = np.geomspace(smallest["count"], largest["count"])
    model = smallest["start"] + (largest["seconds"] - largest["start"]) / largest["count"] * count
    seconds.plot(count, model, "--", color=ORANGE, label=f"one start-up, and the largest run's work a {unit}")
    _points(seconds, runs["count"], runs["seconds"], "processor seconds")
    seconds.legend(frameon=False, loc="upper left")
    _points(nanoseconds, runs["count"], runs["nanoseconds"], f"nanoseconds of work a {unit}")
    _points(memory, runs["count"], runs["memory_mb"], "MB of memory, largest job")
    _points(size, runs["count"], runs["bytes"].astype(float) / 1e6, "MB of artifacts")
    for axes in (memory, size):
        axes.set_xlabel(f"{unit}s")
    return figure


def _points(axes: Axes, x: pd.Series[float], y: pd.Series[float], what: str) -> None:
    axes.plot(x, y, "o", color=BLUE)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_ylabel(what)
    axes.set_ylim(y.min() / 3, y.max() * 3)
    few_decades = y.max() / y.min() < 100
    axes.yaxis.set_major_locator(mpl.ticker.LogLocator(subs=(1, 2, 5) if few_decades else (1,)))
    axes.yaxis.set_major_formatter(mpl.ticker.StrMethodFormatter("{x:,g}"))
    axes.yaxis.set_minor_formatter(mpl.ticker.NullFormatter())


def digest(path: Path) -> str:
    """What a chart says of the measurements that it shows."""
    return f"SHA-256 of {path.name}: {file_digest(path)}"


def chart_of(puzzle: str) -> Path:
    """Where the charts of a puzzle are."""
    return PICTURES / f"scaling-{puzzle.replace('_', '-')}.svg"


def draw(runs: pd.DataFrame) -> None:
    """Draw the charts of all puzzles, the same bytes for the same measurements."""
    with mpl.rc_context(SETTINGS):
        for puzzle, unit in UNITS.items():
            figure = costs_figure(runs[runs["puzzle"] == puzzle], unit)
            figure.savefig(chart_of(puzzle), metadata={"Date": None, "Description": digest(MEASUREMENTS)})


Column = tuple[str, Callable[[pd.Series], str]]


def _number(name: str, scale: float = 1, digits: int = 0) -> Callable[[pd.Series], str]:
    return lambda run: "" if pd.isna(run[name]) else f"{run[name] / scale:,.{digits}f}"


def _ratio(above: str, below: str) -> Callable[[pd.Series], str]:
    return lambda run: f"{run[above] / run[below]:,.2f}"


def costs_table(runs: pd.DataFrame, puzzle: str) -> str:
    """A Markdown table of a puzzle's runs."""
    unit = UNITS[puzzle]
    columns: list[Column] = [
        ("run", lambda run: str(run["case"])),
        (f"{unit}s", _number("count")),
        ("processor seconds", _number("seconds", digits=1)),
        ("of these start-up", _number("start", digits=1)),
        (f"nanoseconds of work a {unit}", _number("nanoseconds")),
        ("MB, largest job", _number("memory_mb")),
        ("MB of artifacts", _number("bytes", 1e6, 1)),
    ]
    if puzzle == "nine_tiles_panic":
        columns += [
            ("bytes a town", _ratio("bytes", "count")),
            ("towns a box", _ratio("count", "boxes")),
            ("theme synonyms", _number("theme_synonyms")),
        ]
    rows = [[cell(run) for _, cell in columns] for _, run in runs[runs["puzzle"] == puzzle].iterrows()]
    return markdown([name for name, _ in columns], rows)


def with_costs(text: str, runs: pd.DataFrame) -> str:
    """The document with the tables of all puzzles."""
    for puzzle in UNITS:
        text = with_table(text, puzzle, costs_table(runs, puzzle))
    return text

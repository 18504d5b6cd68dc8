"""Write charts and tables of docs/scaling.md: time, memory and bytes by amount of work.

Example: python -m studies.scaling, or python -m studies.scaling --measure --repeats 3
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import typer
import yaml
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pipeline.charts import BLUE, ORANGE, SETTINGS
from pipeline.stage import run_program
from scripts import ROOT, markdown_table
from scripts.counting import Shape, count_town_synonyms, sizes, tiles_with_doubles
from tablebases.errors import Error
from tablebases.files import file_digest
from tablebases.messages import say
from tablebases.nine_tiles.rules.game_files import TILES, load_all_tiles
from tablebases.puzzles import ARROW, GODOMACHI, MILLIJAN, NINE_TILES, PUZZLES
from tablebases.verification import query

DOCUMENT, RUNS = (ROOT / "docs" / name for name in ("scaling.md", "scaling.csv"))
UNITS = {NINE_TILES.package: "town", GODOMACHI.package: "pair", ARROW.package: "board", MILLIJAN.package: "hand"}
"""Puzzle -> unit of work."""
WHOLE = "all"
"""The stage of a row for a whole run: seconds of all jobs, memory of the largest, bytes of artifacts."""


def with_table(text: str, name: str, table: str) -> str:
    """Replace the table below the line that names it in a document."""
    marked = re.compile(rf"(<!-- {name}: .*-->\n\n)(?:\|.*\n)*")
    return marked.sub(lambda found: found[1] + table, text)


# Runs of the pipelines on inputs of growing size.

METER = """
import json, os, resource, subprocess, sys
status = subprocess.call([sys.executable, *sys.argv[1:]])
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
noted = {"stage": sys.argv[3].rpartition(".")[2], "seconds": usage.ru_utime + usage.ru_stime}
with open(os.environ["SCALING_LOG"], "a") as log:
    print(json.dumps({**noted, "memory_mb": usage.ru_maxrss / 1024}), file=log)
sys.exit(status)
"""
"""Replaces `python` in the jobs of a measured run, and logs processor time and memory.

Snakemake samples both every half minute after the first quarter of a minute. The operating system knows both exactly
after a process has ended.
"""
LONG = 60.0
"""Runs that take more processor seconds are not repeated."""
DECKS = 5
"""Decks of MilliJan."""
NOT_ARTIFACTS = ("benchmarks", "logs")


@dataclass(frozen=True)
class Case:
    """A run of one puzzle."""

    puzzle: str
    name: str
    section: Mapping[str, Any]
    """Changed settings in its section of the configuration."""
    rules: tuple[str, ...]
    """Targets of Snakemake, without the name of the puzzle."""
    counts: Callable[[Path], Mapping[str, int]]
    """Counts the work, from the folder of artifacts."""


def _value(database: Path, sql: str) -> int:
    ((value,),) = query(database, sql)
    return int(value)


def _towns(output: Path) -> Mapping[str, int]:
    database = output / "success_pattern.db"
    positions = _value(database, "SELECT length(position) FROM town_synonyms LIMIT 1")
    return {
        "count": _value(database, "SELECT sum(n_towns) FROM theme_synonyms"),
        "theme_synonyms": _value(database, "SELECT count(*) FROM theme_synonyms"),
        "boxes": _value(database, "SELECT sum(length(boxes)) FROM town_blocks") // positions,
    }


def _pairs(output: Path) -> Mapping[str, int]:
    pairs = "SELECT sum(shapes * (shapes - 1) / 2) FROM (SELECT count(*) AS shapes FROM polyominoes GROUP BY n)"
    return {"count": _value(output / "godomachi.db", pairs)}


def _nine_tiles(rows: int, columns: int, tiles: int, shards: int = 1) -> Case:
    section = {"board": {"rows": rows, "columns": columns}, "tiles": list(range(tiles)), "shards": shards}
    rules = ("success_pattern", "distances", "most_win_match")
    return Case(NINE_TILES.package, f"{rows}x{columns}, {tiles} tiles", section, rules, _towns)


def _godomachi(max_n: int) -> Case:
    return Case(GODOMACHI.package, f"n = {max_n}", {"max_n": max_n}, ("database",), _pairs)


def _arrow_puzzle(boards: int) -> Case:
    expert = {"name": "expert", "shape": "hexagon", "side": 4, "directions": 6}
    section = {"levels": [expert], "sample": {"boards": boards, "seed": 1}}
    return Case(ARROW.package, f"{boards:,} expert boards", section, ("tap_counts",), lambda _: {"count": boards})


def _millijan(hands: int) -> Case:
    section = {"simulation": {"hands": hands, "distances": hands // 50, "seed": 1}}
    return Case(
        MILLIJAN.package, f"{hands:,} hands a deck", section, ("simulation",), lambda _: {"count": DECKS * hands}
    )


CASES = [
    *(_nine_tiles(1, 3, tiles) for tiles in (3, 9)),
    *(_nine_tiles(2, 2, tiles) for tiles in (4, 6, 9)),
    *(_nine_tiles(2, 3, tiles) for tiles in (6, 7, 8, 9)),
    _nine_tiles(2, 4, 8, shards=2),
    *map(_godomachi, (6, 7, 8, 9, 10, 11)),
    *map(_arrow_puzzle, (1_000, 10_000, 100_000, 1_000_000)),
    *map(_millijan, (1_000, 10_000, 100_000, 1_000_000)),
    _nine_tiles(3, 3, 9, shards=8),
]


def run_once(case: Case, folder: Path) -> pd.DataFrame:
    """Run a case in an empty folder; returns a row for each stage, and the row `WHOLE`."""
    output, program, meter, log, config = (folder / name for name in ("out", "bin/python", "meter.py", "log", "c.yaml"))
    program.parent.mkdir()
    meter.write_text(METER)
    program.write_text(f'#!/bin/sh\nexec {shlex.join([sys.executable, str(meter)])} "$@"\n')
    program.chmod(0o755)
    sections = {puzzle.package: {"output": str(folder / puzzle.package)} for puzzle in PUZZLES}  # not the user's
    config.write_text(yaml.safe_dump({**sections, case.puzzle: {**case.section, "output": str(output)}}))
    command = [sys.executable, "-m", "snakemake", "--cores", "1", "--configfile", str(config), "--"]
    command += [f"{case.puzzle}_{rule}" for rule in case.rules]
    path = os.pathsep.join([str(program.parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "SCALING_LOG": str(log)}
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise Error(f"{case.puzzle}, {case.name}: the run failed: {done.stderr}")
    jobs = pd.DataFrame(map(json.loads, log.read_text(encoding="utf-8").splitlines()))
    stages = jobs.groupby("stage", sort=False, as_index=False).agg(
        jobs=("seconds", "size"), seconds=("seconds", "sum"), memory_mb=("memory_mb", "max")
    )
    files = [path for path in output.rglob("*") if path.relative_to(output).parts[0] not in NOT_ARTIFACTS]
    counts = case.counts(output)
    whole = {
        "stage": WHOLE,
        "jobs": len(jobs),
        "seconds": stages["seconds"].sum(),
        "memory_mb": stages["memory_mb"].max(),
        "bytes": sum(path.stat().st_size for path in files if path.is_file()),
        **counts,
    }
    measured = pd.concat([stages, pd.DataFrame([whole])], ignore_index=True)
    return measured.assign(puzzle=case.puzzle, case=case.name, count=counts["count"])


def least_of_runs(runs: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """The least seconds and memory of each stage in equal runs, with stages in any order."""
    least = pd.concat(runs).groupby("stage")[["seconds", "memory_mb"]].min()
    best = runs[0].drop(columns=least.columns).join(least, on="stage")
    best.loc[best["stage"] == WHOLE, "seconds"] = best.loc[best["stage"] != WHOLE, "seconds"].sum()
    return best


def measure(repeats: int, folder: Path | None) -> None:
    """Run all cases, short ones `repeats` times, and rewrite docs/scaling.csv after each."""
    columns = ["puzzle", "case", "count", "stage", "jobs", "seconds", "memory_mb", "bytes", "theme_synonyms", "boxes"]
    measured = pd.DataFrame()
    for case in CASES:
        runs: list[pd.DataFrame] = []
        while len(runs) < repeats and (not runs or runs[-1]["seconds"].iloc[-1] < LONG):
            with tempfile.TemporaryDirectory(dir=folder) as temporary:
                runs.append(run_once(case, Path(temporary)))
            whole = runs[-1].iloc[-1]
            say(f"{case.puzzle}, {case.name}: {whole['count']:,}, {whole['seconds']:.1f} s")
        measured = pd.concat([measured, least_of_runs(runs)], ignore_index=True)
        frame = measured.reindex(columns=columns).astype(dict.fromkeys(columns[-3:], "Int64"))
        frame.round({"seconds": 2, "memory_mb": 1}).to_csv(RUNS, index=False, lineterminator="\n")


# Costs of the measured runs: start-up and work.


def costs_of_runs(measured: pd.DataFrame) -> pd.DataFrame:
    """The whole runs of `measured`, with their seconds of start-up.

    The start-up of a stage is the least time that one of its jobs took in any run, because on the smallest inputs a job
    hardly does more than load its libraries. The rest of the seconds of a run is work.

    Returns:
        Rows with the further columns start, in seconds, and nanoseconds, of work for each town, pair, board or hand.
        Nanoseconds are empty if work takes less time than start-up, because start-up varies too much then.
    """
    stages = measured[measured["stage"] != WHOLE]
    of_a_job = (stages["seconds"] / stages["jobs"]).groupby([stages["puzzle"], stages["stage"]]).transform("min")
    start = (of_a_job * stages["jobs"]).groupby([stages["puzzle"], stages["case"]]).sum().rename("start")
    runs = measured[measured["stage"] == WHOLE].join(start, on=["puzzle", "case"])
    work = runs["seconds"] - runs["start"]
    return runs.assign(nanoseconds=(1e9 * work / runs["count"]).where(work > runs["start"]))


def _points(axes: Axes, x: pd.Series[float], y: pd.Series[float], label: str) -> None:
    axes.plot(x, y, "o", color=BLUE)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_ylabel(label)
    axes.set_ylim(y.min() / 3, y.max() * 3)
    few_decades = y.max() / y.min() < 100
    axes.yaxis.set_major_locator(mpl.ticker.LogLocator(subs=(1, 2, 5) if few_decades else (1,)))
    axes.yaxis.set_major_formatter(mpl.ticker.StrMethodFormatter("{x:,g}"))
    axes.yaxis.set_minor_formatter(mpl.ticker.NullFormatter())


def costs_chart(runs: pd.DataFrame, unit: str) -> Figure:
    """Four charts of the runs of one puzzle, with logarithmic axes; `unit` is the unit of `count`."""
    runs = runs.sort_values("count")
    chart = Figure(figsize=(8, 5.5), layout="constrained")
    seconds, nanoseconds, memory, size = chart.subplots(2, 2, sharex=True).flat
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
    return chart


def digest(path: Path) -> str:
    """The description of a chart, which identifies its measurements."""
    return f"SHA-256 of {path.name}: {file_digest(path)}"


def chart_of(puzzle: str) -> Path:
    """The path of a puzzle's charts."""
    return DOCUMENT.parent / "pictures" / f"scaling-{puzzle.replace('_', '-')}.svg"


def draw(runs: pd.DataFrame) -> None:
    """Draw the charts of all puzzles; equal measurements give equal bytes."""
    with mpl.rc_context(SETTINGS):
        for puzzle, unit in UNITS.items():
            chart = costs_chart(runs[runs["puzzle"] == puzzle], unit)
            chart.savefig(chart_of(puzzle), metadata={"Date": None, "Description": digest(RUNS)})


Columns = dict[str, tuple["pd.Series[float]", int]]
"""Name -> values, and their number of decimals."""


def table_of(first: str, rows: pd.Series[str], columns: Columns) -> str:
    """A Markdown table with the column `first` and others."""
    cells = [
        ["" if pd.isna(value) else f"{value:,.{decimals}f}" for value in values]
        for values, decimals in columns.values()
    ]
    return markdown_table([first, *columns], list(zip(rows, *cells, strict=True)))


def costs_table(runs: pd.DataFrame) -> str:
    """A Markdown table of the runs with more work than start-up."""
    titles = {puzzle.package: puzzle.title for puzzle in PUZZLES}
    costly = runs.dropna(subset="nanoseconds").sort_values(
        "puzzle", key=lambda names: names.map(list(UNITS).index), kind="stable"
    )
    columns: Columns = {
        "count": (costly["count"], 0),
        "processor seconds": (costly["seconds"], 1),
        "start-up": (costly["start"], 1),
        "ns each": (costly["nanoseconds"], 0),
        "MB, largest job": (costly["memory_mb"], 0),
    }
    names = costly["puzzle"].map(titles) + ": " + costly["case"]
    return table_of("run", names, columns)


def sizes_table() -> str:
    """A Markdown table of counts for boards with the nine tiles, and for 3x4 with three of them twice.

    Of the 84 choices of three tiles, it has those with the fewest, the median and the most towns.
    """
    tiles = load_all_tiles(ROOT / TILES)
    small = [Shape(2, 3), Shape(2, 4), Shape(3, 3)]
    rows = [(f"{board.rows}x{board.columns}, nine tiles", sizes(count_town_synonyms(board), tiles)) for board in small]
    large = count_town_synonyms(Shape(4, 3))  # the same number as 3x4, and faster, because its border is shorter
    choices = [
        (
            f"3x4, nine tiles and {doubled[0]}, {doubled[1]}, {doubled[2]} again",
            sizes(large, tiles_with_doubles(tiles, doubled)),
        )
        for doubled in combinations(range(len(tiles)), 3)
    ]
    choices.sort(key=lambda choice: choice[1].towns)
    rows += [choices[0], choices[len(choices) // 2], choices[-1]]
    names = ["board and tiles", "town synonyms", "fillable", "placements", "towns"]
    return markdown_table(names, [[name, *(f"{n:,}" for n in astuple(found))] for name, found in rows])


def main(
    run: Annotated[
        bool,
        typer.Option("--measure", help="Measure first, and rewrite docs/scaling.csv: an hour."),
    ] = False,
    repeats: Annotated[int, typer.Option(min=1, help="Runs of each short case; the least counts.")] = 2,
    folder: Annotated[
        Path | None, typer.Option(help="Folder for temporary results; docs/full-run.md has their size.")
    ] = None,
) -> None:
    """Draw the charts and write the tables of docs/scaling.md.

    They show docs/scaling.csv. The table of sizes is counted.
    """
    if run:
        measure(repeats, folder)
    runs = costs_of_runs(pd.read_csv(RUNS))
    draw(runs)
    text = with_table(DOCUMENT.read_text(encoding="utf-8"), "costs", costs_table(runs))
    DOCUMENT.write_text(with_table(text, "sizes", sizes_table()), encoding="utf-8")
    say(f"wrote {DOCUMENT.name} and its charts")


if __name__ == "__main__":
    run_program(main)

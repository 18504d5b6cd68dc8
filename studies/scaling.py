"""How time, memory and bytes of the pipelines grow with the work: charts and tables of docs/scaling.md.

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
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import astuple, dataclass
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import matplotlib as mpl
import numpy as np
import pandas as pd
import typer
import yaml
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pipeline.charts import BLUE, ORANGE, SETTINGS
from pipeline.stage import run_stage
from scripts import ROOT
from scripts.counting import Shape, count_town_synonyms, sizes, tiles_with_doubles
from studies.report import markdown
from tablebases.arrays import Vector
from tablebases.errors import Error
from tablebases.files import connect_to_read, file_digest
from tablebases.messages import say
from tablebases.nine_tiles.boxes import TownRuns, TurnSets
from tablebases.nine_tiles.game_files import load_all_tiles
from tablebases.nine_tiles.road_objects import PUBLISHED
from tablebases.nine_tiles.search import TownSearch
from tablebases.nine_tiles.tiles import Board, Tile
from tablebases.nine_tiles.town_synonyms import FillingCounts, all_town_synonyms, filling_counts, synonym_occurrences
from tablebases.nine_tiles.town_tables import face_tables, most_objects_on_a_road, outcome_table
from tablebases.puzzles import PUZZLES

DOCUMENT, RUNS, SEARCHES = (ROOT / "docs" / name for name in ("scaling.md", "scaling.csv", "scaling-search.csv"))
UNITS = {"nine_tiles_panic": "town", "godomachi": "pair", "arrow_puzzle": "board", "millijan": "hand"}
"""Puzzle -> what its work is counted in."""
WHOLE = "all"
"""The stage of a row that stands for a whole run: seconds of all jobs, memory of the largest, bytes left."""


def with_table(text: str, name: str, table: str) -> str:
    """A document with another table below the line that names it."""
    marked = re.compile(rf"(<!-- {name}: .*-->\n\n)(?:\|.*\n)*")
    return marked.sub(lambda found: found[1] + table, text)


# Runs of the pipelines on inputs of growing size.

METER = """
import json, os, resource, subprocess, sys
status = subprocess.call([sys.executable, *sys.argv[1:]])
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
noted = {"stage": sys.argv[2].rpartition(".")[2], "seconds": usage.ru_utime + usage.ru_stime}
with open(os.environ["SCALING_LOG"], "a") as log:
    print(json.dumps({**noted, "memory_mb": usage.ru_maxrss / 1024}), file=log)
sys.exit(status)
"""
"""Stands in for `python` in the jobs of a measured run: runs it, and notes what it took.

Snakemake samples time and memory every half minute after the first quarter of a minute. The operating system knows both
exactly when a process has ended.
"""
LONG = 60.0
"""Runs that take more processor seconds are not repeated."""
DECKS = 5
"""Decks of MilliJan that are simulated."""
NOT_ARTIFACTS = (".rerun_triggers", "benchmarks", "logs")


@dataclass(frozen=True)
class Case:
    """A run of one puzzle."""

    puzzle: str
    name: str
    section: Mapping[str, Any]
    """What its section of the configuration changes."""
    rules: tuple[str, ...]
    """Targets of Snakemake, without the name of the puzzle."""
    counts: Callable[[Path], Mapping[str, int]]
    """How much work it was, from the folder of its artifacts."""


def _value(database: Path, query: str) -> int:
    with closing(connect_to_read(database)) as connection:
        return int(connection.execute(query).fetchone()[0])


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
    rules = ("success_pattern", "distances", "theme_sets", "most_win_match")
    return Case("nine_tiles_panic", f"{rows}x{columns}, {tiles} tiles", section, rules, _towns)


def _godomachi(max_n: int) -> Case:
    return Case("godomachi", f"n = {max_n}", {"max_n": max_n}, ("database",), _pairs)


def _arrow_puzzle(boards: int) -> Case:
    expert = {"name": "expert", "shape": "hexagon", "side": 4, "directions": 6}
    section = {"levels": [expert], "sample": {"boards": boards, "seed": 1}}
    return Case("arrow_puzzle", f"{boards:,} expert boards", section, ("tap_counts",), lambda _: {"count": boards})


def _millijan(hands: int) -> Case:
    section = {"simulation": {"hands": hands, "distances": hands // 50, "seed": 1}}
    return Case("millijan", f"{hands:,} hands a deck", section, ("simulation",), lambda _: {"count": DECKS * hands})


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
    """Run a case in an empty folder; a row a stage, and the row `WHOLE`."""
    output, program, meter, log, config = (folder / name for name in ("out", "bin/python", "meter.py", "log", "c.yaml"))
    program.parent.mkdir()
    meter.write_text(METER)
    program.write_text(f'#!/bin/sh\nexec {shlex.join([sys.executable, str(meter)])} "$@"\n')
    program.chmod(0o755)
    sections = {puzzle.package: {"output": str(folder / puzzle.package)} for puzzle in PUZZLES}  # none is the user's
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
    """The least seconds and memory of each stage in equal runs, whose stages may come in any order."""
    least = pd.concat(runs).groupby("stage")[["seconds", "memory_mb"]].min()
    best = runs[0].drop(columns=least.columns).join(least, on="stage")
    best.loc[best["stage"] == WHOLE, "seconds"] = best.loc[best["stage"] != WHOLE, "seconds"].sum()
    return best


def measure(repeats: int, folder: Path | None) -> None:
    """Run all cases, those that are not `LONG` `repeats` times, and rewrite docs/scaling.csv after each one."""
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


# What the measured runs cost: start-up told apart from work.


def costs_of_runs(measured: pd.DataFrame) -> pd.DataFrame:
    """The whole runs of `measured`, with the part of their seconds that is start-up.

    The start-up of a stage is the least that one of its jobs took in any run: on the smallest inputs a job does next to
    nothing except load its libraries. The rest of the seconds of a run is work.

    Returns:
        Rows with the further columns start, seconds; and nanoseconds, of work for each town, pair, board or hand, empty
        where work takes less time than start-up and is lost in its variation.
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
    """Four charts of the runs of one puzzle, with logarithmic axes. unit: what `count` counts."""
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
    """What a chart says of the measurements that it shows."""
    return f"SHA-256 of {path.name}: {file_digest(path)}"


def chart_of(puzzle: str) -> Path:
    """Where the charts of a puzzle are."""
    return DOCUMENT.parent / "pictures" / f"scaling-{puzzle.replace('_', '-')}.svg"


def draw(runs: pd.DataFrame) -> None:
    """Draw the charts of all puzzles, the same bytes for the same measurements."""
    with mpl.rc_context(SETTINGS):
        for puzzle, unit in UNITS.items():
            chart = costs_chart(runs[runs["puzzle"] == puzzle], unit)
            chart.savefig(chart_of(puzzle), metadata={"Date": None, "Description": digest(RUNS)})


Columns = dict[str, tuple["pd.Series[float]", int]]
"""Name -> values, and how many decimals they are shown with."""


def table_of(first: str, rows: pd.Series[str], columns: Columns) -> str:
    """A Markdown table with the column `first` and others."""
    cells = [
        ["" if pd.isna(value) else f"{value:,.{decimals}f}" for value in values]
        for values, decimals in columns.values()
    ]
    return markdown([first, *columns], list(zip(rows, *cells, strict=True)))


def costs_table(runs: pd.DataFrame) -> str:
    """The runs of all puzzles that work for longer than they start, as a Markdown table."""
    titles = {puzzle.package: puzzle.title for puzzle in PUZZLES}
    of = runs.dropna(subset="nanoseconds").sort_values(
        "puzzle", key=lambda names: names.map(list(UNITS).index), kind="stable"
    )
    columns: Columns = {
        "count": (of["count"], 0),
        "processor seconds": (of["seconds"], 1),
        "start-up": (of["start"], 1),
        "ns each": (of["nanoseconds"], 0),
        "MB, largest job": (of["memory_mb"], 0),
    }
    names = of["puzzle"].map(titles) + ": " + of["case"]
    return table_of("run", names, columns)


# The town search alone, in one process and compiled beforehand.

BOARDS = [(2, 2, 9), (2, 3, 9), (2, 4, 8), (2, 4, 9), (3, 3, 9), (2, 5, 10)]
"""Rows, columns, tiles; the tenth tile is tile 2 again."""
SAMPLED_TOWNS = 20_000_000
TOWNS_IN_A_BATCH = 500_000
NOTHING = FillingCounts(0, 0, 0)


class Searched(NamedTuple):
    """What a search of random town synonyms found."""

    town_synonyms: int
    placements: int
    towns: int
    boxes: int
    all_towns: int
    """Towns of all town synonyms of the board."""
    seconds: float
    """Of processor time."""


def _batches(order: Vector[np.int64], n_towns: Vector[np.int64], sample: int) -> Iterator[Vector[np.int64]]:
    """Places in this order with about `TOWNS_IN_A_BATCH` towns at a time, until there are `sample` towns."""
    batch_of = np.cumsum(n_towns[order]) // TOWNS_IN_A_BATCH
    for batch in range(max(1, sample // TOWNS_IN_A_BATCH)):
        if (batch_of == batch).any():
            yield order[batch_of == batch]


def search(
    board: Board,
    tiles: Sequence[Tile],
    sample: int = SAMPLED_TOWNS,
    look: Callable[[TownRuns, TurnSets], object] = lambda _, __: None,
) -> Searched:
    """Find all towns of random town synonyms, about `sample` towns. look: called with each batch, in its time."""
    oriented = all_town_synonyms(board, tiles).oriented
    by_occurrences = filling_counts(tiles)
    fillings = [by_occurrences.get(occurrences, NOTHING) for occurrences in synonym_occurrences(oriented)]
    n_towns = np.array([filling.towns for filling in fillings])
    n_placements = np.array([filling.placements for filling in fillings])
    order = np.random.default_rng(1).permutation(np.flatnonzero(n_towns))
    town_search = TownSearch(board, face_tables(tiles), outcome_table(PUBLISHED, most_objects_on_a_road(tiles, board)))
    synonyms = placements = towns = boxes = 0
    started = time.process_time()
    for batch in _batches(order, n_towns, sample):
        runs = town_search.towns(oriented[batch], int(n_placements[batch].sum()), int(n_towns[batch].sum()))
        look(runs, town_search.turn_sets)
        synonyms += len(batch)
        placements += int(n_placements[batch].sum())
        towns += int(runs.n_towns.sum())
        boxes += len(runs.boxes)
    seconds = round(time.process_time() - started, 4)
    return Searched(synonyms, placements, towns, boxes, int(n_towns.sum()), seconds)


def measure_search(repeats: int) -> pd.DataFrame:
    """Search all boards; columns board and those of `Searched`, with the least seconds."""
    real = load_all_tiles(ROOT / "data/nine_tiles_panic/tiles.csv")
    rows = []
    for board_rows, columns, count in BOARDS:
        tiles, board = tiles_with_doubles(real, [2])[:count], Board(board_rows, columns)
        runs = [search(board, tiles) for _ in range(repeats + 1)]  # the first compiles
        best = min(runs[1:], key=lambda run: run.seconds)
        rows.append({"board": f"{board_rows}x{columns}, {count} tiles", **best._asdict()})
        say(f"{rows[-1]['board']}: {best.towns:,} towns, {best.seconds} s")
    return pd.DataFrame(rows)


def sizes_table() -> str:
    """Counts for boards with the nine tiles, and for 3x4 with three of them twice, as a Markdown table.

    Of the 84 choices of three tiles: the one with the fewest towns, the one in the middle, and the one with the most.
    """
    tiles = load_all_tiles(ROOT / "data/nine_tiles_panic/tiles.csv")
    small = [Shape(2, 3), Shape(2, 4), Shape(3, 3)]
    rows = [(f"{of.rows}x{of.columns}, nine tiles", sizes(count_town_synonyms(of), tiles)) for of in small]
    large = count_town_synonyms(Shape(4, 3))  # as many as 3x4, and faster: its border is shorter
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
    return markdown(names, [[name, *(f"{n:,}" for n in astuple(found))] for name, found in rows])


def main(
    run: Annotated[
        bool,
        typer.Option(
            "--measure", help="Measure first, and rewrite docs/scaling.csv and docs/scaling-search.csv: an hour."
        ),
    ] = False,
    repeats: Annotated[int, typer.Option(min=1, help="How often short runs are repeated; the least counts.")] = 2,
    folder: Annotated[Path | None, typer.Option(help="Where the runs keep up to 3.6 GB for a while.")] = None,
) -> None:
    """Draw the charts and write the tables of docs/scaling.md.

    They show docs/scaling.csv. The table of sizes is counted.
    """
    if run:
        measure(repeats, folder)
        measure_search(repeats).to_csv(SEARCHES, index=False, lineterminator="\n")
    runs = costs_of_runs(pd.read_csv(RUNS))
    draw(runs)
    text = with_table(DOCUMENT.read_text(encoding="utf-8"), "costs", costs_table(runs))
    DOCUMENT.write_text(with_table(text, "sizes", sizes_table()), encoding="utf-8")
    say(f"wrote {DOCUMENT.name} and its charts")


if __name__ == "__main__":
    run_stage(main)

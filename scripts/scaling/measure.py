"""Runs of the pipelines on smaller and larger inputs, and what their stages take."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import yaml

from scripts import ROOT
from scripts.scaling.meter import LOG
from tablebases.errors import Error
from tablebases.files import connect_to_read, read_provenance
from tablebases.messages import say
from tablebases.puzzles import PUZZLES

WHOLE = "all"
"""The stage of a row that stands for a whole run: seconds of all jobs, memory of the largest, bytes left."""
LONG = 60.0
"""Runs that take more processor seconds are not repeated."""
NOT_ARTIFACTS = (".made_of", "benchmarks", "logs")

Counts = dict[str, int]


def _asked(database: Path, query: str) -> int:
    with closing(connect_to_read(database)) as connection:
        (value,) = connection.execute(query).fetchone()
    return int(value)


def _towns(output: Path) -> Counts:
    database = output / "success_pattern.db"
    positions = _asked(database, "SELECT length(position) FROM town_synonyms LIMIT 1")
    return {
        "count": int(read_provenance(output / "town_synonyms.csv")["towns"]),
        "theme_synonyms": _asked(database, "SELECT count(*) FROM theme_synonyms"),
        "boxes": _asked(database, "SELECT sum(length(boxes)) FROM town_blocks") // positions,
    }


def _pairs(output: Path) -> Counts:
    pairs = "SELECT sum(shapes * (shapes - 1) / 2) FROM (SELECT count(*) AS shapes FROM polyominoes GROUP BY n)"
    return {"count": _asked(output / "godomachi.db", pairs)}


def _hands(output: Path) -> Counts:
    return {"count": _asked(output / "parts/simulation.db", "SELECT sum(n_hands) FROM simulated_decks")}


def _boards(output: Path) -> Counts:
    return {"count": _asked(output / "parts/tap_counts.db", "SELECT sum(n_boards) FROM tap_statistics")}


@dataclass(frozen=True)
class Case:
    """A run of one puzzle."""

    puzzle: str
    name: str
    section: Mapping[str, Any]
    """What its section of the configuration says otherwise."""
    rules: tuple[str, ...]
    """What is asked of Snakemake, without the name of the puzzle."""
    counts: Callable[[Path], Counts]
    """How much work it was, from the folder of its artifacts."""


def _nine_tiles(rows: int, columns: int, tiles: int, shards: int = 1) -> Case:
    board = {"rows": rows, "columns": columns}
    section = {"board": board, "tiles": list(range(tiles)), "shards": shards}
    rules = ("success_pattern", "distances", "theme_sets", "most_win_match")
    return Case("nine_tiles_panic", f"{rows}x{columns}, {tiles} tiles", section, rules, _towns)


def _godomachi(max_n: int) -> Case:
    return Case("godomachi", f"n = {max_n}", {"max_n": max_n}, ("database",), _pairs)


def _millijan(hands: int) -> Case:
    section = {"simulation": {"hands": hands, "distances": hands // 50, "seed": 1}}
    return Case("millijan", f"{hands:,} hands a deck", section, ("simulation",), _hands)


def _arrow_puzzle(boards: int) -> Case:
    expert = {"name": "expert", "shape": "hexagon", "side": 4, "directions": 6}
    section = {"levels": [expert], "sample": {"boards": boards, "seed": 1}}
    return Case("arrow_puzzle", f"{boards:,} expert boards", section, ("tap_counts",), _boards)


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


def _run_once(case: Case, folder: Path) -> pd.DataFrame:
    """Run a case in an empty folder; a row a stage, and the row `WHOLE`."""
    output, programs, log, config = (folder / name for name in ("results", "bin", "meter.jsonl", "config.yaml"))
    programs.mkdir()
    program = programs / "python"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m scripts.scaling.meter "$@"\n')
    program.chmod(0o755)
    sections = {puzzle.package: {"output": str(folder / puzzle.package)} for puzzle in PUZZLES}  # none is the user's
    sections[case.puzzle] = {**case.section, "output": str(output)}
    config.write_text(yaml.safe_dump(sections))
    rules = [f"{case.puzzle}_{rule}" for rule in case.rules]
    command = [sys.executable, "-m", "snakemake", "--cores", "1", "--configfile", str(config), "--"]
    path = os.pathsep.join([str(programs), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, LOG: str(log)}
    done = subprocess.run([*command, *rules], cwd=ROOT, env=environment, check=False, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise Error(f"{case.puzzle}, {case.name}: the run failed: {done.stderr}")
    jobs = pd.DataFrame(map(json.loads, log.read_text(encoding="utf-8").splitlines()))
    stages = jobs.groupby("stage", sort=False, as_index=False).agg(
        jobs=("seconds", "size"), seconds=("seconds", "sum"), memory_mb=("memory_mb", "max")
    )
    files = [
        path for path in output.rglob("*") if path.is_file() and path.relative_to(output).parts[0] not in NOT_ARTIFACTS
    ]
    whole = {
        "stage": WHOLE,
        "jobs": len(jobs),
        "seconds": stages["seconds"].sum(),
        "memory_mb": stages["memory_mb"].max(),
        "bytes": sum(path.stat().st_size for path in files),
    }
    counts = case.counts(output)
    measured = pd.concat([stages, pd.DataFrame([{**whole, **counts}])], ignore_index=True)
    return measured.assign(puzzle=case.puzzle, case=case.name, count=counts["count"])


def least_of_runs(runs: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """The least seconds and memory of each stage in equal runs, whose stages may come in any order."""
    least = pd.concat(runs).groupby("stage")[["seconds", "memory_mb"]].min()
    best = runs[0].drop(columns=least.columns).join(least, on="stage")
    best.loc[best["stage"] == WHOLE, "seconds"] = best.loc[best["stage"] != WHOLE, "seconds"].sum()
    return best


def _measured(case: Case, repeats: int, folder: Path | None) -> pd.DataFrame:
    """A case run up to so many times; of repeated runs each stage keeps its least seconds and memory."""
    runs: list[pd.DataFrame] = []
    while len(runs) < repeats and (not runs or runs[-1]["seconds"].iloc[-1] < LONG):
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            runs.append(_run_once(case, Path(temporary)))
        whole = runs[-1].iloc[-1]
        say(f"{case.puzzle}, {case.name}: {whole['count']:,}, {whole['seconds']:.1f} s")
    return least_of_runs(runs)


def measure(repeats: int, folder: Path | None, out: Path) -> None:
    """Run all cases and write what they took, after each one anew.

    The columns are puzzle, case, count, stage, jobs, seconds, memory_mb; for whole runs also bytes, and of Nine Tiles
    Panic theme_synonyms and boxes.

    Args:
        repeats: how often short runs are repeated.
        folder: where runs leave their artifacts for a while; 3.6 GB for the full board.
        out: the CSV file.
    """
    columns = ["puzzle", "case", "count", "stage", "jobs", "seconds", "memory_mb", "bytes", "theme_synonyms", "boxes"]
    measured = pd.DataFrame()
    for case in CASES:
        measured = pd.concat([measured, _measured(case, repeats, folder)], ignore_index=True)
        frame = measured.reindex(columns=columns).astype(dict.fromkeys(columns[-3:], "Int64"))
        frame.round({"seconds": 2, "memory_mb": 1}).to_csv(out, index=False, lineterminator="\n")

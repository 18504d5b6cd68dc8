"""The towns stage against the obvious way, and against spelling every town instead of keeping boxes.

All run here, one after the other, on one core. The obvious way is to score one town at a time by the oracle of the
tests.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pipeline.nine_tiles_panic.readers import Shard
from scripts import ROOT
from scripts.benchmark.rates import Rate, rates_table
from tablebases.messages import say
from tablebases.nine_tiles.boxes import spell_towns
from tests.oracle import nine_tiles_panic as oracle

BOXES_AT_A_TIME = 500_000


def _stage(stage: str, *options: str) -> float:
    """Run a stage by hand; returns the seconds that the whole process takes."""
    command = [sys.executable, "-m", f"pipeline.nine_tiles_panic.stages.{stage}", *options]
    started = time.perf_counter()
    subprocess.run(command, check=True, cwd=ROOT)
    return time.perf_counter() - started


def _sample(shard: Shard, count: int) -> list[str]:
    """Patterns of `count` towns, evenly over a shard."""
    boxes = shard.boxes
    towns = spell_towns(boxes[:: max(1, len(boxes) // count)], shard.turn_sets)
    return ["".join(map(str, town)) for town in towns[:: len(towns) // count].tolist()]


def _spell_all(shard: Shard, file: Path) -> float:
    """Seconds to spell every town of a shard and write the patterns, two digits a byte."""
    started = time.perf_counter()
    boxes = shard.boxes
    with file.open("wb") as out:
        for first in range(0, len(boxes), BOXES_AT_A_TIME):
            towns = spell_towns(boxes[first : first + BOXES_AT_A_TIME], shard.turn_sets)
            (towns[:, ::2] << 4 | towns[:, 1::2]).tofile(out)
    return time.perf_counter() - started


def _score_one_at_a_time(patterns: Sequence[str], rows: int, columns: int) -> float:
    """Seconds that plain Python takes for all 26 scores of each town."""
    tiles = oracle.load_tiles(Path(oracle.__file__).with_name("tiles.csv"))
    started = time.perf_counter()
    for pattern in patterns:
        oracle.score(pattern, tiles, rows, columns)
    return time.perf_counter() - started


def benchmark(config: Mapping[str, Any], scale: float) -> list[str]:
    """Time the stage, as a whole process that starts, searches, sorts and writes, and the oracle.

    Args:
        config: the section `nine_tiles_panic`.
        scale: how many times 3,000 towns to score one at a time; the stage runs a shard that is so many times an
            eighth of the towns.
    """
    towns, shards = round(3000 * scale), max(1, round(8 / scale))
    rows, columns = config["board"]["rows"], config["board"]["columns"]
    game = [
        "--tiles", config["tile_file"], "--tile-numbers", ",".join(map(str, config["tiles"])),
        "--rows", str(rows), "--columns", str(columns),
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        town_synonyms, shard = Path(folder, "town_synonyms.csv"), Path(folder, "00.db")
        _stage("town_synonyms", *game, "--out", str(town_synonyms))
        stage = [
            "towns", *game, "--themes", config["theme_file"],
            "--town-synonyms", str(town_synonyms), "--shard", "0", "--out", str(shard),
        ]  # fmt: skip
        say("a small shard first, so that the code is compiled")
        _stage(*stage, "--shards", "1000")
        seconds = _stage(*stage, "--shards", str(shards))
        scored = Shard(shard)
        count = int(scored.n_towns.sum())
        spelling = _spell_all(scored, Path(folder, "patterns"))
        sample = _sample(scored, towns)
    say(f"scoring {len(sample):,} of these towns one at a time in plain Python")
    obvious = _score_one_at_a_time(sample, rows, columns)
    table = rates_table(
        "All scores of a town, one core",
        "towns",
        [
            Rate("plain Python", len(sample), obvious),
            Rate("the towns stage, then every town spelled", count, seconds + spelling),
            Rate("the towns stage", count, seconds),
        ],
    )
    return [table]

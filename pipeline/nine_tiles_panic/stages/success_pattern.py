"""Stage success_pattern: every town, by theme synonym, for plain SQL."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from sqlalchemy import Table

from pipeline.core.csv_file import open_csv_artifact
from pipeline.core.database import DatabaseWriter, create_database
from pipeline.core.errors import PipelineError
from pipeline.core.progress import Progress
from pipeline.core.provenance import ProvenanceNotes, content_digest, read_provenance
from pipeline.core.stage import run_stage
from pipeline.nine_tiles_panic.game.score_vectors import name_keys, places_of_keys
from pipeline.nine_tiles_panic.game.town_blocks import batches, cut_into_blocks, place_towns
from pipeline.nine_tiles_panic.packed_towns import BLOCK_PLACES, TOWNS_IN_A_BLOCK
from pipeline.nine_tiles_panic.readers.answers import read_themes
from pipeline.nine_tiles_panic.readers.scores import read_theme_synonyms
from pipeline.nine_tiles_panic.readers.towns import Shard, read_shards
from pipeline.nine_tiles_panic.tables import TOWN_SYNONYMS, success_pattern_schema, theme_synonyms_schema

TOWNS_BATCH = 500_000


class TownStream:
    """The towns of a shard, taken from the front as many as asked for.

    Args:
        shards: artifacts of the stage towns.
        shard: the shard.
        theme_synonyms: int64 (n,), the place of each of its theme synonyms among all.
    """

    def __init__(self, shard: Shard, theme_synonyms: NDArray[np.int64]) -> None:
        self.theme_synonyms = theme_synonyms
        self.n_towns = shard.n_towns.astype(np.int64)
        self.positions = shard.positions
        self._left = int(self.n_towns.sum())
        self._parts = shard.patterns()
        self._ready: NDArray[np.uint8] = next(self._parts)

    def take(self, count: int) -> NDArray[np.uint8]:
        """The next `count` towns: uint8 (count, positions); the shard is closed behind the last one."""
        parts = [self._ready]
        have = len(self._ready)
        while have < count:
            part = next(self._parts)
            parts.append(part)
            have += len(part)
        joined = np.concatenate(parts) if len(parts) > 1 else parts[0]
        self._ready = joined[count:]
        self._left -= count
        if not self._left:
            self._parts.close()
        return joined[:count]


def _merged_towns(streams: Sequence[TownStream], n_towns: NDArray[np.int64], first: int, end: int) -> NDArray[np.uint8]:
    """All towns of the theme synonyms at places first .. end - 1, in that order."""
    next_place = np.cumsum(n_towns[first:end]) - n_towns[first:end]
    patterns: NDArray[np.uint8] | None = None
    for stream in streams:
        a, b = np.searchsorted(stream.theme_synonyms, (first, end)).tolist()
        towns = stream.take(int(stream.n_towns[a:b].sum()))
        if patterns is None:
            patterns = np.empty((int(n_towns[first:end].sum()), towns.shape[1]), dtype=np.uint8)
        place_towns(stream.theme_synonyms[a:b] - first, stream.n_towns[a:b], towns, next_place, patterns)
    assert patterns is not None
    return patterns


def _block_stride(n_towns: NDArray[np.int64]) -> int:
    """A power of ten above the number of blocks of any theme synonym, which spaces block ids."""
    most_blocks = -(-int(n_towns.max()) // TOWNS_IN_A_BLOCK)
    return int(10 ** len(str(most_blocks)))


def _insert_towns(
    writer: DatabaseWriter, town_blocks: Table, stride: int, n_towns: NDArray[np.int64], streams: Sequence[TownStream]
) -> None:
    progress = Progress("success_pattern.db", int(n_towns.sum()), "towns")
    n_blocks = 0
    for batch in batches(n_towns, TOWNS_BATCH):
        patterns = _merged_towns(streams, n_towns, batch.start, batch.stop)
        content = patterns.tobytes()
        width = patterns.shape[1]
        blocks = cut_into_blocks(n_towns[batch], TOWNS_IN_A_BLOCK)
        ids = ((blocks[:, 0] + batch.start + 1) * stride + blocks[:, 1]).tolist()
        ends = (blocks[:, 2] * width).tolist()
        rows = ((block, content[begin:stop]) for block, begin, stop in zip(ids, [0, *ends[:-1]], ends, strict=True))
        n_blocks += writer.insert_values(town_blocks, rows, content)
        progress.advance(len(patterns))
    progress.finish()
    writer.note_rows(town_blocks, n_blocks)
    writer.provenance.notes["rows towns"] = str(int(n_towns.sum()))


def _check_shards_are_of(theme_synonyms: Path, shards: Sequence[Path]) -> None:
    merged = read_provenance(theme_synonyms)
    for shard in shards:
        if merged.get(f"input {shard.name}") != content_digest(shard):
            raise PipelineError(
                f"{theme_synonyms} was made from other shards than {shard}; "
                "run `snakemake -R nine_tiles_panic_theme_synonyms`"
            )


def main(
    shards: Annotated[list[Path], typer.Argument(help="Artifacts of the stage towns.")],
    theme_synonyms: Path,
    scores: Path,
    town_synonyms: Path,
    out: Path,
) -> None:
    """Put all towns into one database that answers plain SQL, sorted by theme synonym.

    Example: python -m pipeline.nine_tiles_panic.stages.success_pattern
    --theme-synonyms results/nine_tiles_panic/theme_synonyms.db
    --scores results/nine_tiles_panic/theme_synonyms.npz
    --town-synonyms results/nine_tiles_panic/town_synonyms.csv
    --out results/nine_tiles_panic/success_pattern.db results/nine_tiles_panic/shards/*.db

    Args:
        shards: artifacts of the stage towns.
        theme_synonyms: database of the stage theme_synonyms.
        scores: NumPy file of the stage theme_synonyms.
        town_synonyms: artifact of the stage town_synonyms.
        out: where to write the database.
    """
    parts = read_shards(sorted(shards))
    _check_shards_are_of(theme_synonyms, shards)
    provenance = ProvenanceNotes(__file__, [theme_synonyms, scores, town_synonyms, *sorted(shards)], {})
    themes = read_themes(theme_synonyms)
    synonyms = read_theme_synonyms(scores)
    all_keys = name_keys(synonyms.scores)
    n_towns = synonyms.n_towns.astype(np.int64)
    del synonyms
    streams = [TownStream(shard, places_of_keys(shard.keys, all_keys)) for shard in parts if len(shard.keys)]
    del all_keys
    stride = _block_stride(n_towns)
    schema = success_pattern_schema(themes, streams[0].positions, stride)
    (town_blocks,) = (of for of in schema.tables if of.name == "town_blocks")
    with open_csv_artifact(town_synonyms, "nine_tiles_panic_town_synonyms") as reader:
        rows = [tuple(row.values()) for row in reader]
    with create_database(out, schema, provenance) as writer:
        writer.copy_tables([(theme_synonyms, theme_synonyms_schema(themes))])
        writer.insert_values(TOWN_SYNONYMS, rows, content_digest(town_synonyms).encode())
        writer.note_rows(TOWN_SYNONYMS, len(rows))
        writer.insert_columns(BLOCK_PLACES, [np.arange(TOWNS_IN_A_BLOCK)])
        _insert_towns(writer, town_blocks, stride, n_towns, streams)


if __name__ == "__main__":
    run_stage(main)

"""Stage success_pattern: every town, by theme synonym, for plain SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from pipeline.artifact.csv_file import open_csv_artifact
from pipeline.artifact.database import DatabaseWriter, create_database
from pipeline.artifact.provenance import ProvenanceNotes, content_digest, read_provenance
from pipeline.compiled import njit
from pipeline.errors import PipelineError
from pipeline.nine_tiles_panic.game.score_vectors import name_keys, places_of_keys
from pipeline.nine_tiles_panic.game_files import OutOption, ThemesOption, load_themes
from pipeline.nine_tiles_panic.theme_synonyms import (
    insert_themes,
    read_theme_synonyms,
    theme_synonyms_table,
)
from pipeline.nine_tiles_panic.town_synonyms import COLUMNS as TOWN_SYNONYM_COLUMNS
from pipeline.nine_tiles_panic.towns import Shard, read_shards
from pipeline.progress import Progress
from pipeline.stage import run_command

SCHEMA_VERSION = 1
TOWNS_IN_A_BLOCK = 1000
TOWNS_AT_ONCE = 500_000


def theme_numbers(database: sqlite3.Connection) -> list[int]:
    """The numbers of the themes of a success_pattern.db, ascending."""
    return [no for (no,) in database.execute("SELECT no FROM themes ORDER BY no")]


def first_town(database: sqlite3.Connection, theme_synonym_id: int) -> tuple[str, ...]:
    """The pattern of the first town of a theme synonym, and its scores.

    Raises:
        PipelineError: there is no such theme synonym.
    """
    town = database.execute(
        "SELECT * FROM towns WHERE theme_synonym_id = ? LIMIT 1", (theme_synonym_id,)
    ).fetchone()
    if town is None:
        raise PipelineError(f"theme synonym {theme_synonym_id} has no town in success_pattern.db")
    _, position, direction, *scores = town
    return f"{position}{direction}", *scores


class TownStream:
    """The towns of a shard, taken from the front as many as asked for.

    Args:
        shard: the shard.
        theme_synonyms: int64 (n,), the place of each of its theme synonyms among all.
    """

    def __init__(self, shard: Shard, theme_synonyms: NDArray[np.int64]) -> None:
        self.theme_synonyms = theme_synonyms
        self.n_towns = shard.n_towns.astype(np.int64)
        self.positions = shard.positions
        self._parts = shard.patterns()
        self._ready: NDArray[np.uint8] = next(self._parts)

    def take(self, count: int) -> NDArray[np.uint8]:
        """The next `count` towns: uint8 (count, positions)."""
        parts = [self._ready]
        have = len(self._ready)
        while have < count:
            part = next(self._parts)
            parts.append(part)
            have += len(part)
        joined = np.concatenate(parts) if len(parts) > 1 else parts[0]
        self._ready = joined[count:]
        return joined[:count]


@njit(cache=True)  # type: ignore[untyped-decorator]
def _place_towns(theme_synonyms: Any, n_towns: Any, towns: Any, next_place: Any,
                 patterns: Any) -> None:  # fmt: skip
    town = 0
    for i in range(len(theme_synonyms)):
        place = next_place[theme_synonyms[i]]
        end = town + n_towns[i]
        patterns[place : place + n_towns[i]] = towns[town:end]
        next_place[theme_synonyms[i]] = place + n_towns[i]
        town = end


@njit(cache=True)  # type: ignore[untyped-decorator]
def _cut_into_blocks(n_towns: Any, block_size: int) -> Any:
    """int64 (blocks, 3): theme synonym, number of the block in it, end of the block's towns."""
    count = 0
    for n in n_towns:
        count += (n + block_size - 1) // block_size
    blocks = np.empty((count, 3), dtype=np.int64)
    block = 0
    town = 0
    for theme_synonym in range(len(n_towns)):
        left = n_towns[theme_synonym]
        number = 0
        while left > 0:
            size = min(block_size, left)
            left -= size
            town += size
            blocks[block] = (theme_synonym, number, town)
            number += 1
            block += 1
    return blocks


def _intervals(n_towns: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Consecutive theme synonyms that have about `TOWNS_AT_ONCE` towns, by place."""
    ends = np.cumsum(n_towns)
    first = 0
    while first < len(ends):
        before = int(ends[first]) - int(n_towns[first])
        end = int(np.searchsorted(ends, before + TOWNS_AT_ONCE, side="right"))
        end = max(end, first + 1)
        yield first, end
        first = end


def _merged_towns(
    streams: Sequence[TownStream], n_towns: NDArray[np.int64], first: int, end: int
) -> NDArray[np.uint8]:
    """All towns of the theme synonyms at places first .. end - 1, in that order."""
    next_place = np.cumsum(n_towns[first:end]) - n_towns[first:end]
    patterns: NDArray[np.uint8] | None = None
    for stream in streams:
        a, b = np.searchsorted(stream.theme_synonyms, (first, end)).tolist()
        towns = stream.take(int(stream.n_towns[a:b].sum()))
        if patterns is None:
            patterns = np.empty((int(n_towns[first:end].sum()), towns.shape[1]), dtype=np.uint8)
        _place_towns(
            stream.theme_synonyms[a:b] - first, stream.n_towns[a:b], towns, next_place, patterns
        )
    assert patterns is not None
    return patterns


def _block_stride(n_towns: NDArray[np.int64]) -> int:
    """A power of ten above the number of blocks of any theme synonym, which spaces block ids."""
    most_blocks = -(-int(n_towns.max()) // TOWNS_IN_A_BLOCK)
    return int(10 ** len(str(most_blocks)))


def _town_blocks_table(stride: int) -> str:
    """Blocks by theme synonym, told apart by one integer: SQLite then fills its pages in order."""
    return (
        "CREATE TABLE town_blocks (id INTEGER PRIMARY KEY, patterns BLOB NOT NULL, "
        f"theme_synonym_id INTEGER GENERATED ALWAYS AS (id / {stride}) VIRTUAL) STRICT"
    )


def _towns_view(theme_columns: Sequence[str], positions: int, stride: int) -> str:
    """The view that spells the towns of a block: two digits a byte are its hexadecimal text."""
    pattern = f"hex(substr(b.patterns, {positions} * n.i + 1, {positions}))"
    scores = ", ".join(f"s.{column}" for column in theme_columns)
    return (
        "CREATE VIEW towns AS "  # noqa: S608 - made of theme numbers and lengths
        "SELECT s.id AS theme_synonym_id, "
        f"substr({pattern}, 1, {positions}) AS position, "
        f"substr({pattern}, {positions + 1}) AS direction, {scores} "
        "FROM theme_synonyms AS s "
        f"JOIN town_blocks AS b ON b.id BETWEEN s.id * {stride} AND s.id * {stride} + {stride - 1} "
        f"JOIN block_places AS n ON n.i < length(b.patterns) / {positions}"
    )


def _insert_towns(
    writer: DatabaseWriter, n_towns: NDArray[np.int64], streams: Sequence[TownStream]
) -> None:
    stride = _block_stride(n_towns)
    writer.execute(_town_blocks_table(stride))
    progress = Progress("success_pattern.db", int(n_towns.sum()), "towns")
    n_blocks = 0
    for first, end in _intervals(n_towns):
        patterns = _merged_towns(streams, n_towns, first, end)
        content = patterns.tobytes()
        width = patterns.shape[1]
        blocks = _cut_into_blocks(n_towns[first:end], TOWNS_IN_A_BLOCK)
        ids = ((blocks[:, 0] + first + 1) * stride + blocks[:, 1]).tolist()
        ends = (blocks[:, 2] * width).tolist()
        rows = (
            (block, content[begin:stop])
            for block, begin, stop in zip(ids, [0, *ends[:-1]], ends, strict=True)
        )
        n_blocks += writer.insert_rows("town_blocks", rows, content)
        progress.advance(len(patterns))
    progress.finish()
    writer.note_rows("town_blocks", n_blocks)
    writer.note_rows("towns", int(n_towns.sum()))


def _insert_town_synonyms(writer: DatabaseWriter, path: Path) -> None:
    texts = TOWN_SYNONYM_COLUMNS[:2]
    columns = ", ".join(
        f"{name} {'TEXT' if name in texts else 'INTEGER'} NOT NULL" for name in TOWN_SYNONYM_COLUMNS
    )
    writer.execute(f"CREATE TABLE town_synonyms ({columns}) STRICT")
    with open_csv_artifact(path, "town_synonyms") as reader:
        rows = [tuple(row.values()) for row in reader]
    writer.insert_rows("town_synonyms", rows, content_digest(path).encode())
    writer.note_rows("town_synonyms", len(rows))


def _check_shards_are_of(theme_synonyms: Path, shards: Sequence[Path]) -> None:
    merged = read_provenance(theme_synonyms)
    for shard in shards:
        if merged.get(f"input {shard.name}") != content_digest(shard):
            raise PipelineError(
                f"{theme_synonyms} was made from other shards than {shard}; run "
                "`snakemake -R theme_synonyms`"
            )


def main(
    shards: Annotated[list[Path], typer.Argument(help="Artifacts of the stage towns.")],
    theme_synonyms: Annotated[Path, typer.Option(help="Artifact of the stage theme_synonyms.")],
    town_synonyms: Annotated[Path, typer.Option(help="Artifact of the stage town_synonyms.")],
    themes: ThemesOption,
    out: OutOption,
) -> None:
    """Put all towns into one database that answers plain SQL, sorted by theme synonym.

    Example: python -m pipeline.nine_tiles_panic.success_pattern
    --theme-synonyms results/nine_tiles_panic/theme_synonyms.db
    --town-synonyms results/nine_tiles_panic/town_synonyms.csv
    --themes data/nine_tiles_panic/themes.csv --out results/nine_tiles_panic/success_pattern.db
    results/nine_tiles_panic/shards/*.db
    """
    parts = read_shards(sorted(shards))
    _check_shards_are_of(theme_synonyms, shards)
    provenance = ProvenanceNotes(
        __file__, [theme_synonyms, town_synonyms, themes, *sorted(shards)], {}
    )
    scored_themes = load_themes(themes)
    columns = [theme.column for theme in scored_themes]
    synonyms = read_theme_synonyms(theme_synonyms)
    all_keys = name_keys(synonyms.scores)
    streams = [
        TownStream(shard, places_of_keys(shard.keys, all_keys))
        for shard in parts
        if len(shard.keys)
    ]
    del all_keys
    n_towns = synonyms.n_towns.astype(np.int64)
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        insert_themes(writer, scored_themes)
        _insert_town_synonyms(writer, town_synonyms)
        writer.execute(theme_synonyms_table(columns))
        writer.copy_table("theme_synonyms", theme_synonyms)
        writer.execute("CREATE TABLE block_places (i INTEGER PRIMARY KEY) STRICT")
        writer.insert_columns("block_places", [np.arange(TOWNS_IN_A_BLOCK)])
        _insert_towns(writer, n_towns, streams)
        writer.execute(_towns_view(columns, streams[0].positions, _block_stride(n_towns)))


if __name__ == "__main__":
    run_command(main)

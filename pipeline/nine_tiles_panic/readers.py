"""Readers of the artifacts of Nine Tiles Panic, for later stages.

Readers raise an Error if a file is missing, damaged, or of another kind.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import scipy  # loads its modules on first use, and few stages need them
from numpy.typing import NDArray
from sqlalchemy import Connection, select, text

from pipeline.artifacts import check_file
from pipeline.database import Schema, open_array, open_database, read_array
from pipeline.nine_tiles_panic.tables import (
    MATCH_SET_THEME_SETS,
    MATCH_SETS,
    MATCHES,
    SHARD,
    SHARE,
    TOWN_SYNONYMS,
)
from tablebases.arrays import Matrix
from tablebases.database import open_rows
from tablebases.errors import Error
from tablebases.files import read_provenance
from tablebases.nine_tiles.rules.round_robin import distances, towns_by_score
from tablebases.nine_tiles.rules.tiles import MAX_TILES, SIDES
from tablebases.nine_tiles.search.road_synonyms import ROAD_TABLES
from tablebases.nine_tiles.search.town_synonyms import SHAPE_FIELDS
from tablebases.nine_tiles.towns_file import read_turn_sets
from tablebases.puzzles import NINE_TILES


class Shard:
    """The theme synonyms of a shard, by name, and their towns; arrays are read on access."""

    def __init__(self, path: Path) -> None:
        with open_database(path, SHARD) as database:
            self.shard, self.shards, self.positions = database.execute(select(SHARE)).one()
        with open_rows(path, SHARD) as rows:
            self.turn_sets = read_turn_sets(rows)
        self._path = path

    def _array(self, name: str) -> NDArray[Any]:
        with open_database(self._path, SHARD) as database:
            return read_array(database, name)

    @property
    def keys(self) -> NDArray[np.uint64]:
        """Name keys of the theme synonyms, uint64 (n, words)."""
        return self._array("keys")

    @property
    def n_towns(self) -> NDArray[np.int32]:
        """Number of towns of each theme synonym, int32 (n,)."""
        return self._array("n_towns")

    @property
    def n_boxes(self) -> NDArray[np.int32]:
        """Number of town boxes of each theme synonym, int32 (n,)."""
        return self._array("n_boxes")

    @contextmanager
    def open_boxes(self) -> Iterator[Callable[[int], Matrix[np.uint8]]]:
        """A function that reads the next town boxes, at most as many as asked: uint8 (boxes, positions).

        The boxes are in the order of the theme synonyms.
        """
        with open_database(self._path, SHARD) as database, ExitStack() as stack:
            names = [name for name, _ in box_arrays(int(self.n_boxes.sum()))]
            blobs = [stack.enter_context(open_array(database, name))[0] for name in names]

            def read(count: int) -> Matrix[np.uint8]:
                content = b""
                for blob in blobs:  # a blob that was read to its end gives nothing
                    content += blob.read(count * self.positions - len(content))
                return np.frombuffer(content, dtype=np.uint8).reshape(-1, self.positions)

            yield read


BOXES_IN_AN_ARRAY = 90_000_000
"""SQLite stores at most a billion bytes in a value, and a box of the largest board has ten."""


def box_arrays(n_boxes: int) -> list[tuple[str, int]]:
    """The names of the arrays with the `n_boxes` town boxes of a shard, and the first box of each."""
    return [(f"boxes{first or ''}", first) for first in range(0, max(n_boxes, 1), BOXES_IN_AN_ARRAY)]


def read_shards(paths: Sequence[Path]) -> list[Shard]:
    """Open all shards of the towns.

    Raises an Error if some are missing, or if they come from different runs.
    """
    again = f"run `snakemake -R {SHARD.stage}`"
    shards = [Shard(path) for path in paths]
    notes = [read_provenance(path) for path in paths]
    runs = {(note["sources"], note["parameters"], shard.shards) for note, shard in zip(notes, shards, strict=True)}
    if len(runs) != 1:
        raise Error(f"the shards come from different runs; {again}")
    found = sorted(shard.shard for shard in shards)
    if found != list(range(shards[0].shards)):
        raise Error(
            f"there are {shards[0].shards} shards, numbered from 0, but those given are "
            f"{', '.join(map(str, found))}; {again}"
        )
    return shards


# Town synonyms, and towns of success_pattern.db.


@dataclass(frozen=True)
class TownSynonymList:
    """Town synonyms in the order of their patterns."""

    oriented: NDArray[np.uint8]
    """uint8 (n, positions)."""
    shape_counts: NDArray[np.int64]
    """int64 (n, 5), columns longest_road to roads_of_one_length."""
    n_placements: NDArray[np.int64]
    """int64 (n,)."""
    n_towns: NDArray[np.int64]
    """int64 (n,)."""

    def __getitem__(self, chosen: slice | NDArray[np.int64]) -> TownSynonymList:
        return TownSynonymList(*(column[chosen] for column in vars(self).values()))


def read_town_synonyms(path: Path) -> TownSynonymList:
    """Read the artifact of the stage town_synonyms."""
    check_file(path, NINE_TILES.stage("town_synonyms"))
    columns = TOWN_SYNONYMS.columns.keys()
    row = [("pattern", f"S{2 * MAX_TILES + 1}"), ("counts", np.int64, len(columns) - 2)]
    read = np.loadtxt(path, dtype=row, delimiter=",", skiprows=1, ndmin=1)
    counts_of = dict(zip(columns[2:], read["counts"].T, strict=True))
    shape_counts = np.column_stack([counts_of[column] for column in SHAPE_FIELDS])
    digits = np.ascontiguousarray(read["pattern"]).view(np.uint8).reshape(len(read), -1) - ord("0")
    positions = len(read["pattern"][0]) // 2  # before the turns is a |
    shapes, turns = digits[:, :positions], digits[:, positions + 1 : 2 * positions + 1]
    oriented = np.searchsorted(ROAD_TABLES.synonym * SIDES + ROAD_TABLES.turn, shapes * SIDES + turns)
    return TownSynonymList(oriented.astype(np.uint8), shape_counts, counts_of["n_placements"], counts_of["n_towns"])


def first_town(database: Connection, theme_synonym_id: int) -> dict[str, Any]:
    """The first town of a theme synonym: theme_synonym_id, pattern, and its scores t01, ..."""
    sql = text("SELECT * FROM towns WHERE theme_synonym_id = :id LIMIT 1")
    town = database.execute(sql, {"id": theme_synonym_id}).mappings().one_or_none()
    if town is None:
        raise Error(f"theme synonym {theme_synonym_id} has no town in success_pattern.db")
    pattern = town["position"] + town["direction"]
    scores = {str(name): score for name, score in list(town.items())[3:]}
    return {"theme_synonym_id": theme_synonym_id, "pattern": pattern, **scores}


# The distinct match sets, for covers.


@dataclass(frozen=True)
class MatchTable:
    """The distinct match sets, each with its theme sets and its lowest theme synonym."""

    sets: scipy.sparse.csr_array
    """int32 (match sets, theme sets), 1 where a theme set is in a match set."""
    theme_synonym: list[int]
    """The lowest id of each match set."""
    theme_sets: list[str]
    """Ids of the theme sets, ascending."""

    def rows(self, cover: Iterable[tuple[int, Sequence[int]]]) -> list[tuple[int, list[str]]]:
        """(theme synonym, ids of theme sets) for (match set, theme sets) of a cover."""
        return [
            (self.theme_synonym[match_set], [self.theme_sets[e] for e in sorted(elements)])
            for match_set, elements in cover
        ]


def read_match_table(path: Path, schema: Schema = MATCHES) -> MatchTable:
    """Read the match sets of match_sets.db, or of answers.db with the schema `ANSWERS`."""
    with open_database(path, schema) as database:
        synonyms = database.execute(select(MATCH_SETS.c.theme_synonym_id).order_by(MATCH_SETS.c.match_set_id))
        theme_synonym = list(synonyms.scalars())
        members = database.execute(select(MATCH_SET_THEME_SETS).order_by(*MATCH_SET_THEME_SETS.primary_key)).all()
    theme_sets, columns = np.unique([theme_set for theme_set, _ in members], return_inverse=True)
    rows = np.array([match_set - 1 for _, match_set in members], dtype=np.int32)
    shape = (len(theme_synonym), len(theme_sets))
    sets = scipy.sparse.csr_array((np.ones(len(members), dtype=np.int32), (rows, columns)), shape=shape)
    sets.sort_indices()
    return MatchTable(sets, theme_synonym, theme_sets.tolist())


# The scores of all theme synonyms as arrays, from theme_synonyms.npz.

THEME_SYNONYMS_STAGE = NINE_TILES.stage("theme_synonyms")
N_TOWNS = "n_towns"


@dataclass(frozen=True)
class ThemeSynonyms:
    """Theme synonyms; place i belongs to id i + 1."""

    theme_numbers: list[int]
    """Numbers of the themes, ascending."""
    scores: NDArray[np.int8]
    """int8 (themes, n)."""
    n_towns: NDArray[np.int32]
    """int32 (n,), number of towns of each."""

    @cached_property
    def distances(self) -> NDArray[np.uint8]:
        """Distances from the best scores, uint8 (themes, n), not squared; computed on first access."""
        return distances(self.scores)

    def towns_of_scores(self, theme: int) -> dict[int, int]:
        """Score -> number of towns, ascending. `theme` is a place in `theme_numbers`."""
        return towns_by_score(self.scores[theme], self.n_towns)


def read_theme_synonyms(path: Path, themes: Sequence[int] | None = None) -> ThemeSynonyms:
    """Read the arrays of the stage theme_synonyms. `themes` are numbers of the themes to read, by default all."""
    if not path.is_file():
        raise Error(f"{path} does not exist; run `snakemake --cores 2` to build it, or `make` for everything")
    check_file(path, THEME_SYNONYMS_STAGE)
    try:
        with path.open("rb") as file, np.load(file) as arrays:
            numbers = [int(name[1:]) for name in arrays.files if name != N_TOWNS] if themes is None else list(themes)
            n_towns = arrays[N_TOWNS]
            scores = np.empty((len(numbers), len(n_towns)), dtype=np.int8)
            for row, number in enumerate(numbers):
                scores[row] = arrays[f"t{number:02d}"]
    except (OSError, ValueError, LookupError, EOFError, RuntimeError, zipfile.BadZipFile) as error:
        raise Error(f"{path} is damaged ({error}); run `snakemake -R {THEME_SYNONYMS_STAGE}` to rebuild it") from error
    return ThemeSynonyms(numbers, scores, n_towns)

"""Shared by the tests of Nine Tiles Panic: inputs, notations, and the whole town search."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from oracle import nine_tiles_panic as oracle
from oracle.nine_tiles_panic import RoadObject
from tablebases.languages import Language, use_language
from tablebases.nine_tiles.rules.game_files import load_themes, load_tiles
from tablebases.nine_tiles.rules.measures import score_vectors
from tablebases.nine_tiles.rules.road_objects import RULE_SETS, OutcomeTable
from tablebases.nine_tiles.rules.themes import Theme
from tablebases.nine_tiles.rules.tiles import Board, OnRoad, Tile, parse_tiles
from tablebases.nine_tiles.search.boxes import TownRuns, TurnSets, spell_towns
from tablebases.nine_tiles.search.road_synonyms import parse_oriented
from tablebases.nine_tiles.search.town_synonyms import (
    TownSynonyms,
    all_town_synonyms,
    filling_counts,
    synonym_occurrences,
)
from tablebases.nine_tiles.search.town_tables import face_tables, most_objects_on_a_road
from tablebases.nine_tiles.search.towns import TownSearch
from tests.known import KnownAnswers

REPOSITORY = Path(__file__).parents[2]
DATA = REPOSITORY / "data" / "nine_tiles_panic"
TILE_FILE = DATA / "tiles.csv"
THEME_FILE = DATA / "themes.csv"
ORACLE_TILE_FILE = Path(oracle.__file__).with_name("tiles.csv")
COUNT_COLUMNS = ("houses", "dogs", "girls", "boys", "ufos", "agents", "captured_aliens")

Scores = tuple[int, ...]
TileRows = Sequence[Mapping[str, str]]

KNOWN_ANSWERS = KnownAnswers("nine_tiles_panic")
known_rows = KNOWN_ANSWERS.rows
figure = KNOWN_ANSWERS.figure
whole = KNOWN_ANSWERS.whole


@cache
def _tables() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("by_hand.yaml").read_text(encoding="utf-8"))
    return found


def by_hand(name: str) -> Any:
    """A table of by_hand.yaml."""
    return _tables()[name]


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Choose the language of texts for a while."""
    use_language(language)
    try:
        yield
    finally:
        use_language("en")


def barred(pattern: str) -> str:
    """A pattern as CSV files and databases have it."""
    return f"{pattern[: len(pattern) // 2]}|{pattern[len(pattern) // 2 :]}"


def real_tiles(numbers: Sequence[int] = range(9)) -> tuple[Tile, ...]:
    """Tiles of the game for the pipeline."""
    return load_tiles(TILE_FILE, ",".join(map(str, numbers)), Board(1, 1))


@cache
def real_themes() -> tuple[Theme, ...]:
    """The 26 themes of the game, and those that were added."""
    return load_themes(THEME_FILE)


@cache
def all_oracle_tiles() -> oracle.Tiles:
    """All tiles of the game, from the oracle's copy of the file."""
    return oracle.load_tiles(ORACLE_TILE_FILE)


def oracle_tiles(numbers: Sequence[int] = range(9)) -> oracle.Tiles:
    """Tiles of the game, from the oracle's copy of the file."""
    return {number: all_oracle_tiles()[number] for number in numbers}


def tile_rows(*faces: str) -> list[dict[str, str]]:
    """Rows of a tile file: `tile_rows("0-1 alien facing 1 | 1 houses", "| 2 dogs, 1 girls")` is one tile."""
    rows = []
    for i, text in enumerate(faces):
        roads, _, off_road = text.partition("|")
        row = {"tile": str(i // 2), "face": ("front", "back")[i % 2], "roads": roads.strip()}
        row |= dict.fromkeys(COUNT_COLUMNS, "0")
        for things in off_road.split(",") if off_road.strip() else []:
            count, column = things.split()
            assert column in row
            row[column] = count
        rows.append(row)
    return rows


def pipeline_tiles_of(rows: TileRows) -> tuple[Tile, ...]:
    """The tiles of rows of a tile file, for the pipeline."""
    return parse_tiles(list(rows[0]), rows)


def oracle_tiles_of(rows: TileRows) -> oracle.Tiles:
    """The tiles of rows of a tile file, alternately front and back, for the oracle."""
    faces = [
        oracle.Face(oracle.parse_roads(row["roads"]), **{name: int(row[name]) for name in COUNT_COLUMNS})
        for row in rows
    ]
    return {i: (faces[2 * i], faces[2 * i + 1]) for i in range(len(faces) // 2)}


def random_face(rng: random.Random) -> str:
    """A random face in the notation of `tile_rows`, more often with roads and objects than without."""
    sides = rng.sample(range(4), 4)
    roads = []
    for _ in range(rng.choice((0, 1, 1, 2, 2))):
        pair = sides.pop(), sides.pop()
        thing = rng.choice(("", " hamburger", " agent", " agent", " alien", " alien", " alien"))
        roads.append(f"{pair[0]}-{pair[1]}{thing}" + (f" facing {rng.choice(pair)}" if thing[:2] == " a" else ""))
    counts = {name: rng.choice((0, 1, 2) if name == "ufos" else (0, 0, 1, 2, 9)) for name in COUNT_COLUMNS}
    return f"{'; '.join(roads)} | {', '.join(f'{n} {name}' for name, n in counts.items())}"


ROAD_WORDS = {
    "agent>": (OnRoad.AGENT_AHEAD, RoadObject(oracle.AGENT, ahead=True)),
    "agent<": (OnRoad.AGENT_BACK, RoadObject(oracle.AGENT, ahead=False)),
    "alien>": (OnRoad.ALIEN_AHEAD, RoadObject(oracle.ALIEN, ahead=True)),
    "alien<": (OnRoad.ALIEN_BACK, RoadObject(oracle.ALIEN, ahead=False)),
    "burger": (OnRoad.HAMBURGER, RoadObject(oracle.HAMBURGER)),
}
"""The notation of roads: `agent> alien< burger` are met in this order, > faces the far end."""


def road(text: str) -> Any:
    """A road for the pipeline: uint8 (objects,)."""
    return np.array([ROAD_WORDS[word][0] for word in text.split()], dtype=np.uint8)


def oracle_road(text: str) -> list[RoadObject]:
    """A road for the oracle."""
    return [ROAD_WORDS[word][1] for word in text.split()]


@cache
def outcomes_of_roads(rule_set: str, max_objects: int) -> Any:
    """The outcome table of a rule set."""
    return OutcomeTable(RULE_SETS[rule_set], max_objects, long_search=True)


@cache
def real_town_synonyms(rows: int = 3, columns: int = 3) -> TownSynonyms:
    """All town synonyms of the nine tiles."""
    return all_town_synonyms(Board(rows, columns), real_tiles())


@dataclass(frozen=True)
class FoundTowns:
    """Towns in the order of the search: patterns, scores in all themes, scoring classes."""

    patterns: list[str]
    scores: list[Scores]
    scoring_classes: list[int]

    @property
    def by_pattern(self) -> dict[str, Scores]:
        """The scores of every town; each must be listed once."""
        assert len(set(self.patterns)) == len(self.patterns)
        return dict(zip(self.patterns, self.scores, strict=True))

    def some(self, places: Iterable[int]) -> FoundTowns:
        """The towns at `places`."""
        places = list(places)
        return FoundTowns(*[[field[i] for i in places] for field in vars(self).values()])


def spelled(runs: TownRuns, turn_sets: TurnSets) -> Iterator[tuple[str, int]]:
    """(pattern, scoring class) of every town of `runs`, box by box."""
    ends = np.cumsum(runs.n_boxes).tolist()
    for scoring_class, n_towns, first, end in zip(
        runs.scoring_class.tolist(), runs.n_towns.tolist(), [0, *ends], ends, strict=False
    ):
        towns = spell_towns(runs.boxes[first:end], turn_sets)
        assert len(towns) == n_towns
        yield from (("".join(map(str, town)), scoring_class) for town in towns.tolist())


class Searcher:
    """A town search over `tiles` with its expected numbers of towns."""

    def __init__(self, board: Board, tiles: Sequence[Tile], rule_set: str = "published") -> None:
        self.board = board
        self._counts = filling_counts(tiles)
        outcomes = outcomes_of_roads(rule_set, most_objects_on_a_road(tiles, board))
        self._search = TownSearch(board, face_tables(tiles), outcomes)
        self.turn_sets = self._search.turn_sets

    def n_towns(self, oriented: Any) -> list[int]:
        """Number of towns of each town synonym."""
        counts = [self._counts.get(o) for o in synonym_occurrences(oriented)]
        return [count.towns if count else 0 for count in counts]

    def runs(self, batch: Any) -> TownRuns:
        """The towns of one batch of town synonyms."""
        counts = [self._counts.get(o) for o in synonym_occurrences(batch)]
        placements = sum(count.placements for count in counts if count)
        return self._search.towns(batch, placements, sum(self.n_towns(batch)))

    def scores(self) -> list[Scores]:
        """The scores of every scoring class so far."""
        vectors = score_vectors(self._search.town_counts(), real_themes())
        return [tuple(vector) for vector in vectors.T.tolist()]

    def towns(self, oriented: Any, batch_size: int = 100) -> FoundTowns:
        """All towns of these town synonyms, batch by batch."""
        found = [
            town
            for first in range(0, len(oriented), batch_size)
            for town in spelled(self.runs(oriented[first : first + batch_size]), self.turn_sets)
        ]
        scores = self.scores()
        return FoundTowns(
            [pattern for pattern, _ in found],
            [scores[scoring_class] for _, scoring_class in found],
            [scoring_class for _, scoring_class in found],
        )


def all_towns(board: Board, tiles: Sequence[Tile], batch_size: int = 100, rule_set: str = "published") -> FoundTowns:
    """All towns of a board by algorithm C."""
    oriented = all_town_synonyms(board, tiles).oriented
    return Searcher(board, tiles, rule_set).towns(oriented, batch_size)


@cache
def real_towns(numbers: tuple[int, ...], rows: int, columns: int) -> FoundTowns:
    """All towns of the tiles with these numbers by algorithm C."""
    return all_towns(Board(rows, columns), real_tiles(numbers))


def oriented_of(*shape_patterns: str) -> Any:
    """The town synonyms of patterns, for the pipeline: uint8 (n, positions)."""
    half = len(shape_patterns[0]) // 2
    return np.array([parse_oriented(p[:half], p[half:]) for p in shape_patterns], dtype=np.uint8)

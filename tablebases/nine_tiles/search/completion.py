"""Search for all ways to complete a partial town.

The results list each town in one rotation only, but a completion scores as it lies on the table. Therefore the search
takes the complete grids of road synonyms in all rotations. Each completion occurs once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Matrix, Vector
from tablebases.nine_tiles.rules.laid_town import TURNS, PartialTile
from tablebases.nine_tiles.rules.measures import score_vectors
from tablebases.nine_tiles.rules.road_objects import OutcomeTable
from tablebases.nine_tiles.rules.themes import Theme
from tablebases.nine_tiles.rules.tiles import Board, Tile
from tablebases.nine_tiles.search.boxes import TownRuns, count_towns, spell_towns
from tablebases.nine_tiles.search.road_synonyms import ROAD_TABLES
from tablebases.nine_tiles.search.town_synonyms import complete_grids, filling_counts, synonym_occurrences
from tablebases.nine_tiles.search.town_tables import face_tables, most_objects_on_a_road
from tablebases.nine_tiles.search.towns import TownSearch, batches

DIRECTIONS = 2 * TURNS


class Reached(NamedTuple):
    """The results of completions, by scoring class."""

    classes: Vector[np.int64]
    """(n,), ascending; several may score the same."""
    n_towns: Vector[np.int64]
    """(n,), number of completions."""
    scores: Matrix[np.int8]
    """(themes, n)."""


def looks_of(tiles: Sequence[Tile]) -> dict[int, tuple[int, ...]]:
    """Tile number -> for each direction the smallest direction that looks the same."""
    found = {}
    for tile in tiles:
        shown = [(side, face.turned_roads(turn)) for side, face in enumerate(tile.faces) for turn in range(TURNS)]
        found[tile.number] = tuple(map(shown.index, shown))
    return found


class CompletionSearch:
    """Finds the ways to complete one partial town."""

    def __init__(self, known: Sequence[PartialTile], board: Board, tiles: Sequence[Tile], rule_set: int) -> None:
        self._known = known
        self._faces = faces = face_tables(tiles)
        self._looks = looks_of(tiles)
        self._search = TownSearch(board, faces, OutcomeTable(rule_set, most_objects_on_a_road(tiles, board)))
        shows = {tile.number: self._shows(tile.number) for tile in tiles}
        options = zip(faces.tile_number.tolist(), faces.direction, faces.turns.tolist(), strict=True)
        # Whether a face fits: (positions, options, 4 turns of the oriented synonym).
        self._fits = np.stack([shows[tile][:, digits[:turns]].any(axis=1) for tile, digits, turns in options], axis=1)
        sets = self._search.turn_sets
        rows = zip(sets.tile.tolist(), sets.direction, sets.directions.tolist(), strict=True)
        # Number of directions of each turn set that fit: (positions, turn sets).
        self._ways = np.column_stack([shows[tile][:, digits[:count]].sum(axis=1) for tile, digits, count in rows])
        first = faces.first_option
        synonyms = zip(ROAD_TABLES.synonym.tolist(), ROAD_TABLES.turn.tolist(), strict=True)
        can_show = [self._fits[:, first[s] : first[s + 1], turn].any(axis=1) for s, turn in synonyms]
        self._grids = complete_grids(board, tiles, np.column_stack(can_show))
        counts = filling_counts(tiles)
        found = [counts.get(occurrences) for occurrences in synonym_occurrences(self._grids)]
        self._sizes = np.array([(count.placements, count.towns) if count else (0, 0) for count in found]).reshape(-1, 2)
        # Of `reached`: the completions of each class, and the number of classes after each batch.
        self._n_towns, self._n_classes = np.zeros(1, dtype=np.int64), list[int]()

    def _shows(self, tile: int) -> Matrix[np.bool_]:
        """Whether `tile` in each direction fits at each position: (positions, 8)."""
        looks = self._looks[tile]
        allowed = [
            {looks[direction] for direction in known.directions} if known.tile in (None, tile) else set()
            for known in self._known
        ]
        return np.array([[looks[direction] in at for direction in range(DIRECTIONS)] for at in allowed])

    def reached(self, themes: Sequence[Theme]) -> Reached:
        """Find the results of all completions in `themes`."""
        n_towns, n_classes = np.zeros(1, dtype=np.int64), [0]
        for runs in self._batches():
            n_classes.append(max(n_classes[-1], int(runs.scoring_class.max(initial=-1)) + 1))
            if n_classes[-1] > len(n_towns):
                n_towns = np.pad(n_towns, (0, n_classes[-1]))  # twice the room, so that few batches copy it
            np.add.at(n_towns, np.repeat(runs.scoring_class, runs.n_boxes), count_towns(runs.boxes, self._ways))
        self._n_towns, self._n_classes = n_towns, n_classes[1:]
        classes = np.flatnonzero(n_towns)
        scores = score_vectors(self._search.town_counts(), themes)
        return Reached(classes, n_towns[classes], scores[:, classes])

    def patterns(self, groups: Sequence[Sequence[int]], limit: int) -> list[list[str]]:
        """The first `limit` completions of each group of classes from `reached`, in the order of the search."""
        group_of = {scoring_class: i for i, classes in enumerate(groups) for scoring_class in classes}
        found: list[list[str]] = [[] for _ in groups]
        missing = sum(min(limit, int(self._n_towns[classes].sum())) for classes in groups)
        for scoring_class, pattern in self._completions(group_of):
            group = found[group_of[scoring_class]]
            if len(group) < limit:
                group.append(pattern)
                missing -= 1
            if missing == 0:
                break
        return found

    def _completions(self, wanted: Mapping[int, int]) -> Iterator[tuple[int, str]]:
        """(scoring class, pattern) of the completions of the classes `wanted`."""
        classes = np.array(sorted(wanted), dtype=np.int64)
        for runs in self._batches(bisect_right(self._n_classes, min(wanted))):
            counts = count_towns(runs.boxes, self._ways)
            class_of_box = np.repeat(runs.scoring_class, runs.n_boxes)
            for box in np.flatnonzero((counts > 0) & np.isin(class_of_box, classes)).tolist():
                for town in spell_towns(runs.boxes[box : box + 1], self._search.turn_sets).tolist():
                    pattern = self._in_known_directions(town)
                    if pattern:
                        yield int(class_of_box[box]), pattern

    def _in_known_directions(self, town: Sequence[int]) -> str:
        """The pattern of a town with known directions that look the same; empty if its directions do not fit."""
        positions = len(self._known)
        numbers, directions = town[:positions], []
        for tile, direction, known in zip(numbers, town[positions:], self._known, strict=True):
            looks = self._looks[tile]
            same = [possible for possible in known.directions if looks[possible] == looks[direction]]
            if not same:
                return ""
            directions.append(same[0])
        return "".join(map(str, [*numbers, *directions]))

    def _batches(self, first: int = 0) -> Iterator[TownRuns]:
        """Runs of the grids, from batch `first` on.

        Some of their towns may not fit, because only some directions of their turn sets do.
        """
        for batch in islice(batches(self._sizes[:, 1]), first, None):
            placements, towns = self._sizes[batch].sum(axis=0).tolist()
            yield self._search.towns(self._grids[batch], placements, towns, self._fits)

"""Search for all ways to complete a partial town.

The search lists each town in one rotation only. Therefore the partial town is turned instead: each rotation of it is a
*frame*, and the town synonyms that fit a frame are searched. A completion has the scores of its listed rotation, so an
empty board reaches exactly the results of all towns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Array3, Matrix, Vector
from tablebases.nine_tiles.boxes import TownRuns, count_towns, spell_towns
from tablebases.nine_tiles.laid_town import TURNS, PartialTile, turned_direction
from tablebases.nine_tiles.measures import score_vectors
from tablebases.nine_tiles.road_objects import OutcomeTable
from tablebases.nine_tiles.road_synonyms import ROAD_TABLES
from tablebases.nine_tiles.search import TownSearch, batches
from tablebases.nine_tiles.themes import Theme
from tablebases.nine_tiles.tiles import Board, Tile
from tablebases.nine_tiles.town_synonyms import all_town_synonyms, filling_counts, synonym_occurrences
from tablebases.nine_tiles.town_tables import face_tables, most_objects_on_a_road

DIRECTIONS = 2 * TURNS


class Reached(NamedTuple):
    """The results of completions, by scoring class."""

    classes: Vector[np.int64]
    """(n,), ascending; several may score the same."""
    n_towns: Vector[np.int64]
    """(n,), number of completions."""
    scores: Matrix[np.int8]
    """(themes, n)."""


class _Frame(NamedTuple):
    """A rotation of the partial town."""

    quarters: int
    """Quarter turns to the left."""
    sources: tuple[int, ...]
    """For each position, the position of its tile before the rotation."""
    known: tuple[PartialTile, ...]


def _frames(known: Sequence[PartialTile], board: Board) -> list[_Frame]:
    """The rotations of a partial town that keep the form of the board."""
    frames = []
    for quarters, sources in board.rotations:
        turned = tuple(
            PartialTile(
                known[source].tile,
                tuple(turned_direction(direction, quarters) for direction in known[source].directions),
            )
            for source in sources
        )
        frames.append(_Frame(quarters, sources, turned))
    return frames


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
        self._board = board
        self._faces = face_tables(tiles)
        self._looks = looks_of(tiles)
        self._counts = filling_counts(tiles)
        self._synonyms = all_town_synonyms(board, tiles)
        outcomes = OutcomeTable(rule_set, most_objects_on_a_road(tiles, board))
        self._search = TownSearch(board, self._faces, outcomes)

    def reached(self, themes: Sequence[Theme]) -> Reached:
        """Find the results of all completions in `themes`."""
        n_towns = np.zeros(0, dtype=np.int64)
        frames = _frames(self._known, self._board)
        for frame in frames:
            for runs, fitting, distinct in self._batches(frame):
                of_run = _sum_by_run(count_towns(runs.boxes, fitting), runs)
                found = np.zeros(max(len(n_towns), int(runs.scoring_class.max(initial=-1)) + 1), dtype=np.int64)
                found[: len(n_towns)] = n_towns
                # The search finds a town once for each rotation of its town synonym that looks the same.
                np.add.at(found, runs.scoring_class, of_run * distinct)
                n_towns = found
        classes = np.flatnonzero(n_towns)
        scores = score_vectors(self._search.town_counts(), themes)
        return Reached(classes, n_towns[classes] // len(frames), scores[:, classes])

    def patterns(self, groups: Sequence[Iterable[int]], limit: int) -> list[list[str]]:
        """The first `limit` completions of each group of classes, in the order of the search."""
        group_of = {scoring_class: i for i, classes in enumerate(groups) for scoring_class in classes}
        found: list[dict[str, None]] = [{} for _ in groups]
        for scoring_class, pattern in self._completions(group_of):
            group = found[group_of[scoring_class]]
            if len(group) < limit:
                group[pattern] = None
            elif all(len(group) == limit for group in found):
                break
        return [list(patterns) for patterns in found]

    def _completions(self, wanted: Mapping[int, int]) -> Iterator[tuple[int, str]]:
        """(scoring class, pattern) of the completions of the classes `wanted`."""
        classes = np.array(sorted(wanted), dtype=np.int64)
        for frame in _frames(self._known, self._board):
            for runs, fitting, _ in self._batches(frame):
                counts = count_towns(runs.boxes, fitting)
                class_of_box = np.repeat(runs.scoring_class, runs.n_boxes)
                for box in np.flatnonzero((counts > 0) & np.isin(class_of_box, classes)).tolist():
                    for town in spell_towns(runs.boxes[box : box + 1], self._search.turn_sets).tolist():
                        pattern = self._as_it_lies(town, frame)
                        if pattern:
                            yield int(class_of_box[box]), pattern

    def _as_it_lies(self, town: Sequence[int], frame: _Frame) -> str:
        """The pattern of a listed town turned back from a frame; empty if its directions do not fit."""
        positions = self._board.positions
        numbers, directions = [0] * positions, [0] * positions
        for position, source in enumerate(frame.sources):
            looks = self._looks[town[position]]
            look = looks[turned_direction(town[positions + position], -frame.quarters)]
            same = [direction for direction in self._known[source].directions if looks[direction] == look]
            if not same:
                return ""
            numbers[source], directions[source] = town[position], same[0]
        return "".join(map(str, [*numbers, *directions]))

    def _batches(self, frame: _Frame) -> Iterator[tuple[TownRuns, Matrix[np.int64], int]]:
        """Runs of the town synonyms that fit a frame, the ways to turn their turn sets, and their distinct rotations.

        A run may have no fitting town, because only some directions of its turn sets fit.
        """
        fits = self._fits(frame)
        fitting = self._ways(frame)
        shown = np.array([self._can_show(fits, position) for position in range(self._board.positions)])
        oriented = self._synonyms.oriented
        can = shown[np.arange(self._board.positions), oriented].all(axis=1)
        for distinct in np.unique(self._synonyms.distinct_rotations[can]).tolist():
            chosen = oriented[can & (self._synonyms.distinct_rotations == distinct)]
            counts = [self._counts.get(occurrences) for occurrences in synonym_occurrences(chosen)]
            sizes = np.array([(count.placements, count.towns) if count else (0, 0) for count in counts])
            for batch in batches(sizes[:, 1]):
                placements, towns = sizes[batch].sum(axis=0).tolist()
                yield self._search.towns(chosen[batch], placements, towns, fits), fitting, distinct

    def _fits(self, frame: _Frame) -> Array3[np.bool_]:
        """Whether a face fits at each position: (positions, options, 4 turns of the oriented synonym)."""
        faces = self._faces
        fits = np.zeros((self._board.positions, len(faces.turns), TURNS), dtype=np.bool_)
        for option, (tile, turns) in enumerate(zip(faces.tile_number.tolist(), faces.turns.tolist(), strict=True)):
            shows = self._shows(frame, tile)
            fits[:, option] = shows[:, faces.direction[option, :turns]].any(axis=1)
        return fits

    def _ways(self, frame: _Frame) -> Matrix[np.int64]:
        """Number of directions of each turn set that fit at each position: (positions, turn sets)."""
        sets = self._search.turn_sets
        in_use = np.arange(TURNS) < sets.directions[:, np.newaxis]
        ways = np.zeros((self._board.positions, len(sets.tile)), dtype=np.int64)
        for number, tile in enumerate(sets.tile.tolist()):
            shows = self._shows(frame, tile)
            ways[:, number] = (shows[:, sets.direction[number]] & in_use[number]).sum(axis=1)
        return ways

    def _shows(self, frame: _Frame, tile: int) -> Matrix[np.bool_]:
        """Whether `tile` in each direction fits at each position: (positions, 8)."""
        looks = self._looks[tile]
        allowed = [
            {looks[direction] for direction in known.directions} if known.tile in (None, tile) else set()
            for known in frame.known
        ]
        return np.array([[looks[direction] in at for direction in range(DIRECTIONS)] for at in allowed])

    def _can_show(self, fits: Array3[np.bool_], position: int) -> Vector[np.bool_]:
        """Whether each oriented road synonym fits at a position: (10,)."""
        first = self._faces.first_option
        return np.array(
            [
                bool(fits[position, first[synonym] : first[synonym + 1], turn].any())
                for synonym, turn in zip(ROAD_TABLES.synonym.tolist(), ROAD_TABLES.turn.tolist(), strict=True)
            ]
        )


def _sum_by_run(of_boxes: Vector[np.int64], runs: TownRuns) -> Vector[np.int64]:
    """The sum over the boxes of each run: (runs,)."""
    ends = np.concatenate([[0], np.cumsum(of_boxes)])
    last = np.cumsum(runs.n_boxes)
    sums: Vector[np.int64] = ends[last] - ends[last - runs.n_boxes]
    return sums

"""Count the town synonyms of a board of any size, without listing them.

Positions are filled row by row. Later positions depend only on the lower border of earlier ones: which sides carry a
road, and which of these roads are one, because joining its ends would close it. So grids with equal borders are counted
together, for each number of positions that show road synonym 0, .. 4. One rotation of each grid is a town synonym.
The number of town synonyms follows from the number of all grids and of symmetric grids (Burnside's lemma).

The tests compare the counts with the enumeration of the pipeline, which shares no code with this module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tablebases.nine_tiles.rules.tiles import BOTTOM, LEFT, RIGHT, TOP, Tile
from tablebases.nine_tiles.search.road_synonyms import ORIENTED_ROAD_SYNONYMS, ROAD_SYNONYM_SIDES, ROAD_TABLES, stock
from tablebases.nine_tiles.search.town_synonyms import filling_counts

EDGE, ROADLESS = -1, -2
Border = tuple[int, ...]
"""The lower side of each column, then the right side of the last position. Each entry is the place in this border of
the road's other end, `EDGE` if that is at the edge of the board, or `ROADLESS` without a road."""
Grid = tuple[int, ...]
"""Indices of oriented road synonyms, one a position; only the first positions while it grows."""
Occurrences = tuple[int, ...]
"""Number of positions with road synonym 0, .. 4."""

ORIENTED = range(len(ORIENTED_ROAD_SYNONYMS))
SYNONYM: list[int] = ROAD_TABLES.synonym.tolist()
TURNED_LEFT: list[int] = ROAD_TABLES.turned_left.tolist()


@dataclass(frozen=True)
class Shape:
    """A board of any size: a grid of `rows` x `columns` positions."""

    rows: int
    columns: int

    @property
    def positions(self) -> int:
        """Number of positions."""
        return self.rows * self.columns

    @property
    def empty_border(self) -> Border:
        """The border before the first position."""
        return (ROADLESS,) * (self.columns + 1)

    def border_after(self, border: Border, position: int, oriented: int) -> Border | None:
        """The border after the next position; None if that is impossible."""
        row, column = divmod(position, self.columns)
        top, left, below, right = column, self.columns, self.columns + 1, self.columns + 2
        place = {
            TOP: top if row else EDGE,
            LEFT: left if column else EDGE,
            BOTTOM: below if row < self.rows - 1 else EDGE,
            RIGHT: right if column < self.columns - 1 else EDGE,
        }
        roads = ORIENTED_ROAD_SYNONYMS[oriented].roads
        sides = {side for road in roads for side in road}
        if any(place[side] != EDGE and (border[place[side]] != ROADLESS) != (side in sides) for side in (TOP, LEFT)):
            return None
        other_end = [*border, below, right]  # roads that leave the position begin there
        for side, other_side in roads:
            here, there = place[side], place[other_side]
            end = EDGE if here == EDGE else other_end[here]
            if end == there != EDGE:
                return None
            other = EDGE if there == EDGE else other_end[there]
            if end != EDGE:
                other_end[end] = other
            if other != EDGE:
                other_end[other] = end
        for side, leaves in ((BOTTOM, below), (RIGHT, right)):
            if side not in sides or place[side] == EDGE:
                other_end[leaves] = ROADLESS
        other_end[top], other_end[left] = other_end[below], other_end[right]
        moved = {below: top, right: left}
        return tuple(moved.get(end, end) for end in other_end[: self.columns + 1])


def _one_more(occurrences: Occurrences, synonym: int) -> Occurrences:
    return tuple(n + (s == synonym) for s, n in enumerate(occurrences))


def count_grids(shape: Shape) -> Counter[Occurrences]:
    """Count the grids with matching sides and without closed roads."""
    by_border = {shape.empty_border: Counter({(0,) * len(ROAD_SYNONYM_SIDES): 1})}
    for position in range(shape.positions):
        longer: dict[Border, Counter[Occurrences]] = {}
        for border, counts in by_border.items():
            for oriented in ORIENTED:
                after = shape.border_after(border, position, oriented)
                if after is not None:
                    synonym = SYNONYM[oriented]
                    longer.setdefault(after, Counter()).update({_one_more(o, synonym): n for o, n in counts.items()})
        by_border = longer
    return sum(by_border.values(), Counter())


def _half_turned(grid: Grid) -> Grid:
    return tuple(TURNED_LEFT[TURNED_LEFT[oriented]] for oriented in reversed(grid))


def _quarter_turned(grid: Grid, shape: Shape) -> Grid:
    columns = range(shape.columns)
    return tuple(
        TURNED_LEFT[grid[column * shape.columns + shape.columns - 1 - row]] for row in columns for column in columns
    )


def _symmetric_grids(shape: Shape) -> Iterator[Grid]:
    """Yield the grids that look the same after a half turn."""
    grids: list[tuple[Grid, Border]] = [((), shape.empty_border)]
    for position in range(shape.positions):
        longer = []
        for grid, border in grids:
            opposite = shape.positions - 1 - position
            for oriented in ORIENTED if position <= opposite else [TURNED_LEFT[TURNED_LEFT[grid[opposite]]]]:
                after = shape.border_after(border, position, oriented)
                if after is not None:
                    longer.append(((*grid, oriented), after))
        grids = longer
    for grid, _ in grids:
        if _half_turned(grid) == grid:
            yield grid


def _occurrences(grid: Grid) -> Occurrences:
    synonyms = [SYNONYM[oriented] for oriented in grid]
    return tuple(synonyms.count(synonym) for synonym in range(len(ROAD_SYNONYM_SIDES)))


def count_town_synonyms(shape: Shape) -> Counter[Occurrences]:
    """Count the town synonyms of a board for any tiles: grids up to rotation."""
    all_grids = count_grids(shape)
    symmetric = list(_symmetric_grids(shape))
    looks = all_grids + Counter(map(_occurrences, symmetric))
    rotations = 2
    if shape.rows == shape.columns:
        rotations = 4
        for _ in range(2):  # a quarter turn to the left, and one to the right
            looks.update(_occurrences(grid) for grid in symmetric if _quarter_turned(grid, shape) == grid)
    return Counter({occurrences: looks[occurrences] // rotations for occurrences in all_grids})


@dataclass(frozen=True)
class Sizes:
    """Exact counts for a board and tiles."""

    town_synonyms: int
    fillable: int
    placements: int
    towns: int


def sizes(town_synonyms: Counter[Occurrences], tiles: Sequence[Tile]) -> Sizes:
    """Count placements and towns of `tiles` on a board with these town synonyms."""
    in_stock = {
        occurrences: count
        for occurrences, count in town_synonyms.items()
        if all(n <= most for n, most in zip(occurrences, stock(tiles).tolist(), strict=True))
    }
    fillings = filling_counts(tiles)
    filled = [(count, fillings[occurrences]) for occurrences, count in in_stock.items() if occurrences in fillings]
    return Sizes(
        town_synonyms=sum(in_stock.values()),
        fillable=sum(count for count, _ in filled),
        placements=sum(count * filling.placements for count, filling in filled),
        towns=sum(count * filling.towns for count, filling in filled),
    )


def tiles_with_doubles(tiles: Sequence[Tile], doubled: Sequence[int]) -> tuple[Tile, ...]:
    """Add copies of the tiles with the numbers `doubled`, with numbers of their own."""
    return (*tiles, *(replace(tiles[number], number=len(tiles) + i) for i, number in enumerate(doubled)))
